"""`choices`: the probability of every move, by its name."""

from __future__ import annotations

import chess

from . import weights as rules
from .players import INF, Model, goodness
from .program import Judge, Program
from .source import value_of
from .task import Task

MODELS = [
    Model(),
    Model(concede="all"),
    Model(concede="never"),
    Model(kappa=0.0, concede="all"),
    Model(kappa=0.0),
    Model(kappa=0.01, concede="never"),
    Model(kappa=2.5, concede="all", avoid_losses=True),
    Model(concede="all", horizon=1),
    Model(concede="all", horizon=3),
    Model(horizon=5),
    Model(horizon=12, concede="never"),
    Model(kappa=0.0, horizon=2, concede="all"),
    Model(concede="all", draw_as_win=60, draw_as_loss=45),
]
COMPETENCES = [0.0, 0.5, 2.0, 5.0, 20.0, 200.0, 1e6, INF, -2.0, -INF]


def compare(judge: Judge, program: Program, source, board: chess.Board, c: float, model: Model, weigher=None) -> None:
    words = ["choices", board.fen(), f"-c={c if abs(c) < INF else ('inf' if c > 0 else '-inf')}", *model.words()]
    if weigher:
        words += ["--weights", program.file(f"{weigher.name}.json", weigher.text())]
    answer = judge.ask(program, *words)
    if answer is None:
        return
    moves, extent = source.moves(board), source.extent(board)
    weights = weigher(board) if weigher else None
    ours = model.probabilities(moves, extent, c, weights)
    theirs = {move["uci"]: move for move in answer["moves"]}
    judge.same("legal moves", sorted(theirs), sorted(ours))
    worst, at = 0.0, None
    for uci in set(ours) & set(theirs):
        said = theirs[uci]
        if value_of(said["value"]) != moves[uci]:
            judge.fail(f"value of {uci}", said["value"], moves[uci])
        difference = abs(said["probability"] - ours[uci])
        if not difference <= worst:
            worst, at = difference, uci
    if weights:
        heavy = {uci: abs(theirs[uci]["weight"] - weights[uci]) / (1 + weights[uci]) for uci in set(ours) & set(theirs)}
        at_worst = max(heavy, key=heavy.get)
        judge.same(f"weight of {at_worst}", theirs[at_worst]["weight"], weights[at_worst])
    if at is None:
        judge.agreed += 1
    else:
        judge.same(f"P[{at}]", theirs[at]["probability"], ours[at])
    expected = sum(p * moves[uci][0] for uci, p in ours.items() if p > 0)
    judge.same("expected value", answer["expected"]["value"], expected)


def run(task: Task) -> Judge:
    judge, program, asked = Judge("choices"), task.program, task.asked()
    for number, (source, board) in enumerate(asked):
        for turn in range(3):
            c = COMPETENCES[(number + 3 * turn) % len(COMPETENCES)]
            model = MODELS[(5 * number + 2 * turn) % len(MODELS)]
            compare(judge, program, source, board, c, model)
        weigher = rules.ALL[number % len(rules.ALL)]
        compare(judge, program, source, board, [0.0, 4.0, 15.0, INF][number % 4], MODELS[number % 3], weigher)
    # The loser's horizon: a longer loss is preferred to those that are seen.
    for source, board in asked:
        if max(source.moves(board).values(), key=goodness)[0] < 0:
            for horizon in (1, 3, 8):
                compare(judge, program, source, board, 2.0, Model(horizon=horizon))
    return judge
