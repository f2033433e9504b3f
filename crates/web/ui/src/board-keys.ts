// The board under the arrow keys: a cursor walks the squares, Enter takes a man and puts it down.

import type { Api } from "chessground/api";
import type { Key } from "chessground/types";
import { announce, h } from "./dom";

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Whether arrow keys, pressed here, step through a game: not while somebody writes, nor while they walk the board. */
export const stepsThrough = (target: EventTarget | null) => !(target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select, dialog, .board-frame:not([data-steps])"));

/** Makes a board walkable. */
export function keys(frame: HTMLElement, cg: Api) {
  let file = 4;
  let rank = 3;
  const cursor = h("div", { class: "cursor", hidden: true });
  frame.append(cursor);
  frame.tabIndex = 0;
  frame.setAttribute("role", "application");
  frame.setAttribute("aria-label", "Board. Arrow keys walk, Enter takes and puts a man, Escape lets go. Moves can also be typed.");

  const here = () => ("abcdefgh"[file] + (rank + 1)) as Key;
  const place = () => {
    const white = cg.state.orientation === "white";
    cursor.style.left = `${(white ? file : 7 - file) * 12.5}%`;
    cursor.style.top = `${(white ? 7 - rank : rank) * 12.5}%`;
    frame.dataset.cursor = here();
  };
  const say = () => {
    const man = cg.state.pieces.get(here());
    const taken = cg.state.selected;
    const reach = taken && cg.state.movable.dests?.get(taken)?.includes(here());
    announce(`${here()}${man ? `, ${man.color} ${man.role}` : ""}${reach ? ", can go here" : ""}`);
  };

  frame.addEventListener("keydown", (event) => {
    // Where there is nothing to move the arrow keys go through the game.
    if (frame.dataset.steps) return;
    const step = STEPS[event.key];
    if (step) {
      const way = cg.state.orientation === "white" ? 1 : -1;
      file = Math.min(7, Math.max(0, file + step[0] * way));
      rank = Math.min(7, Math.max(0, rank + step[1] * way));
      cursor.hidden = false;
      place();
      say();
    } else if ((event.key === "Enter" || event.key === " ") && !cursor.hidden && event.target === frame) {
      const before = cg.state.selected;
      cg.selectSquare(here());
      const man = cg.state.pieces.get(here());
      if (cg.state.selected && cg.state.selected !== before && man) announce(`${man.color} ${man.role} taken up`);
    } else if (event.key === "Escape") {
      cg.selectSquare(null);
      cursor.hidden = true;
    } else return;
    event.preventDefault();
  });
  frame.addEventListener("blur", () => (cursor.hidden = true));
  frame.addEventListener("pointerdown", () => (cursor.hidden = true));
}
