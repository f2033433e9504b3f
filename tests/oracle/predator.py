"""What a Predator may expect of each of its moves, by plain enumeration (Andrist & Haworth 2005, section 3.3).

Expectation at the opponent's turns, the best at its own. Every reply is judged as the reference player of the endgame then on the board
judges it: below a capture or a promotion by that endgame's depths. A move that decides the game and ends the metric's clock is the
end: nothing is left to gain or lose.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import chess

from .players import Belief, Model, goodness


@dataclass
class Expected:
    """Averages for us. `settled` is false where a tie between equal values was broken by more than value and depth."""

    value: float
    decisive: float  # the chance that the outcome is no draw
    depth: float  # the mean of the depth, draws counting nothing
    settled: bool = True

    @staticmethod
    def certain(value: tuple[int, int]) -> Expected:
        sign, depth = value
        return Expected(float(sign), float(sign != 0), float(depth if sign else 0))

    def mean_depth(self) -> float | None:
        return self.depth / self.decisive if self.decisive > 0 else None


class Predator:
    def __init__(self, source, model: Model, weigh=None):
        self.source, self.model, self.weigh = source, model, weigh

    def options(self, board: chess.Board, belief: Belief, plies: int) -> dict[str, Expected]:
        """Every move that keeps the value, with what is to be expected once the last reply is made."""
        moves = self.source.moves(board)
        best = max(moves.values(), key=goodness)
        kept = {uci: value for uci, value in moves.items() if value[0] == best[0]}
        return {uci: self._after(board, uci, value, belief, plies) for uci, value in kept.items()}

    def _after(self, board: chess.Board, uci: str, value: tuple[int, int], belief: Belief, plies: int) -> Expected:
        if value[0] != 0 and value[1] == 0:
            return Expected.certain(value)
        board.push_uci(uci)
        expected = self._replies(board, value, belief, plies)
        board.pop()
        return expected

    def _replies(self, board: chess.Board, value: tuple[int, int], belief: Belief, plies: int) -> Expected:
        replies = self.source.moves(board)
        if not replies:
            return Expected.certain(value)
        weights = self.weigh(board) if self.weigh else None
        extent = self.source.extent(board)
        by_competence = [self.model.probabilities(replies, extent, c, weights) for c in belief.competences]
        parts = []
        for reply, his in replies.items():
            likelihoods = [chances[reply] for chances in by_competence]
            chance = math.fsum(p * q for p, q in zip(belief.chances, likelihoods))
            if chance == 0:
                continue
            ours = (-his[0], his[1])
            found = Expected.certain(ours)
            if plies > 2 and not (his[0] != 0 and his[1] == 0):
                board.push_uci(reply)
                found = self._ours(board, found, belief.learned(likelihoods), plies - 2)
                board.pop()
            parts.append((chance, found))
        return Expected(
            math.fsum(p * e.value for p, e in parts),
            math.fsum(p * e.decisive for p, e in parts),
            math.fsum(p * e.depth for p, e in parts),
            all(e.settled for _, e in parts),
        )

    def _ours(self, board: chess.Board, so_far: Expected, belief: Belief, plies: int) -> Expected:
        if not self.source.moves(board):
            return so_far
        return choose(list(self.options(board, belief, plies).values()))


def choose(options: list[Expected]) -> Expected:
    """The best by value; among equals by depth where nobody can draw, and otherwise not settled."""
    top = max(option.value for option in options)
    equal = [option for option in options if option.value >= top - 1e-9 * (1 + abs(top))]
    first = equal[0]
    if all(option.decisive > 1 - 1e-12 for option in equal) and abs(abs(top) - 1) < 1e-12:
        pick = min(equal, key=lambda option: option.depth * math.copysign(1, top))
        return Expected(top, pick.decisive, pick.depth, pick.settled)
    # In proportion: a depth is a quotient of the two, however rarely somebody wins.
    alike = all(math.isclose(o.decisive, first.decisive) and math.isclose(o.depth, first.depth) for o in equal)
    return Expected(top, first.decisive, first.depth, first.settled and alike)
