// Random games: sliders for their size, branching and terminal positions; what came out, and what the theory expects.

import { copyButton } from "../../copy";
import { get } from "../../api";
import { action, announce, fill, h, settled, toggle } from "../../dom";
import type { Leave } from "../../main";
import { complaint } from "../../parts";
import { plot, type Drawn } from "../../plots";
import type { RandomGames } from "../../types";
import { positionsOf } from "./positions";
import { slider } from "./slider";

const SIZES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];

interface Setting {
  size: number;
  branching: number;
  /** Shares of a side's positions, so that they stay when the size changes. */
  wins: number;
  draws: number;
  flow: boolean;
  seed: number;
}

export async function mount(root: HTMLElement, _path: string[], query: URLSearchParams): Promise<Leave> {
  const setting = read(query);
  const shown = h("div", { class: "stack" });
  const command = copyButton("Copy as a command", () => typed(setting), "command");
  const places = h("div", { id: "positions" });
  let drawn: Drawn | undefined;
  let asking: AbortController | undefined;
  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    const mine = asking;
    history.replaceState(null, "", `#/random?${new URLSearchParams(addressed(setting))}`);
    try {
      const found = await get<RandomGames>(`/random-game?${asked(setting)}`, mine.signal);
      if (mine.signal.aborted) return;
      drawn?.destroy();
      const pick = (side: "white" | "black", depth: number | null) => void positionsOf(places, asked(setting), side, depth, found);
      drawn = depths(found, (index) => found.depths[index].white_won.mean > 0 && pick("white", found.depths[index].depth));
      fill(shown, verdict(found), h("section", { class: "card" }, drawn.element), table(found, pick));
      fill(places);
    } catch (error) {
      if (!mine.signal.aborted) fill(shown, complaint(error, () => void ask()));
    }
  };
  const soon = settled(40, () => void ask());
  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Random games"), h("p", null, "Moves drawn by chance, solved at once. When does White win everything?")),
    h("div", { class: "columns random-columns" }, h("section", { class: "card stack", id: "sliders" }, controls(setting, command, soon, () => void ask())), h("div", { class: "stack" }, shown, places)),
  );
  await ask();
  return () => {
    asking?.abort();
    drawn?.destroy();
  };
}

/** Reads a setting from the address; what is missing or wrong is as usual. */
function read(query: URLSearchParams): Setting {
  const number = (name: string, usual: number, least: number, most: number) => {
    const value = Number(query.get(name) ?? NaN);
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual;
  };
  const size = number("n", 1000, 10, 20000);
  return {
    size: SIZES.reduce((best, one) => (Math.abs(one - size) < Math.abs(best - size) ? one : best)),
    branching: Math.round(number("b", 4, 1, 10)),
    wins: number("wins", 0.4, 0, 1),
    draws: number("draws", 0, 0, 0.5),
    flow: query.get("flow") === "1",
    seed: Math.round(number("seed", 1, 0, 1e9)),
  };
}

function addressed({ size, branching, wins, draws, flow, seed }: Setting): Record<string, string> {
  return { n: String(size), b: String(branching), wins: String(wins), draws: String(draws), flow: flow ? "1" : "0", seed: String(seed) };
}

const asked = ({ size, branching, wins, draws, flow, seed }: Setting) =>
  new URLSearchParams({ white: String(size), branching: String(branching), terminals: String(Math.round(wins * size)), terminal_draws: String(Math.round(draws * size)), flow: String(flow), seed: String(seed) }).toString();

/** The same game on the command line. */
function typed({ size, branching, wins, draws, flow, seed }: Setting): string {
  const some = draws > 0 ? ` --terminal-draws ${Math.round(draws * size)}` : "";
  return `fallible random-game --white ${size} --branching ${branching} --terminals ${Math.round(wins * size)}${some}${flow ? " --flow" : ""} --seed ${seed}`;
}

function controls(setting: Setting, command: HTMLElement, soon: () => void, now: () => void): HTMLElement[] {
  const share = (value: number) => `${Math.round(value * setting.size).toLocaleString("en")} (${(100 * value).toFixed(1)} %)`;
  const wins = slider("Terminal wins t₀", { min: 0, max: 1, step: 0.005, value: setting.wins, say: share }, (value) => ((setting.wins = value), soon()));
  const draws = slider("Terminal draws t₊", { min: 0, max: 0.5, step: 0.005, value: setting.draws, say: share }, (value) => ((setting.draws = value), soon()));
  const size = slider("Positions of each side N", { min: 0, max: SIZES.length - 1, step: 1, value: SIZES.indexOf(setting.size), say: (at) => SIZES[at].toLocaleString("en") }, (at) => {
    setting.size = SIZES[at];
    wins.say();
    draws.say();
    soon();
  });
  const branching = slider("Moves of a position b", { min: 1, max: 10, step: 1, value: setting.branching, say: String }, (value) => ((setting.branching = value), soon()));
  return [
    size.element,
    branching.element,
    wins.element,
    draws.element,
    toggle("As many moves to each position", setting.flow, (on) => ((setting.flow = on), now())),
    action("Another game", () => (setting.seed++, announce("Another game."), now()), { id: "another" }),
    h("p", { class: "small-print" }, "Jansen 1992, chapters 3 and 4. The same game in a terminal: ", command),
  ];
}

