// What every card of the page is given.

import type { Board } from "../../board";
import type { Position } from "../../types";
import type { Slider } from ".";

export interface Parts {
  fen: string;
  position: Position;
  board: Board;
  slider: Slider;
  go: (fen: string, last?: string) => void;
  /** What to undo when the position changes. */
  destroy: (() => void)[];
}
