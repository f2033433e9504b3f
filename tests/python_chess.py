"""python-chess as a client: legal moves, SAN and values against code that is not ours.

Usage: python_chess.py PATH_TO_FALLIBLE

Random positions of several endgames are probed with `fallible probe --json` and compared with python-chess's own rules and with its
reading of real tables: Syzygy's (who wins, and in DTZ50 whether the half-move clock leaves time for it) and, for three men, Gaviota's
(moves to mate).
"""

import random
import sys
import tempfile

import chess
import chess.gaviota
import chess.syzygy

import real_data
from oracle.positions import random_position
from oracle.program import Program

ENDGAMES = ["KQK", "KPK", "KQKR", "KRKN", "KBNK", "KPKP", "KRKP", "KNNK", "KQKP", "KPPK"]
THREE_MEN = ["KQK", "KRK", "KPK"]
POSITIONS = 12


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


def check_clock(board: chess.Board, value: dict, tables: chess.syzygy.Tablebase) -> None:
    """Syzygy's distance in plies and the half-move clock together; a distance may be one ply short."""
    sign = {"win": 1, "draw": 0, "loss": -1}[value["outcome"]]
    plies = 0 if board.is_checkmate() else abs(tables.probe_dtz(board))
    wdl = tables.probe_wdl(board)
    if board.is_checkmate() or plies + 1 + board.halfmove_clock <= 100:
        assert sign == (wdl > 0) - (wdl < 0), f"{board.fen()}: {value}, Syzygy {wdl} in {plies} plies"
    elif plies + board.halfmove_clock > 100:
        assert sign == 0, f"{board.fen()}: {value}, Syzygy {wdl} in {plies} plies"


def check_clocks(board: chess.Board, answer: dict, tables: chess.syzygy.Tablebase) -> None:
    check_clock(board, answer["value"], tables)
    for move in answer["moves"]:
        value = dict(move["value"])
        value["outcome"] = {"win": "loss", "loss": "win"}.get(value["outcome"], "draw")
        board.push_uci(move["uci"])
        check_clock(board, value, tables)
        board.pop()


def check_mate(board: chess.Board, answer: dict, tables: chess.gaviota.PythonTablebase) -> None:
    plies = tables.probe_dtm(board)
    value = answer["value"]
    outcome = "win" if plies > 0 else "loss" if plies < 0 else "draw"
    depth = (abs(plies) + 1) // 2 if plies else None
    assert (value["outcome"], value["depth"]) == (outcome, depth), f"{board.fen()}: {value}, Gaviota says {plies} plies"


def main(path: str) -> int:
    rng = random.Random(1978)
    syzygy, gaviota = real_data.syzygy(), real_data.gaviota()
    passed = 0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(path, folder)
        tables = syzygy and chess.syzygy.open_tablebase(str(syzygy))
        for endgame in ENDGAMES * POSITIONS:
            board = random_position(endgame, rng)
            answer = program.ask("probe", board.fen(), "--metric", "dtc")
            check(board, answer)
            if tables:
                check_syzygy(board, answer, tables)
            passed += 1
        for endgame in ENDGAMES * POSITIONS if tables else []:
            board = random_position(endgame, rng)
            board.halfmove_clock = rng.randrange(40, 100)
            check_clocks(board, program.ask("probe", board.fen(), "--metric", "dtz50"), tables)
            passed += 1
        tables = gaviota and chess.gaviota.open_tablebase(str(gaviota), LibraryLoader=None)
        for endgame in THREE_MEN * POSITIONS if tables else []:
            board = random_position(endgame, rng)
            if not board.is_checkmate():
                check_mate(board, program.ask("probe", board.fen(), "--metric", "dtm"), tables)
                passed += 1
    print(f"{passed} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
