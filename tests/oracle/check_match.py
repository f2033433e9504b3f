"""`match`: how games end, within the bounds of chance; and which move each agent makes."""

from __future__ import annotations

import io
import math

import chess
import chess.pgn

from . import weights as rules
from .check_predict import Answers
from .games import Games
from .players import Belief, Model, goodness
from .predator import Predator
from .program import Judge, Program
from .source import Probed
from .task import Task

SIGMAS = 5.0
# Where from, White's competence and Black's, model, moves each, whether to mate.
GAMES = [
    ("8/8/3R4/4k3/8/8/8/1K6 w - - 0 1", 4.0, 3.0, Model(concede="all"), 50, False),
    ("8/8/8/4k3/8/8/3PK3/8 w - - 0 1", 4.0, 3.0, Model(concede="all"), 50, True),
    ("8/1Pk5/8/8/K7/8/8/8 w - - 0 1", 5.0, 4.0, Model(), 20, False),
    ("8/3pk3/8/8/8/3K4/8/8 b - - 0 1", 1.0, 2.0, Model(kappa=0.5, concede="all"), 30, True),
    ("7k/8/8/8/8/8/8/KQ6 b - - 0 1", 6.0, 0.0, Model(concede="never"), 15, False),
]


def near(judge: Judge, what: str, count: int, games: int, chance: float) -> None:
    """A count against its chance, five standard deviations either way."""
    chance = min(max(chance, 0.0), 1.0)
    bound = SIGMAS * math.sqrt(games * chance * (1 - chance)) + 1e-6
    judge.true(what, abs(count - games * chance) <= bound, f"{count} of {games}", f"{games * chance:.2f} +- {bound:.2f}")


def compare(judge: Judge, program: Program, answers: Answers, case, games: int = 3000) -> None:
    fen, white, black, model, limit, to_mate = case
    words = ["match", "--white", f"player:{white}", "--black", f"player:{black}", "--from", fen, "--games", str(games)]
    words += ["--limit", str(limit), "--seed", "7", *model.words(), *(["--to-mate"] if to_mate else [])]
    answer = judge.ask(program, *words)
    if answer is None:
        return
    board = chess.Board(fen)
    key, turn, place = answers.find(board)
    # In the table's colours: a pawn or piece of Black's is White's there.
    flipped = turn != (0 if board.turn == chess.WHITE else 1)
    pair = (black, white) if flipped else (white, black)
    ends = Games(answers.depths, key, model, *pair, to_mate).ends(turn, 2 * limit)
    at = answers.world.endgames[key].base[turn] + place
    won, lost, drawn = (float(chance) for chance in ends[at])
    if flipped:
        won, lost = lost, won
    results = answer["results"]
    for name, chance in [("white", won), ("black", lost), ("draw", drawn), ("unfinished", 1 - won - lost - drawn)]:
        near(judge, f"games: {name}", results.get(name, 0), games, chance)


def uniform(moves: list[str]) -> dict[str, float]:
    return {move: 1 / len(moves) for move in moves}


def best_of(moves: dict) -> list[str]:
    top = max(moves.values(), key=goodness)
    return [move for move, value in moves.items() if value == top]


def fewest(source, board: chess.Board) -> dict[str, float]:
    """Of the best moves those with the smallest share of optimal replies (Jansen 1992, 7.1.1)."""
    shares = {}
    for move in best_of(source.moves(board)):
        board.push_uci(move)
        replies = source.moves(board)
        shares[move] = len(best_of(replies)) / len(replies) if replies else 0.0
        board.pop()
    return uniform([move for move, share in shares.items() if share == min(shares.values())])


def emulator(source, board: chess.Board, c: int, model: Model) -> dict[str, float]:
    """The move after which an Analyser of 0(1)2c finds the competence nearest to c (Andrist & Haworth 2005, 3.4)."""
    moves, extent, prior = source.moves(board), source.extent(board), Belief.uniform(0, 2 * c)
    tables = [model.probabilities(moves, extent, x) for x in prior.competences]
    far = {}
    for move in moves:
        seen = prior.learned([table[move] for table in tables])
        if seen is not None:
            far[move] = abs(seen.mean() - c)
    return uniform([move for move, distance in far.items() if distance <= min(far.values()) + 1e-9])


