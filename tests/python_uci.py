"""python-chess as the GUI: whole games between two of our engines, and odd input in between.

Usage: python_uci.py PATH_TO_FALLIBLE [GAMES]

Two processes play each other through python-chess, which raises an error at any breach of the protocol: games from endgames of up to
five men with every agent, and a few from the initial position. Then the same seed must give the same game, and lines that no GUI should
send must leave an engine that still answers.
"""

import random
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine

from oracle.positions import random_position

ENDGAMES = ["KQKR", "KRK", "KQK", "KBNK", "KPK", "KRKP", "KPKP", "KQKP", "KRKN", "KBBKN"]
AGENTS = ["player", "random", "infallible", "anti-infallible", "emulator", "imitator", "predator"]
MOST_PLIES = 1000
ODD = [
    "", " ", "joho debug on", "debug off", "go", "stop", "stop", "ponderhit", "isready isready", "register later", "position", "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5 e7e5", "position startpos moves e2e4 zz", "setoption",
    "setoption name", "setoption name Seed value -1", "setoption name Competence value lots", "setoption name Nothing value 3",
    "setoption name Agent value wizard", "setoption name Kappa value 0", "go depth", "go depth -3 wtime", "stop",
    "go movetime -5", "go wtime 1 btime 1 winc 0 binc 0", "go searchmoves", "go searchmoves a1a1 e2e4", "go nodes 1", "go mate 3",
    "go infinite", "go infinite", "go ponder wtime 10 btime 10", "ponderhit", "stop", "\x00\x01\xff", "é" * 400, "go " * 200, "stop",
]


def start(program: str, folder: str) -> chess.engine.SimpleEngine:
    return chess.engine.SimpleEngine.popen_uci([program, "uci", "--tables", folder], timeout=60)


def play(engines: list, board: chess.Board, number: int, plies: int, limit: chess.engine.Limit) -> chess.Board:
    """One game; python-chess refuses an illegal move or a line out of place."""
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < plies:
        side = 0 if board.turn == chess.WHITE else 1
        result = engines[side].play(board, limit, info=chess.engine.INFO_ALL, game=number)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        assert "score" in result.info and result.info["pv"][0] == result.move, (board.fen(), result.info)
        board.push(result.move)
    return board


def games(program: str, folder: str, count: int) -> int:
    rng = random.Random(2003)
    engines = [start(program, folder), start(program, folder)]
    limits = [chess.engine.Limit(time=2), chess.engine.Limit(depth=2), chess.engine.Limit(white_clock=60, black_clock=60)]
    ends = {}
    for number in range(count):
        opening = number % 20 == 19
        board = chess.Board() if opening else random_position(ENDGAMES[number % len(ENDGAMES)], rng)
        while board.is_game_over():
            board = random_position(ENDGAMES[number % len(ENDGAMES)], rng)
        for side, engine in enumerate(engines):
            agent = AGENTS[(number + side * (1 + number // 7)) % len(AGENTS)]
            engine.configure({"Agent": agent, "Competence": rng.randrange(-500, 3000), "Seed": number + 1,
                              "UCI_ShowWDL": number % 3 == 0, "EngineDepth": 2})
        end = play(engines, board, number, MOST_PLIES, limits[1] if opening else limits[number % 3])
        result = end.result(claim_draw=True)
        assert result != "*", f"game {number} did not end"
        ends[result] = ends.get(result, 0) + 1
    for engine in engines:
        engine.quit()
    print(f"{count} games: {ends}")
    return count


def repeat(program: str, folder: str) -> int:
    """Same seed, same game; another seed, another game."""
    said = []
    for seed in [7, 7, 8]:
        engines = [start(program, folder), start(program, folder)]
        for engine in engines:
            engine.configure({"Seed": seed, "Competence": 500, "EngineDepth": 2})
        lines = []
        for fen in [chess.STARTING_FEN, "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"]:
            board = play(engines, chess.Board(fen), fen, 40, chess.engine.Limit(depth=2))
            lines.append([move.uci() for move in board.move_stack])
        said.append(lines)
        for engine in engines:
            engine.quit()
    assert said[0] == said[1], "the same seed gave another game"
    assert said[0][0] != said[2][0] and said[0][1] != said[2][1], "another seed gave the same game"
    return 2


def odd(program: str, folder: str) -> int:
    """Nonsense by the line, shuffled: one bestmove for each go, and the engine still plays."""
    rng = random.Random(9)
    for _ in range(10):
        lines = [rng.choice(ODD) for _ in range(60)] + ["stop", "position startpos", "go depth 1", "isready"]
        text = "\n".join(lines) + "\n"
        # Latin-1 for bytes that are not UTF-8. The end of the input is the last word.
        done = subprocess.run([program, "uci", "--tables", folder], input=text.encode("latin-1"), capture_output=True, timeout=60)
        assert done.returncode == 0 and done.stderr == b"", done.stderr
        heard = done.stdout.decode("utf-8")
        asked = sum(line.split()[0] == "go" if line.split() else False for line in lines)
        assert heard.count("bestmove ") == asked, (asked, heard)
    return 10


def analyses(program: str, folder: str) -> int:
    """An infinite analysis deepens until it is stopped; a time for a move is used, and lines are sent meanwhile."""
    engine = start(program, folder)
    depths = []
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if "depth" in info:
                depths.append(info["depth"])
                assert {"score", "nodes", "nps", "time", "pv"} <= info.keys(), info
            if depths and depths[-1] >= 5:
                break
    assert depths == sorted(depths) and depths[0] == 1, depths
    began = time.monotonic()
    with engine.analysis(chess.Board(), chess.engine.Limit(time=0.5)) as analysis:
        seen = {info["depth"] for info in analysis if "depth" in info}
    assert len(seen) > 2 and 0.3 < time.monotonic() - began < 5, seen
    engine.quit()
    return 2


def chess960(program: str, folder: str) -> int:
    """Games of Chess960: python-chess writes castling as the king taking his rook, and reads it so."""
    engine = start(program, folder)
    engine.configure({"Competence": 1000, "Seed": 3})
    castled = 0
    for number in [0, 518, 700, 959]:
        board = chess.Board.from_chess960_pos(number)
        for _ in range(60):
            if board.is_game_over():
                break
            # Whoever can castle does, so that the engine hears of it.
            castling = next(board.generate_castling_moves(), None)
            move = castling or engine.play(board, chess.engine.Limit(depth=1), game=number).move
            assert move in board.legal_moves, (board.fen(), move)
            castled += castling is not None
            board.push(move)
    board = chess.Board("1k6/pppp4/8/8/8/8/PPPP1PPP/1K4R1 w G - 0 1", chess960=True)
    castling = next(board.generate_castling_moves())
    assert engine.play(board, chess.engine.Limit(depth=1), root_moves=[castling]).move == castling
    assert castled > 0
    engine.quit()
    return 4


def openings(program: str, folder: str) -> int:
    """The best player opens in more than one way, and the same way with the same seed."""
    engine = start(program, folder)
    said = []
    for seed in [*range(1, 13), 1]:
        engine.configure({"Agent": "infallible", "Seed": seed})
        said.append(engine.play(chess.Board(), chess.engine.Limit(depth=3), game=len(said)).move)
    assert len(set(said)) > 1 and said[0] == said[-1], said
    engine.quit()
    return 1


def main(program: str, count: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        passed = games(program, folder, count) + repeat(program, folder) + odd(program, folder)
        passed += analyses(program, folder) + chess960(program, folder) + openings(program, folder)
    print(f"{passed} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100))
