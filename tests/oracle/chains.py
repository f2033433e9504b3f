"""Two players on every position of an endgame at once: probabilities of all moves, lengths, chances, games.

The reference player of `players.py` once more, for whole arrays; `selftest` compares the two.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import sparse
from scipy.sparse import linalg

from .depths import Depths, _Rows
from .players import INF, Model

# What a move ends the endgame with, for its mover: `OPEN` if it does not.
OPEN, WON, DRAWN, LOST = 0, 1, 2, 3


class Moves:
    """The moves of one side of an endgame: what they are worth to the mover, and whether they end it."""

    def __init__(self, depths: Depths, key: tuple[str, str], turn: int):
        self.endgame = depths.world.endgames[key]
        self.side, self.turn = self.endgame.sides[turn], turn
        self.rows = _Rows.of(self.side)
        self.count = len(self.side.squares)
        self.base, self.other = self.endgame.base[turn], self.endgame.base[1 - turn]
        part = slice(self.base, self.base + self.count)
        self.sign, self.depth = depths.sign[part], depths.depth[part]
        self.move_sign, self.move_depth = depths.of_moves(self.side)
        self.extent = (depths.deepest[key][turn], depths.deepest[key][1 - turn])
        decided = (self.move_sign != 0) & (self.move_depth == 0)
        self.ends = np.where(
            decided,
            np.where(self.move_sign > 0, WON, LOST),
            np.where(self.side.conversion & (self.move_sign == 0), DRAWN, OPEN),
        ).astype(np.int8)
        # The position after the move, by its place in the other side; 0, and not to be looked at, where the endgame is left.
        self.place = np.where(self.side.conversion, 0, self.side.to - self.other).astype(np.int32)

    def sum(self, per_move: np.ndarray) -> np.ndarray:
        """Sums over the moves of each position; 0 where there is no move."""
        sums = np.zeros(self.count)
        sums[self.rows.rows] = np.add.reduceat(per_move, self.rows.first)
        return sums

    def matrix(self, probabilities: np.ndarray) -> sparse.csr_matrix:
        """How likely each position of the other side is after the move, where the endgame goes on."""
        data = np.where(self.ends == OPEN, probabilities, 0.0)
        other = len(self.endgame.sides[1 - self.turn].squares)
        return sparse.csr_matrix((data, self.place, self.side.first), shape=(self.count, other))

    def spread(self, per_position: np.ndarray) -> np.ndarray:
        """Each position's number at each of its moves."""
        return np.repeat(per_position, np.diff(self.side.first))

    def greatest(self, per_move: np.ndarray) -> np.ndarray:
        """At each move the greatest among the moves of its position."""
        found = np.zeros(self.count, dtype=per_move.dtype)
        found[self.rows.rows] = np.maximum.reduceat(per_move, self.rows.first)
        return self.spread(found)

    def probabilities(self, model: Model, c: float) -> np.ndarray:
        """`P[m]` of every move."""
        allowed = self._allowed(model)
        deepest = int(max(self.move_depth.max(initial=0), *self.extent)) + 2
        table = np.zeros((3, deepest))
        for sign in (1, 0, -1):
            for depth in range(deepest):
                table[sign, depth] = 0.0 if c == 0 else model.cost((sign, depth), self.extent)
        costs = table[self.move_sign, np.maximum(self.move_depth, 0)]
        if math.isinf(c):
            rank = -math.copysign(1.0, c) * costs
        else:
            rank = np.zeros(len(costs)) if c == 0 else -c * costs
        rank = np.where(allowed, rank, -INF)
        top = self.greatest(rank)
        at_top = rank == top
        if math.isinf(c):
            shares = at_top.astype(float)
        else:
            with np.errstate(invalid="ignore"):
                shares = np.where(at_top, 1.0, np.where(np.isinf(top), 0.0, np.exp(rank - top)))
        shares = np.where(allowed, shares, 0.0)
        return shares / self.spread(self.sum(shares))

    def _allowed(self, model: Model) -> np.ndarray:
        allowed = np.ones(len(self.move_sign), dtype=bool)
        own = self.spread(self.sign)

        def strike(condemned: np.ndarray) -> None:
            nonlocal allowed
            left = self.greatest((allowed & ~condemned).astype(np.int8)) > 0
            allowed = allowed & ~(condemned & left)

        if model.concede == "never":
            strike(self.move_sign < own)
        elif model.concede == "draws":
            strike((own > 0) & (self.move_sign < own))
        if model.avoid_losses:
            strike(self.move_sign < 0)
        if model.horizon is not None:
            strike((self.move_sign < 0) & (self.move_depth <= model.horizon))
            best = self.spread(np.where(self.sign > 0, self.depth - 1, -1))
            near = (own > 0) & (best <= model.horizon)
            strike(near & ((self.move_sign <= 0) | (self.move_depth != best)))
        return allowed


class Pairing:
    """Attacker and defender in one endgame, position by position, until it is won (docs/conventions.md, Predicting)."""

    def __init__(self, depths: Depths, key, attacker: int, model: Model, c: float, opponent: float):
        self.attack, self.defence = Moves(depths, key, attacker), Moves(depths, key, 1 - attacker)
        p, q = self.attack.probabilities(model, c), self.defence.probabilities(model, opponent)
        self.p, self.q = p, q
        self.onward = self.attack.matrix(p)
        self.reply = self.defence.matrix(q)

    def lengths(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For players who never give the win away: the attacker's moves to expect, himself to move; the same, the defender to move;
        and the standard deviation of the former."""
        follow = np.flatnonzero(self.attack.sign > 0)
        # By depth: most moves then lead to earlier rows, and a triangle of the matrix is nearly all of it.
        follow = follow[np.argsort(self.attack.depth[follow], kind="stable")]
        solve = _solver((self.onward[follow] @ self.reply)[:, follow])
        length = np.zeros(self.attack.count)
        length[follow] = solve(np.ones(len(follow)))
        after = self.reply @ length
        square = np.zeros(self.attack.count)
        square[follow] = solve(1.0 + 2.0 * (self.onward @ after)[follow])
        return length, after, np.sqrt(np.maximum(square - length**2, 0.0))


def _solver(step):
    """Solves `x = b + step x` for any `b`, by GMRES behind the lower triangle, with refinement."""
    matrix = (sparse.identity(step.shape[0]) - step).tocsc()
    triangle = linalg.splu(sparse.tril(matrix).tocsc(), permc_spec="NATURAL", diag_pivot_thresh=0.0)
    before = linalg.LinearOperator(matrix.shape, triangle.solve)

    def solve(b: np.ndarray) -> np.ndarray:
        x = np.zeros(len(b))
        for _ in range(6):
            rest = b - matrix @ x
            if np.abs(rest).max() <= 1e-13 * np.abs(b).max():
                break
            x += linalg.gmres(matrix, rest, rtol=1e-9, restart=80, maxiter=2, M=before)[0]
        return x

    return solve
