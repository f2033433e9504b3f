// After the game: how well it was played, how good that makes you look, and where it went wrong.

import { get, post, solvedFirst } from "../../api";
import { picture } from "../../board";
import { capital, figurine, turn as sideToMove } from "../../chess";
import { action, fill, h } from "../../dom";
import { about, gameOf, gameQuery } from "../../games";
import { complaint, modelSaid, moveText, wordFor, working } from "../../parts";
import { plot } from "../../plots";
import type { Agents, CompetenceWord, Game, Quality, Report } from "../../types";
import { begin, sameAgain } from "./begin";

/** How it ended, and how to go on. */
export function result(game: Game, failed: HTMLElement): HTMLElement[] {
  const wish = sameAgain(game);
  const refused = (error: unknown) => fill(failed, complaint(error));
  const next = async () => {
    if (!wish) location.hash = "#/practise";
    else await begin(wish, failed).catch(refused);
  };
  return [
    h("h2", null, title(game)),
    h("p", null, game.over?.sentence ?? ""),
    h("p", { class: "small-print" }, "Your opponent: ", h("b", null, game.opponent?.name ?? "?"), " ", h("code", null, game.opponent?.spec ?? "")),
    h("div", { class: "row" }, action("Next position", next, { class: "primary", id: "next" }), action("Same position again", () => branch(game, 0).catch(refused))),
    failed,
  ];
}

function title(game: Game): string {
  const winner = { "1-0": "white", "0-1": "black" }[game.over?.result ?? ""];
  if (winner) return winner === game.you ? "You won" : "You lost";
  return { win: "Drawn: the win got away", hold: "You held the draw", resist: "You saved a draw" }[game.goal];
}

/** A new game from a moment of this one. */
async function branch(game: Game, ply: number) {
  const next = await post<Game>(`/practice/${encodeURIComponent(game.id)}/branch`, { ply });
  location.hash = `#/practise/${next.id}`;
}

/** What there is to learn from it. */
export function report(game: Game, goTo: (ply: number) => void): HTMLElement {
  const path = `/practice/${encodeURIComponent(game.id)}`;
  const place = h("div", { class: "report" });
  const load = async () => {
    try {
      const [found, { words }] = await Promise.all([working(place, "Looking back", (show, signal) => solvedFirst(() => get<Report>(`${path}/report`), show, signal)), get<Agents>(`/agents${gameQuery(gameOf(game.game))}`)]);
      const cards = [competence(game, found, words), trajectory(found), traps(game, found, goTo), quality(found)];
      fill(place, turningPoint(game, found), h("div", { class: "cards" }, cards));
    } catch (error) {
      fill(place, complaint(error, load));
    }
  };
  void load();
  return place;
}

function turningPoint(game: Game, found: Report): HTMLElement | null {
  const turn = found.turning_point;
  if (!turn) return null;
  const failed = h("div");
  // As many plies as there were before it.
  const before = game.moves.findIndex((move) => move.ply === turn.ply);
  const cost = turn.conceded === null ? "which gave the result away" : `which cost ${turn.conceded} ${turn.conceded === 1 ? "move" : "moves"}`;
  return h(
    "section",
    { class: "card", id: "turning-point" },
    h("h2", null, game.over?.reached ? "Your costliest move" : "The moment it went wrong"),
    h(
      "div",
      { class: "turning" },
      picture(turn.fen, sideToMove(turn.fen)),
      h(
        "div",
        { class: "stack" },
        h("p", null, "You played ", h("b", null, moveText(turn.san)), `, ${cost}.`, turn.better.length ? [" Better: ", h("b", { class: "san" }, turn.better.slice(0, 4).map(figurine).join(", ")), "."] : ""),
        h("div", { class: "row" }, action("Try again from here", () => branch(game, before).catch((error) => fill(failed, complaint(error))), { class: "primary", id: "again" }), h("a", { class: "button", href: `#/explore?${about(gameOf(game.game), turn.fen)}` }, "Explore it")),
        failed,
      ),
    ),
  );
}

function competence(game: Game, found: Report, words: CompetenceWord[]): HTMLElement {
  const it = found.competence;
  if (!it) return h("section", { class: "card", id: "competence" }, h("h2", null, "Your apparent competence"), h("p", { class: "quiet" }, "No move of this game counts: one made with help, one made again, or one without a choice says nothing about you."));
  const made = game.moves.filter((move) => move.by === "you").length;
  const curve = it.curve;
  return h(
    "section",
    { class: "card", id: "competence" },
    h("h2", null, "Your apparent competence"),
    h("p", { class: "score" }, h("b", { class: "big" }, it.mean.toFixed(1)), h("span", null, capital(wordFor(it.mean, words)), h("br"), h("span", { class: "small-print" }, `between ${it.low.toFixed(1)} and ${it.high.toFixed(1)}, 19 times of 20`))),
    h("p", { class: "small-print" }, `0 plays at random, 50 hardly ever errs. Judged by ${it.counted === made ? `your ${made} ${made === 1 ? "move" : "moves"}` : `${it.counted} of your ${made} moves: those made with help, or again, do not count`}.`),
    h("p", { class: "small-print", id: "model" }, `${modelSaid(found.model)}; competence from ${found.grid}.`),
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
  ["moves", "Moves", "made with a choice"],
  ["mistakes", "Mistakes", "moves that were not best"],
  ["value_conceded", "Blunders", "moves that gave the win or the draw itself away"],
  ["conceded", "Moves conceded", "how much longer the way became in all"],
  ["p", "Mistakes a move", "how often"],
  ["delta", "Conceded a mistake", "how much each time"],
  ["d", "Conceded a move", "how much on average"],
  ["net", "Net", "conceded a move, less the other player's"],
  ["efficiency", "Efficiency", "depth gone for each move of a game won"],
  ["dmax", "Could win from depth", "within 50 moves, playing like this"],
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
          h("tr", null, h("th", { scope: "row" }, name, h("small", null, about)), h("td", { class: "figure" }, show(found.quality.you[field])), h("td", { class: "figure" }, show(found.quality.opponent[field]))),
        ),
      ),
    ),
  );
}

function traps(game: Game, found: Report, goTo: (ply: number) => void): HTMLElement | null {
  if (!found.traps.length && game.goal !== "hold") return null;
  return h(
    "section",
    { class: "card", id: "traps" },
    h("h2", null, "Traps that were set"),
    found.traps.length
      ? h(
          "ul",
          { class: "traps" },
          found.traps.map((trap) => h("li", { class: trap.sprung ? "sprung" : null }, h("span", null, figurine(trap.sentence)), " ", h("button", { type: "button", class: "link", onclick: () => goTo(trap.ply) }, "Show"))),
        )
      : h("p", { class: "quiet" }, "None: at no moment did fewer than a third of your moves hold."),
  );
}
