// A board of checkers one can play on: by clicking the squares of a move, by drag, by keys, by typing `11-15`.
//
// White is below unless it is turned. Only dark squares are used; they have numbers, and a move of several jumps is made square by square, or
// by its last square where only one way leads there.

import type { PlayBoard, Shown } from "./board";
import { turn } from "./chess";
import { announce, fill, h, svg } from "./dom";
import { describedDraughts, draughts, place, squareAt, type Draught } from "./games";
import { typingBox } from "./typing";
import type { Color, PlainMove } from "./types";

/** Every square a move visits. */
const path = (move: PlainMove) => [move.from, ...(move.through ?? []), move.to].map(Number);
const begins = (whole: readonly number[], part: readonly number[]) => part.every((square, index) => whole[index] === square);

/** A man or a king: two rings, a king with a crown. */
export function man({ color, king }: Omit<Draught, "square">): SVGElement {
  return svg(
    "svg",
    { class: `draught ${color} ${king ? "king" : "man"}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("ellipse", { class: "rim", cx: "50", cy: "54", rx: "41", ry: "41" }),
    svg("circle", { class: "face", cx: "50", cy: "49", r: "41" }),
    svg("circle", { class: "ring", cx: "50", cy: "49", r: "31" }),
    king ? svg("path", { class: "crown", d: "M28 62V38l11 10 11-16 11 16 11-10v24z" }) : svg("circle", { class: "ring", cx: "50", cy: "49", r: "19" }),
  );
}

/** The squares with the men on them, as a grid of 64. */
class Squares {
  readonly grid = h("div", { class: "draughts-board" });
  readonly cells = new Map<number, HTMLElement>();

  constructor(readonly orientation: Color) {
    const order = [0, 1, 2, 3, 4, 5, 6, 7];
    const rows = orientation === "white" ? order : [...order].reverse();
    for (const row of rows)
      for (const column of rows) {
        const square = squareAt(row, column);
        const cell = h("div", { class: square ? "dark" : "light", "data-square": square }, square ? h("small", { "aria-hidden": "true" }, String(square)) : null);
        if (square) this.cells.set(square, cell);
        this.grid.append(cell);
      }
  }

  put(men: readonly Draught[]) {
    for (const cell of this.cells.values()) cell.querySelector("svg")?.remove();
    for (const one of men) this.cells.get(one.square)?.append(man(one));
  }
}

export class CheckersBoard implements PlayBoard {
  readonly element: HTMLElement;
  readonly frame: HTMLElement;
  orientation: Color;
  private squares: Squares;
  private shown: Shown = { fen: "W:W:B" };
  private men: Draught[] = [];
  /** The squares of a move that is being made. */
  private hand: number[] = [];
  private cursor: [number, number] = [4, 3];
  private pressed: number | null = null;
  private readonly words = h("p", { class: "unseen" });
  private readonly marker = h("div", { class: "cursor", hidden: true });
  private readonly pointers = svg("svg", { class: "pointers", viewBox: "0 0 8 8", "aria-hidden": "true" });
  /** While a position is set up: what a press on a square does. */
  onplace: ((square: number) => void) | null = null;

  constructor(
    private readonly onmove: (move: PlainMove) => void,
    orientation: Color = "white",
  ) {
    this.orientation = orientation;
    this.squares = new Squares(orientation);
    this.frame = h("div", { class: "board-frame checkers", tabindex: "0", role: "application", "aria-label": "Board of checkers. Arrow keys walk, Enter takes a man and puts it down square by square, Escape lets go. Moves can also be typed." }, this.squares.grid, this.pointers, this.marker);
    this.element = h("div", { class: "board" }, this.frame, this.words);
    this.frame.addEventListener("pointerdown", this.down);
    this.frame.addEventListener("pointerup", this.up);
    this.frame.addEventListener("keydown", this.key);
    this.frame.addEventListener("blur", () => (this.marker.hidden = true));
  }

  show(shown: Shown) {
    this.shown = shown;
    this.men = draughts(shown.fen);
    this.hand = [];
    this.words.textContent = describedDraughts(shown.fen);
    this.draw();
  }

  restore() {
    this.show(this.shown);
  }

  flip() {
    this.orientation = this.orientation === "white" ? "black" : "white";
    const before = this.squares.grid;
    this.squares = new Squares(this.orientation);
    before.replaceWith(this.squares.grid);
    this.frame.classList.toggle("turned", this.orientation === "black");
    this.arrows([]);
    this.draw();
    this.placeCursor();
  }

  arrows(shapes: { uci: string; brush?: string }[]) {
    const point = (square: number) => {
      const [row, column] = this.seen(square);
      return `${column + 0.5},${row + 0.5}`;
    };
    const lines = shapes.map(({ uci, brush }) => {
      const squares = (uci.match(/\d+/g) ?? []).map(Number);
      const [row, column] = this.seen(squares.at(-1) ?? 1);
      return svg("g", { class: brush ?? "green" }, svg("polyline", { points: squares.map(point).join(" ") }), svg("circle", { cx: String(column + 0.5), cy: String(row + 0.5), r: "0.16" }));
    });
    this.pointers.replaceChildren(...lines);
  }

  made(move: PlainMove) {
    const squares = path(move);
    this.step(squares);
    this.hand = [];
    this.shown = { ...this.shown, moves: [] };
    this.mark();
  }

  typing(): HTMLFormElement {
    return typingBox("11-15 or 15x24", () => this.shown.moves ?? [], this.onmove);
  }

  destroy() {
    this.frame.removeEventListener("pointerdown", this.down);
    this.frame.removeEventListener("pointerup", this.up);
    this.frame.removeEventListener("keydown", this.key);
  }

  /** Row and column as they are on the screen. */
  private seen(square: number): [number, number] {
    const [row, column] = place(square);
    return this.orientation === "white" ? [row, column] : [7 - row, 7 - column];
  }

  private get moves(): readonly PlainMove[] {
    const mover = this.shown.mover === undefined ? turn(this.shown.fen) : this.shown.mover;
    return mover === turn(this.shown.fen) ? (this.shown.moves ?? []) : [];
  }

  private draw() {
    this.squares.put(this.men);
    this.mark();
  }

  /** The signs on the squares: the last move, the man in hand, where it can go. */
  private mark() {
    const last = new Set((this.shown.last?.match(/\d+/g) ?? []).map(Number));
    const from = this.hand[0];
    const able = new Set(this.moves.map((move) => Number(move.from)));
    const next = new Set(from === undefined ? [] : this.moves.filter((move) => begins(path(move), this.hand)).flatMap((move) => path(move).slice(this.hand.length)));
    for (const [square, cell] of this.squares.cells) {
      cell.classList.toggle("last-move", last.has(square));
      cell.classList.toggle("selected", this.hand.includes(square));
      cell.classList.toggle("move-dest", next.has(square));
      cell.classList.toggle("able", able.has(square));
    }
  }

  /** Shows a man on its way: what it jumps over is gone. */
  private step(squares: readonly number[]) {
    const start = draughts(this.shown.fen);
    const moving = start.find((one) => one.square === squares[0]);
    if (!moving) return;
    const over = new Set<number | null>();
    squares.slice(1).forEach((to, index) => {
      const [[r1, c1], [r2, c2]] = [place(squares[index]), place(to)];
      if (Math.abs(r1 - r2) === 2) over.add(squareAt((r1 + r2) / 2, (c1 + c2) / 2));
    });
    this.men = start.filter((one) => one !== moving && !over.has(one.square)).concat({ ...moving, square: squares.at(-1) ?? moving.square });
    this.squares.put(this.men);
  }

  /** A square was chosen: a man is taken up, goes on, or has arrived. */
  private choose(square: number) {
    if (this.onplace) {
      this.onplace(square);
      return;
    }
    const moves = this.moves;
    const on = [...this.hand, square];
    const fits = this.hand.length ? moves.filter((move) => begins(path(move), on)) : [];
    const whole = fits.filter((move) => path(move).length === on.length);
    const straight = this.hand.length === 1 ? moves.filter((move) => Number(move.from) === this.hand[0] && Number(move.to) === square) : [];
    if (whole.length === 1 && fits.length === 1) this.play(whole[0]);
    else if (fits.length) {
      this.hand = on;
      this.step(on);
      this.mark();
      announce(`${square}, and on`);
    } else if (straight.length === 1) this.play(straight[0]);
    else if (moves.some((move) => Number(move.from) === square) && !this.hand.includes(square)) {
      this.hand = [square];
      this.men = draughts(this.shown.fen);
      this.draw();
      announce(`${this.called(square)} taken up`);
    } else {
      if (this.hand.length) announce("Let go");
      this.restore();
    }
  }

  private play(move: PlainMove) {
    this.onmove(move);
  }

  private called(square: number): string {
    const one = this.men.find((found) => found.square === square);
    return one ? `${one.color} ${one.king ? "king" : "man"} on ${square}` : `${square}`;
  }

  /** The square under the pointer. */
  private under(event: PointerEvent): number | null {
    const box = this.frame.getBoundingClientRect();
    const [column, row] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map((share) => Math.floor(8 * share));
    if (row < 0 || row > 7 || column < 0 || column > 7) return null;
    return this.orientation === "white" ? squareAt(row, column) : squareAt(7 - row, 7 - column);
  }

  private readonly down = (event: PointerEvent) => {
    this.marker.hidden = true;
    this.pressed = this.under(event);
    if (this.pressed) this.choose(this.pressed);
  };

  /** A man that is let go on another square was dragged there. */
  private readonly up = (event: PointerEvent) => {
    const square = this.under(event);
    if (square && this.pressed && square !== this.pressed && this.hand.at(-1) === this.pressed) this.choose(square);
    this.pressed = null;
  };

  private readonly key = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (step) {
      const [row, column] = this.cursor;
      this.cursor = [Math.min(7, Math.max(0, row + step[0])), Math.min(7, Math.max(0, column + step[1]))];
      this.marker.hidden = false;
      this.placeCursor();
      const square = this.here();
      const reach = square && this.squares.cells.get(square)?.classList.contains("move-dest");
      announce(square ? `${this.called(square)}${reach ? ", can go here" : ""}` : "a light square");
    } else if ((event.key === "Enter" || event.key === " ") && !this.marker.hidden) {
      const square = this.here();
      if (square) this.choose(square);
    } else if (event.key === "Escape") {
      this.restore();
      this.marker.hidden = true;
    } else return;
    event.preventDefault();
  };

  private here(): number | null {
    const [row, column] = this.cursor;
    return this.orientation === "white" ? squareAt(row, column) : squareAt(7 - row, 7 - column);
  }

  private placeCursor() {
    const [row, column] = this.cursor;
    this.marker.style.left = `${column * 12.5}%`;
    this.marker.style.top = `${row * 12.5}%`;
    this.frame.dataset.cursor = String(this.here() ?? "");
  }
}

/** A small board to look at. */
export function checkersPicture(position: string, orientation: Color = "white"): HTMLElement {
  const squares = new Squares(orientation);
  squares.put(draughts(position));
  const frame = h("div", { class: "board-frame small checkers", role: "img", "aria-label": describedDraughts(position) });
  fill(frame, squares.grid);
  return frame;
}
