"""How games between two reference players end, exactly: chances of every position, ply by ply, through all conversions."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from .chains import LOST, WON, Moves
from .depths import Depths
from .graph import BLACK, WHITE
from .players import Model


class Games:
    """Two players by colour. A game ends with mate, or with the move that decides it and ends the metric's clock unless it is played
    to mate; drawn with stalemate and with men that cannot mate."""

    def __init__(self, depths: Depths, key, model: Model, white: float, black: float, to_mate: bool = False):
        self.depths, self.size = depths, depths.world.size
        self.players = {WHITE: (model, white), BLACK: (model, black)}
        self.to_mate = to_mate
        # (endgame, whether Black has the stronger side there, side to move): ends, by outcome, and where the rest leads.
        self.steps: dict = {}
        self._follow(key, 0)

    def _follow(self, key, flip: int) -> None:
        """An endgame and all that follow from it. `flip` is 1 if the table's White is the game's Black."""
        if (key, flip, WHITE) in self.steps:
            return
        after = set()
        for turn in (WHITE, BLACK):
            moves = Moves(self.depths, key, turn)
            mover = turn ^ flip
            p = moves.probabilities(*self.players[mover])
            ends = self._ends(moves)
            columns = np.zeros((moves.count, 3))
            for end, winner in ((WON, mover), (LOST, 1 - mover)):
                columns[:, winner] += moves.sum(p * (ends == end))
            dead = moves.side.to == 0
            columns[:, 2] = moves.sum(p * dead) + (np.diff(moves.side.first) == 0)
            goes_on = (ends != WON) & (ends != LOST) & ~dead
            place = np.where(moves.side.flips, (1 - flip) * self.size, flip * self.size) + moves.side.to
            matrix = sparse.csr_matrix(
                (np.where(goes_on, p, 0.0), place.astype(np.int32), moves.side.first), shape=(moves.count, 2 * self.size)
            )
            self.steps[key, flip, turn] = (columns, matrix)
            leaving = moves.side.conversion & goes_on & (p > 0)
            if leaving.any():
                after |= set(self._endgames(moves.side.to[leaving], moves.side.flips[leaving], flip))
        for one in after:
            self._follow(*one)

    def _ends(self, moves: Moves) -> np.ndarray:
        if not self.to_mate:
            return moves.ends
        # Only mate ends the game: a lost position without a move.
        sign, to = moves.move_sign, moves.side.to
        over = np.zeros(self.size, dtype=bool)
        for endgame in self.depths.world.endgames.values():
            for base, side in zip(endgame.base, endgame.sides):
                over[base : base + len(side.squares)] = np.diff(side.first) == 0
        return np.where(over[to] & (sign > 0), WON, 0)

    def _endgames(self, to: np.ndarray, flips: np.ndarray, flip: int):
        for key, endgame in self.depths.world.endgames.items():
            first = min(endgame.base)
            last = max(base + len(side.squares) for base, side in zip(endgame.base, endgame.sides))
            inside = (to >= first) & (to < last)
            for one in (0, 1):
                if (inside & (flips == bool(one))).any():
                    yield key, flip ^ one

    def ends(self, turn: int, plies: int, wanted=(0, 1, 2)) -> np.ndarray:
        """The chances that White has won, Black has won and the game is drawn within so many plies, or those wanted of the three, by
        the number of the position, `turn` to move."""
        world, wanted = self.depths.world, list(wanted)
        drawn = np.array([0.0, 0.0, 1.0])[wanted]
        # With no ply left, stalemates are drawn and everything else is unfinished; all dead draws are number 0.
        chances = np.zeros((2 * self.size, len(wanted)))
        chances[[0, self.size]] = drawn
        movers = [(turn + ply) % 2 for ply in range(plies + 1)][::-1]
        for ply, mover in enumerate(movers):
            new = np.zeros_like(chances)
            new[[0, self.size]] = drawn
            for (key, flip, side), (columns, matrix) in self.steps.items():
                if side ^ flip != mover:
                    continue
                endgame = world.endgames[key]
                start = flip * self.size + endgame.base[side]
                if ply == 0:
                    stuck = np.diff(endgame.sides[side].first) == 0
                    new[start : start + len(stuck)] = stuck[:, None] * drawn
                else:
                    new[start : start + len(columns)] = columns[:, wanted] + matrix @ chances
            chances = new
        return chances
