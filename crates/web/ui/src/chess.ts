// Words and signs of chess: figurines, typed moves, FEN as men on squares. No rules: those are the server's.

import { describedDraughts, isCheckers, type GameId } from "./games";
import type { Color, PlainMove, Value } from "./types";

const FIGURES: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙" };
const SOLID: Record<string, string> = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };
/** Asks for the sign and not for a coloured picture of it. */
const PLAIN = "\uFE0E";

export const ROLES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" } as const;

/** `Qd5+` becomes `♕d5+`, in a sentence too. */
export const figurine = (text: string) => text.replace(/\b[KQRBN](?=[a-h1-8x])|(?<==)[KQRBN]/g, (letter) => FIGURES[letter] + PLAIN);

const DRAUGHTS: Record<string, string> = { M: "⛀", K: "⛁" };
const BLACK_DRAUGHTS: Record<string, string> = { M: "⛂", K: "⛃" };

/** `KQKR` becomes `♔♕ ♚♜`; in other games a `v` stands between the sides. */
export function figures(material: string, game: GameId = "chess"): string {
  const versus = material.indexOf("v");
  const second = versus > 0 ? versus : material.indexOf("K", 1);
  const [own, others] = game === "checkers" ? [DRAUGHTS, BLACK_DRAUGHTS] : [FIGURES, SOLID];
  const draw = (men: string, signs: Record<string, string>) => [...men].map((man) => (signs[man] ?? "") + PLAIN).join("");
  return `${draw(material.slice(0, second), own)} ${draw(material.slice(versus > 0 ? second + 1 : second), others)}`;
}

/** A move said aloud: `Qxd5+` is "queen takes d5, check". */
export function spoken(san: string): string {
  // Squares alone: checkers.
  if (/^\d/.test(san)) return san.replaceAll("-", " to ").replaceAll("x", " takes, to ");
  return san
    .replace(/^O-O-O/, "castles long")
    .replace(/^O-O/, "castles")
    .replace(/[KQRBN]/g, (letter) => `${ROLES[letter.toLowerCase() as "k"]} `)
    .replace("x", " takes ")
    .replace("=", " promotes to ")
    .replace("+", ", check")
    .replace("#", ", checkmate")
    .replace(/\s+/g, " ")
    .trim();
}

/** The legal move meant by what somebody typed: SAN with or without signs, or squares as in e2e4. */
export function meant(typed: string, moves: readonly PlainMove[]): PlainMove | undefined {
  const squares = (text: string) => text.match(/\d+/g) ?? [];
  if (moves.some((move) => /^\d/.test(move.uci))) {
    // Squares of checkers: all of them, or the first and the last where only one way leads there.
    const wanted = squares(typed).join();
    const whole = moves.filter((move) => squares(move.uci).join() === wanted);
    const ends = moves.filter((move) => `${move.from},${move.to}` === wanted);
    return whole[0] ?? (ends.length === 1 ? ends[0] : undefined);
  }
  const bare = (text: string) => text.replace(/[+#x=:\-\s!?]/g, "");
  const wanted = bare(typed);
  if (!wanted) return undefined;
  const one = (found: PlainMove[]) => (found.length === 1 ? found[0] : undefined);
  const is = (test: (move: PlainMove) => boolean) => one(moves.filter(test));
  return (
    is((move) => bare(move.san) === wanted) ??
    is((move) => move.uci === wanted.toLowerCase()) ??
    is((move) => bare(move.san).toLowerCase() === wanted.toLowerCase()) ??
    is((move) => move.uci.slice(0, 4) === wanted.toLowerCase() && move.promotion === "q") ??
    // More squares named than needed: Qd1d5 where Qd5 would do.
    is((move) => `${bare(move.san)[0]}${move.from}${move.to}` === wanted)
  );
}

/** "win in 12", "draw", "loss in 3". */
export function worth(value: Value): string {
  if (value.outcome === "draw") return "draw";
  return value.depth === null ? value.outcome : `${value.outcome} in ${value.depth}`;
}

export interface Man {
  square: string;
  letter: string;
  color: Color;
}

/** The men of a FEN. */
export function men(fen: string): Man[] {
  const found: Man[] = [];
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) file += Number(sign);
      else found.push({ square: "abcdefgh"[file++] + (8 - index), letter: sign.toUpperCase(), color: sign < "a" ? "white" : "black" });
    }
  });
  return found;
}

/** The position in words, for people who listen. */
export function described(fen: string): string {
  if (isCheckers(fen)) return describedDraughts(fen);
  const side = (color: Color) =>
    men(fen)
      .filter((man) => man.color === color)
      .sort((a, b) => "KQRBNP".indexOf(a.letter) - "KQRBNP".indexOf(b.letter))
      .map((man) => `${ROLES[man.letter.toLowerCase() as "k"]} ${man.square}`)
      .join(", ");
  return `White: ${side("white")}. Black: ${side("black")}. ${fen.split(" ")[1] === "b" ? "Black" : "White"} to move.`;
}

export const turn = (fen: string): Color => (isCheckers(fen) ? (fen.startsWith("B") ? "black" : "white") : fen.split(" ")[1] === "b" ? "black" : "white");
export const other = (color: Color): Color => (color === "white" ? "black" : "white");
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Move numbers for a list that starts at a position: the first, and whether the list begins with the second player. In checkers Black
 *  is the first. */
export function numbering(startFen: string): { first: number; blackFirst: boolean } {
  const firstMover = isCheckers(startFen) ? "black" : "white";
  return { first: (!isCheckers(startFen) && Number(startFen.split(" ")[5])) || 1, blackFirst: turn(startFen) !== firstMover };
}
