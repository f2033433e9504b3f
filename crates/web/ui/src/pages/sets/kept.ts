// Position sets as this browser keeps them, as a link carries them, and as a file.

import type { Color } from "../../types";

export interface PositionSet {
  id: string;
  name: string;
  /** In the language of agents. */
  opponent: string;
  positions: { fen: string; title: string; side?: Color | null }[];
}

const KEY = "fallible-sets";

/** All sets, the latest first. */
export function allSets(): PositionSet[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string" && Array.isArray(one.positions)) : [];
  } catch {
    return [];
  }
}

export const findSet = (id: string | null) => (id ? (allSets().find((one) => one.id === id) ?? null) : null);

export function keepSet(set: PositionSet) {
  localStorage.setItem(KEY, JSON.stringify([set, ...allSets().filter((one) => one.id !== set.id)].slice(0, 50)));
}

export const forgetSet = (id: string) => localStorage.setItem(KEY, JSON.stringify(allSets().filter((one) => one.id !== id)));

/** A name in an address: letters and digits with dashes. */
export const idOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "set";

/** The address of a set: everything is in it. Blanks are written as underscores, positions are divided by bars. */
export function linkOf(set: PositionSet): string {
  const positions = set.positions.map(({ fen, title }) => `${title.replaceAll("|", "/").replaceAll(";", ",")};${fen.split(" ").slice(0, 4).join("_")}`).join("|");
  return `#/sets?${new URLSearchParams({ name: set.name, opponent: set.opponent, positions })}`;
}

/** The set of an address; none if there is none in it. */
export function setOfLink(query: URLSearchParams): PositionSet | null {
  const text = query.get("positions");
  if (!text) return null;
  const name = (query.get("name") ?? "A set of positions").slice(0, 80);
  const positions = text.split("|").slice(0, 100).flatMap((part) => {
    const [title, fen] = part.includes(";") ? [part.slice(0, part.lastIndexOf(";")), part.slice(part.lastIndexOf(";") + 1)] : ["", part];
    const placed = fen.replaceAll("_", " ").trim();
    return placed.includes("/") ? [{ title: title.slice(0, 80), fen: placed.split(" ").length === 4 ? `${placed} 0 1` : placed }] : [];
  });
  return positions.length ? { id: idOf(name), name, opponent: (query.get("opponent") ?? "infallible").slice(0, 60), positions } : null;
}

/** The same as a file that chess programs read: a game without moves for each position. */
export function fileOf(set: PositionSet): string {
  const quoted = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return set.positions.map(({ fen, title }) => `[Event "${quoted(title)}"]\n[Site "${quoted(set.name)}"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n*\n`).join("\n");
}
