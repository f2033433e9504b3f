"""DuckDB and python-chess as judges of `fallible evaluate`: what its Parquet file says, read by programs that share nothing with it.

Usage: python_decisions.py PATH_TO_FALLIBLE
"""

import io
import json
import pathlib
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import duckdb

GAMES = """[Event "Cup"]
[White "Doe, Jane"]
[Black "Roe, Richard"]
[WhiteElo "1800"]
[TimeControl "300+3"]
[Result "1-0"]

1. e4 {[%clk 0:05:00]} d5 {[%clk 0:05:01]} 2. e5 {[%clk 0:04:00]} f5 {[%clk 0:04:59]} 3. exf6 {[%clk 0:03:58]} exf6
4. Nf3 Nc6 5. Be2 Bd6 6. O-O Nge7 7. Qe1 O-O 8. Bd1 Re8 9. Qxe7 Qxe7 1-0

[White "Doe, Jane"]
[Black "Nobody"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def main(program: str, folder: pathlib.Path) -> None:
    (folder / "games.pgn").write_text(GAMES)
    out = folder / "values.parquet"
    command = [program, "evaluate", folder / "games.pgn", "--engine", "own", "--depth", "1,2", "--from-ply", "1", "--out", out, "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    rows = duckdb.sql(f"select * from '{out}'")
    names, rows = rows.columns, rows.fetchall()
    rows = [dict(zip(names, row)) for row in rows]
    assert report["rows"] == len(rows) > 1000, report
    decisions = {}
    for row in rows:
        decisions.setdefault((row["game"], row["ply"], row["depth"]), []).append(row)
    assert report["decisions"] == len(decisions) / 2, report

    stream, checked, passed = io.StringIO(GAMES), 0, 0
    for number in (1, 2):
        game = chess.pgn.read_game(stream)
        board, clocks = game.board(), {}
        for ply, node in enumerate(game.mainline(), 1):
            for depth in (1, 2):
                group = decisions.get((number, ply, depth))
                if board.legal_moves.count() < 2:
                    assert group is None
                    continue
                check(board, node, group, game)
                own = clocks.get(board.turn)
                expected = own if own is not None else (300 if ply <= 2 and number == 1 else None)
                assert group[0]["clock"] == expected, (ply, group[0]["clock"], expected)
                checked += 1
            passed += board.is_en_passant(node.move)
            clocks[board.turn] = node.clock()
            board.push(node.move)
    assert checked == len(decisions) and passed == 1, (checked, passed)
    print(f"{checked} decisions and {len(rows)} rows agree")


def check(board: chess.Board, node: chess.pgn.ChildNode, group: list, game: chess.pgn.Game) -> None:
    """The rows of one decision by one reference."""
    white = board.turn == chess.WHITE
    assert sorted(row["move"] for row in group) == sorted(move.uci() for move in board.legal_moves), board.fen()
    assert [row["move"] for row in group if row["played"]] == [node.move.uci()]
    fen = " ".join(board.fen(en_passant="legal").split()[:4])
    player, opponent = ("White", "Black") if white else ("Black", "White")
    for row in group:
        assert row["fen"] == fen, (row["fen"], fen)
        assert (row["cp"] is None) != (row["mate"] is None)
        assert (row["player"], row["opponent"]) == (game.headers[player], game.headers[opponent])
        assert row["elo"] == (1800 if white and "WhiteElo" in game.headers else None)
        after = board.copy()
        after.push_uci(row["move"])
        # Mates are White's: above zero if White gives them.
        if after.is_checkmate():
            assert row["mate"] == (1 if white else -1), row
        else:
            assert row["mate"] not in ((1,) if white else (-1,)), row
        line = row["line"].split()
        assert line[0] == row["move"]
        for move in line[1:]:
            after.push_uci(move)
    for column, back in (("answered", 1), ("continued", 2)):
        before = board.copy()
        if len(before.move_stack) < back:
            assert group[0][column] is None
            continue
        for _ in range(back):
            last = before.pop()
        taken = before.piece_type_at(last.to_square)
        capture = "ep" if before.is_en_passant(last) else taken and chess.piece_symbol(taken)
        assert (group[0][column], group[0][column + "_capture"]) == (last.uci(), capture), group[0]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
