"""`assess`: what is believed of both players after every move of games that pass through promotions and captures."""

from __future__ import annotations

import math

import chess
import chess.pgn

from .players import Belief, Model, goodness
from .program import Judge, Program
from .source import Solved, value_of
from .task import Task

WORTH = {chess.QUEEN: 9, chess.ROOK: 5, chess.BISHOP: 3, chess.KNIGHT: 3, chess.PAWN: 1, chess.KING: 0}
STARTS = [
    "8/8/8/4k3/8/8/3PK3/8 w - - 0 1",
    "8/1Pk5/8/8/K7/8/8/8 w - - 0 1",
    "8/3pk3/8/8/8/3K4/8/8 b - - 0 1",
    "8/8/8/8/8/2k5/1R6/K7 b - - 0 1",
]


def role(board: chess.Board, sign: int) -> str:
    """Attacker: who is winning, or has the stronger army in a draw."""
    army = lambda color: sum(WORTH[p.piece_type] for p in board.piece_map().values() if p.color == color)
    attacks = sign > 0 if sign else army(board.turn) > army(not board.turn)
    return "attacker" if attacks else "defender"


def compare(judge: Judge, program: Program, solved: Solved, file: str, model: Model, words: list[str]) -> int:
    """Judges every move; how many conversions were seen."""
    answer = judge.ask(program, "assess", file, *words)
    if answer is None:
        return 0
    conversions = 0
    # By player and role: the logarithm of the likelihood at each competence, and how many moves were used.
    prior = Belief.uniform()
    records: dict[tuple[str, str], list] = {}
    with open(file, encoding="utf-8") as text:
        for said in answer["games"]:
            game = chess.pgn.read_game(text)
            board = game.board()
            beliefs = {chess.WHITE: prior, chess.BLACK: prior}
            for ply, move in enumerate(game.mainline_moves()):
                uci, moves, extent = move.uci(), solved.moves(board), solved.extent(board)
                best = max(moves.values(), key=goodness)
                likelihoods = [model.probabilities(moves, extent, c)[uci] for c in prior.competences]
                learned = beliefs[board.turn].learned(likelihoods)
                beliefs[board.turn] = learned or beliefs[board.turn]
                name = game.headers["White" if board.turn == chess.WHITE else "Black"]
                record = records.setdefault((name, role(board, best[0])), [[0.0] * len(prior.chances), 0, 0])
                record[1] += 1
                if learned:
                    record[0] = [log + (math.log(p) if p > 0 else -math.inf) for log, p in zip(record[0], likelihoods)]
                    record[2] += 1
                theirs = said["moves"][ply]
                where = f"game {said['index']}, ply {ply + 1}"
                judge.same(f"{where}: side", theirs["side"], role(board, best[0]))
                judge.same(f"{where}: after", value_of(theirs["after"]), moves[uci])
                judge.same(f"{where}: mean", theirs["competence"]["mean"], beliefs[board.turn].mean())
                judge.same(f"{where}: sd", theirs["competence"]["sd"], beliefs[board.turn].sd())
                conversions += board.is_capture(move) or move.promotion is not None
                board.push(move)
            judge.same(f"game {said['index']}: moves", len(said["moves"]), ply + 1)
    judge.same("players", sorted((p["name"], p["side"]) for p in answer["players"]), sorted(records))
    for player in answer["players"]:
        logs, moves, used = records.get((player["name"], player["side"]), [[0.0] * 51, 0, 0])
        top = max(logs)
        shares = [math.exp(log - top) for log in logs]
        total = math.fsum(shares)
        who = f"{player['name']} as {player['side']}"
        judge.same(f"{who}: moves", player["moves"], moves)
        judge.same(f"{who}: used", player["used"], used)
        judge.same(f"{who}: log-evidence", player["log_evidence"], top + math.log(total / len(shares)))
        posterior = [share / total for share in shares]
        judge.same(f"{who}: mean", player["competence"]["mean"], math.fsum(c * p for c, p in zip(prior.competences, posterior)))
        worst = max(range(51), key=lambda at: abs(player["posterior"][at] - posterior[at]))
        judge.same(f"{who}: P[c = {worst}]", player["posterior"][worst], posterior[worst])
    return conversions


def run(task: Task) -> Judge:
    judge, program, solved = Judge("assess"), task.program, task.solved
    if not task.small:
        return judge
    file = str(program.folder / "games.pgn")
    words = ["match", "--white", "player:4", "--black", "player:3", "--games", "12", "--limit", "25", "--to-mate"]
    words += ["--concede", "all", "--seed", "11", *(word for start in STARTS for word in ("--from", start)), "--pgn", file]
    if judge.ask(program, *words) is None:
        return judge
    models = (Model(), Model(kappa=0.0, concede="never"), Model(concede="all", horizon=2))
    # Without a word people are judged: anything may be conceded.
    for model, words in [(Model(concede="all"), []), *((model, model.words()) for model in models)]:
        conversions = compare(judge, program, solved, file, model, words)
        judge.true("the games pass through conversions", conversions >= 6, conversions, "6 or more")
    return judge
