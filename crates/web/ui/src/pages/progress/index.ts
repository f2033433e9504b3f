// Progress: what you have played, how good it makes you look over time, and what to practise next.

import { download, get, remove } from "../../api";
import { capital } from "../../chess";
import { action, announce, fill, h } from "../../dom";
import { gameOf } from "../../games";
import type { Leave } from "../../main";
import { confirmed } from "../../confirm";
import { complaint, men } from "../../parts";
import { plot, type Drawn } from "../../plots";
import { opponentSaid, ratingOr, ratingSaid, strengthSaid } from "../../strength";
import type { Agents, CompetenceWord, PastGame, Progress } from "../../types";

export async function mount(root: HTMLElement): Promise<Leave> {
  const drawn: Drawn[] = [];
  const body = h("div");
  const notice = h("div");
  const load = async () => {
    drawn.splice(0).forEach((one) => one.destroy());
    const [progress, games, { words }] = await Promise.all([get<Progress>("/progress"), get<PastGame[]>("/practice?limit=200"), get<Agents>("/agents")]);
    fill(body, games.length ? [headline(progress), next(progress), ...progress.endgames.map((one) => endgame(one, words, drawn)), history(games, words)] : [next(progress), nothing()]);
  };
  const fetched = (path: string, name: string) => async () => {
    try {
      await download(path, name);
    } catch (error) {
      fill(notice, complaint(error));
    }
  };
  fill(
    root,
    h(
      "div",
      { class: "title" },
      h("h1", null, "Progress"),
      h("p", null, "Kept on this machine only."),
      h("div", { class: "end" }, action("Export CSV", fetched("/export/games.csv", "fallible-games.csv")), action("Export PGN", fetched("/export/games.pgn", "fallible-games.pgn"), { id: "export" }), action("Delete everything", () => deleteAll(load, notice), { class: "danger", id: "delete" })),
    ),
    notice,
    body,
  );
  await load();
  return () => drawn.forEach((one) => one.destroy());
}

function nothing(): HTMLElement {
  return h("section", { class: "card empty-page" }, h("h2", null, "No games yet"), h("p", { class: "quiet" }, "Every practice game you play is kept here, with how well you played it."), h("a", { class: "button primary", href: "#/practise" }, "Play the first"));
}

/** The rating that the latest games of all endgames speak for. */
function headline({ rating }: Progress): HTMLElement | null {
  if (!rating) return null;
  return h(
    "section",
    { class: "card", id: "rating" },
    h("h2", null, "How strong your play looks"),
    h("p", { class: "score" }, h("b", { class: "big" }, capital(ratingSaid(rating)))),
    h("p", { class: "small-print" }, `By your latest ${rating.moves} ${rating.moves === 1 ? "move" : "moves"} made alone, in all endgames of chess.`),
  );
}

function next(progress: Progress): HTMLElement | null {
  if (!progress.next.length) return null;
  return h(
    "section",
    { class: "card", id: "next-up" },
    h("h2", null, "Practise next"),
    h(
      "div",
      { class: "next-list" },
      progress.next.slice(0, 6).map((one) => {
        const query = new URLSearchParams({ material: one.material });
        if (one.depth) query.set("depth", String(one.depth));
        if (one.side) query.set("side", one.side);
        if (one.goal) query.set("task", one.goal);
        return h("div", { class: "card" }, h("div", null, h("b", null, capital(one.name)), " ", men(one.material), h("p", { class: "small-print", style: { margin: "6px 0 0" } }, capital(one.why))), h("a", { class: "button", href: `#/practise?${query}` }, one.depth ? `Practise at depth ${one.depth}` : "Practise"));
      }),
    ),
  );
}

