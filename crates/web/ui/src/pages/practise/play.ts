// A practice game: the board, what stands beside it, and what the server answers.

import { get, post, Refused, solvedFirst } from "../../api";
import { boardFor } from "../../board";
import { capital, figurine, other, spoken } from "../../chess";
import { action, announce, fill, h, toggle } from "../../dom";
import { about, gameOf } from "../../games";
import type { Leave } from "../../main";
import { complaint, icon, ICONS, men, moveList, working } from "../../parts";
import type { Game, PlainMove } from "../../types";
import { helped, marked } from "./judged";
import { report, result } from "./report";

/** What you set out for. */
const TASK = { win: "Bring the win home", hold: "Hold the draw", resist: "Resist as long as you can" };

const revealing = () => localStorage.getItem("fallible-reveal") === "1";

export async function play(root: HTMLElement, id: string): Promise<Leave> {
  const path = `/practice/${encodeURIComponent(id)}`;
  const fetchGame = () => get<Game>(`${path}${revealing() ? "?reveal=1" : ""}`);
  const notice = h("div", { "aria-live": "polite" });
  let game = await working(root, "Opening the game", (show, signal) => solvedFirst(fetchGame, show, signal));

  /** What is told when the game is over. */
  const ended = h("div");
  /** Which move is on the board: null is the game's end. */
  let at: number | null = null;
  let busy = false;
  const played = gameOf(game.game);
  const board = boardFor(played, (move) => void make(move), game.you);
  const side = h("div", { class: "beside" });
  const below = h("div");
  const typing = board.typing();

  const show = () => {
    const seen = at === null ? null : game.moves[at];
    const last = seen ?? game.moves.at(-1);
    if (seen) board.show({ fen: seen.fen_after, last: seen.uci });
    else board.show({ fen: game.fen, check: game.position.check, moves: game.over ? [] : game.position.moves, mover: game.you, last: last?.uci });
    board.arrows([]);
    typing.hidden = game.over !== null;
    fill(side, panel());
  };

  const panel = () => [
    h("section", { class: game.over ? `card result ${game.over.reached ? "reached" : ""}` : "card", id: game.over ? "result" : null }, game.over ? result(game, ended) : status(), helped(game, (uci) => board.arrows(uci ? [{ uci }] : []), (move) => void make(move)), h("div", { class: "tools" }, tools()), h("div", { class: "tools" }, reveal())),
    h(
      "section",
      { class: "card" },
      h("h2", null, "Moves"),
      game.moves.length
        ? moveList(game.start_fen, game.moves.map((move) => ({ ...move, mark: marked(move) })), at ?? game.moves.length - 1, (index) => goTo(game.moves[index].ply))
        : h("p", { class: "quiet" }, "The first move is yours to make. Drag a man, click it and its square, or type."),
      at === null ? null : h("p", null, h("button", { type: "button", class: "link", onclick: () => ((at = null), show()) }, "Back to the game")),
    ),
  ];

  const status = () => {
    const mine = game.position.turn === game.you;
    const said = mine ? `Your move${game.position.check ? ": you are in check" : ""}` : "The opponent thinks …";
    const left = Math.max(0, game.moves_left);
    return [
      h("div", { class: "status" }, h("b", { id: "status" }, said), h("span", { class: "quiet" }, TASK[game.goal])),
      h("p", { class: "small-print" }, `You are ${capital(game.you)}. Opponent: ${game.opponent?.name ?? "a secret until the end"}.`),
      h(
        "div",
        null,
        h("span", { class: "small-print" }, h("b", { id: "left" }, String(left)), ` ${left === 1 ? "move" : "moves"} left ${played === "chess" ? "under the 50-move rule" : "without progress before it is a draw"}`, game.hold_left === null ? "" : ` · hold out for ${game.hold_left} more`),
        h("div", { class: `meter ${left <= 10 ? "low" : ""}` }, h("i", { style: { width: `${Math.min(100, 2 * left)}%` } })),
      ),
    ];
  };

  const tools = () => [
    game.over ? null : action([icon(ICONS.hint), "Hint"], hint, { id: "hint" }),
    game.moves.some((move) => move.by === "you") ? action([icon(ICONS.back), "Take back"], () => change(`${path}/takeback`), { id: "takeback" }) : null,
    action([icon(ICONS.flip), "Flip"], () => board.flip()),
    game.over ? null : action([icon(ICONS.flag), "Resign"], () => change(`${path}/resign`), { id: "resign" }),
  ];

  const reveal = () => [
    toggle("Show depth, best moves and what each move cost", revealing(), (on) => {
      localStorage.setItem("fallible-reveal", on ? "1" : "0");
      void attempt(async () => take(await fetchGame()));
    }),
    revealing() && !game.over ? h("p", { class: "small-print", id: "assisted" }, "Moves made with this on are practice only: they do not count towards your competence.") : null,
  ];

  const goTo = (ply: number) => {
    const index = game.moves.findIndex((move) => move.ply === ply);
    at = index === game.moves.length - 1 ? null : index;
    show();
    board.frame.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };

  const take = (next: Game) => {
    const fresh = next.moves.slice(game.moves.length);
    const ended = next.over && !game.over;
    game = next;
    at = null;
    show();
    const reply = fresh.find((move) => move.by === "opponent");
    if (reply) announce(`${capital(other(game.you))} plays ${spoken(reply.san)}.${game.over ? ` ${game.over.sentence}` : ""}`);
    if (ended) finish();
    return game;
  };

  const finish = () => {
    fill(below, report(game, goTo));
    announce(`The game is over. ${game.over?.sentence ?? ""}`);
  };

  /** Does something that the server may refuse; a game moved on elsewhere is shown as it now is. */
  const attempt = async (work: () => Promise<unknown>) => {
    if (busy) return;
    busy = true;
    fill(notice);
    try {
      await work();
    } catch (error) {
      if (error instanceof Refused && error.status === 409 && error.body.game) {
        busy = false;
        take(await fetchGame().catch(() => error.body.game as Game));
        fill(notice, h("p", { class: "remark" }, error.message));
      } else {
        board.restore();
        fill(notice, complaint(error));
      }
    } finally {
      busy = false;
    }
  };

  const query = () => (revealing() ? "?reveal=1" : "");
  const change = (where: string, body: object = {}) =>
    attempt(async () => {
      take(await working(notice, "Solving", (showing, signal) => solvedFirst(() => post<Game>(`${where}${query()}`, { version: game.version, ...body }), showing, signal)));
      if (!game.over) fill(below);
    });

  const make = async (move: PlainMove) => {
    if (at !== null || game.over) return;
    const sent = performance.now();
    // The move stands on the board at once; the answer follows.
    board.made(move);
    await change(`${path}/move`, { uci: move.uci });
    board.element.dataset.answered = (performance.now() - sent).toFixed(1);
  };

  const hint = () =>
    attempt(async () => {
      const { uci, san, why } = await post<{ uci: string; san: string; why: string }>(`${path}/hint`, { version: game.version });
      board.arrows([{ uci }]);
      fill(notice, h("p", { class: "remark", id: "hinted", "data-uci": uci }, h("b", { class: "san" }, figurine(san)), ` ${why}`));
      announce(`${spoken(san)}. ${why}`);
    });

  fill(
    root,
    h("div", { class: "title" }, h("h1", null, capital(game.name), men(game.material, played)), h("div", { class: "end" }, h("a", { class: "button", href: "#/practise" }, "New game"), h("a", { class: "button", href: `#/explore?${about(played, game.start_fen)}` }, "Explore the start"))),
    h("div", { class: "columns board-first" }, h("div", null, board.element, typing, notice), side),
    below,
  );
  show();
  if (game.over) finish();
  const back = () => void attempt(async () => take(await fetchGame()));
  window.addEventListener("server-back", back);
  return () => {
    window.removeEventListener("server-back", back);
    board.destroy();
  };
}
