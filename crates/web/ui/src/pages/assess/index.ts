// Assess: a whole game by an engine, or what the tables know of the endgames of many.

import { fill, h, segmented } from "../../dom";
import type { Leave } from "../../main";
import * as endgames from "./endgames";
import * as wholeGame from "./whole-game";

export function mount(root: HTMLElement, path: string[]): Leave {
  const mode = path[0] === "endgames" ? "endgames" : "whole";
  const inside = h("div");
  const choice = segmented(
    "",
    [
      ["whole", "A whole game"],
      ["endgames", "Endgames only"],
    ],
    mode,
    (chosen) => (location.hash = chosen === "whole" ? "#/assess" : "#/assess/endgames"),
  );
  choice.setAttribute("aria-label", "What is assessed");
  fill(root, h("div", { class: "title" }, h("h1", null, "Assess"), h("p", null, "How well was it played?"), h("div", { class: "end" }, choice)), inside);
  return (mode === "endgames" ? endgames : wholeGame).mount(inside);
}
