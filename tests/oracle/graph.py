"""Every position of an endgame and where each legal move leads, as numpy arrays.

White is the stronger side. A position is a tuple of squares (white king, the other white men, black king, the other black men) and
the side to move; positions that are images of each other under a symmetry of the board are one class (8 images without pawns, 2
with). No two like men of one colour: none of the endgames here has them.

The rules of chess are written here a second time, for whole arrays; `selftest` compares them with python-chess.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import chess
import numpy as np

WHITE, BLACK = 0, 1
BIT = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))

# Men with which nobody can be mated any more: the game is over and drawn.
DEAD = {("K", "K"), ("KB", "K"), ("KN", "K")}
# What one pawn may become.
PROMOTIONS = "QRBN"


def _between() -> np.ndarray:
    """The squares strictly between two on one line, as bits; 0 for others."""
    table = np.zeros((64, 64), dtype=np.uint64)
    for a in range(64):
        for b in range(64):
            table[a, b] = np.uint64(int(chess.SquareSet.between(a, b)))
    return table


def _reach(letter: str) -> np.ndarray:
    """Whether a man on one square attacks another on an empty board."""
    piece = chess.Piece.from_symbol(letter)
    table = np.zeros((64, 64), dtype=bool)
    for square in range(64):
        board = chess.BaseBoard.empty()
        board.set_piece_at(square, piece)
        for target in board.attacks(square):
            table[square, target] = True
    return table


def _targets(reach: np.ndarray) -> np.ndarray:
    """The same as lists of squares, filled up with -1."""
    width = int(reach.sum(axis=1).max())
    table = np.full((64, width), -1, dtype=np.int64)
    for square in range(64):
        found = np.flatnonzero(reach[square])
        table[square, : len(found)] = found
    return table


BETWEEN = _between()
REACH = {letter: _reach(letter) for letter in "KQRBNP"}
REACH["p"] = _reach("p")
TARGETS = {letter: _targets(REACH[letter]) for letter in "KQRBN"}


def _symmetries() -> np.ndarray:
    """The 8 images of each square, the identity first, then the reflection in the vertical."""
    square = np.arange(64)
    file, rank = square % 8, square // 8
    images = []
    for turn in (False, True):
        for up in (False, True):
            for side in (False, True):
                f, r = (rank, file) if turn else (file, rank)
                images.append((7 - r if up else r) * 8 + (7 - f if side else f))
    return np.array(images)


SYMMETRIES = _symmetries()
_IMAGES = SYMMETRIES.tolist()


@dataclass
class Side:
    """The classes with one colour to move, and their moves in rows."""

    squares: np.ndarray  # (positions, men)
    boards: np.ndarray  # how many placements each class has
    check: np.ndarray  # whether the side to move is in check
    first: np.ndarray = None  # where each row of moves starts; one more than there are rows
    to: np.ndarray = None  # the number of the position after each move, among all endgames' positions
    conversion: np.ndarray = None  # whether it changes the men
    flips: np.ndarray = None  # whether the colours change their names with it, Black being the stronger side afterwards


@dataclass
class Endgame:
    """One distribution of men; `base[turn]` is the number of its first position in the world."""

    white: str
    black: str
    sides: list = field(default_factory=list)
    base: list = field(default_factory=list)
    numbers: list = field(default_factory=list)

    @property
    def men(self) -> str:
        return self.white + self.black

    @property
    def images(self) -> int:
        return 2 if "P" in self.men else 8

    def owner(self, man: int) -> int:
        return WHITE if man < len(self.white) else BLACK

    def code(self, squares: np.ndarray) -> np.ndarray:
        code = squares[:, 0].astype(np.int64)
        for man in range(1, len(self.men)):
            code = code * 64 + squares[:, man]
        return code

    def canonical(self, squares: np.ndarray) -> np.ndarray:
        """The least code among the images."""
        best = self.code(squares)
        for image in SYMMETRIES[1 : self.images]:
            np.minimum(best, self.code(image[squares]), out=best)
        return best


class World:
    """Endgames that lead into each other. Number 0 is every dead draw."""

    def __init__(self):
        self.endgames: dict[tuple[str, str], Endgame] = {}
        self.size = 1

    def add(self, white: str, black: str) -> Endgame:
        """Numbers the positions of an endgame and follows its moves; the smaller endgames come first."""
        endgame = Endgame(white, black)
        self.endgames[white, black] = endgame
        for turn in (WHITE, BLACK):
            side, numbers = _positions(endgame, turn)
            endgame.base.append(self.size)
            endgame.sides.append(side)
            endgame.numbers.append(numbers)
            self.size += len(side.squares)
        for turn in (WHITE, BLACK):
            _moves(self, endgame, turn)
        return endgame

    def number(self, white: str, black: str, squares: np.ndarray, turn: int) -> np.ndarray:
        """The numbers of positions with these men; the men may be in any order, and Black the stronger side."""
        key = _ordered(white, black)
        if key in DEAD:
            return np.zeros(len(squares), dtype=np.int64)
        flipped = key != (_sorted(white), _sorted(black))
        if flipped:
            squares, turn = squares ^ 56, 1 - turn
            squares = np.concatenate([squares[:, len(white) :], squares[:, : len(white)]], axis=1)
            white, black = black, white
        endgame = self.endgames[key]
        order = [white.index(man) for man in endgame.white]
        order += [len(white) + black.index(man) for man in endgame.black]
        canonical = endgame.canonical(squares[:, order])
        found = endgame.numbers[turn][canonical]
        assert (found >= 0).all(), "a move leads to a position that is not legal"
        return found.astype(np.int64) + endgame.base[turn]

    def number_of(self, board: chess.Board) -> int:
        """The number of one position on python-chess's board."""
        men = lambda color: [(piece_letter(board, s), s) for s in chess.scan_forward(board.occupied_co[color])]
        white, black = men(chess.WHITE), men(chess.BLACK)
        turn = WHITE if board.turn == chess.WHITE else BLACK
        key = (_sorted("".join(letter for letter, _ in white)), _sorted("".join(letter for letter, _ in black)))
        if _ordered(*key) in DEAD:
            return 0
        if key not in self.endgames:
            flip = lambda men: [(letter, square ^ 56) for letter, square in men]
            white, black, key, turn = flip(black), flip(white), key[::-1], 1 - turn
        endgame = self.endgames[key]
        white, black = dict(white), dict(black)
        squares = [white[man] for man in endgame.white] + [black[man] for man in endgame.black]
        best = None
        for image in _IMAGES[: endgame.images]:
            code = 0
            for square in squares:
                code = code * 64 + image[square]
            best = code if best is None or code < best else best
        return int(endgame.numbers[turn][best]) + endgame.base[turn]


