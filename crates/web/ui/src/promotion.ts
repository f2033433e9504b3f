// Which man a pawn becomes: four buttons over its square.

import { ROLES } from "./chess";
import { h } from "./dom";
import type { Color } from "./types";

/** The letter chosen, or null if the player thinks again. */
export function choosePromotion(frame: HTMLElement, color: Color, square: string, orientation: Color): Promise<string | null> {
  return new Promise((resolve) => {
    const file = square.charCodeAt(0) - 97;
    const column = orientation === "white" ? file : 7 - file;
    const top = color === orientation;
    const close = (choice: string | null) => {
      shade.remove();
      frame.focus({ preventScroll: true });
      resolve(choice);
    };
    const buttons = (["q", "n", "r", "b"] as const).map((letter) =>
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
          if (step) buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + step + 4) % 4].focus();
          event.stopPropagation();
        },
      },
      chooser,
    );
    frame.append(shade);
    (buttons.find((button) => button.dataset.role === "q") ?? buttons[0]).focus();
  });
}
