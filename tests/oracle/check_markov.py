"""`markov`: every row of the matrix, lengths and chances, for one and two fallible players and every way to concede."""

from __future__ import annotations

import numpy as np

from .graph import BLACK, WHITE
from .markov import DEAD_DRAW, Lumped, lengths, won_within
from .players import INF, Model
from .program import Judge, Program
from .task import Task

TABLE = {"KRK": ("KR", "K"), "KQK": ("KQ", "K"), "KPK": ("KP", "K"), "KQKR": ("KQ", "KR")}
CASES = [
    ("KRK", 8.0, None, Model(), ()),
    ("KRK", 10.0, 3.0, Model(), ()),
    ("KRK", 4.0, 3.0, Model(concede="all"), ()),
    ("KRK", 6.0, None, Model(concede="all"), ("--side", "black")),
    ("KRK", 9.0, None, Model(kappa=0.0), ("--average", "classes")),
    ("KRK", 5.0, 5.0, Model(horizon=3, concede="all"), ()),
    ("KQK", 3.0, INF, Model(concede="all"), ()),
    ("KPK", 6.0, None, Model(), ()),
    ("KPK", 5.0, 4.0, Model(concede="all"), ()),
    ("KPK", 5.0, 2.0, Model(concede="never"), ("--states", "all")),
    ("KPK", 7.0, 7.0, Model(kappa=0.5, concede="draws"), ("--states", "all")),
    ("KPK", 0.0, 0.0, Model(concede="all", avoid_losses=True), ()),
    ("KQKR", 20.0, None, Model(), ()),
    ("KQKR", 12.0, 6.0, Model(concede="all"), ()),
]


def compare(judge: Judge, program: Program, depths, case) -> None:
    name, c, opponent, model, more = case
    words = ["markov", name, "-c", str(c), "--moves", "30", *model.words(), *more]
    words += ["--opponent", "inf" if opponent == INF else str(opponent)] if opponent is not None else []
    answer = judge.ask(program, *words)
    if answer is None:
        return
    wins = model.concede != "all" and "--states" not in more
    apart = DEAD_DRAW in answer["states"]
    if not wins:
        judge.same("a state for dead draws", apart, True)
    lumped = Lumped(depths, TABLE[name], WHITE, wins, apart, "classes" if "classes" in more else "boards")
    judge.same("states", answer["states"], lumped.names)
    if answer["states"] != lumped.names:
        return
    errs_black = "black" in more
    white = lumped.matrix(WHITE, model, INF if errs_black else c)
    black = lumped.matrix(BLACK, model, c if errs_black else INF if opponent is None else opponent)
    full = white @ black
    ours = black if errs_black else white if opponent is None else full
    theirs = np.array(answer["matrix"])
    gap = np.abs(theirs - ours)
    row, column = np.unravel_index(gap.argmax(), gap.shape)
    judge.same(f"m[{lumped.names[row]}][{lumped.names[column]}]", theirs[row, column], float(ours[row, column]))
    within = won_within(full, 30)
    said = dict(answer["win_within_30"])
    worst = max(said, key=lambda depth: abs(said[depth] - within[depth]))
    judge.same(f"won within 30 from depth {worst}", said[worst], float(within[worst]))
    if wins:
        expected = lengths(full)
        said = dict(answer["expected_length"])
        worst = max(said, key=lambda depth: abs((said[depth] or 0.0) / max(expected[depth], 1.0) - min(expected[depth], 1.0)))
        judge.same(f"expected length from depth {worst}", said[worst], float(expected[worst]))


def run(task: Task) -> Judge:
    judge = Judge("markov")
    for case in CASES:
        if TABLE[case[0]] in task.keys:
            compare(judge, task.program, task.solved.depths, case)
    return judge
