// Who plays against you.

import { h, unique } from "../../dom";
import type { Agent } from "../../types";

/** Cards to choose from; the last is a secret. */
export function opponents(agents: Agent[], chosen: string, onpick: (id: string) => void): HTMLElement {
  const name = unique("opponent");
  const card = (id: string, title: string, about: string) => {
    const input = h("input", { type: "radio", name, value: id, checked: id === chosen });
    input.addEventListener("change", () => onpick(id));
    return h("label", null, input, title, h("small", null, about));
  };
  return h(
    "div",
    { class: "opponents" },
    agents.map((agent) => card(agent.id, agent.name, agent.description)),
    card("surprise", "Surprise me", "You learn who it was when the game is over."),
  );
}
