// Setting up a position of checkers: a tray of men, side to move, clearing.

import type { CheckersBoard } from "../../checkers-board";
import { man } from "../../checkers-board";
import { turn } from "../../chess";
import { action, announce, h, segmented } from "../../dom";
import { draughts, written, type Draught } from "../../games";
import type { Color } from "../../types";

type Hand = Omit<Draught, "square"> | "bin";

export class CheckersSetting {
  readonly upper = h("div");
  readonly lower: HTMLElement;
  readonly controls: HTMLElement;
  private hand: Hand | null = null;
  private side: Color;
  private men: Draught[];

  constructor(
    private readonly board: CheckersBoard,
    position: string,
    private readonly onchange: (position: string) => void,
  ) {
    this.side = turn(position);
    this.men = draughts(position);
    this.lower = this.tray();
    this.controls = h(
      "div",
      { class: "stack" },
      segmented("Side to move", [["white", "White"], ["black", "Black"]] as const, this.side, (to) => ((this.side = to), this.changed())),
      h("div", { class: "row" }, action("Clear the board", () => this.read("W:W:B"))),
    );
    board.onplace = (square) => this.put(square);
    this.changed();
  }

  /** The position as it stands, for the server to judge. */
  fen(): string {
    return written(this.men, this.side);
  }

  read(position: string) {
    this.men = draughts(position);
    this.changed();
  }

  close() {
    this.board.onplace = null;
  }

  private changed() {
    this.board.show({ fen: this.fen(), moves: [] });
    this.onchange(this.fen());
  }

  private put(square: number) {
    if (!this.hand) return;
    const there = this.men.find((one) => one.square === square);
    this.men = this.men.filter((one) => one !== there);
    const hand = this.hand;
    if (hand !== "bin") {
      // A man on the last row is a king.
      const king = hand.king || (hand.color === "white" ? square <= 4 : square >= 29);
      if (!there || there.color !== hand.color || there.king !== king) this.men.push({ square, color: hand.color, king });
    }
    announce(hand === "bin" ? `${square} emptied` : `${hand.color} ${hand.king ? "king" : "man"} on ${square}`);
    this.changed();
  }

  private tray(): HTMLElement {
    const button = (hand: Hand, label: string, inside: Node | string) => {
      const it: HTMLButtonElement = h("button", { type: "button", "aria-pressed": "false", "aria-label": label, class: hand === "bin" ? "bin" : null }, inside);
      it.addEventListener("click", () => {
        const on = it.getAttribute("aria-pressed") === "true";
        document.querySelectorAll(".tray button").forEach((one) => one.setAttribute("aria-pressed", "false"));
        this.hand = on ? null : hand;
        it.setAttribute("aria-pressed", String(!on));
      });
      return it;
    };
    const all: Omit<Draught, "square">[] = [
      { color: "white", king: false },
      { color: "white", king: true },
      { color: "black", king: false },
      { color: "black", king: true },
    ];
    return h("div", { class: "tray", role: "toolbar", "aria-label": "men and kings" }, all.map((one) => button(one, `${one.color} ${one.king ? "king" : "man"}`, man(one))), button("bin", "remove men", "✕"));
  }
}
