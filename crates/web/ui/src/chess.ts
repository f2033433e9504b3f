// Words and signs of chess: figurines, typed moves, FEN as men on squares. No rules: those are the server's.

import type { Color, PlainMove, Value } from "./types";

const FIGURES: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙" };
const SOLID: Record<string, string> = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };
/** Asks for the sign and not for a coloured picture of it. */
const PLAIN = "\uFE0E";

export const ROLES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" } as const;

/** `Qd5+` becomes `♕d5+`, in a sentence too. */
export const figurine = (text: string) => text.replace(/\b[KQRBN](?=[a-h1-8x])|(?<==)[QRBN]/g, (letter) => FIGURES[letter] + PLAIN);

/** `KQKR` becomes `♔♕ ♚♜`. */
export function figures(material: string): string {
  const second = material.indexOf("K", 1);
  const draw = (men: string, signs: Record<string, string>) => [...men].map((man) => signs[man] + PLAIN).join("");
  return `${draw(material.slice(0, second), FIGURES)} ${draw(material.slice(second), SOLID)}`;
}

/** A move said aloud: `Qxd5+` is "queen takes d5, check". */
export function spoken(san: string): string {
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
  const side = (color: Color) =>
    men(fen)
      .filter((man) => man.color === color)
      .sort((a, b) => "KQRBNP".indexOf(a.letter) - "KQRBNP".indexOf(b.letter))
      .map((man) => `${ROLES[man.letter.toLowerCase() as "k"]} ${man.square}`)
      .join(", ");
  return `White: ${side("white")}. Black: ${side("black")}. ${fen.split(" ")[1] === "b" ? "Black" : "White"} to move.`;
}

export const turn = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");
export const other = (color: Color): Color => (color === "white" ? "black" : "white");
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Move numbers for a list that starts at a FEN: [number, white to move first]. */
export function numbering(startFen: string): { first: number; blackFirst: boolean } {
  return { first: Number(startFen.split(" ")[5]) || 1, blackFirst: turn(startFen) === "black" };
}

/** The FEN after a legal move. Which moves are legal the server has said; this only carries one out. */
export function after(fen: string, uci: string): string {
  const [placed, side, , passing, clock, number] = fen.split(" ");
  const board = new Map(men(placed).map((man) => [man.square, man.color === "white" ? man.letter : man.letter.toLowerCase()]));
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const man = board.get(from) ?? "";
  const pawn = man.toLowerCase() === "p";
  const taken = board.has(to) || (pawn && to === passing);
  if (pawn && to === passing) board.delete(to[0] + from[1]);
  board.delete(from);
  board.set(to, promotion ? (side === "w" ? promotion.toUpperCase() : promotion) : man);
  const files = "abcdefgh";
  const beside = [-1, 1].map((step) => (files[files.indexOf(to[0]) + step] ?? "") + to[1]);
  const double = pawn && Math.abs(Number(to[1]) - Number(from[1])) === 2 && beside.some((square) => board.get(square) === (side === "w" ? "p" : "P"));
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...files].map((file) => board.get(`${file}${rank}`) ?? "1").join("").replace(/1+/g, (run) => String(run.length)));
  const behind = `${to[0]}${side === "w" ? 3 : 6}`;
  return [rows.join("/"), side === "w" ? "b" : "w", "-", double ? behind : "-", pawn || taken ? 0 : Number(clock) + 1, Number(number) + (side === "b" ? 1 : 0)].join(" ");
}
