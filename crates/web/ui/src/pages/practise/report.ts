// After the game: how well it was played, how good that makes you look, and where it went wrong.

import { get, post, solvedFirst } from "../../api";
import { picture } from "../../board";
import { figurine } from "../../chess";
import { action, fill, h } from "../../dom";
import { complaint, moveText, working } from "../../parts";
import { plot } from "../../plots";
import type { Game, Quality, Report } from "../../types";

/** The result at once; the report below it when it is there. */
export function report(game: Game): HTMLElement {
  const path = `/practice/${encodeURIComponent(game.id)}`;
  const place = h("div", { class: "report" });
  const opponent = h("span", { class: "quiet" });
  const failed = h("div");
  const again = (ply: number) => async () => {
    try {
      const next = await post<Game>(`${path}/branch`, { ply });
      location.hash = `#/practise/${next.id}`;
    } catch (error) {
      fill(failed, complaint(error));
    }
  };
  const load = async () => {
    try {
      const found = await working(place, "Looking back", (show, signal) => solvedFirst(() => get<Report>(`${path}/report`), show, signal));
      if (found.opponent) fill(opponent, `Your opponent: ${found.opponent.name} `, h("code", null, found.opponent.spec));
      fill(
        place,
        turningPoint(game, found, again),
        h("div", { class: "columns board-first" }, h("div", null, competence(found), quality(found)), h("div", null, trajectory(found), traps(found))),
      );
    } catch (error) {
      fill(place, complaint(error, load));
    }
  };
  void load();
  const winner = { "1-0": "white", "0-1": "black" }[game.over?.result ?? ""];
  const title = !winner ? "Drawn" : winner === game.you ? "You won" : "You lost";
  return h(
    "div",
    { class: "report" },
    h(
      "section",
      { class: "card result", id: "result" },
      h("div", null, h("h2", null, title), h("p", { style: { margin: "2px 0" } }, game.over?.sentence ?? ""), opponent),
      h("div", { class: "row" }, action("Same position again", again(0)), h("a", { class: "button primary", href: "#/practise", id: "next" }, "Next position")),
    ),
    failed,
    place,
  );
}

function turningPoint(game: Game, found: Report, again: (ply: number) => () => Promise<void>): HTMLElement | null {
  const turn = found.turning_point;
  if (!turn) return null;
  // As many plies as there were before it.
  const before = game.moves.findIndex((move) => move.ply === turn.ply);
  const cost = turn.conceded === null ? "which gave the result away" : `which cost ${turn.conceded} ${turn.conceded === 1 ? "move" : "moves"}`;
  return h(
    "section",
    { class: "card", id: "turning-point" },
    h("h2", null, "The moment it went wrong"),
    h(
      "div",
      { class: "turning" },
      picture(turn.fen, turn.fen.includes(" b ") ? "black" : "white"),
      h(
        "div",
        { class: "stack" },
        h("p", null, "You played ", h("b", null, moveText(turn.san)), `, ${cost}.`, turn.better.length ? [" Better: ", h("b", { class: "san" }, turn.better.slice(0, 4).map(figurine).join(", ")), "."] : ""),
        h("div", { class: "row" }, action("Try again from here", again(before), { class: "primary", id: "again" }), h("a", { class: "button", href: `#/explore?fen=${encodeURIComponent(turn.fen)}` }, "Explore it")),
      ),
    ),
  );
}

function competence(found: Report): HTMLElement {
  const it = found.competence;
  if (!it) return h("section", { class: "card" }, h("h2", null, "Your apparent competence"), h("p", { class: "quiet" }, "No move of this game counts: one made after a hint, one made again, or one without a choice says nothing about you."));
  const curve = it.curve;
  return h(
    "section",
    { class: "card", id: "competence" },
    h("h2", null, "Your apparent competence"),
    h("p", null, h("b", { class: "big" }, it.mean.toFixed(1)), h("span", { class: "quiet" }, ` between ${it.low.toFixed(1)} and ${it.high.toFixed(1)}`)),
    curve.length > 1
      ? plot({
          title: "As the moves came in",
          xLabel: "move",
          yLabel: "competence c",
          x: curve.map(([move]) => move),
          height: 200,
          yRange: [0, null],
          legend: false,
          lines: [{ label: "apparent competence", values: curve.map((at) => at[1]), low: curve.map((at) => at[2]), high: curve.map((at) => at[3]), color: "--accent" }],
        }).element
      : null,
  );
}

function trajectory(found: Report): HTMLElement | null {
  if (!found.trajectory.some(([, depth]) => depth !== null)) return null;
  return h(
    "section",
    { class: "card", id: "trajectory" },
    h("h2", null, "The game in its space"),
    plot({
      title: "Depth, move by move",
      xLabel: "move",
      yLabel: "depth",
      x: found.trajectory.map(([move]) => move),
      height: 240,
      yRange: [0, null],
      region: found.polygon,
      regionLabel: "what was possible",
      lines: [{ label: "your game", values: found.trajectory.map(([, depth]) => depth), color: "--blue", dots: true }],
    }).element,
  );
}

const ROWS: [keyof Quality, string, string][] = [
  ["moves", "Moves", "moves made with a choice"],
  ["mistakes", "Mistakes", "moves that were not best"],
  ["value_conceded", "Results given away", "moves that lost the win or the draw itself"],
  ["conceded", "Moves conceded", "depth given away in all"],
  ["p", "Mistakes by move", "how often"],
  ["delta", "Conceded by mistake", "how much each time"],
  ["d", "Conceded by move", "how much on average"],
  ["net", "More than the other by move", "conceded by move, less the other player's"],
  ["efficiency", "Efficiency", "depth gone for each move, of a game won to the end"],
  ["dmax", "Could win from depth", "the deepest position such a player is expected to win in 50 moves"],
];

function quality(found: Report): HTMLElement {
  const show = (value: number | null | undefined) => (value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value) : value.toFixed(2));
  return h(
    "section",
    { class: "card", id: "quality" },
    h("h2", null, "Quality of play"),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, ""), h("th", { scope: "col", class: "figure" }, "You"), h("th", { scope: "col", class: "figure" }, "Opponent"))),
      h(
        "tbody",
        null,
        ROWS.map(([field, name, about]) =>
          h("tr", null, h("th", { scope: "row", title: about }, name), h("td", { class: "figure" }, show(found.quality.you[field])), h("td", { class: "figure" }, show(found.quality.opponent[field]))),
        ),
      ),
    ),
  );
}

function traps(found: Report): HTMLElement | null {
  if (!found.traps.length) return null;
  return h("section", { class: "card", id: "traps" }, h("h2", null, "Traps that were set"), h("ul", { class: "traps" }, found.traps.map((trap) => h("li", { class: trap.sprung ? "sprung" : null }, trap.sentence))));
}
