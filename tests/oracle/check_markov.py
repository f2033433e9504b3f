"""`markov`: every row of the matrix, lengths and chances, for one and two fallible players and every way to concede; how games end when
value is conceded both ways (Theorem 6 of Haworth 2003), weights, and beliefs."""

from __future__ import annotations

import numpy as np

from . import weights as rules
from .graph import BLACK, WHITE
from .markov import DEAD_DRAW, Lumped, expected_depth, in_the_long_run, lengths, won_within
from .players import INF, Model
from .positions import board_of
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
    after = np.linalg.matrix_power(full, 30)[lumped.deepest]
    told = answer["after"]
    gap = np.abs(np.array(told["states"]) - after)
    judge.same(f"{lumped.names[gap.argmax()]} after 30 moves", told["states"][gap.argmax()], float(after[gap.argmax()]))
    judge.same("expected depth after 30 moves", told["expected_depth"], expected_depth(after, lumped.names))
    exactly = after[0] - np.linalg.matrix_power(full, 29)[lumped.deepest][0]
    judge.same("won with exactly 30 moves", told["won_exactly"], float(exactly))
    for state, ours in in_the_long_run(full, lumped.names).items() if not wins else ():
        for key, value in ours.items():
            judge.same(f"{key} in the long run from {lumped.names[state]}", answer["steady_states"][state][key], value)
    if wins:
        expected = lengths(full)
        said = dict(answer["expected_length"])
        worst = max(said, key=lambda depth: abs((said[depth] or 0.0) / max(expected[depth], 1.0) - min(expected[depth], 1.0)))
        judge.same(f"expected length from depth {worst}", said[worst], float(expected[worst]))


def believed(judge: Judge, program: Program, depths) -> None:
    """A belief is a mixture: the mean over its competences of what each predicts."""
    grid, opponent, model = (6.0, 11.0, 16.0, 21.0), 5.0, Model()
    words = ["markov", "KRK", "--belief", "6(5)21", "--opponent", str(opponent), "--moves", "25", *model.words()]
    answer = judge.ask(program, *words)
    if answer is None:
        return
    lumped = Lumped(depths, TABLE["KRK"], WHITE, True, False)
    black = lumped.matrix(BLACK, model, opponent)
    each = [lumped.matrix(WHITE, model, c) @ black for c in grid]
    after = np.mean([np.linalg.matrix_power(full, 25)[16] for full in each], axis=0)
    for state, (said, ours) in enumerate(zip(answer["after"]["states"], after)):
        judge.same(f"{lumped.names[state]} after 25 moves", said, float(ours))
    length = np.mean([lengths(full) for full in each], axis=0)
    for depth, said in answer["expected_length"]:
        judge.same(f"expected length from depth {depth}", said, float(length[depth]))


def weighed(judge: Judge, task: Task) -> None:
    """Rows of the matrix with weights: every position of a depth, its moves weighed by python-chess."""
    depths, key, model, c = task.solved.depths, TABLE["KRK"], Model(), 7.0
    endgame = depths.world.endgames[key]
    side, base = endgame.sides[WHITE], endgame.base[WHITE]
    for weigher in rules.ALL[:2]:
        file = task.program.file(f"{weigher.name}.json", weigher.text())
        answer = judge.ask(task.program, "markov", "KRK", "-c", str(c), "--weights", file, *model.words())
        for depth in (2, 4) if answer else ():
            row, total = np.zeros(17), 0.0
            for at in np.flatnonzero((depths.sign[base : base + len(side.squares)] > 0) & (depths.depth[base : base + len(side.squares)] == depth)):
                board = board_of(depths.world, key, WHITE, int(at), task.rng)
                moves = task.solved.moves(board)
                for move, p in model.probabilities(moves, task.solved.extent(board), c, weigher(board)).items():
                    row[moves[move][1]] += p * side.boards[at] if p > 0 else 0.0
                total += side.boards[at]
            for goal, ours in enumerate(row / total):
                judge.same(f"m[{depth}][{goal}] with weights {weigher.name}", answer["matrix"][depth][goal], float(ours))


def run(task: Task) -> Judge:
    judge = Judge("markov")
    if TABLE["KRK"] in task.keys:
        believed(judge, task.program, task.solved.depths)
        weighed(judge, task)
    for case in CASES:
        if TABLE[case[0]] in task.keys:
            compare(judge, task.program, task.solved.depths, case)
    return judge