def piece_letter(board: chess.Board, square: int) -> str:
    return " PNBRQK"[board.piece_type_at(square)]


def _letters(board: chess.Board, color: chess.Color) -> str:
    found = [piece.symbol().upper() for piece in board.piece_map().values() if piece.color == color]
    return "".join(found)


def _sorted(men: str) -> str:
    return "".join(sorted(men, key="KQRBNP".index))


def _ordered(white: str, black: str) -> tuple[str, str]:
    """The stronger side first: more men, then the stronger man."""
    one, other = _sorted(white), _sorted(black)
    rank = lambda men: (-len(men), ["KQRBNP".index(man) for man in men])
    return (one, other) if rank(one) <= rank(other) else (other, one)


def _attacks(letter: str, color: int, source: np.ndarray, target: np.ndarray, occupied: np.ndarray) -> np.ndarray:
    reach = REACH["p" if letter == "P" and color == BLACK else letter][source, target]
    if letter in "QRB":
        reach &= (BETWEEN[source, target] & occupied) == 0
    return reach


def _occupied(squares: np.ndarray) -> np.ndarray:
    occupied = np.zeros(len(squares), dtype=np.uint64)
    for man in range(squares.shape[1]):
        occupied |= BIT[squares[:, man]]
    return occupied


def _in_check(men: str, white: int, squares: np.ndarray, color: int, gone: np.ndarray | None = None) -> np.ndarray:
    """Whether a colour's king is attacked. `gone` marks, by man, those that were captured and attack nothing."""
    king = squares[:, 0 if color == WHITE else white]
    occupied = _occupied(squares)
    check = np.zeros(len(squares), dtype=bool)
    for man, letter in enumerate(men):
        owner = WHITE if man < white else BLACK
        if owner != color:
            attacks = _attacks(letter, owner, squares[:, man], king, occupied)
            check |= attacks if gone is None else attacks & (gone != man)
    return check


