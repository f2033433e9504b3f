// Explore: any position, what every move is worth, and what a fallible player would make of it.

import { get, whenSolved } from "../../api";
import { Board, boardFor } from "../../board";
import { CheckersBoard } from "../../checkers-board";
import { capital, spoken, turn, worth } from "../../chess";
import { action, announce, fill, h, segmented } from "../../dom";
import { gameChoice } from "../../game-choice";
import { about, gameOf, gameQuery, isCheckers, type GameId } from "../../games";
import type { Leave } from "../../main";
import { competenceSlider, complaint, icon, ICONS, moveList, working } from "../../parts";
import { copyButton, linkTo } from "../../copy";
import type { Agents, Color, JudgedMove, PlainMove, Position } from "../../types";
import { curvesCard } from "./curves";
import { forecastCard } from "./forecast";
import { heatCard } from "./heat";
import { lineCard } from "./line";
import { movesCard } from "./moves";
import { CheckersSetting } from "./checkers-setting";
import { Setting } from "./setting";

/** What is shown of each game first. */
const STARTS: Record<GameId, string> = {
  chess: "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1",
  antichess: "8/8/8/2k5/8/8/5R2/8 w - - 0 1",
  suicide: "8/8/8/2k5/8/8/5R2/8 w - - 0 1",
  checkers: "W:WK12,K28:BK5",
};
const WORDS: Record<string, string> = { no_men: "One side has no men", no_moves: "There is no move" };
const USUAL = 20;
/** The slider stays where it was when one comes back. */
let remembered = USUAL;

/** A position and the moves made from there. */
interface Trail {
  start: string;
  moves: { ply: number; san: string; uci: string; fen_after: string }[];
}

/** The trail of a place in the browser's history, if it leads to this position. */
function kept(state: unknown, fen: string): Trail {
  const found = (state as { trail?: Trail } | null)?.trail;
  const ends = found && (found.moves.at(-1)?.fen_after ?? found.start);
  return found && ends === fen ? found : { start: fen, moves: [] };
}

/** The competence the whole page speaks of. */
export interface Slider {
  c: number;
  listeners: Set<(c: number) => void>;
}

