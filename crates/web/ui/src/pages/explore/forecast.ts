// How the game will go if a player of competence c has this position: by the Markov chain, and exactly.

import { whenSolved } from "../../api";
import { fill, h, settled } from "../../dom";
import { about } from "../../games";
import { complaint, working } from "../../parts";
import type { Forecast, Prediction } from "../../types";
import type { Parts } from "./parts";

export function forecastCard({ game, fen, slider, destroy }: Parts): HTMLElement {
  const inside = h("div", { "aria-live": "polite" });
  const waiting = h("div");
  let latest = new AbortController();
  const load = async () => {
    // What the slider has left behind need not be worked out any more.
    latest.abort();
    const mine = (latest = new AbortController());
    try {
      const path = `/predict?${about(game, fen, { c: String(slider.c) })}`;
      const found = await working(waiting, "Predicting", (show, signal) => whenSolved<Prediction>(path, show, AbortSignal.any([signal, mine.signal])));
      if (!mine.signal.aborted) fill(inside, shown(found));
    } catch (error) {
      if (!mine.signal.aborted) fill(inside, complaint(error));
    }
  };
  const later = settled(200, () => void load());
  slider.listeners.add(later);
  destroy.push(() => latest.abort());
  void load();
  return h("section", { class: "card", id: "forecast" }, h("h2", null, "How it will go"), inside, waiting);
}

function shown(found: Prediction): HTMLElement {
  const moves = (value: number | null | undefined) => (value === null || value === undefined ? "–" : value > 9999 ? "> 9999" : value.toFixed(1));
  const chance = (value: number | null | undefined) => (value === null || value === undefined ? "–" : `${(100 * value).toFixed(1)} %`);
  const column = (of: (from: Forecast | null) => string) => [h("td", { class: "figure" }, of(found.markov)), h("td", { class: "figure" }, of(found.exact ?? found.played_out))];
  const played = found.exact ? null : found.played_out;
  return h(
    "div",
    null,
    h("p", { class: "quiet" }, `If the winner plays with c = ${found.competence} and the other side never errs:`),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, "What")), h("th", { scope: "col", class: "figure" }, "Markov", h("small", null, "by depth alone")), h("th", { scope: "col", class: "figure" }, played ? "Played out" : "Exact", h("small", null, played ? `${played.games} games` : "by position")))),
      h(
        "tbody",
        null,
        h("tr", null, h("th", { scope: "row" }, "Won within 50 moves"), column((it) => chance(it?.win_within_50))),
        h("tr", null, h("th", { scope: "row" }, "Expected moves"), column((it) => moves(it?.expected_length))),
        h("tr", null, h("th", { scope: "row" }, "Half are won by move"), column((it) => (it?.median === null || it?.median === undefined ? "–" : String(it.median)))),
      ),
    ),
    found.markov_note ? h("p", { class: "small-print" }, found.markov_note) : null,
    played ? h("p", { class: "small-print" }, played.chance_error ? `The chance from games is right to ± ${(100 * played.chance_error).toFixed(1)} % or so.` : `In ${played.win_within_50 ? "all" : "none"} of the games the win was there in time.`) : found.exact_note ? h("p", { class: "small-print" }, found.exact_note) : null,
  );
}
