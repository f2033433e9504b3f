// Endgames: an atlas of all 145, and a page for each.

import type { Leave } from "../../main";
import { atlas } from "./atlas";
import { detail } from "./detail";

/** `#/endgames` lists; `#/endgames/KQKR` is one of them. */
export function mount(root: HTMLElement, path: string[]): Promise<Leave | void> {
  return path[0] ? detail(root, path[0].toUpperCase()) : atlas(root);
}
