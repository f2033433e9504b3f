// A moment once more: the position before a slip, and whether another move is better by the tables.

import { get, solvedFirst } from "../../api";
import type { PlayBoard } from "../../board";
import { figurine, spoken } from "../../chess";
import { action, announce, fill, h } from "../../dom";
import { about, type GameId } from "../../games";
import { complaint, working } from "../../parts";
import type { Color, JudgedMove, PlainMove, Position, Slip } from "../../types";

export interface Retry {
  element: HTMLElement;
  /** A move made on the board. */
  make(move: PlainMove): void;
}

/** As good as any, or one move slower. */
const isRight = (move: JudgedMove) => move.optimal || (move.keeps_value && (move.conceded ?? 9) <= 1);

/** Walks slips in turn; `done` is called when the last one is left. */
export function retry(game: GameId, slips: readonly Slip[], you: Color, board: PlayBoard, done: () => void): Retry {
  const element = h("section", { class: "card retry", id: "retry" });
  const solved = new Set<number>();
  let at = 0;
  let position: Position | null = null;
  let tried = false;
  let shown = false;

  const say = (kind: string, ...text: (Node | string)[]) => {
    const note = h("p", { class: `verdict ${kind}`, id: "verdict-of-retry", role: "status" }, ...text);
    fill(element, head(), note, buttons());
  };
  const head = () => {
    const slip = slips[at];
    return [h("h2", null, slips.length > 1 ? `Retry ${at + 1} of ${slips.length}` : "Once more"), h("p", null, "You played ", h("b", { class: "san" }, figurine(`${slip.number}${slip.san}`)), ". What is better?")];
  };
  const buttons = () =>
    h(
      "div",
      { class: "row" },
      shown || solved.has(at) ? null : action("Show the answer", answer, { id: "show-answer" }),
      at + 1 < slips.length ? action(solved.has(at) || shown ? "Next" : "Skip", () => open(at + 1), { class: solved.has(at) || shown ? "primary" : null, id: "next-slip" }) : null,
      action(at + 1 < slips.length ? "Stop" : "Done", done, { id: "retry-done", class: at + 1 === slips.length && (solved.has(at) || shown) ? "primary" : null }),
    );
  const answer = () => {
    shown = true;
    const slip = slips[at];
    board.show({ fen: slip.fen, moves: [], mover: you });
    board.arrows(slip.better.slice(0, 3).map(({ uci }) => ({ uci, brush: "green" })));
    say("", "Better was ", h("b", { class: "san" }, slip.better.slice(0, 3).map(({ san }) => figurine(san)).join(", ")), ".");
  };
  const open = async (index: number) => {
    at = index;
    [position, tried, shown] = [null, false, false];
    const slip = slips[at];
    board.arrows([]);
    board.show({ fen: slip.fen, moves: [], mover: you });
    const place = h("div");
    fill(element, head(), place, buttons());
    try {
      const found = await working(place, "Preparing this endgame, once only", (show, signal) => solvedFirst(() => get<Position>(`/position?${about(game, slip.fen)}`, signal), show, signal));
      if (at !== index || shown) return;
      position = found;
      board.show({ fen: slip.fen, check: found.check, moves: found.moves, mover: you });
    } catch (error) {
      fill(place, complaint(error));
    }
  };

  void open(0);
  return {
    element,
    make(made) {
      const slip = slips[at];
      const move = position?.moves.find((one) => one.uci === made.uci);
      if (!move || !position) return;
      const said = figurine(move.san);
      if (isRight(move)) {
        if (!tried) solved.add(at);
        shown = true;
        board.show({ fen: move.fen_after, moves: [], last: move.uci });
        say("good", h("b", null, "Right: "), h("b", { class: "san" }, said), move.optimal ? " is as good as it gets." : " is only one move slower than the best.");
        announce(`Right: ${spoken(move.san)}`);
      } else {
        tried = true;
        const cost = !move.keeps_value ? "gives the result away" : `gives away ${move.conceded} moves`;
        board.show({ fen: slip.fen, check: position.check, moves: position.moves, mover: you });
        say("bad", h("b", null, "Not yet: "), h("b", { class: "san" }, said), ` ${cost}. Try another move.`);
        announce(`Not yet: ${spoken(move.san)} ${cost}. Try another move.`);
      }
    },
  };
}
