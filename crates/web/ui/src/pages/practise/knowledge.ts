// What the opponent model believes about you, shown if you ask.

import { get } from "../../api";
import { fill, h } from "../../dom";
import { gameQuery, type GameId } from "../../games";
import { complaint, modelSaid } from "../../parts";
import { plot } from "../../plots";
import type { Knowledge } from "../../types";

/** A panel that asks the server when it is opened. */
export function knowledge(game: GameId): HTMLElement {
  const inside = h("div");
  const panel = h("details", { class: "card knowledge" }, h("summary", null, h("b", null, "What it knows about you")), inside);
  panel.addEventListener("toggle", async () => {
    if (!panel.open) return;
    try {
      fill(inside, told(await get<Knowledge>(`/knowledge${gameQuery(game)}`)));
    } catch (error) {
      fill(inside, complaint(error));
    }
  });
  return panel;
}

function told(known: Knowledge): HTMLElement {
  if (!known.moves) return h("p", { class: "quiet" }, "Nothing yet. Every move you make in practice tells it a little, and it remembers from game to game.");
  const [xs, ps] = [known.distribution.map(([c]) => c), known.distribution.map(([, p]) => p)];
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      null,
      `From ${known.moves} ${known.moves === 1 ? "move" : "moves"} in ${known.games} ${known.games === 1 ? "game" : "games"} it takes you for a player of competence `,
      h("b", null, known.mean.toFixed(1)),
      `, most likely between ${known.low.toFixed(1)} and ${known.high.toFixed(1)}. 0 plays at random; the higher, the fewer mistakes.`,
    ),
    h("p", { class: "small-print", id: "knowledge-model" }, `${modelSaid(known.model)}.`),
    plot({ title: "How likely each competence is", xLabel: "competence c", yLabel: "probability", x: xs, height: 180, digits: 4, yRange: [0, null], legend: false, lines: [{ label: "probability", values: ps, color: "--accent", bars: xs.length < 120 }] }).element,
  );
}
