"""Rules of thumb that weigh moves, worked out by python-chess: `v_m = exp(sum of coefficient * number)` (docs/conventions.md)."""

from __future__ import annotations

import json
import math

import chess


def numbers(board: chess.Board, move: chess.Move) -> dict[str, float]:
    """What each rule says of a move, the mover's men in capitals, asked of the board after the move."""
    mover = board.turn
    king_moves = board.piece_type_at(move.from_square) == chess.KING
    captures = board.is_capture(move)
    board.push(move)
    own, other = board.king(mover), board.king(not mover)
    said = {
        "check": float(board.is_check()),
        "mate": float(board.is_checkmate()),
        "stalemate": float(board.is_stalemate()),
        "capture": float(captures),
        "promotion": float(move.promotion is not None),
        "moves(K)": float(king_moves),
        "replies": float(board.legal_moves.count()),
        "distance(K,k)": float(chess.square_distance(own, other)),
        "center(k)": float(min(chess.square_distance(other, square) for square in (27, 28, 35, 36))),
        "check and not capture": float(board.is_check() and not captures),
    }
    board.pop()
    return said


class Weights:
    """Terms in an order of their own, which is not that of the moves."""

    def __init__(self, name: str, terms: list[tuple[str, float]]):
        self.name, self.terms = name, terms

    def text(self) -> str:
        """The file of weights."""
        terms = [{"rule": rule, "coefficient": coefficient} for rule, coefficient in self.terms]
        return json.dumps({"kind": "fallible weights", "version": 1, "name": self.name, "terms": terms})

    def __call__(self, board: chess.Board) -> dict[str, float]:
        """What each legal move weighs."""
        weights = {}
        for move in board.legal_moves:
            said = numbers(board, move)
            weights[move.uci()] = math.exp(math.fsum(coefficient * said[rule] for rule, coefficient in self.terms))
        return weights


ALL = [
    Weights("checks", [("check", 1.3), ("capture", -0.8), ("moves(K)", 0.7)]),
    Weights("geometry", [("distance(K,k)", -0.45), ("promotion", 0.9), ("replies", 0.11), ("center(k)", 0.3)]),
    # Not chosen at all, unless nothing else is left.
    Weights("no kings", [("moves(K)", -2000.0), ("check and not capture", 0.5)]),
]
