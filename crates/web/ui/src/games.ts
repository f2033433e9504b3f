// Which game is played, and what its positions, moves and men are called. No rules: those are the server's.

import type { Color } from "./types";

/** Chess, or the word of another game as the server has it. */
export type GameId = "chess" | "antichess" | "suicide" | "checkers";

export const GAMES: readonly (readonly [GameId, string])[] = [
  ["chess", "Chess"],
  ["antichess", "Antichess"],
  ["suicide", "Suicide chess"],
  ["checkers", "Checkers"],
];

/** What a newcomer has to know, in a sentence or two. */
export const RULES: Record<GameId, string> = {
  chess: "",
  antichess: "Whoever loses all men, or cannot move, wins. Captures are forced, kings are men like others, and a pawn may become a king.",
  suicide: "Antichess as on FICS: whoever loses all men wins; where somebody cannot move, the side with fewer men does. Captures are forced.",
  checkers: "English draughts. Captures are forced; a man that reaches the far side becomes a king; whoever cannot move has lost.",
};

/** The game of a word in an address or an answer. */
export const gameOf = (word: string | null | undefined): GameId => GAMES.find(([id]) => id === word)?.[0] ?? "chess";

/** `fen=...`, and the game if it is not chess: what follows the question mark. */
export function about(game: GameId, fen: string, more: Record<string, string> = {}): string {
  const asked = Object.entries({ ...(game === "chess" ? {} : { game }), fen, ...more });
  return asked.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/** `?game=checkers`, or nothing for chess. */
export const gameQuery = (game: GameId) => (game === "chess" ? "" : `?game=${game}`);

/** Whether a position is written as in checkers: `W:W12,K30:B5`. */
export const isCheckers = (position: string) => /^[WB]:/.test(position);

export interface Draught {
  square: number;
  color: Color;
  king: boolean;
}

/** The men and kings of a position of checkers. */
export function draughts(position: string): Draught[] {
  const found: Draught[] = [];
  for (const part of position.trim().split(":").slice(1)) {
    const color: Color = part.startsWith("W") ? "white" : "black";
    for (const word of part.slice(1).split(",").filter(Boolean)) found.push({ square: Number(word.replace("K", "")), color, king: word.startsWith("K") });
  }
  return found;
}

/** A position of checkers from its men and who is to move. */
export function written(men: readonly Draught[], turn: Color): string {
  const side = (color: Color) =>
    men
      .filter((man) => man.color === color)
      .sort((a, b) => a.square - b.square)
      .map((man) => `${man.king ? "K" : ""}${man.square}`)
      .join(",");
  return `${turn === "white" ? "W" : "B"}:W${side("white")}:B${side("black")}`;
}

/** Row and column of a square of checkers, from 0, White below. */
export const place = (square: number): [number, number] => {
  const row = Math.floor((square - 1) / 4);
  return [row, 2 * ((square - 1) % 4) + (row % 2 === 0 ? 1 : 0)];
};

/** The square at a row and a column; none on a light square. */
export const squareAt = (row: number, column: number): number | null => ((row + column) % 2 === 1 ? row * 4 + Math.floor(column / 2) + 1 : null);

/** The men of checkers in words. */
export function describedDraughts(position: string): string {
  const side = (color: Color) => {
    const own = draughts(position).filter((man) => man.color === color);
    return own.length ? own.map((man) => `${man.king ? "king" : "man"} ${man.square}`).join(", ") : "nothing";
  };
  return `White: ${side("white")}. Black: ${side("black")}. ${position.startsWith("B") ? "Black" : "White"} to move.`;
}
