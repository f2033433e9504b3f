// A reviewed game: how both played, the graph, the moments that mattered, and the board that follows all of them.

import { follow, post } from "../../api";
import { Board } from "../../board";
import { stepsThrough } from "../../board-keys";
import { capital, figurine, worth } from "../../chess";
import { action, announce, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { complaint, icon, ICONS, moveList, progressBar, type Listed } from "../../parts";
import type { GameReview, ReviewedMove } from "../../types";
import { evaluationGraph } from "./graph";
import { playerCard } from "./player-card";

/** What a loss of expected score is called in lists of moves. */
const GLYPHS = [
  { least: 0.3, text: "??", kind: "bad", title: "a blunder" },
  { least: 0.15, text: "?", kind: "bad", title: "a mistake" },
  { least: 0.05, text: "?!", kind: "fair", title: "an inaccuracy" },
] as const;

export function reviewView(place: HTMLElement, review: GameReview, reload: () => Promise<void>): Leave {
  const board = new Board(() => undefined);
  board.frame.dataset.steps = "on";
  const told = h("p", { class: "remark", id: "told", "aria-live": "polite" });
  const list = h("div");
  const moments = h("ol", { class: "moments", id: "moments" });
  const explore = h("a", { class: "button" }, "Explore");
  const { moves } = review;
  let at = -1;

  /** After a half-move, counted from 0; or before it, with what was played and what was better. */
  const go = (index: number, before = false) => {
    at = Math.max(-1, Math.min(moves.length - 1, index));
    const move = moves[at];
    const fen = move ? (before ? move.fen : move.fen_after) : review.start_fen;
    board.show({ fen, last: before ? (moves[at - 1]?.uci ?? null) : (move?.uci ?? null) });
    // Before a move what was played and what was better; after a move that gave something away, what was better.
    const better = move && move.best_uci !== move.uci && (before || move.lost >= GLYPHS[2].least) ? [{ uci: move.best_uci, brush: "green" }] : [];
    board.arrows(move ? [...(before ? [{ uci: move.uci, brush: "red" }] : []), ...better] : []);
    for (const one of list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const button = list.querySelector<HTMLElement>(`[data-index="${at}"]`);
    button?.setAttribute("aria-current", "true");
    const scroller = list.firstElementChild as HTMLElement | null;
    if (button && scroller) scroller.scrollTop = button.offsetTop - scroller.offsetTop - scroller.clientHeight / 2;
    for (const one of moments.querySelectorAll<HTMLElement>("button")) one.setAttribute("aria-pressed", String(before && one.dataset.ply === String(move?.ply)));
    fill(told, move ? sentence(move) : "The position from which the game is given.");
    graph.mark(at);
    const isExact = move && move.men <= review.exact_zone.men;
    explore.hidden = !isExact;
    if (isExact) explore.href = `#/explore?fen=${encodeURIComponent(fen)}`;
    if (move) announce(told.textContent ?? "");
  };
  const graph = evaluationGraph(review, (index) => go(index));
  fill(list, moveList(review.start_fen, moves.map((move) => ({ ply: move.ply, san: move.san, mark: mark(move) })), at, go));
  fill(moments, review.moments.map((ply) => h("li", null, momentButton(moves[ply - 1], () => {
    go(ply - 1, true);
    if (board.element.getBoundingClientRect().top < 0 || board.element.getBoundingClientRect().bottom > innerHeight) board.element.scrollIntoView({ block: "start", behavior: "smooth" });
  }))));

  const keyed = (event: KeyboardEvent) => {
    if (!stepsThrough(event.target)) return;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: -1, End: moves.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  window.addEventListener("keydown", keyed);
  const about = [review.event, review.date?.replaceAll(".??", ""), `valued by ${review.model.reference}`].filter(Boolean).join(" · ");
  fill(
    place,
    h("div", { class: "review", id: "review" }, [
      h("div", { class: "review-head" }, h("h2", null, `${review.white.name} – ${review.black.name}, ${review.result.replaceAll("1/2", "½")}`), h("p", { class: "quiet" }, about)),
      review.valued < review.plies ? h("p", { class: "remark", id: "partial" }, `Stopped after ${review.valued} of ${review.plies} half-moves: this is what they tell.`) : null,
      h("div", { class: "columns halves" }, playerCard(review.white, "white"), playerCard(review.black, "black")),
      h("section", { class: "card" }, graph.element),
      h(
        "div",
        { class: "columns assessed review-board" },
        h(
          "div",
          { class: "board-side" },
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
        ),
        h("section", { class: "card moments-side" }, h("h2", null, "Moments that mattered"), review.moments.length ? moments : h("p", { class: "quiet" }, "No move gave a twentieth of a game away."), exactZone(review, reload)),
        h("section", { class: "card moves-side" }, list, h("p", { class: "small-print signs" }, "?? ? ?! gave away 0.3, 0.15, 0.05 of a game or more · □ forced · ✓ kept the value, by the tables")),
      ),
      h("div", { class: "small-print", id: "remarks" }, review.remarks.map((one) => h("p", null, one))),
    ]),
  );
  go(-1);
  return () => {
    window.removeEventListener("keydown", keyed);
    graph.destroy();
    board.destroy();
  };
}

/** Points of a game, as in 0.42. */
const points = (score: number) => score.toFixed(2);

function mark(move: ReviewedMove): Listed["mark"] {
  if (move.forced) return { text: "□", kind: "only", title: "the only legal move" };
  const glyph = GLYPHS.find((one) => move.lost >= one.least);
  if (glyph) return { text: glyph.text, kind: glyph.kind, title: `${glyph.title}: ${points(move.lost)} of a game` };
  return move.table ? { text: "✓", kind: "good", title: "kept the value, by the tables" } : null;
}

function momentButton(move: ReviewedMove, go: () => void): HTMLElement {
  const glyph = GLYPHS.find((one) => move.lost >= one.least);
  return h(
    "button",
    { type: "button", "data-ply": move.ply, "aria-pressed": "false", onclick: go },
    h("span", { class: `man ${move.side}`, "aria-hidden": "true" }),
    h("span", { class: "what" }, h("b", null, `${move.number.replace("...", "…")} ${figurine(move.san)}`), h("small", { class: glyph?.kind ?? null }, glyph?.text ?? ""), h("span", { class: "quiet" }, `better ${figurine(move.best)}`)),
    h("span", { class: "cost" }, h("b", null, `−${points(move.lost)}`), h("span", { class: "quiet" }, `${points(move.before)} → ${points(move.after)}${move.table ? " · tables" : ""}`)),
  );
}

function scored(move: ReviewedMove): string {
  if (move.mate !== null) return move.mate > 0 ? `mate in ${move.mate}` : `mated in ${-move.mate}`;
  return `${(move.cp ?? 0) >= 0 ? "+" : "−"}${(Math.abs(move.cp ?? 0) / 100).toFixed(1)} for ${capital(move.side)}`;
}

function sentence(move: ReviewedMove): string {
  const said = `${move.number.replace("...", "…")} ${figurine(move.san)}`;
  const value = move.table ? `by the tables ${capital(move.side)} had a ${worth(move.table.before)} and now has a ${worth(move.table.after)}` : `${scored(move)}, expected score ${points(move.after)}`;
  if (move.forced) return `${said}: forced; ${value}.`;
  if (move.lost < 0.005) return `${said}: ${value}. ${move.table ? "The value is kept." : "As good as any."}`;
  const line = move.line.length > 1 ? ` (${move.line.map(figurine).join(" ")})` : "";
  return `${said}: ${value}. It gave away ${points(move.lost)} of a game. Better: ${figurine(move.best)}${line}.`;
}

/** Where the tables judge, what they found, and how to get those that are missing. */
function exactZone(review: GameReview, reload: () => Promise<void>): HTMLElement | null {
  const { from, moves, men, unsolved, given_away } = review.exact_zone;
  if (from === null) return null;
  const place = h("div");
  const first = review.moves[from - 1];
  const solve = async () => {
    const stop = new AbortController();
    const bar = progressBar("Solving", () => stop.abort());
    fill(place, bar.element);
    try {
      for (const material of unsolved) {
        const { job } = await post<{ job: number }>(`/endgames/${material}/solve`);
        await follow(job, bar.show, stop.signal);
      }
      await reload();
    } catch (error) {
      fill(place, complaint(error));
    }
  };
  const judged = review.moves.some((move) => move.table);
  const known = judged ? `: by the tables ${given_away || "none"} gave a win or a draw away` : "";
  return h(
    "div",
    { class: "exact", id: "exact-zone" },
    h("h3", null, `Exact from ${first.number.replace("...", "…")} ${figurine(first.san)} on`),
    h("p", null, `${moves} ${moves === 1 ? "move" : "moves"} with at most ${men} men on the board${known}.`),
    unsolved.length ? h("div", { class: "row" }, h("span", null, `No table yet for ${unsolved.join(", ")}.`), action("Solve now", solve)) : null,
    place,
  );
}