def predator(source, board: chess.Board, belief: Belief, model: Model, plies: int) -> dict[str, float] | None:
    """The best options; none where more than value and depth decides."""
    options = Predator(source, model).options(board, belief, plies)
    top = max(option.value for option in options.values())
    rivals = {move: option for move, option in options.items() if option.value > top - 1e-7}
    if len(rivals) > 1:
        if not all(option.settled and option.decisive > 1 - 1e-12 for option in rivals.values()):
            return None
        depths = [option.depth for option in rivals.values()]
        goal = min(depths) if top > 0 else max(depths)
        rivals = {move: option for move, option in rivals.items() if abs(option.depth - goal) < 1e-7}
    return uniform(list(rivals))


def first_moves(judge: Judge, program: Program, agent: str, board: chess.Board, model: Model, games: int) -> dict | None:
    """How often an agent made each move at the start."""
    path = program.folder / "first.pgn"
    sides = ["--white", agent, "--black", "random"] if board.turn == chess.WHITE else ["--white", "random", "--black", agent]
    words = ["match", *sides, "--from", board.fen(), "--games", str(games), "--limit", "1", "--seed", "3", *model.words()]
    if judge.ask(program, *words, "--pgn", str(path)) is None:
        return None
    counts: dict[str, int] = {}
    text = io.StringIO(path.read_text(encoding="utf-8"))
    while (game := chess.pgn.read_game(text)) is not None:
        move = next(iter(game.mainline_moves())).uci()
        counts[move] = counts.get(move, 0) + 1
    return counts


def agents(judge: Judge, program: Program, source, fen: str, model: Model, games: int) -> None:
    board = chess.Board(fen)
    moves, extent = source.moves(board), source.extent(board)
    worst = min(moves.values(), key=goodness)
    weigher = rules.ALL[1]
    file = program.file(f"{weigher.name}.json", weigher.text())
    expected = {
        "player:3": model.probabilities(moves, extent, 3.0),
        f"player:3,weights={file}": model.probabilities(moves, extent, 3.0, weigher(board)),
        "infallible": uniform(best_of(moves)),
        "anti-infallible": uniform([move for move, value in moves.items() if value == worst]),
        "fewest": fewest(source, board),
        "emulator:6": emulator(source, board, 6, model),
        "predator:4,plies=2,aim=value": predator(source, board, Belief.certain(4.0), model, 2),
    }
    for agent, chances in expected.items():
        if chances is None:
            continue
        counts = first_moves(judge, program, agent, board, model, games)
        if counts is None:
            continue
        for move in set(chances) | set(counts):
            near(judge, f"{agent} plays {move}", counts.get(move, 0), games, chances.get(move, 0.0))


AGENTS = [
    ("8/8/3R4/4k3/8/8/8/1K6 w - - 0 1", Model()),
    ("8/8/8/8/8/2k5/1R6/K7 b - - 0 1", Model(concede="all")),
    ("8/1Pk5/8/8/K7/8/8/8 w - - 0 1", Model(concede="all")),
    ("8/8/8/8/k7/8/K1p5/8 b - - 0 1", Model(kappa=0.0)),
    ("8/8/8/7k/8/8/pK6/8 b - - 0 1", Model(concede="all", horizon=2)),
]
FOUR = [("8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1", Model()), ("8/8/8/8/8/8/1k1K4/1q5R w - - 0 1", Model(concede="all"))]
LARGE = [("8/8/3k4/8/2q5/1P1K4/8/8 w - - 0 1", Model())]


def run(task: Task) -> Judge:
    judge, program, solved = Judge("match"), task.program, task.solved
    if not task.small:
        for fen, model in FOUR:
            agents(judge, program, solved, fen, model, 120)
        return judge
    answers = Answers(solved.depths)
    for case in GAMES:
        compare(judge, program, answers, case)
    for fen, model in AGENTS:
        agents(judge, program, solved, fen, model, 120)
    for fen, model in LARGE:
        agents(judge, program, Probed(program), fen, model, 120)
    return judge
