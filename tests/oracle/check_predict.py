"""`predict`: the expected length and the chance to win within so many moves, exactly and by the Markov model."""

from __future__ import annotations

import chess
import numpy as np

from .chains import Pairing
from .depths import Depths
from .games import Games
from .graph import World
from .markov import Lumped, lengths, won_within
from .players import INF, Model
from .program import Judge, Program
from .source import Probed
from .task import Task

ROOK = "8/8/3R4/4k3/8/8/8/1K6 w - - 0 1"
ROOK_TURNED = "8/3r4/1K6/8/3k4/8/8/8 w - - 0 1"
PAWN = "8/8/8/4k3/8/8/3PK3/8 w - - 0 1"
PAWN_LIVE = "8/1Pk5/8/8/K7/8/8/8 w - - 0 1"
PAWN_BLACK = "8/3pk3/8/8/8/3K4/8/8 b - - 0 1"
QUEEN = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"
# Position, competence, opponent, model, moves.
CASES = [
    (ROOK, 10.0, 3.0, Model(), 16),
    (ROOK, 8.0, INF, Model(), 40),
    (ROOK, 4.0, 3.0, Model(concede="all"), 50),
    (ROOK, 15.0, 15.0, Model(concede="never"), 20),
    (ROOK, INF, 2.0, Model(), 12),
    (ROOK, 5.0, 5.0, Model(kappa=0.0, concede="all"), 25),
    (ROOK, 8.0, 3.0, Model(horizon=3, concede="all"), 25),
    (ROOK, 6.0, 2.0, Model(avoid_losses=True), 25),
    (ROOK_TURNED, 12.0, 0.0, Model(), 18),
    (ROOK_TURNED, 3.0, 7.0, Model(concede="all"), 30),
    (PAWN, 6.0, INF, Model(), 30),
    (PAWN, 5.0, 2.0, Model(), 12),
    (PAWN, 4.0, 3.0, Model(concede="all"), 50),
    (PAWN_LIVE, 5.0, 4.0, Model(concede="all"), 20),
    (PAWN_LIVE, 5.0, 4.0, Model(), 20),
    (PAWN_BLACK, 7.0, 1.0, Model(kappa=2.0), 15),
    (PAWN_BLACK, 20.0, 3.0, Model(concede="all"), 15),
    (PAWN, 0.0, 0.0, Model(), 15),
    ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 0.0, 0.0, Model(), 15),
]
LARGE = [
    (QUEEN, 20.0, 10.0, Model(), 30),
    ("8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1", 4.0, 3.0, Model(concede="all"), 12),
]


class Answers:
    """Where a position stands in our tables."""

    def __init__(self, depths: Depths):
        self.depths, self.world = depths, depths.world

    def find(self, board: chess.Board):
        """The endgame, the side to move and the place of a position in the table."""
        number = self.world.number_of(board)
        for key, endgame in self.world.endgames.items():
            for turn, (base, side) in enumerate(zip(endgame.base, endgame.sides)):
                if base <= number < base + len(side.squares):
                    return key, turn, number - base
        raise AssertionError(board.fen())


