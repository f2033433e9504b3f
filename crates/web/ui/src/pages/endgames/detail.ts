// One endgame: how many positions of each depth, how hard it is for whom, its deepest positions.

import { get, whenSolved } from "../../api";
import { picture } from "../../board";
import { capital, turn } from "../../chess";
import { fill, h } from "../../dom";
import { about, gameQuery, type GameId } from "../../games";
import type { Leave } from "../../main";
import { complaint, men, wordFor, working } from "../../parts";
import { plot, type Drawn } from "../../plots";
import type { Agents, CompetenceWord, EndgameStats, SideStats } from "../../types";
import { practise } from "./atlas";

export async function detail(root: HTMLElement, material: string, game: GameId): Promise<Leave> {
  const place = h("div");
  const name = h("span", null, material);
  const drawn: Drawn[] = [];
  const leaving = new AbortController();
  fill(
    root,
    h("p", null, h("a", { href: `#/endgames${gameQuery(game)}` }, "← All endgames")),
    h("div", { class: "title" }, h("h1", null, name, men(material, game)), h("div", { class: "end" }, h("a", { class: "button primary", href: practise(game, material) }, "Practise it"))),
    place,
  );
  const load = async () => {
    try {
      const [found, { words }] = await Promise.all([working(place, "Preparing this endgame, once only", (show, signal) => whenSolved<EndgameStats>(`/endgames/${material}${gameQuery(game)}`, show, AbortSignal.any([signal, leaving.signal]))), get<Agents>(`/agents${gameQuery(game)}`)]);
      name.textContent = capital(found.name);
      fill(place, shown(found, words, drawn, game));
    } catch (error) {
      if (!leaving.signal.aborted) fill(place, complaint(error, () => void load()));
    }
  };
  void load();
  return () => {
    leaving.abort();
    drawn.forEach((one) => one.destroy());
  };
}

const total = (pairs: [number, number][]) => pairs.reduce((sum, [, count]) => sum + count, 0);

function shown(found: EndgameStats, words: readonly CompetenceWord[], drawn: Drawn[], game: GameId): HTMLElement[] {
  return [
    h("div", { class: "columns halves" }, sideCard("White to move", found.white, drawn), sideCard("Black to move", found.black, drawn)),
    h("div", { class: "columns halves", style: { "margin-top": "20px" } }, hardCard(found, words, drawn), deepestCard(found, game)),
  ];
}

function sideCard(title: string, side: SideStats, drawn: Drawn[]): HTMLElement {
  const [wins, losses] = [total(side.wins), total(side.losses)];
  const all = wins + losses + side.draws;
  const share = (count: number) => (all ? `${((100 * count) / all).toFixed(1)} %` : "–");
  const figure = (name: string, count: number) => h("div", null, h("dt", null, name), h("dd", null, share(count), h("small", null, count.toLocaleString("en"))));
  const deepest = Math.max(0, ...side.wins.map(([depth]) => depth), ...side.losses.map(([depth]) => depth));
  const x = Array.from({ length: deepest + 1 }, (_, depth) => depth);
  const spread = (pairs: [number, number][]) => {
    const at = new Map(pairs);
    return x.map((depth) => at.get(depth) ?? null);
  };
  const lines = [
    { label: "wins", values: spread(side.wins), color: "--win", bars: true },
    { label: "losses", values: spread(side.losses), color: "--loss", bars: true },
  ].filter((line) => line.values.some((value) => value !== null));
  const it = deepest > 0 ? plot({ title: "Positions by moves to go", xLabel: "moves to go", yLabel: "number of positions", x, height: 220, digits: 0, yRange: [0, null], lines }) : null;
  if (it) drawn.push(it);
  return h("section", { class: "card stack", id: title.startsWith("White") ? "white-to-move" : "black-to-move" }, h("h2", null, title), h("dl", { class: "figures" }, figure("Wins", wins), figure("Draws", side.draws), figure("Losses", losses)), it?.element);
}

function hardCard(found: EndgameStats, words: readonly CompetenceWord[], drawn: Drawn[]): HTMLElement {
  const rows = found.difficulty_by_competence;
  if (!rows?.length) return h("section", { class: "card" }, h("h2", null, "How hard it is"), h("p", { class: "quiet" }, "No prediction for this endgame: neither side wins it often enough to follow."));
  const it = plot({
    title: "From the deepest win against best defence, by the winner’s competence",
    xLabel: "competence c, from random moves to hardly a mistake",
    yLabel: "won within 50 moves, %",
    x: rows.map((row) => row.competence),
    height: 230,
    yRange: [0, 100],
    legend: false,
    lines: [{ label: "won within 50 moves, %", values: rows.map((row) => (row.win_within_50 === null ? null : 100 * row.win_within_50)), color: "--accent" }],
  });
  drawn.push(it);
  const some = rows.filter((row) => row.competence % 10 === 0);
  return h(
    "section",
    { class: "card stack" },
    h("h2", null, "How hard it is"),
    it.element,
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Winner"), h("th", { scope: "col", class: "figure" }, "Expected moves"), h("th", { scope: "col", class: "figure" }, "Within 50"))),
      h(
        "tbody",
        null,
        some.map((row) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, capital(wordFor(row.competence, words)), h("span", { class: "quiet" }, ` (c = ${row.competence})`)),
            h("td", { class: "figure" }, row.expected_length === null ? "–" : row.expected_length > 9999 ? "> 9999" : row.expected_length.toFixed(1)),
            h("td", { class: "figure" }, row.win_within_50 === null ? "–" : `${(100 * row.win_within_50).toFixed(1)} %`),
          ),
        ),
      ),
    ),
  );
}

function deepestCard(found: EndgameStats, game: GameId): HTMLElement {
  return h(
    "section",
    { class: "card" },
    h("h2", null, "Deepest positions"),
    found.deepest_fens.length
      ? h(
          "div",
          { class: "boards" },
          found.deepest_fens.slice(0, 6).map((fen) => {
            const query = about(game, fen);
            return h("figure", null, picture(fen), h("figcaption", null, h("span", { class: "quiet" }, `${capital(turn(fen))} to move`), h("a", { href: `#/explore?${query}` }, "Explore"), h("a", { href: `#/practise?${query}` }, "Practise")));
          }),
        )
      : h("p", { class: "quiet" }, "Nobody can force a win here."),
  );
}
