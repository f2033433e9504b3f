// Typing a move instead of making it on the board.

import { figurine, meant } from "./chess";
import { announce, fill, h, unique } from "./dom";
import type { PlainMove } from "./types";

/** A box for moves in words: `Qd5+`, `qd5`, `e7e8q`; `11-15` in checkers. */
export function typingBox(placeholder: string, legal: () => readonly PlainMove[], onmove: (move: PlainMove) => void): HTMLFormElement {
  const id = unique("typed");
  const input = h("input", { id, class: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder, enterkeyhint: "go" });
  const note = h("span", { class: "note", role: "status" });
  return h(
    "form",
    {
      class: "typing",
      onsubmit: (event: Event) => {
        event.preventDefault();
        const moves = legal();
        const move = meant(input.value, moves);
        if (move) {
          input.value = "";
          fill(note);
          onmove(move);
        } else {
          const some = moves.slice(0, 4).map((one) => figurine(one.san)).join(" ");
          fill(note, moves.length ? `“${input.value}” is no legal move here. Some that are: ${some}` : "It is not your move.");
          announce(note.textContent ?? "");
        }
      },
    },
    h("label", { for: id }, "Type a move"),
    input,
    h("button", { type: "submit" }, "Play"),
    note,
  );
}
