"""Where values of moves come from: the tables solved here, or, where those are too large, what `fallible probe` says.

`probe` is compared with python-chess and Syzygy files elsewhere (python_chess.py); what agents make of its values is what is tested.
"""

from __future__ import annotations

import chess

from .depths import Depths
from .graph import DEAD, _letters, _ordered, _sorted
from .players import goodness


def men(board: chess.Board) -> tuple[str, str]:
    """White's men and Black's, as in ('KQ', 'KR')."""
    return _sorted(_letters(board, chess.WHITE)), _sorted(_letters(board, chess.BLACK))


class Solved:
    """Values from our own tables."""

    def __init__(self, depths: Depths):
        self.depths, self.world = depths, depths.world
        self._known: dict[str, dict] = {}

    def value(self, board: chess.Board) -> tuple[int, int]:
        """For the side to move."""
        number = self.world.number_of(board)
        return int(self.depths.sign[number]), int(self.depths.depth[number])

    def moves(self, board: chess.Board) -> dict[str, tuple[int, int]]:
        """What each legal move is worth to its mover."""
        key = board.epd()
        if key not in self._known:
            self._known[key] = {move.uci(): self._after(board, move) for move in board.legal_moves}
        return self._known[key]

    def _after(self, board: chess.Board, move: chess.Move) -> tuple[int, int]:
        converts = board.is_capture(move) or move.promotion is not None
        board.push(move)
        sign, depth = self.value(board)
        board.pop()
        if sign != 0 and converts and self.depths.metric == "dtc":
            depth = 0
        return -sign, depth

    def extent(self, board: chess.Board) -> tuple[int, int]:
        """The deepest win and the deepest loss of the side to move, in the endgame on the board."""
        white, black = men(board)
        key = _ordered(white, black)
        if key in DEAD:
            return 0, 0
        deepest = self.depths.deepest[key]
        stronger = key == (white, black)
        of_white, of_black = deepest if stronger else deepest[::-1]
        return (of_white, of_black) if board.turn == chess.WHITE else (of_black, of_white)


class Probed:
    """Values that `fallible probe` gives, and extents that `fallible stats` gives."""

    def __init__(self, program):
        self.program = program
        self._moves: dict[str, dict] = {}
        self._extents: dict[tuple[str, str], tuple[int, int]] = {}

    def moves(self, board: chess.Board) -> dict[str, tuple[int, int]]:
        key = board.fen()
        if key not in self._moves:
            said = self.program.ask("probe", key)["moves"]
            self._moves[key] = {move["uci"]: value_of(move["value"]) for move in said}
            assert set(self._moves[key]) == {move.uci() for move in board.legal_moves}, key
        return self._moves[key]

    def extent(self, board: chess.Board) -> tuple[int, int]:
        white, black = men(board)
        if (white, black) not in self._extents:
            self._extents[white, black] = self._ask_extent(white, black)
        of_white, of_black = self._extents[white, black]
        return (of_white, of_black) if board.turn == chess.WHITE else (of_black, of_white)

    def _ask_extent(self, white: str, black: str) -> tuple[int, int]:
        if _ordered(white, black) in DEAD:
            return 0, 0
        said = self.program.ask("stats", white + black)
        depths = lambda pairs: [depth for depth, _ in pairs]
        of_white = depths(said["white"]["wins"]) + depths(said["black"]["losses"])
        of_black = depths(said["black"]["wins"]) + depths(said["white"]["losses"])
        return max(of_white, default=0), max(of_black, default=0)


def value_of(said: dict) -> tuple[int, int]:
    """A value in the program's JSON."""
    sign = {"win": 1, "draw": 0, "loss": -1}[said["outcome"]]
    return (sign, said["depth"]) if sign else (0, -1)


def best(moves: dict) -> tuple[int, int]:
    return max(moves.values(), key=goodness)
