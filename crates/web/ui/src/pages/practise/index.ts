// Practise: choose an endgame and an opponent, play, and see how it went.

import type { Leave } from "../../main";
import { play } from "./play";
import { setup } from "./setup";

/** `#/practise` chooses; `#/practise/ID` is a game. */
export function mount(root: HTMLElement, path: string[], query: URLSearchParams): Promise<Leave | void> {
  return path[0] ? play(root, path[0], query) : setup(root, query);
}
