"""python-chess and plain code as judges of antichess, suicide chess and checkers.

Usage: python_other_games.py PATH_TO_FALLIBLE

The rules of antichess are python-chess's, those of checkers are written down here once more. A position is right if it has the moves that
they list, is worth what its best move is worth, and is over where they say so. Wins and losses are then right by induction on their depth,
and draws where a drawing move is always left. What players choose is worked out from the moves' values by plain arithmetic.
"""

import collections
import itertools
import math
import random
import sys
import tempfile

import chess
import chess.variant

from oracle.program import Judge, Program

FLIPPED = {"win": "loss", "draw": "draw", "loss": "win"}
ANTICHESS = {"antichess": chess.variant.AntichessBoard, "suicide": chess.variant.SuicideBoard}


def rank(value: dict) -> tuple:
    """Greater is better for who has the value."""
    sign = {"win": 1, "draw": 0, "loss": -1}[value["outcome"]]
    return (sign, -sign * (value["depth"] or 0))


def from_moves(values: list) -> tuple:
    """What a position is worth with moves of these values: a win takes a move more than its best move leaves."""
    best = max(values, key=rank)
    depth = best["depth"]
    return best["outcome"], depth + 1 if best["outcome"] == "win" else depth


def check_choices(judge: Judge, program: Program, words: list, moves: list) -> None:
    """R_c: (depth + kappa) to the power of -c in wins, c in losses. Wins are not given away; a draw may be, into a loss that counts as
    much as a draw if it is one move past the deepest."""
    best = max(rank(move["value"])[0] for move in moves)
    for c, kappa in [(4.0, 1.0), (15.0, 0.5), (-2.0, 2.0)]:
        told = judge.ask(program, "choices", *words, f"-c={c}", "--kappa", str(kappa))
        past = told["extent"]["deepest_loss"] + 1
        weights = {}
        for move in moves:
            sign, depth = rank(move["value"])[0], move["value"]["depth"]
            if best == 0:
                weights[move["uci"]] = 1.0 if sign == 0 else ((depth + kappa) / (past + kappa)) ** c
            elif sign == best:
                weights[move["uci"]] = (depth + kappa) ** (-best * c)
        for move in told["moves"]:
            share = weights.get(move["uci"], 0.0) / sum(weights.values())
            judge.same(f"c = {c}, {move['uci']}", move["probability"], share)


# --- antichess -----------------------------------------------------------------------------------


def placed(kind: type, men: str, en_passant: bool, rng: random.Random) -> chess.Board:
    """The men, White's in capitals, anywhere; if asked for, a pawn has just moved two squares beside another's."""
    while True:
        board = kind(None)
        for man, square in zip(men, rng.sample(range(64), len(men))):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = rng.random() < 0.5
        if board.pawns & chess.BB_BACKRANKS:
            continue
        if not en_passant:
            return board
        for move in list(board.legal_moves):
            after = board.copy(stack=False)
            after.push(move)
            if after.has_legal_en_passant():
                return after


def check_antichess(judge: Judge, program: Program, game: str, board: chess.Board, metric: str) -> str:
    words = [board.fen(en_passant="legal"), "--game", game, "--metric", metric]
    told = judge.ask(program, "probe", *words)
    if told is None:
        return "refused"
    legal = [] if board.is_variant_end() else list(board.legal_moves)
    judge.same("moves", sorted(move["uci"] for move in told["moves"]), sorted(move.uci() for move in legal))
    if board.is_variant_end() or not legal:
        sign = "win" if board.is_variant_win() else "loss" if board.is_variant_loss() else "draw"
        judge.same("over", told["value"]["outcome"], sign)
        return "over"
    for listed in told["moves"]:
        move = chess.Move.from_uci(listed["uci"])
        after = board.copy(stack=False)
        after.push(move)
        pawn = board.piece_type_at(move.from_square) == chess.PAWN
        ends = board.is_capture(move) or move.promotion or (metric == "dtz" and pawn)
        if ends and listed["value"]["depth"] is not None:
            judge.same(f"{listed['uci']} ends the count", listed["value"]["depth"], 0)
        if after.is_variant_end() or not any(after.generate_legal_moves()):
            sign = "loss" if after.is_variant_win() else "win" if after.is_variant_loss() else "draw"
            judge.same(f"after {listed['uci']}", listed["value"]["outcome"], sign)
    expected = from_moves([move["value"] for move in told["moves"]])
    judge.same("value", (told["value"]["outcome"], told["value"]["depth"]), expected)
    check_step(judge, program, words, told, board)
    return "en passant" if board.has_legal_en_passant() else told["value"]["outcome"]


