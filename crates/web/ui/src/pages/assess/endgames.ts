// Endgames: drop a PGN and see how well both players played what the tables know.

import { get, postText, save, solvedFirst } from "../../api";
import { action, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { complaint, working } from "../../parts";
import { strengthSaid } from "../../strength";
import type { Agents, AssessedGame, Assessment, CompetenceWord } from "../../types";
import { checkSize, dropBox } from "./drop";
import { gameView } from "./game";

/** Stays while one looks at other pages. */
let kept: { pgn: string; name: string; found: Assessment; words: CompetenceWord[] } | null = null;

/** What was sent last, so that a reload finds it again; longer files are not kept. */
const KEY = "fallible-endgames-pgn";
const MOST_KEPT = 2_000_000;

function remember(pgn: string, name: string) {
  try {
    if (pgn.length <= MOST_KEPT) sessionStorage.setItem(KEY, JSON.stringify({ pgn, name }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser without room keeps nothing.
  }
}

function remembered(): { pgn: string; name: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** "1,088 games; 35 reach five men and were judged; the rest have no position of the tables." */
function counted(found: Assessment): string {
  const judged = found.games.length;
  const outside = found.games_outside_tables;
  const all = judged + outside + found.not_assessed.length;
  const many = (count: number, one: string, more: string) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
  const parts = [many(all, "game", "games"), judged === all ? `${all === 1 ? "it reaches" : "all reach"} five men and ${all === 1 ? "was" : "were"} judged` : judged ? `${many(judged, "reaches", "reach")} five men and ${judged === 1 ? "was" : "were"} judged` : "none reaches five men, so there is nothing to judge by the tables"];
  if (judged && outside) parts.push(found.not_assessed.length ? `${many(outside, "has", "have")} no position of the tables` : "the rest have no position of the tables");
  if (found.not_assessed.length) parts.push(`${many(found.not_assessed.length, "has", "have")} an error`);
  return `${parts.join("; ")}.`;
}

export function mount(root: HTMLElement): Leave {
  const place = h("div");
  const waiting = h("div", { "aria-live": "polite" });
  let leave: Leave | void;

  const assess = async (pgn: string, name: string) => {
    fill(place);
    try {
      checkSize(pgn);
      const [found, { words }] = await Promise.all([working(waiting, "Judging the games; tables that are missing are made once", (show, signal) => solvedFirst(async () => (await postText("/assess", pgn, signal)).json() as Promise<Assessment>, show, signal)), get<Agents>("/agents")]);
      kept = { pgn, name, found, words };
      remember(pgn, name);
      show();
    } catch (error) {
      fill(waiting, complaint(error));
    }
  };
  const drop = dropBox("Moves with at most five men on the board are judged by the tables. Nothing leaves this machine.", { path: "/example.pgn", name: "browne-belle.pgn" }, assess);

  const show = () => {
    if (!kept) return;
    const { found, pgn, name, words } = kept;
    drop.shrink();
    const stage = h("div", { style: { "margin-top": "20px" } });
    const rows = found.games.map((game, index) => gameRow(game, words, () => pick(index)));
    const pick = (index: number) => {
      rows.forEach((row, at) => row.setAttribute("aria-selected", String(at === index)));
      leave?.();
      leave = gameView(stage, found.games[index], words);
    };
    const annotated = async () => {
      try {
        const file = await working(waiting, "Writing the comments", (show, signal) => solvedFirst(async () => (await postText("/assess/annotated", pgn, signal)).blob(), show, signal));
        save(file, name.replace(/(\.pgn)?$/i, "-annotated.pgn"));
      } catch (error) {
        fill(waiting, complaint(error));
      }
    };
    fill(
      place,
      h("p", { class: "remark", id: "counted" }, counted(found), found.games.length ? "" : " A whole game can still be valued by an engine: choose “A whole game” above."),
      found.games.length
        ? h(
            "section",
            { class: "card", style: { "margin-top": "20px" } },
            h("div", { class: "spread" }, h("h2", null, `${found.games.length} ${found.games.length === 1 ? "game" : "games"} in ${name}`), action("Download annotated PGN", annotated, { id: "annotated" })),
            h("div", { class: "scroll", style: { "max-height": "300px" } }, gameTable(rows)),
          )
        : null,
      found.not_assessed.length ? h("details", { class: "card" }, h("summary", null, found.not_assessed.length === 1 ? "1 game with an error" : `${found.not_assessed.length} games with an error`), h("ul", null, found.not_assessed.map((one) => h("li", null, `Game ${one.index}: ${one.reason}`)))) : null,
      stage,
    );
    const first = found.games.findIndex((game) => game.moves.length > 0);
    if (found.games.length) pick(Math.max(0, first));
  };

  fill(root, drop.element, waiting, place);
  const before = remembered();
  if (kept) show();
  else if (before) void assess(before.pgn, before.name);
  return () => leave?.();
}

function gameTable(rows: HTMLElement[]): HTMLElement {
  const heads = ["Game", "White looked", "Black looked", "Judged", "Blunders", "Moves given away", "Result"];
  return h("table", { id: "games" }, h("thead", null, h("tr", null, heads.map((name, index) => h("th", { scope: "col", class: index === 3 || index === 5 ? "hide-narrow" : null }, name)))), h("tbody", null, rows));
}

/** A player may have been both attacker and defender: both are shown. */
function gameRow(game: AssessedGame, words: readonly CompetenceWord[], pick: () => void): HTMLElement {
  const of = (color: string) => {
    const records = game.records.filter((record) => record.color === color);
    return records.length
      ? records.map(({ competence, side }) => h("div", { class: "judged-c" }, h("b", null, strengthSaid(competence, words)), " ", h("span", { class: "quiet" }, side)))
      : h("span", { class: "quiet" }, "–");
  };
  const blunders = game.moves.filter((move) => move.value_conceded).length;
  const sum = (field: "moves" | "conceded") => game.records.reduce((total, record) => total + record[field], 0);
  return h(
    "tr",
    { class: "pick", onclick: pick },
    h("td", null, h("button", { type: "button", class: "link" }, `${game.white} – ${game.black}`)),
    h("td", null, of("white")),
    h("td", null, of("black")),
    h("td", { class: "hide-narrow" }, `${sum("moves")} of ${game.plies.length}`),
    h("td", { class: blunders ? "blunders" : "quiet" }, String(blunders)),
    h("td", { class: "hide-narrow" }, String(sum("conceded"))),
    h("td", { class: "nowrap" }, game.result.replaceAll("1/2", "½")),
  );
}