def _positions(endgame: Endgame, turn: int) -> tuple[Side, np.ndarray]:
    """Every legal class with this colour to move, and its number by code (-1: not legal)."""
    men, white = endgame.men, len(endgame.white)
    first = np.arange(64)
    first = first[(first % 8 < 4)] if endgame.images == 2 else first[(first % 8 < 4) & (first // 8 <= first % 8)]
    axes = [first]
    for letter in men[1:]:
        axes.append(np.arange(8, 56) if letter == "P" else np.arange(64))
    squares = np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1).astype(np.int16)
    apart = np.ones(len(squares), dtype=bool)
    for one in range(len(men)):
        for other in range(one):
            apart &= squares[:, one] != squares[:, other]
    squares = squares[apart]
    squares = squares[~REACH["K"][squares[:, 0], squares[:, white]]]
    squares = squares[~_in_check(men, white, squares, 1 - turn)]
    codes = endgame.code(squares)
    best, fixed = codes.copy(), np.ones(len(codes), dtype=np.int64)
    for image in SYMMETRIES[1 : endgame.images]:
        other = endgame.code(image[squares])
        fixed += other == codes
        np.minimum(best, other, out=best)
    keep = best == codes
    squares, codes, fixed = squares[keep], codes[keep], fixed[keep]
    numbers = np.full(64 ** len(men) if endgame.images == 2 else 28 * 64 ** (len(men) - 1), -1, dtype=np.int32)
    numbers[codes] = np.arange(len(codes), dtype=np.int32)
    side = Side(squares, endgame.images // fixed, _in_check(men, white, squares, turn))
    return side, numbers


def _moves(world: World, endgame: Endgame, turn: int) -> None:
    """Fills in where the legal moves of one side lead."""
    side, men, white = endgame.sides[turn], endgame.men, len(endgame.white)
    squares = side.squares
    occupied = _occupied(squares)
    own = [man for man in range(len(men)) if endgame.owner(man) == turn]
    blocked = _occupied(squares[:, own])
    found = []  # (row, to, conversion, flips)

    def land(rows: np.ndarray, man: int, target: np.ndarray, becomes: str | None = None) -> None:
        """Moves of one man that leave no own man on the target: keeps the legal ones and numbers them."""
        after = squares[rows].copy()
        after[:, man] = target
        gone = np.full(len(rows), -1)
        for other in range(len(men)):
            if endgame.owner(other) != turn:
                gone[squares[rows, other] == target] = other
        legal = ~_in_check(men, white, after, turn, gone)
        rows, after, gone = rows[legal], after[legal], gone[legal]
        for captured in np.unique(gone):
            part = gone == captured
            places, letters = after[part], list(men)
            if becomes:
                letters[man] = becomes
            stay = [other for other in range(len(men)) if other != captured]
            now = "".join(letters[other] for other in stay if other < white)
            then = "".join(letters[other] for other in stay if other >= white)
            to = world.number(now, then, places[:, stay], 1 - turn)
            converts = captured >= 0 or becomes is not None
            flips = _ordered(now, then) != (_sorted(now), _sorted(then))
            count = int(part.sum())
            found.append((rows[part], to, np.full(count, converts), np.full(count, flips)))

    for man in own:
        letter = men[man]
        if letter == "P":
            _pawn(squares, man, turn, occupied, blocked, land)
            continue
        for column in TARGETS[letter].T:
            target = column[squares[:, man]]
            rows = np.flatnonzero(target >= 0)
            goal = target[rows]
            free = (BIT[goal] & blocked[rows]) == 0
            if letter in "QRB":
                free &= (BETWEEN[squares[rows, man], goal] & occupied[rows]) == 0
            # A king next to a king is caught by `_in_check`; a king cannot be captured in a legal position.
            if free.any():
                land(rows[free], man, goal[free].astype(np.int16))
    row = np.concatenate([part[0] for part in found])
    order = np.argsort(row, kind="stable")
    side.first = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(squares)))])
    side.to = np.concatenate([part[1] for part in found])[order].astype(np.int32)
    side.conversion = np.concatenate([part[2] for part in found])[order]
    side.flips = np.concatenate([part[3] for part in found])[order]


def _pawn(squares, man, turn, occupied, blocked, land) -> None:
    """Steps, double steps, captures and promotions of one pawn. Nobody has two pawns here: no capture en passant."""
    step, home, last = (8, 1, 7) if turn == WHITE else (-8, 6, 0)
    at = squares[:, man].astype(np.int64)
    hits = REACH["P" if turn == WHITE else "p"]
    ahead = at + step
    single = (BIT[ahead] & occupied) == 0
    twice = np.clip(ahead + step, 0, 63)
    double = single & (at // 8 == home) & ((BIT[twice] & occupied) == 0)
    jumps = [(np.flatnonzero(single), ahead), (np.flatnonzero(double), twice)]
    for target in range(64):
        enemy = hits[at, target] & ((BIT[target] & occupied & ~blocked) != 0)
        jumps.append((np.flatnonzero(enemy), np.full(len(at), target)))
    for rows, target in jumps:
        goal = target[rows]
        promotes = goal // 8 == last
        if (~promotes).any():
            land(rows[~promotes], man, goal[~promotes].astype(np.int16))
        if promotes.any():
            for becomes in PROMOTIONS:
                land(rows[promotes], man, goal[promotes].astype(np.int16), becomes)
