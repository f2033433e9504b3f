"""`advise`: what to expect of every move against a fallible opponent, through captures and promotions."""

from __future__ import annotations

import chess

from . import weights as rules
from .players import Belief, Model, goodness
from .predator import Predator
from .program import Judge
from .task import Task

BELIEFS = {
    "0": Belief.certain(0.0),
    "2": Belief.certain(2.0),
    "5": Belief.certain(5.0),
    "20": Belief.certain(20.0),
    "1000": Belief.certain(1000.0),
    "40": Belief.certain(40.0),
    "uniform": Belief.uniform(),
    "normal=12/4": Belief.normal(12, 4),
}
MODELS = [
    Model(),
    Model(concede="all"),
    Model(concede="never"),
    Model(kappa=0.0, concede="all"),
    Model(concede="all", horizon=2),
    Model(kappa=0.5, concede="all", avoid_losses=True),
]


def compare(judge, program, source, board, belief: str, model: Model, plies=2, weigher=None, aim="value") -> None:
    """`value` is the papers' Predator, all draws being equal. With `score` two plies expect the same, and another move may be chosen; `press` has a test of its own."""
    words = ["advise", board.fen(), "--belief", belief, "--plies", str(plies), "--nodes", "10000000", *model.words()]
    words += ["--aim", aim]
    if weigher:
        words += ["--weights", program.file(f"{weigher.name}.json", weigher.text())]
    answer = judge.ask(program, *words)
    if answer is None:
        return
    ours = Predator(source, model, weigher).options(board, BELIEFS[belief], plies)
    theirs = {option["uci"]: option for option in answer["options"]}
    judge.same("moves considered", sorted(theirs), sorted(ours))
    judge.same("plies looked", answer["plies"], plies)
    both = sorted(set(ours) & set(theirs))
    _worst(judge, "E[value] of", {u: (theirs[u]["expected_value"], ours[u].value) for u in both})
    settled = {u: (theirs[u]["expected_depth"], ours[u].mean_depth()) for u in both if ours[u].settled}
    _worst(judge, "E[depth] of", settled)
    best = [uci for uci, option in theirs.items() if option["best"]]
    if aim == "score":
        _keeps_men(judge, source, board, best)
        return
    # The choice, where value alone decides it.
    top = max(option.value for option in ours.values())
    rivals = [uci for uci, option in ours.items() if option.value > top - 1e-7]
    if len(rivals) == 1:
        judge.same("the choice", best, rivals)


def _keeps_men(judge: Judge, source, board: chess.Board, best: list[str]) -> None:
    """A drawing move that the right reply turns into an endgame we cannot win is not chosen beside one that keeps such men."""
    moves = source.moves(board)
    if max(moves.values(), key=goodness)[0] != 0:
        return
    dead = {uci: _dead(source, board, uci) for uci, value in moves.items() if value[0] == 0}
    if not all(dead.values()):
        judge.same("moves chosen into dead draws", [uci for uci in best if dead[uci]], [])


def _dead(source, board: chess.Board, uci: str) -> bool:
    board.push_uci(uci)
    dead = True
    for reply, value in source.moves(board).items():
        if value[0] == 0:
            board.push_uci(reply)
            dead &= source.extent(board)[0] == 0
            board.pop()
    board.pop()
    return dead


def _worst(judge: Judge, what: str, pairs: dict) -> None:
    """One comparison for all moves: the one that differs most."""
    if not pairs:
        return
    gap = lambda pair: 0 if pair[0] == pair[1] else 1e9 if None in pair else abs(pair[0] - pair[1])
    worst = max(pairs, key=lambda uci: gap(pairs[uci]))
    judge.same(f"{what} {worst}", *pairs[worst])


def run(task: Task) -> Judge:
    judge, program, asked = Judge("advise"), task.program, task.asked()
    beliefs = list(BELIEFS)
    for number, (source, board) in enumerate(asked):
        compare(judge, program, source, board, beliefs[number % len(beliefs)], MODELS[number % len(MODELS)])
        model = MODELS[(number + 1) % len(MODELS)]
        compare(judge, program, source, board, beliefs[(number + 2) % len(beliefs)], model, aim="score")
        weigher = rules.ALL[number % len(rules.ALL)]
        compare(judge, program, source, board, "5", MODELS[number % 3], weigher=weigher)
    # Four plies, where positions are few enough.
    boards = [board for source, board in asked if source is task.solved]
    few = 12 if task.small else 6
    deep = [board for board in boards if board.legal_moves.count() <= few]
    for number, board in enumerate(deep[: 40 if task.small else 4]):
        belief = ["2", "20", "uniform"][number % 3]
        compare(judge, program, task.solved, board, belief, MODELS[number % len(MODELS)], plies=4)
    return judge
