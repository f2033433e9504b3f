// Every move with its value, and how likely a player of competence c is to choose it.

import { worth } from "../../chess";
import { fill, h } from "../../dom";
import { moveText } from "../../parts";
import type { JudgedMove } from "../../types";
import type { Parts } from "./parts";

/** R_c: probability proportional to weight * exp(-c * cost). */
export function chances(moves: readonly JudgedMove[], c: number): number[] {
  const open = moves.filter((move) => move.weight > 0 && move.cost !== null);
  const least = Math.min(...open.map((move) => move.cost as number));
  const share = moves.map((move) => (move.weight > 0 && move.cost !== null ? move.weight * Math.exp(-c * (move.cost - least)) : 0));
  const sum = share.reduce((a, b) => a + b, 0);
  return share.map((one) => (sum ? one / sum : 0));
}

const percent = (p: number) => (p === 0 ? "–" : p < 0.0005 ? "<0.1 %" : `${(100 * p).toFixed(p < 0.1 ? 1 : 0)} %`);
const RANK = { win: 0, draw: 1, loss: 2 };

/** The best first. */
function order(a: JudgedMove, b: JudgedMove): number {
  const depth = (move: JudgedMove) => (move.value.depth ?? 0) * (move.value.outcome === "loss" ? -1 : 1);
  return RANK[a.value.outcome] - RANK[b.value.outcome] || depth(a) - depth(b) || a.san.localeCompare(b.san);
}

export function movesCard({ position, board, slider }: Parts, make: (move: JudgedMove) => void): HTMLElement {
  const moves = [...position.moves].sort(order);
  const bars = moves.map(() => h("i"));
  const texts = moves.map(() => h("span"));
  const head = h("p", { class: "small-print", id: "keeps" });
  const update = (c: number) => {
    const share = chances(moves, c);
    share.forEach((p, index) => {
      bars[index].style.setProperty("--share", `${(100 * p).toFixed(1)}%`);
      fill(texts[index], percent(p));
    });
    const optimal = share.reduce((sum, p, index) => sum + (moves[index].optimal ? p : 0), 0);
    fill(head, `It finds a best move with chance ${percent(optimal)}.`);
  };
  slider.listeners.add(update);
  const point = (move: JudgedMove | null) => board.arrows(move ? [{ uci: move.uci, brush: move.optimal ? "green" : move.keeps_value ? "yellow" : "red" }] : []);
  const row = (move: JudgedMove, index: number) =>
    h(
      "tr",
      { class: "pick", onpointerenter: () => point(move), onpointerleave: () => point(null), onclick: () => make(move) },
      h("td", null, h("button", { type: "button", onfocus: () => point(move), onblur: () => point(null) }, moveText(move.san))),
      h("td", { class: `value ${move.value.outcome}` }, worth(move.value)),
      h("td", { class: "figure" }, move.optimal ? h("span", { class: "star", title: "a best move" }, "★") : move.keeps_value ? (move.conceded ? `+${move.conceded}` : "") : h("small", { class: "bad" }, "spoils")),
      h("td", { class: "chance" }, h("div", { class: "bar" }, bars[index], texts[index])),
    );
  const card = h(
    "section",
    { class: "card", id: "moves" },
    h("h2", null, `Moves (${moves.length})`),
    head,
    h(
      "div",
      { class: "scroll", style: { "max-height": "360px" } },
      h(
        "table",
        { class: "move-table" },
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Move"), h("th", { scope: "col" }, "Worth"), h("th", { scope: "col", class: "figure" }, "Cost"), h("th", { scope: "col" }, "Chance"))),
        h("tbody", null, moves.map(row)),
      ),
    ),
  );
  update(slider.c);
  return card;
}
