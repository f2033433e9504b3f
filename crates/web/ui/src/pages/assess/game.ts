// One assessed game: board, moves and plots that move together.

import { Board } from "../../board";
import { stepsThrough } from "../../board-keys";
import { capital, figurine, numbering, worth } from "../../chess";
import { action, announce, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { icon, ICONS, moveList, type Listed } from "../../parts";
import type { Drawn } from "../../plots";
import type { AssessedGame, AssessedMove, Color, CompetenceWord } from "../../types";
import { competencePlot, depthPlot } from "./plots";

/** The sign of a move as it is printed, and in words. */
const SIGNS = { "°": ["°", "legal"], '"': ["″", "value-keeping"], "'": ["′", "best"] } as const;

/** A half-move as the page shows it. */
export interface Shown {
  ply: number;
  san: string;
  uci: string;
  fen_after: string;
  mover: Color;
  /** None outside the tables. */
  judged: AssessedMove | null;
}

/** Every half-move of a game, with its judgement where the tables reach. */
export function shown(game: AssessedGame): Shown[] {
  const judged = new Map(game.moves.map((move) => [move.ply, move]));
  const { blackFirst } = numbering(game.start_fen);
  return game.plies.map((played, index) => ({ ...played, ply: index + 1, mover: (index % 2 === 1) === blackFirst ? "white" : "black", judged: judged.get(index + 1) ?? null }));
}

export function gameView(place: HTMLElement, game: AssessedGame, words: readonly CompetenceWord[]): Leave {
  const board = new Board(() => undefined);
  board.frame.dataset.steps = "on";
  const list = h("div");
  const told = h("p", { class: "remark", id: "told", "aria-live": "polite" });
  const moves = shown(game);
  let at = moves.findIndex((move) => move.judged) - 1;

  const go = (index: number) => {
    at = Math.max(-1, Math.min(moves.length - 1, index));
    const move = moves[at];
    board.show({ fen: move?.fen_after ?? game.start_fen, last: move?.uci });
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = list.querySelector<HTMLElement>(`[data-index="${at}"]`);
    button?.setAttribute("aria-current", "true");
    const scroller = list.firstElementChild as HTMLElement | null;
    if (button && scroller) scroller.scrollTop = button.offsetTop - scroller.offsetTop - scroller.clientHeight / 2;
    fill(told, move ? sentence(move, number(game, at)) : "The position from which the game is given.");
    explore.href = `#/explore?fen=${encodeURIComponent(move?.fen_after ?? game.start_fen)}`;
    plots.forEach((one) => one.mark(at));
    if (move) announce(told.textContent ?? "");
  };
  const explore = h("a", { class: "button" }, "Explore");
  const plots: Drawn[] = [competencePlot(game, moves, words, go), depthPlot(game, moves, go)].filter((one) => one !== null);
  fill(list, moveList(game.start_fen, moves.map((move) => ({ ...move, mark: mark(move.judged) })), at, go));

  const keyed = (event: KeyboardEvent) => {
    if (!stepsThrough(event.target)) return;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: -1, End: moves.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  window.addEventListener("keydown", keyed);
  fill(
    place,
    h("div", { class: "spread", style: { "margin-bottom": "12px" } }, h("h2", { style: { margin: "0" } }, `${game.white} – ${game.black}, ${game.result.replaceAll("1/2", "½")}`)),
    h(
      "div",
      { class: "columns assessed" },
      h(
        "div",
        null,
        board.element,
        h(
          "div",
          { class: "stepper" },
          action("«", () => go(-1), { "aria-label": "To the start" }),
          action("‹", () => go(at - 1), { "aria-label": "One move back" }),
          action("›", () => go(at + 1), { "aria-label": "One move on" }),
          action("»", () => go(moves.length - 1), { "aria-label": "To the end" }),
          action(icon(ICONS.flip), () => board.flip(), { "aria-label": "Flip the board" }),
          explore,
        ),
        told,
        h("section", { class: "card" }, list, h("p", { class: "small-print signs" }, "✓ best move · +3 gave three moves away · ?? gave the result away · ° only legal, ″ only keeping, ′ only best move")),
      ),
      h("div", null, plots.length ? plots.map((one) => h("section", { class: "card" }, one.element)) : h("section", { class: "card" }, h("p", null, "No move of this game was made with at most five men on the board, so the tables cannot judge it."))),
    ),
  );
  go(at);
  return () => {
    window.removeEventListener("keydown", keyed);
    plots.forEach((one) => one.destroy());
    board.destroy();
  };
}

/** "54…" for Black's 54th move. */
export function number(game: AssessedGame, index: number): string {
  const { first, blackFirst } = numbering(game.start_fen);
  const half = index + (blackFirst ? 1 : 0);
  return `${first + Math.floor(half / 2)}${half % 2 ? "…" : "."}`;
}

function mark(move: AssessedMove | null): Listed["mark"] {
  if (!move) return null;
  const [sign, only] = move.sign ? SIGNS[move.sign] : ["", ""];
  if (move.value_conceded) return { text: `??${sign}`, kind: "bad", title: "gave the value away" };
  if (move.conceded) return { text: `+${move.conceded}${sign}`, kind: move.conceded > 3 ? "bad" : "fair", title: `gave ${move.conceded} away` };
  if (sign) return { text: sign, kind: "only", title: `the only ${only} move` };
  return { text: "✓", kind: "good", title: "a best move" };
}

function sentence({ san, mover, judged }: Shown, at: string): string {
  const said = `${at} ${figurine(san)}`;
  if (!judged) return `${said}: outside the tables.`;
  const now = `${capital(mover)} has a ${worth(judged.after)}`;
  const better = judged.alternatives.slice(0, 4).map(figurine).join(", ");
  const cost = judged.value_conceded ? `The ${judged.before.outcome} is gone.` : judged.conceded ? `It gave ${judged.conceded} ${judged.conceded === 1 ? "move" : "moves"} away.` : "A best move.";
  const worse = judged.value_conceded || Boolean(judged.conceded);
  return `${said}: ${now}. ${cost}${worse && better ? ` Better: ${better}.` : ""}`;
}
