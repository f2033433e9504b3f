// Endgames: drop a PGN and see how well both players played what the tables know.

import { postText, save, solvedFirst } from "../../api";
import { action, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { complaint, modelSaid, working } from "../../parts";
import type { AssessedGame, Assessment } from "../../types";
import { checkSize, dropBox } from "./drop";
import { gameView } from "./game";

/** Stays while one looks at other pages. */
let kept: { pgn: string; name: string; found: Assessment } | null = null;

export function mount(root: HTMLElement): Leave {
  const place = h("div");
  const waiting = h("div", { "aria-live": "polite" });
  let leave: Leave | void;

  const assess = async (pgn: string, name: string) => {
    fill(place);
    try {
      checkSize(pgn);
      const found = await working(waiting, "Judging the games", (show, signal) => solvedFirst(async () => (await postText("/assess", pgn, signal)).json() as Promise<Assessment>, show, signal));
      kept = { pgn, name, found };
      show();
    } catch (error) {
      fill(waiting, complaint(error));
    }
  };
  const drop = dropBox("Moves with at most five men on the board are judged by the tables. Nothing leaves this machine.", { path: "/example.pgn", name: "browne-belle.pgn" }, assess);

  const show = () => {
    if (!kept) return;
    const { found, pgn, name } = kept;
    drop.shrink();
    const stage = h("div", { style: { "margin-top": "20px" } });
    const rows = found.games.map((game, index) => gameRow(game, () => pick(index)));
    const pick = (index: number) => {
      rows.forEach((row, at) => row.setAttribute("aria-selected", String(at === index)));
      leave?.();
      leave = gameView(stage, found.games[index]);
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
      found.games.length
        ? h(
            "section",
            { class: "card", style: { "margin-top": "20px" } },
            h("div", { class: "spread" }, h("h2", null, `${found.games.length} ${found.games.length === 1 ? "game" : "games"} in ${name}`), action("Download annotated PGN", annotated, { id: "annotated" })),
            h("div", { class: "scroll", style: { "max-height": "300px" } }, gameTable(rows)),
            h("p", { class: "small-print", id: "model" }, `${modelSaid(found.model)}; competence from ${found.grid}.`),
          )
        : null,
      found.games_outside_tables ? h("p", { class: "quiet" }, `${found.games_outside_tables} ${found.games_outside_tables === 1 ? "game" : "games"} without a position the tables know, left out.`) : null,
      found.not_assessed.length ? h("details", { class: "card" }, h("summary", null, `${found.not_assessed.length} could not be read`), h("ul", null, found.not_assessed.map((one) => h("li", null, `Game ${one.index}: ${one.reason}`)))) : null,
      stage,
    );
    const first = found.games.findIndex((game) => game.moves.length > 0);
    if (found.games.length) pick(Math.max(0, first));
  };

  fill(root, drop.element, waiting, place);
  show();
  return () => leave?.();
}

function gameTable(rows: HTMLElement[]): HTMLElement {
  const heads = ["Game", "White’s c", "Black’s c", "Judged", "Conceded", "Result"];
  return h("table", { id: "games" }, h("thead", null, h("tr", null, heads.map((name, index) => h("th", { scope: "col", class: index === 3 || index === 4 ? "hide-narrow" : null }, name)))), h("tbody", null, rows));
}

/** A player may have been both attacker and defender: both are shown. */
function gameRow(game: AssessedGame, pick: () => void): HTMLElement {
  const of = (color: string) => {
    const records = game.records.filter((record) => record.color === color);
    return records.length
      ? records.map(({ competence: { mean, low, high }, side }) => h("div", { class: "judged-c" }, h("b", null, mean.toFixed(1)), h("span", { class: "quiet" }, ` ${low.toFixed(0)}–${high.toFixed(0)}`), " ", h("span", { class: "quiet" }, side)))
      : h("span", { class: "quiet" }, "–");
  };
  const sum = (field: "moves" | "conceded") => game.records.reduce((total, record) => total + record[field], 0);
  return h(
    "tr",
    { class: "pick", onclick: pick },
    h("td", null, h("button", { type: "button", class: "link" }, `${game.white} – ${game.black}`)),
    h("td", null, of("white")),
    h("td", null, of("black")),
    h("td", { class: "hide-narrow" }, `${sum("moves")} of ${game.plies.length}`),
    h("td", { class: "hide-narrow" }, String(sum("conceded"))),
    h("td", { class: "nowrap" }, game.result.replaceAll("1/2", "½")),
  );
}
