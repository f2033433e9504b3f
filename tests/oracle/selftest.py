"""The oracle against python-chess and against itself, before it judges anybody."""

from __future__ import annotations

import random

import chess
import numpy as np

from .chains import Moves
from .check_choices import MODELS
from .players import INF
from .positions import board_of
from .source import Solved

# Classes won, drawn and lost, White to move and Black to move: counts known for long.
COUNTS = {
    ("KQ", "K"): [(18081, 0, 0), (0, 2896, 25160)],
    ("KR", "K"): [(21959, 0, 0), (0, 2796, 25260)],
    ("KP", "K"): [(62480, 19184, 0), (0, 35210, 48802)],
    ("KQ", "KR"): [(1108111, 8963, 2142), (386313, 78518, 883075)],
}
DEEPEST = {("KQ", "K"): [10, 0], ("KR", "K"): [16, 0], ("KP", "K"): [19, 0], ("KQ", "KR"): [31, 3]}


def run(solved: Solved, keys, rng: random.Random) -> int:
    depths, checked = solved.depths, 0
    for key in keys:
        endgame = depths.world.endgames[key]
        assert depths.deepest[key] == DEEPEST[key], (key, depths.deepest[key])
        for turn, (base, side) in enumerate(zip(endgame.base, endgame.sides)):
            sign = depths.sign[base : base + len(side.squares)]
            counts = tuple(int((sign == value).sum()) for value in (1, 0, -1))
            assert counts == COUNTS[key][turn], (key, turn, counts)
            moves = Moves(depths, key, turn)
            for _ in range(40):
                at = rng.randrange(len(side.squares))
                board = board_of(depths.world, key, turn, at, rng)
                assert board.is_valid() and depths.world.number_of(board) == base + at, board.fen()
                _same_moves(solved, board, side, at)
            for model in MODELS:
                _same_players(solved, moves, model, rng.choice([0.0, 3.0, 17.0, INF, -1.0]), rng)
            checked += 40 + len(MODELS)
    return checked


def _same_moves(solved: Solved, board: chess.Board, side, at: int) -> None:
    """python-chess has the same legal moves, and they lead to the same positions."""
    found = sorted(side.to[side.first[at] : side.first[at + 1]].tolist())
    expected = []
    for move in list(board.legal_moves):
        board.push(move)
        expected.append(solved.world.number_of(board))
        board.pop()
    assert found == sorted(expected), board.fen()
    if not found:
        assert bool(side.check[at]) == board.is_checkmate(), board.fen()


def _same_players(solved: Solved, moves: Moves, model, c: float, rng: random.Random) -> None:
    """The probabilities of whole arrays are those of single positions."""
    p = moves.probabilities(model, c)
    for _ in range(5):
        at = rng.randrange(moves.count)
        row = slice(moves.side.first[at], moves.side.first[at + 1])
        values = {
            str(number): (int(sign), int(depth))
            for number, (sign, depth) in enumerate(zip(moves.move_sign[row], moves.move_depth[row]))
        }
        single = model.probabilities(values, moves.extent, c)
        assert np.allclose(list(single.values()), p[row], rtol=0, atol=1e-12), (model, c, at)
