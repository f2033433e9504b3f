"""What one process works on: a world of solved endgames, the program, and which positions to ask about."""

from __future__ import annotations

import random
from dataclasses import dataclass

import chess

from .graph import DEAD, _ordered
from .positions import LARGE, NAMED, drawn_by_lot
from .program import Program
from .source import Probed, Solved, men


@dataclass
class Task:
    program: Program
    solved: Solved
    rng: random.Random
    keys: list  # the endgames to take positions from
    sample: int  # how many of each side to move and value
    small: bool  # whether dead draws and endgames that only `probe` can value are asked about here

    def boards(self) -> list[chess.Board]:
        """Positions our tables know."""
        named = [chess.Board(fen) for fen in NAMED.values()]
        mine = [board for board in named if self._mine(_ordered(*men(board)))]
        return mine + [board for key in self.keys for board in drawn_by_lot(self.solved.depths, key, self.rng, self.sample)]

    def _mine(self, key) -> bool:
        return key in self.keys or (self.small and key in DEAD)

    def asked(self) -> list[tuple]:
        """Those, and positions of larger endgames, each with where its values come from."""
        large = [(Probed(self.program), chess.Board(fen)) for fen in LARGE.values()] if self.small else []
        return [(self.solved, board) for board in self.boards()] + large
