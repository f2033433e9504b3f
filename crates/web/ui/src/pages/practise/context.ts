// What a practice game belongs to: a lesson, or a coach's set. It stands in the address of the game.

import { get, post, solvedFirst } from "../../api";
import { working } from "../../parts";
import type { Game, Lesson } from "../../types";
import { findSet, type PositionSet } from "../sets/kept";

export interface Context {
  lesson: Lesson | null;
  /** The lesson after it. */
  nextLesson: Lesson | null;
  set: PositionSet | null;
  /** The place of the position in the set. */
  at: number;
}

/** `?lesson=lucena`, `?set=rook-endings&at=2`. */
export async function contextOf(query: URLSearchParams): Promise<Context> {
  const id = query.get("lesson");
  const lessons = id ? await get<Lesson[]>("/lessons").catch(() => []) : [];
  const index = lessons.findIndex((one) => one.id === id);
  return { lesson: lessons[index] ?? null, nextLesson: index >= 0 ? (lessons[index + 1] ?? null) : null, set: findSet(query.get("set")), at: Number(query.get("at") ?? 0) };
}

/** Starts a lesson. */
export const startLesson = (lesson: Lesson, place: HTMLElement) => open(place, { fen: lesson.fen, side: lesson.you, opponent: lesson.opponent }, `lesson=${lesson.id}`);

/** Starts a position of a set. */
export const startOfSet = (set: PositionSet, at: number, place: HTMLElement) => {
  const { fen, side } = set.positions[at];
  return open(place, { fen, side: side ?? null, opponent: set.opponent }, `set=${encodeURIComponent(set.id)}&at=${at}`);
};

async function open(place: HTMLElement, body: object, query: string) {
  const game = await working(place, "Preparing this endgame, once only", (show, signal) => solvedFirst(() => post<Game>("/practice", body), show, signal));
  location.hash = `#/practise/${game.id}?${query}`;
}
