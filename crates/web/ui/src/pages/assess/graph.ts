// The game as a line: White's expected score after every move, phases below, the exact zone shaded, moments as dots.

import { figurine } from "../../chess";
import { fill, h, svg } from "../../dom";
import type { GameReview, ReviewedMove } from "../../types";

const HEIGHT = 210;
/** Room for words on the left, and for move numbers and phases below. */
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 8, 10, 38];

export interface Graph {
  element: HTMLElement;
  /** Shows where we are: a half-move counted from 0, or -1. */
  mark(index: number): void;
  destroy(): void;
}

/** White's expected score after a move. */
const whites = (move: ReviewedMove) => (move.side === "white" ? move.after : 1 - move.after);

export function evaluationGraph(review: GameReview, go: (index: number) => void): Graph {
  const paper = h("div", { class: "paper evaluation" });
  let marked = -1;
  let width = 0;
  const { moves } = review;
  const x = (ply: number) => LEFT + ((width - LEFT - RIGHT) * ply) / Math.max(1, review.plies);
  const y = (score: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - score);
  const [floor, ceiling] = [y(0), y(1)];

  const draw = () => {
    width = Math.max(260, paper.clientWidth);
    const first = moves[0];
    const start = first ? (first.side === "white" ? first.before : 1 - first.before) : 0.5;
    const line = [start, ...moves.map(whites)].map((score, ply) => `${x(ply).toFixed(1)},${y(score).toFixed(1)}`);
    const drawing = svg(
      "svg",
      { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": "White's expected score after every move. The numbers follow as a table.", class: "evaluation-graph" },
      svg("rect", { class: "black-side", x: LEFT, y: ceiling, width: width - LEFT - RIGHT, height: floor - ceiling }),
      svg("polygon", { class: "white-side", points: [`${x(0)},${floor}`, ...line, `${x(moves.length)},${floor}`].join(" ") }),
      exact(),
      svg("line", { class: "level", x1: LEFT, x2: width - RIGHT, y1: y(0.5), y2: y(0.5) }),
      svg("polyline", { class: "score", points: line.join(" ") }),
      ([[1, "1"], [0.5, "½"], [0, "0"]] as const).map(([score, name]) => svg("text", { x: LEFT - 8, y: y(score) + 4, "text-anchor": "end" }, name)),
      numbers(),
      phases(),
      svg("line", { class: "here", x1: x(marked + 1), x2: x(marked + 1), y1: ceiling, y2: floor }),
      review.moments.map((ply) => svg("circle", { class: `moment ${moves[ply - 1].side}`, cx: x(ply), cy: y(whites(moves[ply - 1])), r: 5 }, svg("title", null, `${moves[ply - 1].number} ${figurine(moves[ply - 1].san)}`))),
    );
    fill(paper, drawing);
  };
  const exact = () => {
    const { from, men } = review.exact_zone;
    if (from === null) return null;
    const left = x(from - 1);
    const right = x(moves.length);
    return [
      svg("rect", { class: "exact-zone", x: left, y: ceiling, width: Math.max(2, right - left), height: floor - ceiling }, svg("title", null, `At most ${men} men: the tables solve it`)),
      svg("text", { class: "exact-word", x: Math.min(left + 5, width - RIGHT - 40), y: whites(moves[moves.length - 1]) >= 0.5 ? floor - 6 : ceiling + 13 }, "exact"),
    ];
  };
  /** Move numbers, as many as there is room for. */
  const numbers = () => {
    const step = [5, 10, 20, 50, 100].find((step) => (x(2 * step) - x(0)) > 44) ?? 200;
    return moves.filter((move) => move.side === "white" && parseInt(move.number, 10) % step === 0).map((move) => svg("text", { x: x(move.ply), y: floor + 15, "text-anchor": "middle" }, String(parseInt(move.number, 10))));
  };
  /** The name of each phase under its part of the game, where it fits. */
  const phases = () => {
    const parts: { phase: string; from: number; to: number }[] = [];
    for (const move of moves) {
      const last = parts.at(-1);
      if (last?.phase === move.phase) last.to = move.ply;
      else parts.push({ phase: move.phase, from: move.ply - 1, to: move.ply });
    }
    return parts.map(({ phase, from, to }) => [
      from > 0 ? svg("line", { class: "phase", x1: x(from), x2: x(from), y1: ceiling, y2: floor + 20 }) : null,
      x(to) - x(from) > 7 * phase.length ? svg("text", { class: "phase-word", x: (x(from) + x(to)) / 2, y: floor + 31, "text-anchor": "middle" }, phase) : null,
    ]);
  };

  paper.addEventListener("click", (event) => {
    const left = event.clientX - paper.getBoundingClientRect().left;
    const ply = Math.round(((left - LEFT) * Math.max(1, review.plies)) / (width - LEFT - RIGHT));
    go(Math.max(0, Math.min(moves.length, ply)) - 1);
  });
  const watcher = new ResizeObserver(() => paper.clientWidth && paper.clientWidth !== width && draw());
  watcher.observe(paper);
  draw();
  const element = h(
    "figure",
    { class: "plot", id: "graph" },
    h("figcaption", null, "White’s expected score"),
    paper,
    h(
      "div",
      { class: "under" },
      h("div", { class: "legend" }, h("span", { style: { "--dot": "var(--accent)" } }, "expected score of White"), h("span", { class: "dot", style: { "--dot": "var(--bad)" } }, "moments that mattered"), review.exact_zone.from === null ? null : h("span", { class: "area" }, "exact, by the tables")),
      table(moves),
    ),
  );
  return {
    element,
    mark(index) {
      marked = index;
      const here = paper.querySelector(".here");
      here?.setAttribute("x1", String(x(index + 1)));
      here?.setAttribute("x2", String(x(index + 1)));
    },
    destroy: () => watcher.disconnect(),
  };
}

function table(moves: readonly ReviewedMove[]): HTMLElement {
  const heads = ["move", "White’s expected score", "lost by the mover"];
  const row = (move: ReviewedMove) => h("tr", null, [`${move.number} ${figurine(move.san)}`, whites(move).toFixed(2), move.lost.toFixed(2)].map((cell) => h("td", null, cell)));
  return h("details", { class: "data" }, h("summary", null, "Numbers"), h("div", { class: "scroll" }, h("table", null, h("thead", null, h("tr", null, heads.map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, moves.map(row)))));
}
