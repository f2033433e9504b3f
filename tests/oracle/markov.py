"""The papers' Markov model of an endgame: positions of one value and depth are one state (Andrist & Haworth 2005, section 5)."""

from __future__ import annotations

import numpy as np

from .chains import Moves
from .depths import Depths
from .players import INF, Model

DRAW, DEAD_DRAW = "draw", "dead draw"


def live_draws(depths: Depths, key) -> list[np.ndarray]:
    """By side to move: the drawn positions from which moves, however bad, lead to a decision while the men stay the same."""
    sides = [Moves(depths, key, turn) for turn in (0, 1)]
    live = [np.zeros(moves.count, dtype=bool) for moves in sides]
    while True:
        before = sum(int(one.sum()) for one in live)
        for turn, moves in enumerate(sides):
            stays = ~moves.side.conversion
            onward = (moves.move_sign != 0) | (stays & live[1 - turn][moves.place])
            live[turn] = (moves.sign == 0) & (moves.sum(onward.astype(float)) > 0)
        if sum(int(one.sum()) for one in live) == before:
            return live


class Lumped:
    """The states of an endgame as an attacker (a colour of the table) sees them, and both players' matrices.

    `wins`: wins alone are followed. `apart`: dead draws are a state of their own, never left.
    """

    def __init__(self, depths: Depths, key, attacker: int, wins: bool, apart: bool, average: str = "boards"):
        self.depths, self.key, self.attacker = depths, key, attacker
        self.average = average
        won, lost = depths.deepest[key][attacker], depths.deepest[key][1 - attacker]
        self.names = [f"win in {depth}" for depth in range(won + 1)]
        if not wins:
            self.names += [DRAW] + ([DEAD_DRAW] if apart else [])
            self.names += [f"loss in {depth}" for depth in range(lost, -1, -1)]
        self.wins, self.apart, self.deepest = wins, apart, won
        self.number = {name: at for at, name in enumerate(self.names)}
        self.live = live_draws(depths, key) if apart and not wins else None

    def _states(self, sign: np.ndarray, depth: np.ndarray) -> np.ndarray:
        """The numbers of states from the attacker's sign and depth; live draws are the draw, -1 is left out.

        In a metric that counts on after a conversion a move can lead deeper than the endgame itself: it counts as the deepest.
        """
        wins = np.minimum(depth, self.deepest)
        if self.wins:
            return np.where(sign > 0, wins, -1)
        last = len(self.names) - 1
        deepest_loss = self.depths.deepest[self.key][1 - self.attacker]
        return np.where(sign > 0, wins, np.where(sign < 0, last - np.minimum(depth, deepest_loss), self.number[DRAW]))

    def matrix(self, turn: int, model: Model, c: float) -> np.ndarray:
        """`M_c` of the colour that moves: rows from, columns to."""
        size = len(self.names)
        if self.wins and turn != self.attacker and c == INF:
            # Depth is counted in the attacker's moves: the best defence never changes it.
            return np.identity(size)
        moves = Moves(self.depths, self.key, turn)
        view = 1 if turn == self.attacker else -1
        start = self._states(view * moves.sign, moves.depth)
        goal = self._states(view * moves.move_sign, moves.move_depth)
        over = (moves.sign != 0) & (moves.depth == 0)
        stuck = np.diff(moves.side.first) == 0
        if self.live is not None:
            drawn = moves.sign == 0
            start = np.where(drawn & ~self.live[turn], self.number[DEAD_DRAW], start)
            dead = moves.side.conversion | ~self.live[1 - turn][moves.place]
            goal = np.where((moves.move_sign == 0) & dead, self.number[DEAD_DRAW], goal)
            over = over | (start == self.number[DEAD_DRAW])
        times = moves.side.boards.astype(float) if self.average == "boards" else np.ones(moves.count)
        followed = (start >= 0) & ~over
        times = np.where(followed, times, 0.0)
        p = moves.probabilities(model, c) * moves.spread(times)
        used = (p > 0) & (goal >= 0)
        cells = moves.spread(start)[used].astype(np.int64) * size + goal[used]
        sums = np.bincount(cells, weights=p[used], minlength=size * size).reshape(size, size)
        # Without a move and not mated: stays what it is.
        still = followed & stuck
        sums[start[still], start[still]] += 0.0
        np.add.at(sums, (start[still], start[still]), times[still])
        totals = np.bincount(start[followed], weights=times[followed], minlength=size)
        identity = np.identity(size)
        return np.where(totals[:, None] > 0, sums / np.maximum(totals, 1e-300)[:, None], identity)


def won_within(full: np.ndarray, moves: int) -> np.ndarray:
    """The chance of each state to be won (state 0) after so many moves and replies."""
    won = np.zeros(len(full))
    won[0] = 1.0
    for _ in range(moves):
        won = full @ won
    return won


def lengths(full: np.ndarray) -> np.ndarray:
    """The expected number of moves from each state, wins alone: `(I - M) L = 1`."""
    size = len(full)
    matrix = np.identity(size) - full
    matrix[0] = np.identity(size)[0]
    one = np.ones(size)
    one[0] = 0.0
    return np.linalg.solve(matrix, one)


def in_the_long_run(full: np.ndarray, names: list[str]) -> dict[int, dict[str, float]]:
    """How games last and end from each state they can go on from: Theorem 6 of Haworth 2003, a draw that is never left being an end too."""
    never_left = [abs(full[i, i] - 1.0) < 1e-12 for i in range(len(full))]
    ends = {"won": ["win in 0"], "drawn": [DRAW, DEAD_DRAW], "lost": ["loss in 0"]}
    on = [i for i in range(len(full)) if not never_left[i]]
    system = np.identity(len(on)) - full[np.ix_(on, on)]
    found = {"expected_length": np.linalg.solve(system, np.ones(len(on)))}
    for end, states in ends.items():
        there = [i for i, name in enumerate(names) if name in states and never_left[i]]
        found[end] = np.linalg.solve(system, full[np.ix_(on, there)].sum(axis=1))
    return {state: {key: float(values[at]) for key, values in found.items()} for at, state in enumerate(on)}


def expected_depth(states: np.ndarray, names: list[str]) -> float:
    """Of wins and losses alike, 0 for a draw."""
    return float(sum(p * int(name.split()[-1]) for p, name in zip(states, names) if " in " in name))
