// One assessed game: board, moves and plots that move together.

import { Board } from "../../board";
import { capital, figurine, numbering, worth } from "../../chess";
import { action, announce, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { icon, ICONS, moveList, type Listed } from "../../parts";
import type { Drawn } from "../../plots";
import type { AssessedGame, AssessedMove } from "../../types";
import { competencePlot, depthPlot } from "./plots";

/** ° only legal, " only value-keeping, ' only optimal: Haworth 2003, appendix B. */
const ONLY = { legal: "°", keeping: "″", optimal: "′" } as const;

export function gameView(place: HTMLElement, game: AssessedGame): Leave {
  const board = new Board(() => undefined);
  const list = h("div");
  const told = h("p", { class: "remark", id: "told", "aria-live": "polite" });
  let at = game.moves.findIndex((move) => move.known) - 1;

  const go = (index: number) => {
    at = Math.max(-1, Math.min(game.moves.length - 1, index));
    const move = game.moves[at];
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
  const plots: Drawn[] = [competencePlot(game, go), depthPlot(game, go)].filter((one) => one !== null);
  fill(list, moveList(game.start_fen, game.moves.map((move) => ({ ...move, mark: mark(move) })), at, go));

  const keyed = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, .board-frame")) return;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: -1, End: game.moves.length - 1 }[event.key];
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
          action("»", () => go(game.moves.length - 1), { "aria-label": "To the end" }),
          action(icon(ICONS.flip), () => board.flip(), { "aria-label": "Flip the board" }),
          explore,
        ),
        told,
        h("section", { class: "card" }, list, h("p", { class: "small-print signs" }, "✓ best move · +3 conceded three · ?? gave the result away · ° only legal, ″ only keeping, ′ only best move")),
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

function mark(move: AssessedMove): Listed["mark"] {
  if (!move.known) return null;
  const only = move.only ? ONLY[move.only] : "";
  if (move.value_before && move.value_after && move.value_before.outcome !== move.value_after.outcome) return { text: `??${only}`, kind: "bad", title: "gave the value away" };
  if (move.conceded) return { text: `+${move.conceded}${only}`, kind: move.conceded > 3 ? "bad" : "fair", title: `conceded ${move.conceded}` };
  if (move.only) return { text: only, kind: "only", title: `the only ${{ legal: "legal", keeping: "value-keeping", optimal: "best" }[move.only]} move` };
  return { text: "✓", kind: "good", title: "a best move" };
}

function sentence(move: AssessedMove, at: string): string {
  const said = `${at} ${figurine(move.san)}`;
  if (!move.known || !move.value_before || !move.value_after) return `${said}: outside the tables.`;
  const now = `${capital(move.mover)} has a ${worth(move.value_after)}`;
  const better = move.alternatives.slice(0, 4).map(figurine).join(", ");
  const cost = move.value_before.outcome !== move.value_after.outcome ? `The ${move.value_before.outcome} is gone.` : move.conceded ? `Conceded ${move.conceded}.` : "A best move.";
  return `${said}: ${now}. ${cost}${move.optimal === false && better ? ` Better: ${better}.` : ""}${move.competence ? ` Apparent competence ${move.competence[0].toFixed(1)} ± ${move.competence[1].toFixed(1)}.` : ""}`;
}
