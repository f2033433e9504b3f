// What every card of the page is given.

import type { PlayBoard } from "../../board";
import type { GameId } from "../../games";
import type { Position } from "../../types";
import type { Slider } from ".";

export interface Parts {
  game: GameId;
  fen: string;
  position: Position;
  board: PlayBoard;
  slider: Slider;
  /** Makes moves, one after the other. */
  follow: (moves: { san: string; uci: string; fen_after: string }[]) => void;
  /** What to undo when the position changes. */
  destroy: (() => void)[];
}
