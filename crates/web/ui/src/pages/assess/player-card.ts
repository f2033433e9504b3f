// How one player played: the rating the moves speak for, always with its interval, by phase, and the measures everybody knows.

import { capital } from "../../chess";
import { h } from "../../dom";
import type { Color, Interval, ReviewedPart, ReviewedPlayer } from "../../types";

/** The ratings of the bar's ends. */
const [LEAST, GREATEST] = [500, 3000];

export function playerCard(player: ReviewedPlayer, side: Color): HTMLElement {
  const known = player.all.baselines;
  const figure = (name: string, value: string) => h("div", null, h("dt", null, name), h("dd", null, value));
  return h(
    "section",
    { class: "card player", "data-side": side },
    h("h2", null, h("span", { class: `man ${side}`, "aria-hidden": "true" }), player.name === "?" ? capital(side) : player.name, player.rating ? h("span", { class: "quiet" }, ` ${player.rating}`) : null),
    h("p", { class: "said" }, capital(player.said), "."),
    player.all.elo ? ratingBar(player.all.elo, player.rating) : null,
    known ? h("dl", { class: "figures" }, figure("Average centipawn loss", known.centipawn_loss.toFixed(0)), figure("Accuracy", `${known.accuracy.toFixed(0)} %`), figure("Engine agreement", `${(100 * known.agreement).toFixed(0)} %`)) : null,
    phases(player),
  );
}

/** The interval on the scale of ratings, the mean as a stroke, the rating in the tags as a ring. */
function ratingBar({ mean, low, high }: Interval, tagged: number | null): HTMLElement {
  const at = (rating: number) => `${(100 * (Math.min(GREATEST, Math.max(LEAST, rating)) - LEAST)) / (GREATEST - LEAST)}%`;
  const ticks = [1000, 1500, 2000, 2500];
  return h(
    "div",
    { class: "rating-bar", role: "img", "aria-label": `95 % between ${low.toFixed(0)} and ${high.toFixed(0)}, mean ${mean.toFixed(0)}${tagged ? `; the game says ${tagged}` : ""}` },
    h("div", { class: "range", style: { left: at(low), right: `calc(100% - ${at(high)})` } }),
    h("div", { class: "mean", style: { left: at(mean) } }),
    tagged ? h("div", { class: "tagged", style: { left: at(tagged) }, title: `rated ${tagged} in the game` }) : null,
    ticks.map((tick) => h("span", { style: { left: at(tick) } }, String(tick))),
  );
}

function phases(player: ReviewedPlayer): HTMLElement {
  const within = (interval: Interval | null, digits: number) =>
    interval ? [h("b", null, interval.mean.toFixed(digits)), h("span", { class: "quiet" }, ` ${interval.low.toFixed(digits)}–${interval.high.toFixed(digits)}`)] : h("span", { class: "quiet" }, "too few");
  const row = (part: ReviewedPart) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, capital(part.part)),
      h("td", { class: "figure hide-narrow" }, String(part.moves)),
      h("td", { class: "nowrap" }, within(part.elo, 0)),
      h("td", { class: "figure hide-narrow" }, part.baselines ? `${part.baselines.accuracy.toFixed(0)} %` : ""),
    );
  const heads = ["Phase", "Moves", "Plays like", "Accuracy"];
  return h(
    "div",
    { class: "scroll" },
    h("table", { class: "phases" }, h("thead", null, h("tr", null, heads.map((name, at) => h("th", { scope: "col", class: at === 3 || at === 1 ? "figure hide-narrow" : null }, name)))), h("tbody", null, player.phases.map(row))),
  );
}
