// The front door: today's five, the game that was left, lessons as pictures, and the way to everything else.

import { get } from "../../api";
import { picture } from "../../board";
import { capital } from "../../chess";
import { action, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { complaint, men } from "../../parts";
import type { Lesson, PastGame, Today } from "../../types";
import { startLesson } from "../practise/context";
import { allSets } from "../sets/kept";
import { today as ours } from "./day";
import { five } from "./five";

/** `#/today` is the front door, `#/today/five` asks the day's positions. */
export async function mount(root: HTMLElement, path: string[]): Promise<Leave | void> {
  if (path[0] === "five") return five(root);
  const [today, lessons, games] = await Promise.all([get<Today>(`/today?day=${ours()}`), get<Lesson[]>("/lessons"), get<PastGame[]>("/practice?limit=40")]);
  const open = games.find((game) => game.result === null);
  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Practise"), h("p", null, "Endgames, a little every day.")),
    h("div", { class: `door${open ? " two" : ""}` }, todayCard(today), open ? continueCard(open) : null),
    chapters(lessons),
    h(
      "div",
      { class: "door two" },
      h("section", { class: "card" }, h("h2", null, "Any endgame"), h("p", { class: "quiet" }, "All 145 of up to five men, and other games: your task, how deep, against whom."), h("a", { class: "button", href: "#/practise", id: "any-endgame" }, "Choose")),
      setsCard(),
    ),
  );
}

function todayCard(today: Today): HTMLElement {
  const answered = today.positions.filter((one) => one.right !== null).length;
  const total = today.positions.length;
  const done = answered === total;
  const right = today.positions.filter((one) => one.right).length;
  return h(
    "section",
    { class: "card today-card", id: "today" },
    h("h2", null, "Today"),
    h("p", null, done ? `Done: ${right} of ${total} right. Come back tomorrow.` : answered ? `${answered} of ${total} answered.` : `${total === 5 ? "Five" : total} positions: find one good move in each.`),
    dots(today),
    h("p", { class: "streak", id: "streak" }, today.streak ? h("b", null, `${today.streak} ${today.streak === 1 ? "day" : "days"} in a row`) : "No streak yet: answer all five today.", today.streak && !done ? ": keep it up today." : ""),
    h("a", { class: `button ${done ? "" : "primary large"}`, href: "#/today/five", id: "start-today" }, done ? "Look at them again" : answered ? "Go on" : "Start"),
  );
}

/** A dot for each position: right, wrong, open. */
export const dots = (today: Today, at: number | null = null) =>
  h(
    "p",
    { class: "day-dots", role: "img", "aria-label": `${today.positions.filter((one) => one.right).length} right, ${today.positions.filter((one) => one.right === false).length} wrong, ${today.positions.filter((one) => one.right === null).length} open` },
    today.positions.map((one, index) => h("i", { class: `${one.right === null ? "" : one.right ? "right" : "wrong"} ${index === at ? "here" : ""}` }, one.right === null ? "" : one.right ? "✓" : "✕")),
  );

function continueCard(game: PastGame): HTMLElement {
  return h(
    "section",
    { class: "card", id: "continue" },
    h("h2", null, "Continue"),
    h("div", { class: "given" }, picture(game.start_fen, game.you)),
    h("p", null, men(game.material), ` as ${capital(game.you)}, `, `${game.moves} ${game.moves === 1 ? "move" : "moves"} played`, game.opponent ? `, against ${game.opponent.replace(/ of competence [\d.]+$/, "").replace(/^A /, "a ").replace(/^The /, "the ")}` : "", "."),
    h("a", { class: "button primary", href: `#/practise/${game.id}` }, "Go on with it"),
  );
}

function chapters(lessons: Lesson[]): HTMLElement {
  const names = [...new Set(lessons.map((one) => one.chapter))];
  const done = lessons.filter((one) => one.done).length;
  return h(
    "section",
    { class: "lessons", id: "lessons" },
    h("div", { class: "spread" }, h("h2", null, "Lessons"), h("span", { class: "quiet" }, `${done} of ${lessons.length} done`)),
    names.map((name) => [h("h3", null, name), h("div", { class: "tiles" }, lessons.filter((one) => one.chapter === name).map(tile))]),
  );
}

function tile(lesson: Lesson): HTMLElement {
  const place = h("div");
  const start = action(
    [picture(lesson.fen, lesson.you), h("span", { class: "tile-name" }, lesson.title), h("span", { class: "tile-task" }, `${lesson.goal === "win" ? "Win" : "Hold the draw"} as ${capital(lesson.you)}`), lesson.done ? h("span", { class: "tile-done", role: "img", "aria-label": "done" }, "✓") : null],
    () => startLesson(lesson, place).catch((error) => fill(place, complaint(error))),
    { class: "tile", "data-lesson": lesson.id },
  );
  return h("div", null, start, place);
}

function setsCard(): HTMLElement {
  const sets = allSets();
  return h(
    "section",
    { class: "card" },
    h("h2", null, "Position sets"),
    h("p", { class: "quiet" }, "Positions of your own, under a name: for yourself, or for others by one link."),
    sets.length ? h("ul", { class: "plain" }, sets.slice(0, 4).map((set) => h("li", null, h("a", { href: `#/sets/${encodeURIComponent(set.id)}` }, set.name), h("span", { class: "quiet" }, ` · ${set.positions.length}`)))) : null,
    h("a", { class: "button", href: "#/sets", id: "make-set" }, sets.length ? "All sets" : "Make one"),
  );
}
