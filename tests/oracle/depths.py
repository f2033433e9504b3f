"""What every position of a world is worth, by retrograde analysis in rounds.

Depth counts the winner's moves (docs/conventions.md): mated, or every move a conversion into a lost endgame, is a loss in 0; a winner
to move has one more than the least depth after his moves; a loser to move the greatest. A move that ends the metric's clock and
decides the game has depth 0, whatever the smaller endgame's own depth.
"""

from __future__ import annotations

import numpy as np

from .graph import BLACK, WHITE, Endgame, World

NONE = np.int16(-1)


class Depths:
    """Values of all positions for the side to move: `sign` is 1, 0 or -1, `depth` the winner's moves (-1 in a draw)."""

    def __init__(self, world: World, metric: str = "dtc"):
        self.world, self.metric = world, metric
        self.sign = np.zeros(world.size, dtype=np.int8)
        self.depth = np.full(world.size, NONE, dtype=np.int16)
        self.deepest: dict[tuple[str, str], list[int]] = {}
        for key, endgame in world.endgames.items():
            self._solve(endgame)
            # By colour: the greatest depth of a win of his, whoever is to move; 0 if he never wins.
            self.deepest[key] = [self._deepest(endgame, color) for color in (WHITE, BLACK)]

    def resets(self, side) -> np.ndarray | None:
        """Which moves end the clock."""
        return {"dtc": side.conversion, "dtm": None}[self.metric]

    def of_moves(self, side) -> tuple[np.ndarray, np.ndarray]:
        """What each move is worth to its mover: sign, and the depth after it."""
        sign, depth = -self.sign[side.to], self.depth[side.to]
        resets = self.resets(side)
        if resets is not None:
            depth = np.where(resets & (sign != 0), 0, depth)
        return sign, depth

    def _solve(self, endgame: Endgame) -> None:
        ranges = [slice(base, base + len(side.squares)) for base, side in zip(endgame.base, endgame.sides)]
        # Positions still open, with their moves, so that later rounds look at fewer.
        left = [_Rows.of(side) for side in endgame.sides]
        for turn, side in enumerate(endgame.sides):
            empty = np.diff(side.first) == 0
            mated = np.flatnonzero(empty & side.check)
            self.sign[ranges[turn].start + mated] = -1
            self.depth[ranges[turn].start + mated] = 0
        round_, quiet = 0, 0
        # A depth may be missing among the wins of one side: several quiet rounds must pass, and more than any table has.
        while quiet < 3 or round_ < 2:
            changed = 0
            for turn in (WHITE, BLACK):
                changed += self._losses(endgame, turn, left[turn], round_)
            for turn in (WHITE, BLACK):
                changed += self._wins(endgame, turn, left[turn], round_)
            for turn in (WHITE, BLACK):
                left[turn] = left[turn].where(self.sign[ranges[turn]][left[turn].rows] == 0)
            quiet = 0 if changed else quiet + 1
            round_ += 1
        self._check(endgame)

    def _move_values(self, endgame: Endgame, turn: int, rows: _Rows) -> tuple[np.ndarray, np.ndarray]:
        to = endgame.sides[turn].to[rows.moves]
        sign, depth = -self.sign[to], self.depth[to]
        resets = self.resets(endgame.sides[turn])
        if resets is not None:
            depth = np.where(resets[rows.moves] & (sign != 0), 0, depth)
        return sign, depth

    def _losses(self, endgame: Endgame, turn: int, rows: _Rows, round_: int) -> int:
        """Losses in `round_`: every move loses, the last after so many."""
        if len(rows.rows) == 0:
            return 0
        sign, depth = self._move_values(endgame, turn, rows)
        lost = (sign < 0) & (depth <= round_)
        found = rows.rows[np.logical_and.reduceat(lost, rows.first)]
        at = endgame.base[turn] + found
        at = at[self.sign[at] == 0]
        self.sign[at], self.depth[at] = -1, round_
        return len(at)

    def _wins(self, endgame: Endgame, turn: int, rows: _Rows, round_: int) -> int:
        """Wins in `round_ + 1`: a move leads to a loss in `round_`."""
        if len(rows.rows) == 0:
            return 0
        sign, depth = self._move_values(endgame, turn, rows)
        won = (sign > 0) & (depth <= round_)
        found = rows.rows[np.logical_or.reduceat(won, rows.first)]
        at = endgame.base[turn] + found
        at = at[self.sign[at] == 0]
        self.sign[at], self.depth[at] = 1, round_ + 1
        return len(at)

    def _check(self, endgame: Endgame) -> None:
        """Every value once more against its successors."""
        for base, side in zip(endgame.base, endgame.sides):
            rows = _Rows.of(side)
            sign, depth = self.of_moves(side)
            # Better is greater: wins by small depth, then draws, then losses by great depth.
            worth = np.where(sign > 0, 30000 - depth, np.where(sign < 0, depth - 30000, 0)).astype(np.int32)
            best = np.maximum.reduceat(worth, rows.first)
            at = base + rows.rows
            said = np.where(self.sign[at] > 0, 30001 - self.depth[at], np.where(self.sign[at] < 0, self.depth[at] - 30000, 0))
            assert (said == best).all(), f"{endgame.white}{endgame.black}: not solved"

    def _deepest(self, endgame: Endgame, color: int) -> int:
        deepest = 0
        for turn, (base, side) in enumerate(zip(endgame.base, endgame.sides)):
            part = slice(base, base + len(side.squares))
            wins = self.sign[part] == (1 if turn == color else -1)
            if wins.any():
                deepest = max(deepest, int(self.depth[part][wins].max()))
        return deepest


class _Rows:
    """Some rows of moves: the positions, where each starts, and the moves."""

    def __init__(self, rows: np.ndarray, first: np.ndarray, moves: np.ndarray):
        self.rows, self.first, self.moves = rows, first, moves

    @staticmethod
    def of(side) -> _Rows:
        counts = np.diff(side.first)
        rows = np.flatnonzero(counts)
        return _Rows(rows, side.first[:-1][rows], np.arange(len(side.to)))

    def where(self, keep: np.ndarray) -> _Rows:
        if keep.all():
            return self
        counts = np.diff(np.append(self.first, len(self.moves)))
        moves = self.moves[np.repeat(keep, counts)]
        counts = counts[keep]
        return _Rows(self.rows[keep], np.concatenate([[0], np.cumsum(counts)])[:-1].astype(np.int64), moves)
