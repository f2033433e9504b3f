// Handing a game on: its position, its moves, a link that carries position, goal and opponent, a page as one file.

import { save } from "../../api";
import { copyButton, linkTo } from "../../copy";
import { action, h } from "../../dom";
import { gameOf } from "../../games";
import type { CompetenceWord, Game } from "../../types";
import { pgnOf } from "./moments";

/** A link to the start of a game: whoever opens it has the same task against the same opponent. */
export function startLink(game: Game): string {
  const query = new URLSearchParams({ fen: game.start_fen, goal: game.goal, side: game.you });
  if (game.game) query.set("game", game.game);
  if (game.opponent) query.set("opponent", game.opponent.spec);
  return linkTo(`#/practise?${query}`);
}

export function shareCard(game: Game, words: readonly CompetenceWord[]): HTMLElement {
  const chess = gameOf(game.game) === "chess";
  const page = async () => {
    const { reportPage } = await import("./report-page");
    save(new Blob([await reportPage(game, words)], { type: "text/html" }), "fallible-game.html");
  };
  return h(
    "details",
    { class: "card share" },
    h("summary", null, h("b", null, "Share")),
    h(
      "div",
      { class: "row" },
      copyButton("Copy position", () => game.fen, "copy-fen"),
      chess ? copyButton("Copy PGN", () => pgnOf(game), "copy-pgn") : null,
      copyButton("Copy link", () => startLink(game), "copy-link"),
      game.over && chess ? action("Save as a page", page, { id: "save-page" }) : null,
    ),
    h("p", { class: "small-print" }, "The link carries the position, the task and the opponent."),
  );
}
