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
  go: (fen: string, last?: string) => void;
  /** What to undo when the position changes. */
  destroy: (() => void)[];
}