def check_step(judge: Judge, program: Program, words: list, told: dict, board: chess.Board) -> None:
    """The position after the middle move of the list is worth what the list says of the move."""
    listed = told["moves"][len(told["moves"]) // 2]
    after = board.copy(stack=False)
    after.push_uci(listed["uci"])
    next_told = judge.ask(program, "probe", after.fen(en_passant="legal"), *words[1:])
    judge.same("after " + listed["uci"], FLIPPED[next_told["value"]["outcome"]], listed["value"]["outcome"])
    if listed["value"]["depth"]:
        judge.same("depth after " + listed["uci"], next_told["value"]["depth"], listed["value"]["depth"])


def check_all_antichess(judge: Judge, program: Program) -> collections.Counter:
    rng, seen = random.Random(17), collections.Counter()
    small = ["".join(pair) for pair in itertools.product("KQRBNP", "kqrbnp")]
    endgames = small + ["PPp", "PNp", "Ppp", "KPp", "BPb", "KNbr", "QRkn"]
    for game, kind in ANTICHESS.items():
        for men in endgames:
            for number in range(2 if len(men) == 2 else 6):
                en_passant = number % 3 == 1 and "P" in men and "p" in men
                board = placed(kind, men, en_passant, rng)
                seen[check_antichess(judge, program, game, board, "dtz" if number % 2 else "dtc")] += 1
    # Blocked pawns: the side to move wins in antichess; fewer men win in suicide chess.
    for game, kind in ANTICHESS.items():
        for fen in ["8/8/8/3p4/3P4/8/8/8 w - - 0 1", "8/8/8/3p4/3P4/8/8/7N b - - 0 1", "8/8/8/3p4/3P4/8/8/7n w - - 0 1",
                    "8/8/8/8/7p/7P/8/5N2 b - - 0 1"]:
            seen[check_antichess(judge, program, game, kind(fen), "dtc")] += 1
    return seen


# --- checkers ------------------------------------------------------------------------------------

ROWS = [[4 * row + half + 1 for half in range(4)] for row in range(8)]
# Where a square's neighbours are, by direction: on even rows the dark squares stand one column further right.
PLACE = {number: (row, 2 * half + (row + 1) % 2) for row, line in enumerate(ROWS) for half, number in enumerate(line)}
SQUARE = {place: number for number, place in PLACE.items()}


class Checkers:
    """Men and kings by square, as `W`, `WK`, `B`, `BK`; Black is at the top, with the numbers from 1 on, and moves down."""

    def __init__(self, men: dict, turn: str):
        self.men, self.turn = dict(men), turn

    def __str__(self) -> str:
        side = lambda color: ",".join(f"{man[1:]}{at}" for at, man in sorted(self.men.items()) if man[0] == color)
        return f"{self.turn}:W{side('W')}:B{side('B')}"

    def reach(self, at: int, man: str) -> list:
        row, column = PLACE[at]
        downs = [1, -1] if man.endswith("K") else [1 if man[0] == "B" else -1]
        return [(SQUARE.get((row + d, column + s)), SQUARE.get((row + 2 * d, column + 2 * s))) for d in downs for s in (-1, 1)]

    def jumps(self, at: int, man: str, men: dict) -> list:
        """Each way to go on capturing from a square, `men` without the one that jumps: squares and what is left."""
        ways = []
        for over, to in self.reach(at, man):
            if to and men.get(over, man)[0] != man[0] and to not in men:
                left = {square: other for square, other in men.items() if square != over}
                crowned = not man.endswith("K") and to in ROWS[7 if man[0] == "B" else 0]
                further = [] if crowned else self.jumps(to, man, left)
                ways += [([to, *path], rest) for path, rest in further] or [([to], left)]
        return ways

    def moves(self) -> dict:
        """By name: the position after a move, and whether it captures or crowns."""
        captures, quiet = {}, {}
        for at, man in self.men.items():
            if man[0] != self.turn:
                continue
            others = {square: other for square, other in self.men.items() if square != at}
            ways = [(captures, "x", path, left) for path, left in self.jumps(at, man, others)]
            ways += [(quiet, "-", [to], others) for to, _ in self.reach(at, man) if to and to not in self.men]
            for named, sign, path, left in ways:
                last = path[-1] in ROWS[7 if man[0] == "B" else 0]
                crowned = last and not man.endswith("K")
                after = Checkers({**left, path[-1]: man + "K" if crowned else man}, "B" if self.turn == "W" else "W")
                named[sign.join(map(str, [at, *path]))] = (after, sign == "x" or crowned)
        return captures or quiet


def some_checkers(kinds: tuple, rng: random.Random) -> Checkers:
    while True:
        men = dict(zip(rng.sample(range(1, 33), len(kinds)), kinds))
        if not any(man == "W" and at <= 4 or man == "B" and at >= 29 for at, man in men.items()):
            return Checkers(men, rng.choice("WB"))


def check_checkers(judge: Judge, program: Program, position: Checkers) -> str:
    words = [str(position), "--game", "checkers"]
    told = judge.ask(program, "probe", *words)
    if told is None:
        return "refused"
    moves = position.moves()
    judge.same("moves", sorted(move["uci"] for move in told["moves"]), sorted(moves))
    if not moves:
        judge.same("without a move", (told["value"]["outcome"], told["value"]["depth"]), ("loss", 0))
        return "over"
    for listed in told["moves"]:
        after, ends = moves[listed["uci"]]
        if ends and listed["value"]["depth"] is not None:
            judge.same(f"{listed['uci']} ends the count", listed["value"]["depth"], 0)
        if not after.moves():
            judge.same(f"after {listed['uci']}", listed["value"]["outcome"], "win")
    expected = from_moves([move["value"] for move in told["moves"]])
    judge.same("value", (told["value"]["outcome"], told["value"]["depth"]), expected)
    listed = told["moves"][-1]
    after, ends = moves[listed["uci"]]
    if len({man[0] for man in after.men.values()}) == 2:
        next_told = judge.ask(program, "probe", str(after), *words[1:])
        judge.same("after " + listed["uci"], FLIPPED[next_told["value"]["outcome"]], listed["value"]["outcome"])
        if not ends:
            judge.same("depth after", next_told["value"]["depth"], listed["value"]["depth"])
    captures = [name for name in moves if name.count("x") > 1]
    return "several captured" if captures else told["value"]["outcome"]


def check_all_checkers(judge: Judge, program: Program) -> collections.Counter:
    rng, seen = random.Random(24), collections.Counter()
    for kinds in [("W", "B"), ("WK", "B", "B"), ("W", "W", "BK"), ("WK", "W", "B", "BK"), ("W", "W", "B", "B"),
                  ("WK", "WK", "BK", "B"), ("WK", "B", "B", "B")]:
        for _ in range(14):
            seen[check_checkers(judge, program, some_checkers(kinds, rng))] += 1
    # Round and back to where it came from's neighbour, and crowned in the middle of what a king could go on with.
    for men, turn in [({18: "WK", 14: "B", 7: "BK", 15: "B"}, "W"), ({22: "BK", 17: "W", 9: "W", 10: "W"}, "B"),
                      ({11: "W", 8: "BK", 2: "B", 10: "B"}, "W"), ({20: "B", 24: "W", 26: "W", 25: "WK"}, "B")]:
        seen[check_checkers(judge, program, Checkers(men, turn))] += 1
    return seen


def main(path: str) -> int:
    judge = Judge("other games")
    with tempfile.TemporaryDirectory() as folder:
        program = Program(path, folder)
        antichess, checkers = check_all_antichess(judge, program), check_all_checkers(judge, program)
        for words in [["8/8/8/2k5/8/8/5R2/8 w - - 0 1", "--game", "antichess"], ["8/1p6/8/8/5n2/8/6P1/8 b - - 0 1", "--game", "suicide"],
                      ["8/8/8/1p6/8/8/1P2k3/8 w - - 0 1", "--game", "antichess"], ["W:WK14,K15:BK4", "--game", "checkers"],
                      ["B:WK14,K15:BK4", "--game", "checkers"], ["W:WK10,32:BK21,9", "--game", "checkers"]]:
            told = judge.ask(program, "probe", *words)
            check_choices(judge, program, words, told["moves"])
        # The last one's depths: those of both sides to move count.
        counts = judge.ask(program, "stats", "KMvKM", "--game", "checkers")
        deepest = max(counts["white"]["losses"] + counts["black"]["wins"])[0]
        extent = judge.ask(program, "choices", *words, "-c=1")["extent"]
        judge.same("deepest loss", extent["deepest_loss"], deepest)
    # A judge who has seen nothing of a kind has not judged it.
    for kind in ("win", "draw", "loss", "over", "en passant"):
        judge.true(f"antichess, {kind}", antichess[kind] > 3, antichess)
    for kind in ("win", "draw", "loss", "several captured"):
        judge.true(f"checkers, {kind}", checkers[kind] > 1, checkers)
    for command, what in judge.wrong[:20]:
        print(f"{command}\n  {what}")
    print(f"{judge.agreed} agreed, {len(judge.wrong)} did not; antichess {dict(antichess)}, checkers {dict(checkers)}")
    return 1 if judge.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
