// Endgames: an atlas of all 145 of chess, or those of another game, and a page for each.

import { gameOf } from "../../games";
import type { Leave } from "../../main";
import { atlas } from "./atlas";
import { detail } from "./detail";

/** `#/endgames` lists; `#/endgames/KQKR` is one of them, `#/endgames/KKvK?game=checkers` one of checkers. */
export function mount(root: HTMLElement, path: string[], query: URLSearchParams): Promise<Leave | void> {
  const game = gameOf(query.get("game"));
  if (!path[0]) return atlas(root, game);
  return detail(root, game === "chess" ? path[0].toUpperCase() : path[0], game);
}