def compare(judge: Judge, program: Program, answers: Answers, case) -> None:
    fen, c, opponent, model, moves = case
    depths, board = answers.depths, chess.Board(fen)
    number = lambda c: "inf" if c == INF else str(c)
    words = ["predict", fen, "-c", number(c), "--opponent", number(opponent), "--moves", str(moves), *model.words()]
    key, turn, place = answers.find(board)
    at = depths.world.endgames[key].base[turn] + place
    sign = int(depths.sign[at])
    # The attacker wins, or moves in a draw. In the colours of the table.
    attacker = turn if sign >= 0 else 1 - turn
    answer = judge.ask(program, *words)
    if answer is None:
        return
    said = f"win_within_{moves}"
    competences = (c, opponent) if attacker == 0 else (opponent, c)
    games = Games(depths, key, model, *competences)
    plies = 2 * moves + (turn != attacker)
    chances = games.ends(turn, plies, [attacker, 1 - attacker, 2])[at]
    exact = answer["exact"] or {}
    judge.same("exact " + said, exact.get(said), float(chances[0]))
    judge.same("exact " + said.replace("win", "lose"), exact.get(said.replace("win", "lose")), float(chances[1]))
    # With a pawn some draws are for good before the men say so.
    if "P" not in "".join(key):
        judge.same("exact " + said.replace("win", "draw"), exact.get(said.replace("win", "draw")), float(chances[2]))
    follows_wins = sign != 0 and model.concede != "all"
    if follows_wins and len(board.piece_map()) == 3:
        length, after, deviation = Pairing(depths, key, attacker, model, c, opponent).lengths()
        ours = length[place] if turn == attacker else after[place]
        judge.same("exact length", exact.get("expected_length"), float(ours))
        if turn == attacker:
            judge.same("exact deviation", exact.get("deviation"), float(deviation[place]))
    _lumped(judge, answer, depths, (key, attacker, turn, place), case)


def _lumped(judge: Judge, answer: dict, depths: Depths, where, case) -> None:
    """The Markov half."""
    (key, attacker, turn, place), (_, c, opponent, model, moves) = where, case
    at = depths.world.endgames[key].base[turn] + place
    sign, depth = int(depths.sign[at]), int(depths.depth[at])
    wins = sign != 0 and model.concede != "all"
    lumped = Lumped(depths, key, attacker, wins, True)
    attack, defence = lumped.matrix(attacker, model, c), lumped.matrix(1 - attacker, model, opponent)
    full = attack @ defence
    state = lumped.number["draw" if sign == 0 else f"win in {depth}"]
    if sign == 0 and not lumped.live[turn][place]:
        state = lumped.number["dead draw"]
    view = np.identity(len(full))[state] if turn == attacker else defence[state]
    within = float(view @ won_within(full, moves))
    judge.same(f"Markov win_within_{moves}", answer["markov"][f"win_within_{moves}"], within)
    if wins:
        judge.same("Markov length", answer["markov"]["expected_length"], float(view @ lengths(full)))


# Position without its clock, clock, competence, opponent: the chance to win before the hundredth half-move.
CLOCKS = [
    (ROOK, 77, 9.0, INF),
    (ROOK, 78, 9.0, 2.0),
    (ROOK, 99, 9.0, 2.0),
    ("8/8/3R4/4k3/8/8/8/1K6 b - - 0 1", 60, 7.0, 4.0),
    ("8/8/3R4/4k3/8/8/8/1K6 b - - 0 1", 61, 7.0, 4.0),
    ("8/3r4/1K6/8/3k4/8/8/8 b - - 0 1", 71, 12.0, 0.0),
]


def in_time(judge: Judge, program: Program, answers: Answers) -> None:
    """The 50-move rule: half-moves counted one by one from the clock of the FEN."""
    for fen, clock, c, opponent in CLOCKS:
        fen = fen.replace(" 0 1", f" {clock} 80")
        key, turn, place = answers.find(chess.Board(fen))
        depths = answers.depths
        at = depths.world.endgames[key].base[turn] + place
        attacker = turn if depths.sign[at] >= 0 else 1 - turn
        number = lambda c: "inf" if c == INF else str(c)
        answer = judge.ask(program, "predict", fen, "-c", number(c), "--opponent", number(opponent), *Model().words())
        if answer is not None:
            games = Games(depths, key, Model(), *((c, opponent) if attacker == 0 else (opponent, c)))
            ours = games.ends(turn, 100 - clock, [attacker])[at]
            judge.same("exact in_time", (answer["exact"] or {}).get("in_time"), float(ours[0]))


