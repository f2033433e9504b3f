"""python-chess and plain arithmetic as judges of the players: probabilities, inference, games.

Usage: python_players.py PATH_TO_FALLIBLE

What `fallible choices`, `assess` and `match` say is worked out again here from `fallible probe` alone, in a few lines that share
nothing with the program; written games are read by python-chess.
"""

import io
import math
import pathlib
import sys
import tempfile

import chess
import chess.pgn

from oracle.program import Program

BROWNE = pathlib.Path(__file__).resolve().parent.parent / "experiments" / "games" / "browne-belle.pgn"
START = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"


class Desk(Program):
    def __init__(self, path: str, folder: str):
        super().__init__(path, folder)
        self.known = {}

    def depths(self, board: chess.Board) -> dict:
        """The depth after each move that keeps the win."""
        fen = board.fen()
        if fen not in self.known:
            moves = self.ask("probe", fen)["moves"]
            wins = {m["uci"]: m["value"]["depth"] for m in moves if m["value"]["outcome"] == "win"}
            self.known[fen] = wins
        return self.known[fen]


def shares(depths: dict, c: float, kappa: float) -> dict:
    weights = {uci: (depth + kappa) ** -c for uci, depth in depths.items()}
    total = sum(weights.values())
    return {uci: weight / total for uci, weight in weights.items()}


def check_choices(desk: Desk) -> int:
    checked = 0
    for fen in [START, "8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1", "6k1/8/4KQ2/8/8/8/6r1/8 w - - 0 1"]:
        board = chess.Board(fen)
        depths = desk.depths(board)
        for c, kappa in [(0, 1), (5, 1), (20, 1), (20, 0.5), (-3, 2)]:
            answer = desk.ask("choices", fen, f"-c={c}", "--kappa", str(kappa))
            expected = shares(depths, c, kappa)
            for move in answer["moves"]:
                share = expected.get(move["uci"], 0.0)
                assert math.isclose(move["probability"], share, abs_tol=1e-12), (fen, c, kappa, move)
                checked += 1
    return checked


def check_assessment(desk: Desk) -> int:
    """Browne's apparent competence after every move, by Bayes's rule on the grid 0(1)50."""
    answer = desk.ask("assess", str(BROWNE), "--kappa", "1", "--concede", "draws", "--grid", "0(1)50")
    checked = 0
    with open(BROWNE, encoding="utf-8") as file:
        for said in answer["games"]:
            game = chess.pgn.read_game(file)
            board, belief = game.board(), [1 / 51] * 51
            for ply, move in enumerate(game.mainline_moves()):
                if board.turn == chess.WHITE:
                    depths = desk.depths(board)
                    belief = [p * shares(depths, c, 1)[move.uci()] for c, p in enumerate(belief)]
                    total = sum(belief)
                    belief = [p / total for p in belief]
                    mean = sum(c * p for c, p in enumerate(belief))
                    assert math.isclose(said["moves"][ply]["competence"]["mean"], mean, abs_tol=1e-9), (ply, mean)
                    checked += 1
                assert said["moves"][ply]["san"] == board.san(move), (ply, board.san(move))
                board.push(move)
    assert checked == 95, checked
    return checked


def check_games(desk: Desk) -> int:
    """Written games are legal, end as they say, and are as long as the summary says."""
    file = desk.folder / "games.pgn"
    answer = desk.ask(
        "match", "--white", "player:20", "--black", "predator:20,among=optimal", "--from", START,
        "--games", "20", "--seed", "3", "--limit", "20000", "--to-mate", "--pgn", str(file),
    )
    lengths = []
    text = io.StringIO(file.read_text(encoding="utf-8"))
    while (game := chess.pgn.read_game(text)) is not None:
        assert not game.errors, game.errors
        board = game.end().board()
        assert board.is_checkmate() and game.headers["Result"] == "1-0", board.fen()
        lengths.append((len(list(game.mainline_moves())) + 1) // 2)
    assert len(lengths) == 20 == answer["results"]["white"], answer
    assert math.isclose(sum(lengths) / 20, answer["length"]["mean"]), (lengths, answer["length"])
    return len(lengths)


def main(program: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(program, folder)
        passed = check_choices(desk) + check_assessment(desk) + check_games(desk)
    print(f"{passed} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
