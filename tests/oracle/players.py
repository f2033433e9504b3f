"""The reference player, position by position: Haworth 2003, sections 4 and 6, in plain Python.

A move is worth `(sign, depth)` to its mover: 1, 0 or -1, and the winner's moves after it. `moves` is a dictionary from UCI names to such
values; nothing here depends on an order of moves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

INF = math.inf


@dataclass(frozen=True)
class Model:
    """Everything about a reference player but its competence. `kappa` 0 is the limit `0+`."""

    kappa: float = 1.0
    concede: str = "draws"
    avoid_losses: bool = False
    horizon: int | None = None
    draw_as_win: int | None = None
    draw_as_loss: int | None = None

    def words(self) -> list[str]:
        """The same on the command line."""
        # Which values may be conceded has one default for people and one for the papers: it is always said.
        words = ["--concede", self.concede]
        if self.kappa != 1.0:
            words += ["--kappa", "0+" if self.kappa == 0 else repr(self.kappa)]
        if self.avoid_losses:
            words += ["--avoid-losses"]
        for word, value in [
            ("--horizon", self.horizon),
            ("--draw-as-win", self.draw_as_win),
            ("--draw-as-loss", self.draw_as_loss),
        ]:
            if value is not None:
                words += [word, str(value)]
        return words

    def cost(self, value: tuple[int, int], extent: tuple[int, int]) -> float:
        """`-ln S_c / c`. The extent is the deepest win and the deepest loss of the mover in the endgame on the board."""
        log = lambda depth: math.log(depth + self.kappa) if depth + self.kappa > 0 else -INF
        sign, depth = value
        as_win = max(self.draw_as_win or 0, extent[0] + 1)
        as_loss = max(self.draw_as_loss or 0, extent[1] + 1)
        if sign > 0:
            return log(depth)
        if sign == 0:
            return log(as_win)
        return log(as_win) + log(as_loss) - log(depth)

    def admitted(self, moves: dict, weights: dict) -> dict:
        """The weights after the rules that strike moves out; a rule that would leave nothing is not applied."""
        weights = dict(weights)

        def strike(condemned) -> None:
            if any(weight > 0 and not condemned(moves[move]) for move, weight in weights.items()):
                for move in moves:
                    if condemned(moves[move]):
                        weights[move] = 0.0

        best = max(moves.values(), key=goodness)
        if self.concede == "never" or (self.concede == "draws" and best[0] > 0):
            strike(lambda value: value[0] < best[0])
        if self.avoid_losses:
            strike(lambda value: value[0] < 0)
        if self.horizon is not None:
            # Losses within the horizon are seen, and avoided where there is anything else, a longer loss included.
            strike(lambda value: value[0] < 0 and value[1] <= self.horizon)
            if best[0] > 0 and best[1] <= self.horizon:
                strike(lambda value: value != best)
        return weights

    def probabilities(self, moves: dict, extent: tuple[int, int], c: float, weights: dict | None = None) -> dict:
        """`P[m]`, proportional to `v_m exp(-c cost)`."""
        if not moves:
            return {}
        own = weights if weights is not None else {move: 1.0 for move in moves}
        admitted = self.admitted(moves, own)
        if not any(weight > 0 for weight in admitted.values()):
            admitted = {move: 1.0 for move in moves}
        costs = {move: self.cost(moves[move], extent) for move in moves}
        # Ranks before the common factor is taken out: 0 times infinity is 0, as R_0 prefers nothing.
        ranks = {move: 0.0 if c == 0 else -c * costs[move] for move, weight in admitted.items() if weight > 0}
        top = max(ranks.values())
        if math.isinf(c):
            ranks = {move: math.copysign(1.0, -c) * costs[move] for move in ranks}
            top = max(ranks.values())
        shares = {}
        for move, rank in ranks.items():
            if rank == top:
                shares[move] = admitted[move]
            elif math.isinf(c) or math.isinf(top):
                shares[move] = 0.0
            else:
                shares[move] = admitted[move] * math.exp(rank - top)
        total = math.fsum(shares.values())
        return {move: shares.get(move, 0.0) / total for move in moves}


def goodness(value: tuple[int, int]) -> tuple[int, int]:
    """A key: the better for the mover the greater."""
    sign, depth = value
    return (sign, -depth if sign > 0 else depth if sign < 0 else 0)


@dataclass(frozen=True)
class Belief:
    """Competences and how likely each is."""

    competences: tuple[float, ...]
    chances: tuple[float, ...]

    @staticmethod
    def certain(c: float) -> Belief:
        return Belief((c,), (1.0,))

    @staticmethod
    def uniform(least: int = 0, greatest: int = 50) -> Belief:
        grid = tuple(float(c) for c in range(least, greatest + 1))
        return Belief(grid, tuple(1 / len(grid) for _ in grid))

    @staticmethod
    def normal(mean: float, sd: float, greatest: int = 50) -> Belief:
        grid = tuple(float(c) for c in range(greatest + 1))
        bells = [math.exp(-0.5 * ((c - mean) / sd) ** 2) for c in grid]
        return Belief(grid, tuple(bell / math.fsum(bells) for bell in bells))

    def learned(self, likelihoods: list[float]) -> Belief | None:
        """Bayes's rule; none if nothing is left to believe."""
        products = [chance * likelihood for chance, likelihood in zip(self.chances, likelihoods)]
        total = math.fsum(products)
        return replace(self, chances=tuple(p / total for p in products)) if total > 0 else None

    def mean(self) -> float:
        return math.fsum(c * p for c, p in zip(self.competences, self.chances))

    def sd(self) -> float:
        mean = self.mean()
        return math.sqrt(math.fsum(p * (c - mean) ** 2 for c, p in zip(self.competences, self.chances)))
