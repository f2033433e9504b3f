// A question before something that cannot be undone.

import { h } from "./dom";

/** Asks; true if the reader says yes. Escape and the other button say no. */
export function confirmed(question: string, detail: string, yes: string, no: string): Promise<boolean> {
  return new Promise((resolve) => {
    let said = false;
    const close = (answer: boolean) => {
      said = answer;
      dialog.close();
    };
    const dialog = h(
      "dialog",
      { "aria-labelledby": "question" },
      h("h2", { id: "question" }, question),
      detail ? h("p", null, detail) : null,
      h(
        "div",
        { class: "row", style: { "justify-content": "flex-end" } },
        h("button", { type: "button", onclick: () => close(false), autofocus: true }, no),
        h("button", { type: "button", class: "danger", id: "yes", onclick: () => close(true) }, yes),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(said);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Whether a game is given up for good. */
export const surelyResigns = () => confirmed("Give this game up?", "It counts as lost and cannot be gone on with.", "Resign", "Play on");
