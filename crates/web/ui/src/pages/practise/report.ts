// After the game: a sentence, the slips to retry, how strong it looked, and where it went wrong.

import { get, post, solvedFirst } from "../../api";
import { picture } from "../../board";
import { capital, figurine, turn as sideToMove } from "../../chess";
import { action, fill, h } from "../../dom";
import { about, gameOf } from "../../games";
import { complaint, moveText, working } from "../../parts";
import { plot } from "../../plots";
import { opponentSaid, ratingOr, strengthSaid } from "../../strength";
import type { CompetenceWord, Game, Quality, Report, Slip } from "../../types";
import { begin, sameAgain } from "./begin";
import { startLesson, startOfSet, type Context } from "./context";

/** How it ended, and how to go on. */
export function result(game: Game, found: Report | null, words: readonly CompetenceWord[], context: Context, failed: HTMLElement, again: (slips: readonly Slip[]) => void): (HTMLElement | null)[] {
  const refused = (error: unknown) => fill(failed, complaint(error));
  const slips = found?.slips ?? [];
  const [label, next] = following(game, context, failed);
  return [
    h("h2", null, title(game)),
    h("p", { class: "summary", id: "summary-of-game" }, found ? figurine(found.summary) : (game.over?.sentence ?? "")),
    h("p", { class: "small-print" }, `${game.over?.sentence ?? ""} Your opponent: ${opponentSaid(game.opponent, words)}.`),
    h(
      "div",
      { class: "row" },
      slips.length ? action(slips.length === 1 ? "Retry the mistake" : `Retry all ${slips.length} mistakes`, () => again(slips), { class: "primary", id: "retry-all" }) : null,
      action(label, () => next().catch(refused), { class: slips.length ? null : "primary", id: "next" }),
      action("Same position again", () => branch(game, 0).catch(refused)),
    ),
    failed,
  ];
}

/** What comes next: the next lesson, the next position of a set, or another position like this. */
function following(game: Game, context: Context, place: HTMLElement): [string, () => Promise<void>] {
  const { nextLesson, lesson, set, at } = context;
  if (lesson) return nextLesson ? [`Next: ${nextLesson.title}`, () => startLesson(nextLesson, place)] : ["All lessons", async () => void (location.hash = "#/today")];
  if (set) return at + 1 < set.positions.length ? [`Next: ${at + 2} of ${set.positions.length}`, () => startOfSet(set, at + 1, place)] : ["Back to the set", async () => void (location.hash = `#/sets/${encodeURIComponent(set.id)}`)];
  const wish = sameAgain(game);
  return ["Next position", async () => (wish ? begin(wish, place) : void (location.hash = "#/practise"))];
}

function title(game: Game): string {
  const winner = { "1-0": "white", "0-1": "black" }[game.over?.result ?? ""];
  if (winner) return winner === game.you ? "You won" : "You lost";
  return { win: "Drawn: the win got away", hold: "You held the draw", resist: "You saved a draw" }[game.goal];
}

/** A new game from a moment of this one. */
async function branch(game: Game, ply: number) {
  const next = await post<Game>(`/practice/${encodeURIComponent(game.id)}/branch`, { ply });
  location.hash = `#/practise/${next.id}${location.hash.includes("?") ? `?${location.hash.split("?")[1]}` : ""}`;
}

/** What there is to learn from it; `arrived` hears of it when it is there. */
export function report(game: Game, words: readonly CompetenceWord[], goTo: (ply: number) => void, arrived: (found: Report) => void): HTMLElement {
  const path = `/practice/${encodeURIComponent(game.id)}`;
  const place = h("div", { class: "report" });
  const load = async () => {
    try {
      const found = await working(place, "Looking back", (show, signal) => solvedFirst(() => get<Report>(`${path}/report`), show, signal));
      const cards = [strength(game, found, words), trajectory(found), traps(found, goTo)];
      fill(place, turningPoint(game, found), h("div", { class: "cards" }, cards), quality(found));
      arrived(found);
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
        h("div", { class: "row" }, action("Play on from here", () => branch(game, before).catch((error) => fill(failed, complaint(error))), { id: "again" }), h("a", { class: "button", href: `#/explore?${about(gameOf(game.game), turn.fen)}` }, "Explore it")),
        failed,
      ),
    ),
  );
}

