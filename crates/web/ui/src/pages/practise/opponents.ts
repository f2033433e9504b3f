// Who plays against you.

import { h, unique } from "../../dom";
import type { Agent } from "../../types";

/** Most people want one of these; the others are a press away. */
const FIRST = ["player", "imitator", "predator", "infallible"];

/** Cards to choose from; one of them is a secret. */
export function opponents(agents: Agent[], chosen: string, onpick: (id: string) => void): HTMLElement {
  const name = unique("opponent");
  const card = (id: string, title: string, about: string) => {
    const input = h("input", { type: "radio", name, value: id, checked: id === chosen });
    input.addEventListener("change", () => onpick(id));
    return h("label", null, input, title, h("small", null, about));
  };
  const cards = (some: Agent[]) => some.map((agent) => card(agent.id, agent.name, agent.description));
  const first = FIRST.map((id) => agents.find((agent) => agent.id === id)).filter((agent) => agent !== undefined);
  const others = agents.filter((agent) => !first.includes(agent));
  return h(
    "div",
    null,
    h("div", { class: "opponents" }, cards(first), card("surprise", "Surprise me", "You learn who it was when the game is over.")),
    others.length ? h("details", { class: "more", open: others.some((agent) => agent.id === chosen) }, h("summary", null, `${others.length} more`), h("div", { class: "opponents" }, cards(others))) : null,
  );
}
