// The positions of one depth of a random game, each with its moves.

import { get } from "../../api";
import { fill, h } from "../../dom";
import { complaint } from "../../parts";
import type { RandomGames, RandomPositions, Value } from "../../types";

export async function positionsOf(place: HTMLElement, game: string, side: "white" | "black", depth: number | null, found: RandomGames) {
  try {
    const at = depth === null ? "" : `&depth=${depth}`;
    const answer = await get<RandomPositions>(`/random-game/positions?${game}&side=${side}${at}`);
    fill(place, card(answer, side, depth, found));
    place.scrollIntoView({ block: "nearest" });
  } catch (error) {
    fill(place, complaint(error));
  }
}

const worth = (value: Value) => (value.outcome === "draw" ? "draw" : `${value.outcome} in ${value.depth}`);

function card({ count, positions }: RandomPositions, side: string, depth: number | null, found: RandomGames): HTMLElement {
  const who = side === "white" ? "White" : "Black";
  const other = side === "white" ? "Black" : "White";
  const what = depth === null ? "draws" : side === "white" ? `wins in ${depth}` : `losses in ${depth}`;
  const important = new Set(found.game?.important.filter((one) => one.side === side).map((one) => one.number));
  const zugzwang = new Set(found.game?.zugzwangs);
  const notes = (number: number) => [important.has(number) ? "many lines" : "", zugzwang.has(number) ? "zugzwang" : ""].filter(Boolean).join(", ");
  const row = (one: RandomPositions["positions"][number]) =>
    h(
      "tr",
      null,
      h("td", { class: "figure" }, one.number),
      h("td", null, one.terminal ? "the game ends here" : h("span", { class: "choices" }, one.moves.map((move) => h("span", { class: move.optimal ? "best" : null, title: worth(move.value) }, `${move.to}: ${worth(move.value)}`)))),
      h("td", null, notes(one.number)),
    );
  return h(
    "section",
    { class: "card" },
    h("h2", null, `${who} to move: ${count.toLocaleString("en")} ${what}`),
    positions.length < count ? h("p", { class: "quiet" }, `The first ${positions.length}.`) : null,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Positions", style: { "max-height": "380px" } }, h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col", class: "figure" }, "Position"), h("th", { scope: "col" }, `Moves to ${other}'s positions`), h("th", { scope: "col" }, "Notes"))), h("tbody", null, positions.map(row)))),
  );
}
