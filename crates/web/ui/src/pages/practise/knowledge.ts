// What the opponent model believes about you, shown if you ask.

import { get } from "../../api";
import { fill, h } from "../../dom";
import { gameQuery, type GameId } from "../../games";
import { complaint } from "../../parts";
import { strengthSaid } from "../../strength";
import type { CompetenceWord, Knowledge } from "../../types";

/** A panel that asks the server when it is opened. */
export function knowledge(game: GameId, words: readonly CompetenceWord[]): HTMLElement {
  const inside = h("div");
  const panel = h("details", { class: "card knowledge" }, h("summary", null, h("b", null, "What it knows about you")), inside);
  panel.addEventListener("toggle", async () => {
    if (!panel.open) return;
    try {
      fill(inside, told(await get<Knowledge>(`/knowledge${gameQuery(game)}`), words));
    } catch (error) {
      fill(inside, complaint(error));
    }
  });
  return panel;
}

function told(known: Knowledge, words: readonly CompetenceWord[]): HTMLElement {
  if (!known.moves) return h("p", { class: "quiet" }, "Nothing yet. Every move you make in practice tells it a little, and it remembers from game to game.");
  const sorted = [...words].sort((a, b) => a.c - b.c);
  // How likely each word is: what it knows, in the words of the rest of the page.
  const share = sorted.map((one, at) => known.distribution.filter(([c]) => c >= one.c && c < (sorted[at + 1]?.c ?? Infinity)).reduce((sum, [, p]) => sum + p, 0));
  return h(
    "div",
    { class: "stack" },
    h("p", null, `From ${known.moves} ${known.moves === 1 ? "move" : "moves"} in ${known.games} ${known.games === 1 ? "game" : "games"} it takes you for: `, h("b", null, strengthSaid(known, words)), "."),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Strength"), h("th", { scope: "col" }, "How likely"))),
      h("tbody", null, sorted.map((one, at) => h("tr", null, h("th", { scope: "row" }, one.word), h("td", { class: "chance" }, h("div", { class: "bar" }, h("i", { style: { "--share": `${(100 * share[at]).toFixed(1)}%` } }), h("span", null, `${(100 * share[at]).toFixed(0)} %`)))))),
    ),
  );
}
