// The positions that break the rule, as puzzles: one move alone keeps what they are worth.

import { get } from "../../api";
import type { Board } from "../../board";
import { figurine, spoken, turn, worth } from "../../chess";
import { action, announce, fill, h } from "../../dom";
import { complaint } from "../../parts";
import type { NetworkAbout, NetworkException, PlainMove, Position } from "../../types";

export class Puzzles {
  readonly card = h("section", { class: "card stack", id: "puzzles" });
  private all: NetworkException[] = [];
  private at = -1;
  private position: Position | null = null;
  private readonly told = h("div", { "aria-live": "polite", id: "puzzle" });

  constructor(
    private readonly board: Board,
    private readonly about: NetworkAbout,
    private readonly leave: (fen: string) => void,
    private readonly enter: () => void,
  ) {}

  /** Asks for those with a single right move. */
  async load(signal: AbortSignal): Promise<void> {
    try {
      const found = await get<NetworkException[]>("/network/puzzles?count=500", signal);
      this.all = found.filter((one) => one.only_move !== null);
      this.show();
    } catch (error) {
      if (!signal.aborted) fill(this.card, h("h2", null, "Exceptions to the rule"), complaint(error));
    }
  }

  private show() {
    const { exceptions, positions } = this.about;
    const told = positions
      ? `The network alone has ${exceptions.toLocaleString("en")} positions wrong, ${((100 * exceptions) / positions).toFixed(2)} % of all; its file lists them. In ${this.all.length} of those one move alone is right: they deserve a study.`
      : "This network is left to err: its file does not list where it is wrong.";
    fill(
      this.card,
      h("h2", null, "Exceptions to the rule"),
      h("p", { class: "quiet" }, told),
      this.told,
      h("div", { class: "row" }, action(this.at < 0 ? "Solve them" : "Next", () => this.next(1), { class: "primary", id: "next-puzzle", disabled: this.all.length === 0 }), this.at < 0 ? null : action("Show the move", () => this.reveal(), { id: "reveal" }), this.at < 0 ? null : action("Leave", () => this.out(), { id: "leave-puzzle" })),
    );
  }

  private async next(by: number): Promise<void> {
    this.at = (this.at + by + this.all.length) % this.all.length;
    const { fen, value } = this.all[this.at];
    this.position = await get<Position>(`/position?fen=${encodeURIComponent(fen)}`);
    this.board.arrows([]);
    this.board.cg.set({ movable: { free: false }, events: { change: undefined }, highlight: { lastMove: true } });
    this.board.show({ fen, check: this.position.check, moves: this.position.moves });
    this.enter();
    this.show();
    const side = turn(fen) === "white" ? "White" : "Black";
    const task = value === "win" ? `${side} to move and win` : `${side} to move and hold the draw`;
    fill(this.told, h("p", null, h("b", { id: "task" }, task), ` (${this.at + 1} of ${this.all.length})`));
    announce(task);
  }

  /** A move on the board. */
  play(move: PlainMove) {
    const puzzle = this.all[this.at];
    if (!puzzle || !this.position) return;
    const found = this.position.moves.find((one) => one.uci === move.uci);
    if (!found) return this.board.restore();
    const right = found.san === puzzle.only_move;
    const name = figurine(found.san);
    const sentence = right ? `${name} is right: ${worth(this.position.value)}. The network took the position for a ${puzzle.guess}.` : `${name} is only a ${found.value.outcome}. Try another move.`;
    fill(this.told, h("p", { id: "answer", class: right ? "good" : "wrong" }, sentence));
    announce(right ? `${spoken(found.san)} is right` : `${spoken(found.san)} is wrong`);
    if (!right) this.board.restore();
    else this.board.show({ fen: puzzle.fen, last: found.uci, mover: null });
  }

  private reveal() {
    const puzzle = this.all[this.at];
    const move = this.position?.moves.find((one) => one.san === puzzle?.only_move);
    if (!move) return;
    this.board.arrows([{ uci: move.uci }]);
    fill(this.told, h("p", { id: "answer" }, `The only move is ${figurine(move.san)}.`));
  }

  private out() {
    const { fen } = this.all[this.at];
    this.at = -1;
    this.position = null;
    this.board.arrows([]);
    fill(this.told);
    this.show();
    this.leave(fen);
  }
}
