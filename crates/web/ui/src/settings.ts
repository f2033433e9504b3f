// What the reader likes: sounds, colours and size of the board, a clock. Kept in this browser.

import { fill, h, segmented, toggle } from "./dom";
import { announce } from "./dom";

export const SOUNDS = "fallible-sounds";
export const CLOCK = "fallible-clock";
const [COLOURS, SIZE] = ["fallible-board", "fallible-size"];

const BOARDS = [["green", "Green"], ["brown", "Brown"], ["blue", "Blue"], ["grey", "Grey"]] as const;
const SIZES = [["small", "Small"], ["normal", "Normal"], ["large", "Large"]] as const;
const CLOCKS = [["0", "None"], ["3", "3 min"], ["5", "5 min"], ["10", "10 min"]] as const;

const kept = (key: string, usual: string) => localStorage.getItem(key) ?? usual;

/** Dresses the board as was chosen. */
export function applySettings() {
  document.documentElement.dataset.board = kept(COLOURS, "green");
  document.documentElement.dataset.size = kept(SIZE, "normal");
}

/** Minutes for a practice game; 0 without a clock. */
export const minutes = () => Number(kept(CLOCK, "0"));

/** Whether moves are heard. */
export const isSilent = () => kept(SOUNDS, "on") === "off";

/** Asks for everything in one place. */
export function showSettings() {
  const keep = (key: string, value: string) => {
    localStorage.setItem(key, value);
    applySettings();
    window.dispatchEvent(new Event("resize"));
  };
  const dialog = h("dialog", { class: "settings", "aria-labelledby": "settings-title" });
  const close = h("button", { type: "button", class: "primary", autofocus: true, onclick: () => dialog.close() }, "Done");
  fill(
    dialog,
    h("h2", { id: "settings-title" }, "Settings"),
    h(
      "div",
      { class: "stack" },
      toggle("Sounds", !isSilent(), (on) => {
        keep(SOUNDS, on ? "on" : "off");
        if (on) void import("./sounds").then((sounds) => sounds.play("move"));
      }),
      segmented("Board", BOARDS, kept(COLOURS, "green") as (typeof BOARDS)[number][0], (to) => keep(COLOURS, to)),
      segmented("Size of the board", SIZES, kept(SIZE, "normal") as (typeof SIZES)[number][0], (to) => keep(SIZE, to)),
      segmented("Clock in practice, for the whole game", CLOCKS, kept(CLOCK, "0") as (typeof CLOCKS)[number][0], (to) => keep(CLOCK, to)),
      h("p", { class: "small-print" }, "Kept in this browser. A clock starts with the next game."),
      h("div", { class: "row", style: { "justify-content": "flex-end" } }, close),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  announce("Settings");
}
