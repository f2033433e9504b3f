// Which man a pawn becomes: buttons over its square, one of them a king in antichess.

import { ROLES } from "./chess";
import { h } from "./dom";
import type { Color } from "./types";

const LETTERS = ["q", "n", "r", "b", "k"] as const;

/** The letter chosen of those that can be, or null if the player thinks again. */
export function choosePromotion(frame: HTMLElement, color: Color, square: string, orientation: Color, letters: readonly (string | null)[]): Promise<string | null> {
  return new Promise((resolve) => {
    const file = square.charCodeAt(0) - 97;
    const column = orientation === "white" ? file : 7 - file;
    const top = color === orientation;
    const close = (choice: string | null) => {
      shade.remove();
      frame.focus({ preventScroll: true });
      resolve(choice);
    };
    const buttons = LETTERS.filter((letter) => letters.includes(letter)).map((letter) =>
      h(
        "button",
        { type: "button", "aria-label": `Promote to ${ROLES[letter]}`, "data-role": letter, onclick: () => close(letter) },
        h("piece" as "i", { class: `${color} ${ROLES[letter]}` }),
      ),
    );
    const chooser = h(
      "div",
      {
        class: `promotion cg-wrap ${top ? "above" : "below"}`,
        role: "dialog",
        "aria-label": "Promote to",
        style: { left: `${column * 12.5}%` },
        onclick: (event: Event) => event.stopPropagation(),
      },
      top ? buttons : buttons.reverse(),
    );
    const shade = h(
      "div",
      {
        class: "shade",
        onclick: () => close(null),
        onkeydown: (event: KeyboardEvent) => {
          if (event.key === "Escape") close(null);
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + step + buttons.length) % buttons.length].focus();
          event.stopPropagation();
        },
      },
      chooser,
    );
    frame.append(shade);
    (buttons.find((button) => button.dataset.role === "q") ?? buttons[0]).focus();
  });
}
