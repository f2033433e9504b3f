// A new practice game: asked for, prepared, opened; and another one like it.

import { post, solvedFirst } from "../../api";
import { gameOf } from "../../games";
import { working } from "../../parts";
import type { Game } from "../../types";

/** The body of POST /api/practice. */
export interface Wish {
  /** None for chess. */
  game?: string;
  material: string;
  fen: string | null;
  seed: number | null;
  [more: string]: unknown;
}

const KEPT = "fallible-wish";

/** Starts a game and goes to it; `place` shows what has to be solved first. */
export async function begin(wish: Wish, place: HTMLElement): Promise<void> {
  localStorage.setItem(KEPT, JSON.stringify(wish));
  const game = await working(place, "Preparing this endgame, once only", (show, signal) => solvedFirst(() => post<Game>("/practice", wish), show, signal));
  location.hash = `#/practise/${game.id}`;
}

/** What was wished for last, if this game came of it: another position can be had. */
export function sameAgain(game: Game): Wish | null {
  try {
    const wish: Wish = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    const same = wish && gameOf(wish.game) === gameOf(game.game) && sides(wish.material) === sides(game.material);
    return same && !wish.fen ? { ...wish, seed: null } : null;
  } catch {
    return null;
  }
}

/** The two sides' men in a fixed order: KRKQ is KQKR with the colours exchanged. In other games a v stands between them. */
const sides = (material: string) => (material.includes("v") ? material.split("v") : [material.slice(0, material.indexOf("K", 1)), material.slice(material.indexOf("K", 1))]).sort().join();
