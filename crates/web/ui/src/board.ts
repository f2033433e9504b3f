// A board one can play on: by drag, by click, by keys, by typing the move. Chessmen here, draughtsmen in checkers-board.ts.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Config } from "chessground/config";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { keys } from "./board-keys";
import { described, turn } from "./chess";
import { CheckersBoard, checkersPicture } from "./checkers-board";
import { h } from "./dom";
import { isCheckers, type GameId } from "./games";
import { choosePromotion } from "./promotion";
import { isSilent } from "./settings";
import { typingBox } from "./typing";
import type { Color, PlainMove } from "./types";

export interface Shown {
  fen: string;
  check?: boolean;
  /** Legal moves; none, and nothing can be moved. */
  moves?: readonly PlainMove[];
  /** Who may move; the side to move unless told. */
  mover?: Color | null;
  last?: string | null;
}

/** A board to play on, whichever game: what pages ask of it. */
export interface PlayBoard {
  readonly element: HTMLElement;
  readonly frame: HTMLElement;
  readonly orientation: Color;
  show(shown: Shown): void;
  /** Takes back what the hand did: the server has refused it. */
  restore(): void;
  flip(): void;
  /** Points at moves. */
  arrows(shapes: { uci: string; brush?: string }[]): void;
  /** A move stands on the board before the server has answered, and nobody may move meanwhile. */
  made(move: PlainMove): void;
  typing(): HTMLFormElement;
  destroy(): void;
}

export class Board implements PlayBoard {
  readonly element: HTMLElement;
  readonly frame: HTMLElement;
  readonly cg: Api;
  private shown: Shown = { fen: "8/8/8/8/8/8/8/8 w - - 0 1" };
  private readonly words = h("p", { class: "unseen" });
  private readonly watcher: ResizeObserver;

  constructor(
    private readonly onmove: (move: PlainMove) => void,
    orientation: Color = "white",
    more: Config = {},
  ) {
    const ground = h("div", { class: "ground" });
    this.frame = h("div", { class: "board-frame" }, ground);
    this.element = h("div", { class: "board" }, this.frame, this.words);
    this.cg = Chessground(ground, {
      orientation,
      coordinates: true,
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 160 },
      movable: { free: false, color: undefined, showDests: true, events: { after: (from, to) => void this.moved(from, to) } },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: { enabled: true, eraseOnClick: true },
      ...more,
    });
    // Its size is known only once it stands in the page.
    this.watcher = new ResizeObserver(() => this.cg.redrawAll());
    this.watcher.observe(ground);
    keys(this.frame, this.cg);
  }

  get orientation(): Color {
    return this.cg.state.orientation;
  }

  get fen(): string {
    return this.shown.fen;
  }

  show(shown: Shown) {
    if (shown.last && shown.fen !== this.shown.fen) heard(this.shown.fen, shown);
    this.shown = shown;
    const mover = shown.mover === undefined ? turn(shown.fen) : (shown.mover ?? undefined);
    const dests = new Map<Key, Key[]>();
    for (const move of shown.moves ?? []) {
      const from = move.from as Key;
      const found = dests.get(from) ?? [];
      if (!found.includes(move.to as Key)) found.push(move.to as Key);
      dests.set(from, found);
    }
    this.cg.set({
      fen: shown.fen.split(" ")[0],
      turnColor: turn(shown.fen),
      check: shown.check ? turn(shown.fen) : false,
      lastMove: shown.last ? [shown.last.slice(0, 2) as Key, shown.last.slice(2, 4) as Key] : undefined,
      movable: { color: dests.size ? mover : undefined, dests },
    });
    this.words.textContent = described(shown.fen);
  }

  /** Takes back what the hand did: the server has refused it. */
  restore() {
    this.show(this.shown);
  }

  flip() {
    this.cg.toggleOrientation();
  }

  arrows(shapes: { uci: string; brush?: string; label?: string }[]) {
    this.cg.setAutoShapes(
      shapes.map(
        ({ uci, brush, label }): DrawShape => ({
          orig: uci.slice(0, 2) as Key,
          dest: uci.slice(2, 4) as Key,
          brush: brush ?? "green",
          ...(label ? { label: { text: label } } : {}),
        }),
      ),
    );
  }

  made(move: PlainMove) {
    this.cg.move(move.from as Key, move.to as Key);
    this.cg.set({ movable: { color: undefined } });
  }

  destroy() {
    this.watcher.disconnect();
    this.cg.destroy();
  }

  private async moved(from: string, to: string) {
    // Where men go as the hand puts them there is no move to look for.
    if (this.cg.state.movable.free) return;
    const fitting = (this.shown.moves ?? []).filter((move) => move.from === from && move.to === to);
    if (fitting.length > 1) {
      const letters = fitting.map((move) => move.promotion);
      const chosen = await choosePromotion(this.frame, turn(this.shown.fen), to, this.orientation, letters);
      const move = fitting.find((one) => one.promotion === chosen);
      if (move) this.onmove(move);
      else this.restore();
    } else if (fitting.length === 1) this.onmove(fitting[0]);
    else this.restore();
  }

  typing(): HTMLFormElement {
    return typingBox("Qd5 or d1d5", () => this.shown.moves ?? [], this.onmove);
  }
}

/** A move is heard when it arrives; two positions that are not neighbours are silent. */
function heard(before: string, shown: Shown) {
  const count = (fen: string) => (fen.split(" ")[0].match(/[a-z]/gi) ?? []).length;
  const fewer = count(before) - count(shown.fen);
  if (isSilent() || fewer < 0 || fewer > 2) return;
  void import("./sounds").then((sounds) => sounds.play(shown.check ? "check" : fewer ? "capture" : "move"));
}

/** The board of a game. */
export function boardFor(game: GameId, onmove: (move: PlainMove) => void, orientation: Color = "white"): PlayBoard {
  return game === "checkers" ? new CheckersBoard(onmove, orientation) : new Board(onmove, orientation);
}

/** A small board to look at. */
export function picture(fen: string, orientation: Color = "white"): HTMLElement {
  if (isCheckers(fen)) return checkersPicture(fen, orientation);
  const ground = h("div", { class: "ground" });
  const frame = h("div", { class: "board-frame small", role: "img", "aria-label": described(fen) }, ground);
  const cg = Chessground(ground, { fen: fen.split(" ")[0], orientation, viewOnly: true, coordinates: false });
  requestAnimationFrame(() => cg.redrawAll());
  return frame;
}
