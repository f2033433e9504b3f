// Against a fallible opponent: how deep one may hope to be after the reply, for each option, by the opponent's competence.

import { get } from "../../api";
import { figurine } from "../../chess";
import { fill, h } from "../../dom";
import { about } from "../../games";
import { complaint } from "../../parts";
import { plot } from "../../plots";
import type { Curves } from "../../types";
import type { Parts } from "./parts";

const COLOURS = ["--accent", "--blue", "--bad", "--violet", "--fair", "--muted"];

export function curvesCard({ game, fen, destroy }: Parts): HTMLElement {
  const inside = h("div", { class: "stack" });
  const load = async () => {
    try {
      const found = await get<Curves>(`/curves?${about(game, fen, { from: "0", to: "50", step: "1" })}`);
      fill(inside, drawn(found, destroy));
    } catch (error) {
      fill(inside, complaint(error));
    }
  };
  void load();
  return h("section", { class: "card", id: "curves" }, h("h2", null, "Against a fallible opponent"), inside);
}

function drawn(found: Curves, destroy: (() => void)[]): (HTMLElement | null)[] {
  const options = found.options.filter((option) => option.points.length > 0);
  if (!options.length) return [h("p", { class: "quiet" }, "No option here leaves the opponent a choice between depths.")];
  // Whatever is best somewhere is drawn first, then the best against a fair player, as many as can be told apart.
  const middle = (one: Curves["options"][number]) => one.points[Math.floor((2 * one.points.length) / 5)][1] * (one.value.outcome === "loss" ? -1 : 1);
  options.sort((a, b) => middle(a) - middle(b));
  const leading = new Set(found.by_competence.map((reign) => reign.san));
  const chosen = [...options.filter((one) => leading.has(one.san)), ...options.filter((one) => !leading.has(one.san))].slice(0, COLOURS.length);
  const made = plot({
    title: "Expected depth after the reply, by the opponent’s competence",
    xLabel: "opponent’s competence c",
    yLabel: "moves to go, expected",
    x: chosen[0].points.map(([c]) => c),
    height: 250,
    digits: 2,
    lines: chosen.map((option, index) => ({ label: figurine(option.san), values: option.points.map(([, depth]) => depth), color: COLOURS[index] })),
  });
  destroy.push(made.destroy);
  const shown = (c: number) => String(Math.round(10 * c) / 10);
  const span = (from: number, to: number) => (from === to ? `c = ${shown(from)}` : `c from ${shown(from)} to ${shown(to)}`);
  return [
    made.element,
    found.by_competence.length ? h("p", { class: "small-print" }, "Best against ", found.by_competence.map((reign, index) => [index ? "; " : "", `${span(reign.from, reign.to)}: `, h("b", { class: "san" }, figurine(reign.san))])) : null,
  ];
}
