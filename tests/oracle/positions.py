"""Positions to ask about: drawn by lot from the tables, turned and mirrored, and some that are named for a reason."""

from __future__ import annotations

import random

import chess
import numpy as np

from .depths import Depths
from .graph import SYMMETRIES, World

# Stalemate traps, under-promotions, captures into dead draws, bare kings, rights to capture en passant.
NAMED = {
    "the queen stalemates, the rook wins": "8/k1P5/8/K7/8/8/8/8 w - - 0 1",
    "the same for Black": "8/8/8/8/k7/8/K1p5/8 b - - 0 1",
    "promotion with mate": "k7/2P5/1K6/8/8/8/8/8 w - - 0 1",
    "the pawn can be taken": "8/8/8/8/8/2k5/3P4/K7 b - - 0 1",
    "the last pawn stalemates": "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1",
    "the rook can be taken": "8/8/8/8/8/2k5/1R6/K7 b - - 0 1",
    "the rook cannot be saved": "8/8/8/8/8/1k6/R7/K7 w - - 0 1",
    "the queen stalemates": "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1",
    "one legal move": "k7/8/1K6/8/8/8/8/7R b - - 0 1",
    "bare kings": "8/8/8/4k3/8/8/4K3/8 w - - 0 1",
    "a bishop is not enough": "8/8/8/4k3/8/8/4K3/4B3 b - - 0 1",
    "Browne's first": "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1",
    "the defender loses in 22": "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1",
    "the queen takes, the king takes back": "8/8/8/8/8/8/1k1K4/1q5R w - - 0 1",
    "the rook forks": "8/8/8/8/8/1k6/8/K2Q3r b - - 0 1",
}
# Endgames too large to solve here.
LARGE = {
    "a pawn takes the queen's pawn": "8/8/3k4/8/2q5/1P1K4/8/8 w - - 0 1",
    "two pawns": "8/8/3k4/8/2p5/1P1K4/8/8 w - - 0 1",
    "en passant": "8/8/8/8/1pP1k3/8/8/4K3 b - c3 0 1",
    "en passant is the only good move": "8/8/8/1k6/1pP5/8/1K6/8 b - c3 0 1",
    "both promote": "8/1P6/8/3k4/8/4K3/6p1/8 w - - 0 1",
    "the queen against a pawn about to promote": "8/8/8/8/3Q4/8/1p1K4/k7 w - - 0 1",
    "the rook against a pawn": "8/8/8/8/8/2k5/2p5/K5R1 w - - 0 1",
    "a live draw": "8/8/8/8/kb3R2/8/2K5/8 w - - 0 1",
    "the knight": "8/8/8/3k4/8/2n5/8/3RK3 b - - 0 1",
    "two bishops": "8/8/8/8/3b4/1k6/8/B3K3 w - - 0 1",
}


def random_position(endgame: str, rng: random.Random) -> chess.Board:
    """A legal position of KQKR and the like, in either colours."""
    second = endgame.rindex("K")
    men = [(letter, chess.WHITE) for letter in endgame[:second]] + [(letter, chess.BLACK) for letter in endgame[second:]]
    while True:
        board = chess.Board(None)
        for (letter, color), square in zip(men, rng.sample(range(64), len(men))):
            board.set_piece_at(square, chess.Piece(chess.Piece.from_symbol(letter).piece_type, color))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board.mirror() if rng.random() < 0.5 else board


def board_of(world: World, key: tuple[str, str], turn: int, at: int, rng: random.Random) -> chess.Board:
    """One of the images of a class, in either colours."""
    endgame = world.endgames[key]
    image = SYMMETRIES[rng.randrange(endgame.images)]
    squares = image[endgame.sides[turn].squares[at].astype(np.int64)]
    board = chess.Board(None)
    for man, square in enumerate(squares):
        color = chess.WHITE if man < len(endgame.white) else chess.BLACK
        board.set_piece_at(int(square), chess.Piece(chess.Piece.from_symbol(endgame.men[man]).piece_type, color))
    board.turn = chess.WHITE if turn == 0 else chess.BLACK
    return board.mirror() if rng.random() < 0.5 else board


def drawn_by_lot(depths: Depths, key: tuple[str, str], rng: random.Random, each: int) -> list[chess.Board]:
    """So many positions of each side to move and of each value that occurs, with a legal move; half of them with a conversion."""
    world, found = depths.world, []
    endgame = world.endgames[key]
    for turn, (base, side) in enumerate(zip(endgame.base, endgame.sides)):
        sign = depths.sign[base : base + len(side.squares)]
        moves = np.diff(side.first)
        converts = np.zeros(len(moves), dtype=bool)
        rows = np.flatnonzero(moves)
        converts[rows] = np.logical_or.reduceat(side.conversion, side.first[:-1][rows])
        for value in (1, 0, -1):
            usual = np.flatnonzero((sign == value) & (moves > 1))
            for number in range(each):
                among = np.flatnonzero((sign == value) & (moves > 1) & converts) if number % 2 else usual
                if len(among):
                    found.append(board_of(world, key, turn, int(among[rng.randrange(len(among))]), rng))
    return found