function strength(game: Game, found: Report, words: readonly CompetenceWord[]): HTMLElement {
  const it = found.competence;
  if (!it) return h("section", { class: "card", id: "competence" }, h("h2", null, "How strong it looked"), h("p", { class: "quiet" }, "No move of this game counts: one made with help, one made again, or one without a choice says nothing about you."));
  const made = game.moves.filter((move) => move.by === "you").length;
  const curve = it.curve;
  const steps = [...words].sort((a, b) => a.c - b.c).map((one) => [one.c, one.word] as const);
  return h(
    "section",
    { class: "card", id: "competence" },
    h("h2", null, "How strong it looked"),
    h("p", { class: "score" }, h("b", { class: "big" }, capital(ratingOr(found.rating, strengthSaid(it, words))))),
    h("p", { class: "small-print" }, `Judged by ${it.counted === made ? `your ${made} ${made === 1 ? "move" : "moves"}` : `${it.counted} of your ${made} moves: those made with help, or again, do not count`}. One game says little: Progress takes all of them together.`),
    curve.length > 2
      ? plot({
          title: "As the moves came in",
          xLabel: "number of your move",
          yLabel: "strength",
          x: curve.map(([move]) => move),
          height: 200,
          yRange: [0, 50],
          yWords: steps,
          legend: false,
          lines: [{ label: "strength", values: curve.map((at) => at[1]), low: curve.map((at) => at[2]), high: curve.map((at) => at[3]), color: "--accent" }],
        }).element
      : null,
  );
}

function trajectory(found: Report): HTMLElement | null {
  if (!found.trajectory.some(([, depth]) => depth !== null)) return null;
  return h(
    "section",
    { class: "card", id: "trajectory" },
    h("h2", null, "How far the win was"),
    plot({
      title: "Moves to go, move by move",
      xLabel: "number of the winner’s move",
      yLabel: "moves to go",
      x: found.trajectory.map(([move]) => move),
      height: 240,
      digits: 0,
      yRange: [0, null],
      region: found.polygon,
      regionLabel: "what was possible",
      lines: [{ label: "your game", values: found.trajectory.map(([, depth]) => depth), color: "--blue", dots: true }],
    }).element,
  );
}

const ROWS: [keyof Quality, string][] = [
  ["moves", "Moves with a choice"],
  ["mistakes", "Not the best"],
  ["value_conceded", "Gave the win or the draw away"],
  ["conceded", "Moves lost by that, in all"],
  ["delta", "Moves lost each time"],
];

/** The figures, for those who want them. */
function quality(found: Report): HTMLElement {
  const show = (value: number | null | undefined) => (value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value) : value.toFixed(1));
  return h(
    "details",
    { class: "card", id: "quality" },
    h("summary", null, h("b", null, "In figures")),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, "What")), h("th", { scope: "col", class: "figure" }, "You"), h("th", { scope: "col", class: "figure" }, "Opponent"))),
      h("tbody", null, ROWS.map(([field, name]) => h("tr", null, h("th", { scope: "row" }, name), h("td", { class: "figure" }, show(found.quality.you[field])), h("td", { class: "figure" }, show(found.quality.opponent[field]))))),
    ),
  );
}

function traps(found: Report, goTo: (ply: number) => void): HTMLElement | null {
  if (!found.traps.length) return null;
  return h(
    "section",
    { class: "card", id: "traps" },
    h("h2", null, "Traps that were set"),
    h(
      "ul",
      { class: "traps" },
      found.traps.map((trap) => h("li", { class: trap.sprung ? "sprung" : null }, h("span", null, figurine(trap.sentence)), " ", h("button", { type: "button", class: "link", onclick: () => goTo(trap.ply) }, "Show"))),
    ),
  );
}
