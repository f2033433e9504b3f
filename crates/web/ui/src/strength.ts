// How good somebody's moves look, in words: never a bare number that means something else in each endgame.

import { wordFor } from "./parts";
import type { CompetenceWord, PeopleRating } from "./types";

export interface Interval {
  mean: number;
  low: number;
  high: number;
}

/** The most words an interval may span before it says nothing. */
const MOST_SPAN = 2;

/** "Strong to expert", or "not enough moves yet" while nearly everything is possible. */
export function strengthSaid(it: Interval | null | undefined, words: readonly CompetenceWord[]): string {
  if (!it) return "not enough moves yet";
  const sorted = [...words].sort((a, b) => a.c - b.c);
  const place = (c: number) => Math.max(0, sorted.findLastIndex((one) => one.c <= c));
  const [low, high] = [place(it.low), place(it.high)];
  if (high - low > MOST_SPAN) return "not enough moves yet";
  return low === high ? sorted[low].word : `${sorted[low].word} to ${sorted[high].word}`;
}

/** A rating where there is one, else the words. */
export const ratingOr = (rating: PeopleRating | null, words: string) => (rating && rating.rating !== null ? ratingSaid(rating) : words);

/** "About 1450 (1250 to 1700) on Lichess", or that there are not enough moves. */
export const ratingSaid = (rating: PeopleRating) => (rating.rating === null ? rating.text : `${rating.text} on ${rating.scale}`);

/** The opponent by name, its strength in a word. */
export function opponentSaid(opponent: { name: string; spec: string } | null, words: readonly CompetenceWord[]): string {
  if (!opponent) return "a secret until the end";
  const found = /^(.*) of competence ([\d.]+)$/.exec(opponent.name);
  return found ? `${found[1]} (${wordFor(Number(found[2]), words)})` : opponent.name;
}