export async function mount(root: HTMLElement, _path: string[], query: URLSearchParams): Promise<Leave> {
  const game = gameOf(query.get("game") ?? (isCheckers(query.get("fen") ?? "") ? "checkers" : null));
  let fen = query.get("fen") ?? STARTS[game];
  const orientation: Color = (query.get("side") as Color) ?? "white";
  let position: Position | null = null;
  let setting: Setting | CheckersSetting | null = null;
  let asked = 0;
  const leaving = new AbortController();
  const slider: Slider = { c: Number(query.get("c") ?? remembered), listeners: new Set() };
  const { words } = await get<Agents>(`/agents${gameQuery(game)}`);

  const board = boardFor(game, (move) => void make(move), orientation);
  const notice = h("div", { "aria-live": "polite" });
  const beside = h("div", { class: "beside" });
  const under = h("div", { class: "under-board" });
  const verdict = h("div", { class: "row", id: "verdict" });
  const typing = board.typing();
  const box = h("input", { id: "fen", value: fen, spellcheck: "false", autocomplete: "off", maxlength: "200" });
  const stage = h("div", null, board.element);
  const destroy: (() => void)[] = [];
  const trailed = h("div", { class: "trail", id: "trail" });
  /** The moves that led here, kept beside the address so that Back and Forward keep them too. */
  let trail: Trail = kept(history.state, fen);

  const address = () => `#/explore?${about(game, fen, slider.c === USUAL ? {} : { c: String(slider.c) })}`;
  /** Goes to a position; the address follows, so that Back works and a link can be kept. */
  const go = async (next: string, last: string | null = null, made: Trail | null = null) => {
    fen = next;
    box.value = fen;
    trail = made ?? { start: next, moves: [] };
    history.pushState({ trail }, "", address());
    await load(last);
  };
  const goTo = (index: number) => {
    const moves = trail.moves.slice(0, index + 1);
    const at = moves.at(-1);
    void go(at?.fen_after ?? trail.start, at?.uci ?? null, { start: trail.start, moves });
  };
  const showTrail = () =>
    fill(
      trailed,
      trail.moves.length
        ? [moveList(trail.start, trail.moves, trail.moves.length - 1, goTo), action([icon(ICONS.back), "Undo"], () => goTo(trail.moves.length - 2), { id: "undo" })]
        : null,
    );

  const load = async (last: string | null = null) => {
    const mine = ++asked;
    slider.listeners.clear();
    destroy.splice(0).forEach((end) => end());
    board.arrows([]);
    showTrail();
    try {
      board.show({ fen, last });
      const found = await working(notice, "Solving this endgame", (show, signal) => whenSolved<Position>(`/position?${about(game, fen)}`, show, AbortSignal.any([signal, leaving.signal])));
      if (mine !== asked) return;
      position = found;
      fen = found.fen;
      board.show({ fen, check: found.check, moves: found.moves, last });
      show(found);
    } catch (error) {
      if (mine !== asked || leaving.signal.aborted) return;
      position = null;
      fill(notice, complaint(error));
      fill(verdict);
      fill(beside);
      fill(under);
    }
  };

  const show = (found: Position) => {
    const side = capital(found.turn);
    const won = { win: `: ${side} has won`, draw: ": a draw", loss: `: ${side} has lost` }[found.value.outcome];
    const over = found.over && (game === "chess" ? capital(found.over) : `${WORDS[found.over] ?? capital(found.over)}${won}`);
    const said = over || `${side} to move: ${worth(found.value)}`;
    const goal = { chess: "to mate or a deciding capture or promotion", checkers: "to a deciding capture or crowning, or the end" }[game as string] ?? "to a deciding capture or promotion, or the end";
    fill(verdict, h("b", { class: `value ${found.value.outcome}` }, said), h("span", { class: "small-print" }, found.over || found.value.outcome === "draw" ? "" : goal));
    announce(said);
    const follow = (moves: { san: string; uci: string; fen_after: string }[]) => {
      const all = [...trail.moves, ...moves].map((move, index) => ({ ...move, ply: index + 1 }));
      const last = all.at(-1);
      if (last) void go(last.fen_after, last.uci, { start: trail.start, moves: all });
    };
    const parts = { game, fen, position: found, board, slider, follow, destroy };
    fill(
      beside,
      found.over
        ? h("section", { class: "card" }, h("p", null, "The game is over here. Undo a move, or set up another position."))
        : [
            h("section", { class: "card" }, competenceSlider("A player of competence", slider.c, 50, words, (c) => {
              slider.c = remembered = c;
              history.replaceState({ trail }, "", address());
              slider.listeners.forEach((tell) => tell(c));
            })),
            movesCard(parts, (move) => void make(move)),
            lineCard(parts),
            curvesCard(parts),
          ],
    );
    fill(under, found.over ? null : [board instanceof Board ? heatCard(parts, board) : null, forecastCard(parts)]);
  };

  const make = async (move: PlainMove) => {
    if (!position) return;
    announce(`${capital(position.turn)} plays ${spoken(move.san)}`);
    const after = (move as JudgedMove).fen_after;
    const step = { ply: trail.moves.length + 1, san: move.san, uci: move.uci, fen_after: after };
    await go(after, move.uci, { start: trail.moves.length ? trail.start : fen, moves: [...trail.moves, step] });
  };

  const place = (on: boolean) => {
    if (on && !setting) {
      const changed = (next: string) => {
        box.value = next;
        fill(notice);
      };
      setting = board instanceof CheckersBoard ? new CheckersSetting(board, fen, changed) : new Setting(board as Board, turn(fen), changed, game === "chess");
      fill(stage, setting.upper, board.element, setting.lower);
      fill(beside, h("section", { class: "card stack" }, h("h2", null, "Set up a position"), h("p", null, game === "checkers" ? "Press a man in the tray and then squares." : "Drag men from the trays, or press one and then squares. Drag a man off the board to remove it."), setting.controls, h("div", { class: "row" }, action("Show what it is worth", () => place(false), { class: "primary", id: "done" }))));
      fill(under);
      destroy.splice(0).forEach((end) => end());
      fill(verdict, h("b", null, "Setting up"));
      typing.hidden = true;
    } else if (!on && setting) {
      const next = setting.fen();
      setting.close();
      setting = null;
      fill(stage, board.element);
      typing.hidden = false;
      mode.querySelector<HTMLInputElement>("input")!.checked = true;
      void go(next);
    }
  };

  const mode = segmented("", [["move", "Make moves"], ["place", "Set up"]] as const, "move", (to) => place(to === "place"));
  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Explore"), h("p", null, `Any position of up to ${game === "chess" ? "five" : "four"} men: what is true, and what people would play.`)),
    gameChoice(game, (to) => void location.assign(`#/explore?${about(to, STARTS[to])}`)),
    h(
      "div",
      { class: "columns board-first" },
      h(
        "div",
        { class: "board-side" },
        verdict,
        stage,
        h("div", { class: "spread", style: { "margin-top": "10px" } }, mode, h("div", { class: "row" }, action([icon(ICONS.flip), "Flip"], () => board.flip()), action("Practise this", () => void location.assign(`#/practise?${about(game, fen)}`)))),
        trailed,
        typing,
        h(
          "form",
          { class: "fen-box", onsubmit: (event: Event) => (event.preventDefault(), setting ? (setting.read(box.value), undefined) : void go(box.value.trim())) },
          h("label", { for: "fen" }, game === "checkers" ? "Position as in PDN" : "Position as FEN"),
          box,
          h("button", { type: "submit" }, "Show"),
        ),
        h("div", { class: "row", style: { "margin-top": "8px" } }, copyButton("Copy position", () => fen), copyButton("Copy link", () => linkTo(address()))),
        notice,
        under,
      ),
      beside,
    ),
  );
  await load();
  return () => {
    leaving.abort();
    destroy.forEach((end) => end());
    board.destroy();
  };
}
