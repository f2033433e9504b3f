// A whole game at the board.

import { post, save } from "../../api";
import { Board } from "../../board";
import { capital, other, spoken } from "../../chess";
import { surelyResigns } from "../../confirm";
import { copyButton } from "../../copy";
import { action, announce, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { assess } from "../../handed-game";
import { complaint, icon, ICONS, moveList } from "../../parts";
import type { PlainMove, SparringGame } from "../../types";
import { forget, keep, type Kept } from "./kept";

export async function play(root: HTMLElement, game: Kept): Promise<Leave> {
  const ask = () => post<SparringGame>("/sparring", { start: game.start, moves: game.moves, you: game.you, opponent: game.opponent, elo: game.elo, seed: game.seed });
  let shown: SparringGame;
  try {
    shown = await ask();
  } catch (error) {
    // What is kept may be of an opponent who is here no more.
    fill(root, h("div", { class: "title" }, h("h1", null, "Play")), complaint(error), h("a", { class: "button", href: "#/play?new" }, "New game"));
    return () => undefined;
  }
  /** The half-move that is looked at; null is the game as it stands. */
  let at: number | null = null;
  let busy = false;
  const notice = h("div", { "aria-live": "polite" });
  const board = new Board((move) => void make(move), game.you);
  const typing = board.typing();
  const side = h("div", { class: "beside" });

  const take = (next: SparringGame) => {
    shown = next;
    game.moves = next.played.map((move) => move.uci);
    keep(game);
    at = null;
  };
  take(shown);

  const result = () => shown.over ?? (game.resigned ? { result: game.you === "white" ? "0-1" : "1-0", sentence: "You have resigned." } : null);

  const show = () => {
    const over = result();
    const seen = at === null ? null : shown.played[at];
    const last = (seen ?? shown.played.at(-1))?.uci;
    if (seen) board.show({ fen: seen.fen_after, last });
    else board.show({ fen: shown.fen, check: shown.check, moves: over ? [] : shown.moves, mover: game.you, last });
    typing.hidden = over !== null || at !== null;
    fill(side, panel());
  };

  const panel = () => {
    const over = result();
    const mine = shown.turn === game.you;
    return [
      h(
        "section",
        { class: over ? "card result" : "card", id: over ? "result" : null },
        over
          ? [h("h2", null, over.result.replaceAll("1/2", "½")), h("p", null, over.sentence)]
          : h("div", { class: "status" }, h("b", { id: "status" }, mine ? `Your move${shown.check ? ": you are in check" : ""}` : "The opponent thinks …")),
        h("p", { class: "small-print", id: "strength" }, `Your opponent ${shown.strength}.`),
        shown.shown ? h("p", { class: "small-print", id: "shown" }, `Your moves so far speak for about ${Math.round(shown.shown.mean)} (${Math.round(shown.shown.low)} to ${Math.round(shown.shown.high)}).`) : null,
        h("div", { class: "tools" }, tools(over !== null)),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", null, "Moves"),
        shown.played.length
          ? moveList(shown.start_fen, shown.played, at ?? shown.played.length - 1, (index) => {
              at = index === shown.played.length - 1 ? null : index;
              show();
            })
          : h("p", { class: "quiet" }, "The first move is yours to make. Drag a man, click it and its square, or type."),
        at === null ? null : h("p", null, h("button", { type: "button", class: "link", onclick: () => ((at = null), show()) }, "Back to the game")),
      ),
    ];
  };

  const tools = (over: boolean) => [
    shown.played.some((move) => move.by === "you") && !over ? action([icon(ICONS.back), "Take back"], takeBack, { id: "takeback" }) : null,
    action([icon(ICONS.flip), "Flip"], () => board.flip()),
    over ? null : action([icon(ICONS.flag), "Resign"], resign, { id: "resign" }),
    shown.played.length ? copyButton("Copy PGN", pgn) : null,
    shown.played.length ? action("Save as PGN", () => save(new Blob([pgn()], { type: "application/x-chess-pgn" }), "game.pgn"), { id: "pgn" }) : null,
    over && shown.played.length > 1 ? action("Review this game", review, { id: "review", class: "primary" }) : null,
  ];

  const pgn = () => (game.resigned ? shown.pgn.replace(/\[Result "\*"\]/, `[Result "${result()?.result}"]`).replace(/\*\s*$/, `${result()?.result}\n\n`) : shown.pgn);

  /** Assess takes the game from here. */
  const review = () => {
    assess(pgn());
  };

  const attempt = async (work: () => Promise<unknown>) => {
    if (busy) return;
    busy = true;
    fill(notice);
    try {
      await work();
    } catch (error) {
      fill(notice, complaint(error));
    } finally {
      busy = false;
      show();
    }
  };

  const make = (move: PlainMove) =>
    attempt(async () => {
      if (at !== null || result()) return;
      const sent = performance.now();
      // The move stands on the board at once; the answer follows.
      board.made(move);
      const before = [...game.moves];
      game.moves.push(move.uci);
      try {
        take(await ask());
      } catch (error) {
        game.moves = before;
        throw error;
      }
      board.element.dataset.answered = (performance.now() - sent).toFixed(1);
      const reply = shown.played.at(-1);
      if (reply?.by === "opponent") announce(`${capital(other(game.you))} plays ${spoken(reply.san)}.`);
      if (shown.over) announce(`The game is over. ${shown.over.sentence}`);
    });

  const takeBack = () =>
    attempt(async () => {
      const last = shown.played.findLastIndex((move) => move.by === "you");
      game.moves = game.moves.slice(0, last);
      take(await ask());
    });

  const resign = async () => {
    if (!(await surelyResigns())) return;
    game.resigned = true;
    keep(game);
    show();
  };

  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Play"), h("div", { class: "end" }, h("a", { class: "button", href: "#/play?new", id: "new" }, "New game"))),
    h("div", { class: "columns board-first" }, h("div", null, board.element, typing, notice), side),
  );
  show();
  return () => {
    if (result()) forget();
    board.destroy();
  };
}