function endgame(one: Progress["endgames"][number], words: readonly CompetenceWord[], drawn: Drawn[]): HTMLElement {
  const points = one.competence;
  const it =
    points.length > 1
      ? plot({
          title: "How strong each game looked",
          xLabel: "number of the game",
          yLabel: "strength",
          x: points.map((_, index) => index + 1),
          xNames: undefined,
          height: 200,
          yRange: [0, 50],
          yWords: [...words].sort((a, b) => a.c - b.c).map((it) => [it.c, it.word] as const),
          legend: false,
          lines: [{ label: "strength", values: points.map((at) => at.mean), low: points.map((at) => at.low), high: points.map((at) => at.high), color: "--accent", dots: points.length < 40 }],
        })
      : null;
  if (it) drawn.push(it);
  return h(
    "section",
    { class: "card", "data-material": one.material },
    h("div", { class: "spread" }, h("h2", { style: { margin: "0" } }, capital(one.name), " ", men(one.material, gameOf(one.game))), h("span", { class: "quiet" }, `${one.won} of ${one.games} reached the goal · all games together: ${ratingOr(one.rating, strengthSaid(one.overall, words))}`)),
    h(
      "div",
      { class: "columns halves", style: { "margin-top": "12px" } },
      it?.element ?? h("p", { class: "quiet" }, "The curve starts with the second game."),
      h(
        "div",
        { class: "scroll", style: { "max-height": "260px" } },
        h(
          "table",
          null,
          h("thead", null, h("tr", null, ["Moves to win", "Games", "Reached", "Moves given away"].map((name, at) => h("th", { scope: "col", class: `figure ${at === 3 ? "hide-narrow" : ""}` }, name)))),
          h("tbody", null, one.by_depth.map((row) => h("tr", null, [row.depth ?? "draw", row.games, `${Math.round(100 * row.score)} %`, round(row.conceded)].map((cell, at) => h("td", { class: `figure ${at === 3 ? "hide-narrow" : ""}` }, String(cell)))))),
        ),
      ),
    ),
  );
}

const round = (value: number | null) => (value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value) : value.toFixed(1));

function history(games: PastGame[], words: readonly CompetenceWord[]): HTMLElement {
  const heads: [string, string][] = [["Played", ""], ["Endgame", ""], ["You", "hide-narrow"], ["Moves to win", "figure hide-narrow"], ["Opponent", "hide-narrow"], ["Result", ""], ["Moves", "figure"], ["Given away", "figure hide-narrow"]];
  const cells = (game: PastGame) => [
    h("a", { href: `#/practise/${game.id}` }, when(game.started)),
    men(game.material, gameOf(game.game)),
    game.you,
    game.depth ?? "a draw",
    opponentSaid(game.opponent ? { name: game.opponent, spec: "" } : null, words),
    game.result ? outcome(game) : h("a", { class: "button", href: `#/practise/${game.id}` }, "Continue"),
    game.moves,
    round(game.conceded),
  ];
  return h(
    "section",
    { class: "card", id: "history" },
    h("h2", null, "Games"),
    h(
      "div",
      { class: "scroll", style: { "max-height": "520px" } },
      h("table", null, h("thead", null, h("tr", null, heads.map(([name, kind]) => h("th", { scope: "col", class: kind || null }, name)))), h("tbody", null, games.map((game) => h("tr", { "data-id": game.id }, cells(game).map((cell, index) => h("td", { class: heads[index][1] || null }, cell)))))),
    ),
  );
}

function outcome(game: PastGame): string {
  if (game.result === "1/2-1/2") return game.goal === "win" ? "drawn" : "held";
  return (game.result === "1-0") === (game.you === "white") ? "won" : "lost";
}

const when = (started: string) => new Date(started).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Asks once more before everything is gone. */
async function deleteAll(done: () => Promise<void>, notice: HTMLElement) {
  const sure = await confirmed("Delete every game?", "All practice games, today's positions, their assessments and what the opponent has learnt about you will be gone. This cannot be undone. Export them first if you may want them.", "Delete everything", "Keep them");
  if (!sure) return;
  try {
    await remove("/history", { confirm: "delete everything" });
    await done();
    announce("Everything has been deleted.");
  } catch (error) {
    fill(notice, complaint(error));
  }
}
