// Setting up a position: trays of men above and below the board, side to move, clearing.

import type { Key, Piece, Role } from "chessground/types";
import type { Board } from "../../board";
import { ROLES } from "../../chess";
import { action, announce, h, segmented } from "../../dom";
import type { Color } from "../../types";

export class Setting {
  readonly upper: HTMLElement;
  readonly lower: HTMLElement;
  readonly controls: HTMLElement;
  /** What a press on a square puts there: a man, "bin" to remove, or nothing. */
  private hand: Piece | "bin" | null = null;
  private side: Color;

  constructor(
    private readonly board: Board,
    side: Color,
    private readonly onchange: (fen: string) => void,
    hasKings = true,
  ) {
    this.side = side;
    this.upper = this.tray(board.orientation === "white" ? "black" : "white");
    this.lower = this.tray(board.orientation);
    this.controls = h(
      "div",
      { class: "stack" },
      segmented("Side to move", [["white", "White"], ["black", "Black"]] as const, side, (to) => ((this.side = to), this.changed())),
      h("div", { class: "row" }, action("Clear the board", () => this.read("8/8/8/8/8/8/8/8")), hasKings ? action("Only the kings", () => this.read("4k3/8/8/8/8/8/8/4K3")) : null),
    );
    const changed = () => this.changed();
    board.cg.set({
      check: false,
      lastMove: undefined,
      movable: { free: true, color: "both", dests: new Map() },
      draggable: { deleteOnDropOff: true },
      events: { change: changed, dropNewPiece: changed },
      highlight: { lastMove: false },
    });
    // A king in check keeps its red square otherwise.
    board.cg.state.check = undefined;
    board.cg.redrawAll();
    board.frame.addEventListener("pointerdown", this.pressed, true);
    board.frame.addEventListener("keydown", this.keyed, true);
  }

  /** The position as it stands, for the server to judge. */
  fen(): string {
    return `${this.board.cg.getFen()} ${this.side === "white" ? "w" : "b"} - - 0 1`;
  }

  read(fen: string) {
    this.board.cg.set({ fen: fen.trim().split(" ")[0] });
    this.changed();
  }

  close() {
    this.board.frame.removeEventListener("pointerdown", this.pressed, true);
    this.board.frame.removeEventListener("keydown", this.keyed, true);
    this.board.cg.set({ movable: { free: false, color: undefined }, draggable: { deleteOnDropOff: false }, events: { change: undefined, dropNewPiece: undefined }, highlight: { lastMove: true } });
  }

  private changed() {
    this.onchange(this.fen());
  }

  private readonly pressed = (event: PointerEvent) => {
    if (!this.hand) return;
    const key = this.board.cg.getKeyAtDomPos([event.clientX, event.clientY]);
    if (!key) return;
    event.stopPropagation();
    event.preventDefault();
    this.put(key);
  };

  /** Enter puts the chosen man where the cursor is. */
  private readonly keyed = (event: KeyboardEvent) => {
    const key = this.board.frame.dataset.cursor;
    if (!this.hand || !key || (event.key !== "Enter" && event.key !== " ")) return;
    event.stopPropagation();
    event.preventDefault();
    this.put(key as Key);
    announce(this.hand === "bin" ? `${key} emptied` : `${this.hand.color} ${this.hand.role} on ${key}`);
  };

  private put(key: Key) {
    const there = this.board.cg.state.pieces.get(key);
    const piece = this.hand === "bin" || !this.hand ? undefined : this.hand;
    const same = piece && there && there.role === piece.role && there.color === piece.color;
    this.board.cg.setPieces(new Map([[key, same ? undefined : piece]]));
    this.changed();
  }

  private tray(color: Color): HTMLElement {
    const button = (piece: Piece | "bin", label: string, inside: HTMLElement | string) => {
      const it: HTMLButtonElement = h("button", { type: "button", "aria-pressed": "false", "aria-label": label, class: piece === "bin" ? "bin" : null }, inside);
      let dragged = false;
      const drag = (event: MouseEvent | TouchEvent) => {
        if (piece === "bin") return;
        dragged = false;
        const started = () => (dragged = true);
        document.addEventListener("pointermove", started, { once: true });
        document.addEventListener("pointerup", () => document.removeEventListener("pointermove", started), { once: true });
        this.board.cg.dragNewPiece({ ...piece }, event, true);
      };
      it.addEventListener("mousedown", drag);
      it.addEventListener("touchstart", drag, { passive: false });
      it.addEventListener("click", () => {
        if (dragged && piece !== "bin" && this.hand === null) dragged = false;
        const on = it.getAttribute("aria-pressed") === "true";
        document.querySelectorAll(".tray button").forEach((one) => one.setAttribute("aria-pressed", "false"));
        this.hand = on ? null : piece;
        it.setAttribute("aria-pressed", String(!on));
      });
      return it;
    };
    const roles = Object.values(ROLES) as Role[];
    return h(
      "div",
      { class: "tray cg-wrap", role: "toolbar", "aria-label": `${color} men` },
      roles.map((role) => button({ role, color }, `${color} ${role}`, h("piece" as "i", { class: `${color} ${role}` }))),
      button("bin", "remove men", "✕"),
    );
  }
}
