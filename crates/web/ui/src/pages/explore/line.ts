// Best play from here on, step by step.

import { get } from "../../api";
import { numbering } from "../../chess";
import { fill, h } from "../../dom";
import { about } from "../../games";
import { complaint, moveText } from "../../parts";
import type { LineMove } from "../../types";
import type { Parts } from "./parts";

/** A number never stands at the end of a line without its moves. */
function pairs(parts: (HTMLElement | null)[][], blackFirst: boolean): HTMLElement[] {
  const made: HTMLElement[] = [];
  parts.forEach((part, index) => {
    if (index === 0 || (index + (blackFirst ? 1 : 0)) % 2 === 0) made.push(h("span", { class: "pair" }));
    made.at(-1)?.append(...part.filter((one) => one !== null));
  });
  return made;
}

export function lineCard({ game, fen, board, position, follow }: Parts): HTMLElement {
  const inside = h("div");
  const load = async () => {
    try {
      const { line: moves } = await get<{ line: LineMove[] }>(`/line?${about(game, fen)}`);
      fill(inside, moves.length ? line(moves) : h("p", { class: "quiet" }, "A draw: every move that keeps it is as good as another."));
    } catch (error) {
      fill(inside, complaint(error));
    }
  };
  const line = (moves: LineMove[]) => {
    const { first, blackFirst } = numbering(fen);
    const back = () => board.show({ fen, check: position.check, moves: position.moves });
    return h(
      "div",
      { class: "line", onpointerleave: back },
      pairs(moves.map((move, index) => {
        const black = (index + (blackFirst ? 1 : 0)) % 2 === 1;
        const number = first + Math.floor((index + (blackFirst ? 1 : 0)) / 2);
        const look = () => board.show({ fen: move.fen_after, last: move.uci });
        return [
          !black || index === 0 ? h("span", { class: "number" }, `${number}${black ? "…" : "."}`) : null,
          h(
            "button",
            { type: "button", onpointerenter: look, onfocus: look, onblur: back, onclick: () => follow(moves.slice(0, index + 1)), title: move.optimal > 1 ? `one of ${move.optimal} best moves` : "the only best move" },
            moveText(move.san),
            move.optimal > 1 ? h("small", null, `or ${move.optimal - 1} more`) : null,
          ),
        ];
      }), blackFirst),
    );
  };
  void load();
  return h("section", { class: "card", id: "line" }, h("h2", null, "Best play"), inside, position.value.outcome === "draw" ? null : h("p", { class: "small-print" }, "“or 2 more” says that two other moves were as good."));
}
