// Play: a whole game against an opponent of a rating. The page keeps the game; the server only answers.

import type { Leave } from "../../main";
import { play } from "./game";
import { forget, kept } from "./kept";
import { setup } from "./setup";

/** `#/play` goes on with the game that was left, if there is one; `#/play?new` and `#/play?fen=…` choose. */
export function mount(root: HTMLElement, _path: string[], query: URLSearchParams): Promise<Leave | void> {
  if (query.has("new") || query.has("fen")) forget();
  const game = kept();
  return game ? play(root, game) : setup(root, query.get("fen"));
}
