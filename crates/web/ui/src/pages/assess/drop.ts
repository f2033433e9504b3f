// Where a PGN comes in: dropped, chosen or pasted.

import { Refused } from "../../api";
import { action, h } from "../../dom";

const MOST_BYTES = 8 * 1024 * 1024;

export interface Drop {
  element: HTMLElement;
  /** Makes room for what was found. */
  shrink(): void;
}

/** A box for games; each is handed on as text with its name. */
export function dropBox(about: string, example: { path: string; name: string }, take: (pgn: string, name: string) => Promise<void>): Drop {
  const file = (chosen: File | undefined | null) => chosen && void chosen.text().then((text) => take(text, chosen.name));
  const input = h("input", { type: "file", accept: ".pgn,text/plain,application/x-chess-pgn", "aria-label": "PGN file" });
  input.addEventListener("change", () => {
    file(input.files?.[0]);
    // The same file may be chosen again.
    input.value = "";
  });
  const pasted = h("textarea", { rows: "6", "aria-label": "PGN text", placeholder: "[White \"…\"]" });
  const drop = h(
    "div",
    { class: "drop", id: "drop" },
    h("p", null, "Drop a PGN here"),
    h("p", { class: "quiet" }, about),
    h("div", { class: "row", style: { "justify-content": "center" } }, h("label", { class: "button primary" }, "Choose a file", input), action("Show an example", async () => take(await (await fetch(example.path)).text(), example.name), { id: "example" })),
    h("details", { style: { "margin-top": "14px" } }, h("summary", null, "or paste the text"), h("div", { class: "stack" }, pasted, action("Assess", () => take(pasted.value, "pasted.pgn")))),
  );
  drop.addEventListener("dragover", (event) => (event.preventDefault(), drop.classList.add("over")));
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    file(event.dataTransfer?.files[0]);
  });
  return { element: drop, shrink: () => drop.classList.add("compact") };
}

/** Refuses what the server would refuse, before it is sent. */
export function checkSize(pgn: string) {
  if (new Blob([pgn]).size > MOST_BYTES) throw new Refused(413, "This file is larger than 8 MiB: send it in parts, or assess it on the command line.");
  if (!pgn.trim()) throw new Refused(400, "The file is empty: drop a PGN with at least one game.");
}