def believed(judge: Judge, program: Program, answers: Answers) -> None:
    """A belief is a mixture."""
    grid, opponent, moves = (5.0, 9.0, 13.0), 3.0, 18
    answer = judge.ask(program, "predict", ROOK, "--belief", "5(4)13", "--opponent", str(opponent), "--moves", str(moves), *Model().words())
    if answer is None:
        return
    key, turn, place = answers.find(chess.Board(ROOK))
    at = answers.depths.world.endgames[key].base[turn] + place
    won, length = [], []
    for c in grid:
        won.append(Games(answers.depths, key, Model(), c, opponent).ends(turn, 2 * moves, [turn])[at][0])
        length.append(Pairing(answers.depths, key, turn, Model(), c, opponent).lengths()[0][place])
    judge.same(f"exact win_within_{moves}", answer["exact"][f"win_within_{moves}"], float(np.mean(won)))
    judge.same("exact length", answer["exact"]["expected_length"], float(np.mean(length)))


# Endgames too large to solve here, move by move: a loser may promote into a lost endgame, and has lost with it.
SHORT = [
    ("8/8/8/8/8/2K5/1p2R3/1k6 w - - 0 1", 2.0, 1.0, Model(concede="all"), 2),
]


def within(source: Probed, board: chess.Board, attacker: chess.Color, players: dict, model: Model, moves: int) -> float:
    """The chance that the attacker wins with at most so many moves of his, by plain enumeration."""
    own = board.turn == attacker
    if own and moves == 0:
        return 0.0
    replies = source.moves(board)
    chances = model.probabilities(replies, source.extent(board), players[board.turn])
    total = 0.0
    for uci, p in chances.items():
        sign, depth = replies[uci]
        if p == 0:
            continue
        if sign != 0 and depth == 0:
            total += p * float((sign > 0) == own)
            continue
        board.push_uci(uci)
        if not board.is_insufficient_material():
            total += p * within(source, board, attacker, players, model, moves - own)
        board.pop()
    return total


def run(task: Task) -> Judge:
    judge, program = Judge("predict"), task.program
    answers = Answers(task.solved.depths)
    for case in CASES if task.small else LARGE:
        compare(judge, program, answers, case)
    if not task.small:
        return judge
    in_time(judge, program, answers)
    believed(judge, program, answers)
    probed = Probed(program)
    for fen, c, opponent, model, moves in SHORT:
        board = chess.Board(fen)
        words = ["predict", fen, "-c", str(c), "--opponent", str(opponent), "--moves", str(moves), *model.words()]
        answer = judge.ask(program, *words)
        if answer is not None:
            players = {chess.WHITE: c, chess.BLACK: opponent}
            ours = within(probed, board, chess.WHITE, players, model, moves)
            judge.same(f"exact win_within_{moves}", (answer["exact"] or {}).get(f"win_within_{moves}"), ours)
    dtm(judge, program, task.solved.world)
    return judge


def dtm(judge: Judge, program: Program, world: World) -> None:
    """In DTM the clock does not end with the endgame; where nothing can be won by converting, both answers stand."""
    small = World()
    small.endgames = {key: world.endgames[key] for key in [("KQ", "K"), ("KR", "K"), ("KP", "K")]}
    small.size = world.size
    depths = Depths(small, "dtm")
    for fen, c, opponent in [(ROOK, 9.0, 4.0), (PAWN, 9.0, 4.0)]:
        board = chess.Board(fen)
        key, turn, place = Answers(depths).find(board)
        case = (fen, c, opponent, Model(), 25)
        words = ["predict", fen, "-c", str(c), "--opponent", str(opponent), "--moves", "25", "--metric", "dtm"]
        answer = judge.ask(program, *words)
        if answer is not None:
            _lumped(judge, answer, depths, (key, turn, turn, place), case)
            # The exact answer goes on after a promotion, to mate.
            at = depths.world.endgames[key].base[turn] + place
            ours = Games(depths, key, Model(), c, opponent).ends(turn, 50, [turn])[at]
            judge.same("exact win_within_25", (answer["exact"] or {}).get("win_within_25"), float(ours[0]))
