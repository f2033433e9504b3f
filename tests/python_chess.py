"""python-chess as a client: legal moves, SAN and values against code that is not ours.

Usage: python_chess.py PATH_TO_FALLIBLE

Random positions of several endgames are probed with `fallible probe --json` and compared with
python-chess's own rules and, where the files are there, with its reading of real Syzygy tables.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import chess
import chess.syzygy

ENDGAMES = ["KQK", "KPK", "KQKR", "KRKN", "KBNK", "KPKP", "KRKP", "KNNK", "KQKP", "KPPK"]
POSITIONS = 12
SYZYGY = pathlib.Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "syzygy"


def random_position(endgame: str, rng: random.Random) -> chess.Board:
    second = endgame.rindex("K")
    men = [(letter, chess.WHITE) for letter in endgame[:second]]
    men += [(letter, chess.BLACK) for letter in endgame[second:]]
    while True:
        board = chess.Board(None)
        for (letter, color), square in zip(men, rng.sample(range(64), len(men))):
            board.set_piece_at(square, chess.Piece(chess.Piece.from_symbol(letter).piece_type, color))
        board.turn = rng.random() < 0.5
        if rng.random() < 0.5:
            board = board.mirror()
        if board.is_valid():
            return board


def probe(program: str, tables: str, fen: str, metric: str) -> dict:
    command = [program, "probe", fen, "--json", "--metric", metric, "--tables", tables]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def check(board: chess.Board, answer: dict) -> None:
    fen = board.fen()
    ours = {move["uci"]: move for move in answer["moves"]}
    assert set(ours) == {move.uci() for move in board.legal_moves}, f"{fen}: other legal moves"
    for move in board.legal_moves:
        assert ours[move.uci()]["san"] == board.san(move), f"{fen}: {move} is {board.san(move)}"
    value = answer["value"]
    if board.is_checkmate():
        assert value == {"outcome": "loss", "depth": 0}, fen
    if board.is_stalemate() or board.is_insufficient_material():
        assert value["outcome"] == "draw", fen


def check_syzygy(board: chess.Board, answer: dict, tables: chess.syzygy.Tablebase) -> None:
    fen = board.fen()
    sign = {"win": 1, "draw": 0, "loss": -1}
    wdl = tables.probe_wdl(board)
    assert sign[answer["value"]["outcome"]] == (wdl > 0) - (wdl < 0), f"{fen}: Syzygy says {wdl}"
    for move in board.legal_moves:
        board.push(move)
        wdl = -tables.probe_wdl(board)
        board.pop()
        found = next(m for m in answer["moves"] if m["uci"] == move.uci())["value"]["outcome"]
        assert sign[found] == (wdl > 0) - (wdl < 0), f"{fen} {move}: Syzygy says {wdl}"


def main(program: str) -> int:
    rng = random.Random(1978)
    tables = chess.syzygy.open_tablebase(str(SYZYGY)) if SYZYGY.is_dir() else None
    if tables is None:
        print(f"SKIPPED the Syzygy half: no folder {SYZYGY}")
    passed = 0
    with tempfile.TemporaryDirectory() as folder:
        for endgame in ENDGAMES:
            for _ in range(POSITIONS):
                board = random_position(endgame, rng)
                answer = probe(program, folder, board.fen(), "dtc")
                check(board, answer)
                if tables is not None:
                    check_syzygy(board, answer, tables)
                passed += 1
    print(f"{passed} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
