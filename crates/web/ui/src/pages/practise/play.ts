// A practice game: the board, what stands beside it, and what the server answers.

import { get, post, Refused, solvedFirst } from "../../api";
import { boardFor } from "../../board";
import { stepsThrough } from "../../board-keys";
import { capital, figurine, other, spoken } from "../../chess";
import { surelyResigns } from "../../confirm";
import { action, announce, fill, h, toggle } from "../../dom";
import { about, gameOf, gameQuery } from "../../games";
import type { Leave } from "../../main";
import { complaint, icon, ICONS, men, moveList, working } from "../../parts";
import { practiceClock } from "../../practice-clock";
import { isSilent, minutes } from "../../settings";
import { opponentSaid } from "../../strength";
import type { Agents, Game, PlainMove, Report, Slip } from "../../types";
import { contextOf } from "./context";
import { helped } from "./judged";
import { markOf, toldOf } from "./moments";
import { report, result } from "./report";
import { retry, type Retry } from "./retry";
import { shareCard } from "./share";

/** What you set out for. */
const TASK = { win: "Bring the win home", hold: "Hold the draw", resist: "Resist as long as you can" };

const revealing = () => localStorage.getItem("fallible-reveal") === "1";

export async function play(root: HTMLElement, id: string, query: URLSearchParams): Promise<Leave> {
  const path = `/practice/${encodeURIComponent(id)}`;
  const fetchGame = () => get<Game>(`${path}${revealing() ? "?reveal=1" : ""}`);
  const notice = h("div", { "aria-live": "polite" });
  let game = await working(root, "Opening the game", (show, signal) => solvedFirst(fetchGame, show, signal));
  const played = gameOf(game.game);
  const [context, { words }] = await Promise.all([contextOf(query), get<Agents>(`/agents${gameQuery(played)}`)]);

  /** What is told when the game is over. */
  const ended = h("div");
  const hinted = h("div", { "aria-live": "polite" });
  /** Which move is on the board: null is the game's end, -1 its start. */
  let at: number | null = null;
  let busy = false;
  let found: Report | null = null;
  let retrying: Retry | null = null;
  const board = boardFor(played, (move) => (retrying ? retrying.make(move) : void make(move)), game.you);
  const side = h("div", { class: "beside" });
  const below = h("div");
  const told = h("div", { class: "told" });
  const typing = board.typing();
  const clock = minutes() && !game.over ? practiceClock(id, minutes()) : null;

  const show = () => {
    if (retrying) {
      typing.hidden = false;
      fill(told);
      fill(side, retrying.element, movesCard());
      return;
    }
    const seen = at === null ? null : (game.moves[at] ?? null);
    const last = at === -1 ? null : (seen ?? game.moves.at(-1));
    if (at !== null) board.show({ fen: seen?.fen_after ?? game.start_fen, last: seen?.uci });
    else board.show({ fen: game.fen, check: game.position.check, moves: game.over ? [] : game.position.moves, mover: game.you, last: last?.uci });
    const slip = found?.slips.find((one) => one.ply === last?.ply);
    board.arrows(slip && game.over ? slip.better.slice(0, 2).map(({ uci }) => ({ uci, brush: "green" })) : []);
    if (game.over) board.frame.dataset.steps = "on";
    typing.hidden = game.over !== null || at !== null;
    clock?.run(!game.over && game.position.turn === game.you && game.moves.length > 0);
    fill(told, game.over && found && last && (slip || at !== null) ? [h("p", { class: "remark", id: "told" }, h("span", null, toldOf(game, game.moves.indexOf(last), found.slips)), slip ? action("Retry this moment", () => again([slip]), { id: "retry-this" }) : null)] : null);
    fill(side, panel());
  };

  /** Slips once more, one after the other. */
  const again = (slips: readonly Slip[]) => {
    delete board.frame.dataset.steps;
    retrying = retry(played, slips, game.you, board, () => {
      retrying = null;
      show();
    });
    show();
    board.frame.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };

  const movesCard = () =>
    h(
      "section",
      { class: "card" },
      h("h2", null, "Moves"),
      game.moves.length
        ? moveList(game.start_fen, game.moves.map((move) => ({ ...move, mark: markOf(move, found?.slips ?? null) })), at ?? game.moves.length - 1, (index) => goTo(index))
        : h("p", { class: "quiet" }, "The first move is yours to make. Drag a man, click it and its square, or type."),
      legend(),
      at === null || retrying ? null : h("p", null, h("button", { type: "button", class: "link", onclick: () => goTo(game.moves.length - 1) }, "Back to the game")),
    );

  const legend = () => {
    const signs = [found?.slips.length ? "?! slip · ? mistake · ?? the result went" : "", revealing() ? "✓ a best move · □ the only one · +3 gave three moves away" : ""].filter(Boolean);
    return signs.length ? h("p", { class: "small-print signs" }, signs.join(" · ")) : null;
  };

  const panel = () => [
    h(
      "section",
      { class: game.over ? `card result ${game.over.reached ? "reached" : ""}` : "card", id: game.over ? "result" : null },
      game.over ? result(game, found, words, context, ended, again) : status(),
      helped(game, (uci) => board.arrows(uci ? [{ uci }] : []), (move) => void make(move)),
      h("div", { class: "tools" }, tools()),
      hinted,
      h("div", { class: "tools" }, reveal()),
    ),
    context.lesson ? h("section", { class: "card lesson-idea", id: "lesson" }, h("h2", null, context.lesson.title), h("p", null, context.lesson.idea)) : null,
    movesCard(),
    shareCard(game, words),
  ];

  const status = () => {
    const mine = game.position.turn === game.you;
    const said = mine ? `Your move${game.position.check ? ": you are in check" : ""}` : "The opponent thinks …";
    const left = Math.max(0, game.moves_left);
    return [
      h("div", { class: "status" }, h("b", { id: "status" }, said), h("span", { class: "quiet" }, TASK[game.goal])),
      h("p", { class: "small-print" }, `You are ${capital(game.you)}. Opponent: ${opponentSaid(game.opponent, words)}.`),
      clock?.element ?? null,
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
    !game.over && game.moves.some((move) => move.by === "you") ? action([icon(ICONS.back), "Take back"], () => change(`${path}/takeback`), { id: "takeback" }) : null,
    action([icon(ICONS.flip), "Flip"], () => board.flip()),
    game.over ? null : action([icon(ICONS.flag), "Resign"], resign, { id: "resign" }),
  ];

  const resign = async () => {
    if (await surelyResigns()) await change(`${path}/resign`);
  };

  const reveal = () => [
    toggle("Show depth, best moves and what each move cost", revealing(), (on) => {
      localStorage.setItem("fallible-reveal", on ? "1" : "0");
      void attempt(async () => take(await fetchGame()));
    }),
    revealing() && !game.over ? h("p", { class: "small-print", id: "assisted" }, "Moves made with this on are practice only: they do not count towards your strength.") : null,
  ];

  /** Shows the position after a move; -1 is the start. */
  const goTo = (index: number) => {
    const last = game.moves.length - 1;
    at = index >= last ? null : Math.max(-1, index);
    show();
    const button = side.querySelector<HTMLElement>('.moves [aria-current="true"]');
    const list = button?.closest<HTMLElement>(".moves");
    if (button && list) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (at !== null && game.moves[at]) announce(spoken(game.moves[at].san));
  };

  const keyed = (event: KeyboardEvent) => {
    if (retrying || !stepsThrough(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const here = at ?? game.moves.length - 1;
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: -1, End: game.moves.length }[event.key];
    if (next === undefined || !game.moves.length) return;
    event.preventDefault();
    goTo(next);
  };

  const take = (next: Game) => {
    const fresh = next.moves.slice(game.moves.length);
    const isEnd = next.over && !game.over;
    game = next;
    at = null;
    fill(hinted);
    show();
    const reply = fresh.find((move) => move.by === "opponent");
    if (reply) announce(`${capital(other(game.you))} plays ${spoken(reply.san)}.${game.over ? ` ${game.over.sentence}` : ""}`);
    if (isEnd) {
      finish();
      if (!isSilent()) void import("../../sounds").then((sounds) => sounds.play(game.over?.reached ? "won" : "lost"));
    }
    return game;
  };

  const finish = () => {
    fill(below, report(game, words, (ply) => goTo(game.moves.findIndex((move) => move.ply === ply)), (arrived) => {
      found = arrived;
      if (!retrying) show();
      announce(`The game is over. ${arrived.summary}`);
    }));
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

  const asked = () => (revealing() ? "?reveal=1" : "");
  const change = (where: string, body: object = {}) =>
    attempt(async () => {
      take(await working(notice, "Preparing this endgame, once only", (showing, signal) => solvedFirst(() => post<Game>(`${where}${asked()}`, { version: game.version, ...body }), showing, signal)));
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
      fill(hinted, h("p", { class: "remark", id: "hinted", "data-uci": uci }, h("span", { class: "san wrap" }, figurine(why)), " ", h("span", { class: "quiet" }, "The move you make now does not count towards your strength.")));
      announce(`${spoken(san)}. ${why} The move you make now does not count.`);
    });

  const title = context.lesson?.title ?? context.set?.positions[context.at]?.title ?? game.name;
  fill(
    root,
    h("div", { class: "title" }, h("h1", null, capital(title), men(game.material, played)), h("div", { class: "end" }, h("a", { class: "button", href: context.set ? `#/sets/${encodeURIComponent(context.set.id)}` : context.lesson ? "#/today" : "#/practise" }, context.set ? "The set" : context.lesson ? "Lessons" : "New game"), h("a", { class: "button", href: `#/explore?${about(played, game.start_fen)}` }, "Explore the start"))),
    h("div", { class: "columns board-first" }, h("div", { class: "board-side" }, board.element, told, typing, notice), side),
    below,
  );
  window.addEventListener("keydown", keyed);
  show();
  if (game.over) finish();
  const back = () => void attempt(async () => take(await fetchGame()));
  window.addEventListener("server-back", back);
  return () => {
    window.removeEventListener("server-back", back);
    window.removeEventListener("keydown", keyed);
    clock?.destroy();
    board.destroy();
  };
}
