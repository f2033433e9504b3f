// The game as this browser keeps it: enough to ask the server for the rest.

import type { Color } from "../../types";

export interface Kept {
  /** The position it starts from; null is that of chess. */
  start: string | null;
  moves: string[];
  you: Color;
  opponent: string;
  elo: number | null;
  seed: number;
  resigned?: boolean;
}

const KEY = "fallible-whole-game";

/** The game that was left; null if there is none, or what is kept is none. */
export function kept(): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    return found && Array.isArray(found.moves) && (found.you === "white" || found.you === "black") && typeof found.opponent === "string" ? found : null;
  } catch {
    return null;
  }
}

export const keep = (game: Kept) => localStorage.setItem(KEY, JSON.stringify(game));
export const forget = () => localStorage.removeItem(KEY);