function verdict(found: RandomGames): HTMLElement {
  const { theory } = found;
  const kind = found.classes.find((one) => one.games)?.class ?? "";
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const figure = (name: string, value: string, small: string) => h("div", null, h("dt", null, name), h("dd", null, value, h("small", null, small)));
  const threshold = theory.threshold === null ? "There is no threshold." : `The threshold is ${percent(theory.threshold)} of terminal wins; here it is ${percent(theory.alpha)}.`;
  return h(
    "section",
    { class: "card", id: "verdict" },
    h("h2", null, `${/^[aeiou]/.test(kind) ? "An" : "A"} ${kind}`),
    h("p", { class: "quiet" }, `The theory expects ${/^[aeiou]/.test(theory.class) ? "an" : "a"} ${theory.class}. ${threshold}`),
    h(
      "dl",
      { class: "figures" },
      figure("White wins", percent(found.white_won.mean / found.white), `expected ${percent(theory.white_won)}`),
      figure("Black loses", percent(found.black_lost.mean / found.black), `expected ${percent(theory.black_lost)}`),
      figure("Deepest", String(found.deepest.mean), "moves"),
      figure("Zugzwangs", found.zugzwangs.mean.toLocaleString("en"), `expected ${Math.round(theory.zugzwangs).toLocaleString("en")}`),
    ),
  );
}

function depths(found: RandomGames, onpick: (index: number) => void): Drawn {
  // The game's lines end with the game, the theory's may go on.
  const within = (of: "white_won" | "black_lost") => found.depths.map((row) => (row.depth <= found.deepest.mean ? row[of].mean : null));
  return plot({
    title: "Positions of each depth",
    xLabel: "depth",
    yLabel: "positions",
    x: found.depths.map((row) => row.depth),
    height: 280,
    digits: 1,
    yRange: [0, null],
    onpick,
    lines: [
      { label: "White wins", values: within("white_won"), color: "--win", dots: true },
      { label: "White wins, theory", values: found.depths.map((row) => row.white_expected), color: "--win", dashed: true },
      { label: "Black loses", values: within("black_lost"), color: "--loss", dots: true },
      { label: "Black loses, theory", values: found.depths.map((row) => row.black_expected), color: "--loss", dashed: true },
    ],
  });
}

function table(found: RandomGames, pick: (side: "white" | "black", depth: number | null) => void): HTMLElement {
  const button = (side: "white" | "black", depth: number | null, count: number) =>
    h("button", { type: "button", class: "link", disabled: count === 0, "aria-label": `${side === "white" ? "White" : "Black"} to move, ${depth === null ? "draws" : `depth ${depth}`}: ${count} positions`, onclick: () => pick(side, depth) }, count.toLocaleString("en"));
  const drawn = (all: number, decided: number) => Math.round(all - decided);
  const reached = found.depths.filter((row) => row.depth <= found.deepest.mean);
  const rows = reached.map((row) => [String(row.depth), button("white", row.depth, row.white_won.mean), button("black", row.depth, row.black_lost.mean), row.difficulty === null ? "–" : row.difficulty.toFixed(2)]);
  rows.push(["draw", button("white", null, drawn(found.white, found.white_won.mean)), button("black", null, drawn(found.black, found.black_lost.mean)), "–"]);
  const heads = ["Depth", "White wins", "Black loses", "Difficulty"];
  return h(
    "section",
    { class: "card" },
    h("h2", null, "Choose a depth to see its positions"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Positions by depth", style: { "max-height": "350px" } }, h("table", { id: "by-depth" }, h("thead", null, h("tr", null, heads.map((name) => h("th", { scope: "col", class: "figure" }, name)))), h("tbody", null, rows.map((cells) => h("tr", null, cells.map((cell) => h("td", { class: "figure" }, cell))))))),
    h("p", { class: "small-print" }, "Depths count White's moves; a terminal win is won in 1. Difficulty: how likely a White who moves at random goes wrong before the end. A game passes the narrow place between the two maxima sooner or later than the theory, by chance."),
  );
}
