//! A position as answers speak of it, whichever game it is of: who is to move, what it and its moves are called.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use endgame::material::{Army, Material};
use endgame::rules::{Board, Color, Move, Position, Role};
use games::{AnyEndgame, AnyMove, AnyPosition, GameName};

use crate::schema::{BoardFacts, MoveSquares};

/// A position of chess or of another game, with its names.
pub trait Described: Clone + PartialEq + Debug {
    /// What can be played there.
    type Move: Clone + PartialEq + Debug;

    /// Who is to move.
    fn turn(&self) -> Color;

    /// A FEN, or the words of PDN.
    fn text(&self) -> String;

    /// The number of the next move; none if positions of this game do not tell.
    fn move_number(&self) -> Option<u32>;

    /// Whether games usually start here.
    fn is_start(&self) -> bool;

    /// The colour that moves first in a game from the start, and whose moves have numbers.
    fn first_mover(&self) -> Color {
        Color::White
    }

    /// The position after a legal move.
    #[must_use]
    fn next(&self, play: &Self::Move) -> Self;

    /// A move as programs write it.
    fn code(&self, play: &Self::Move) -> String;

    /// A move as people write it.
    fn name(&self, play: &Self::Move) -> String;
}

/// One that tables may know.
pub trait TablePosition: Described {
    /// Which men are on the board.
    type Endgame: Clone + Eq + Hash + Display + Debug;

    /// The men on the board, those of this colour first.
    fn endgame_of(&self, first: Color) -> Self::Endgame;

    /// Whether the side to move has the better men.
    fn leads(&self) -> bool;

    /// Every legal move.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Whether a move takes something.
    fn captures(&self, play: &Self::Move) -> bool;

    /// Whether a move gives check.
    fn checks(&self, _play: &Self::Move) -> bool {
        false
    }

    /// What a board shows beside the men.
    fn facts(&self) -> BoardFacts;

    /// The squares of a move.
    fn squares(&self, play: &Self::Move) -> MoveSquares;
}

impl Described for Board {
    type Move = Move;

    fn turn(&self) -> Color {
        Board::turn(self)
    }

    fn text(&self) -> String {
        self.fen()
    }

    fn move_number(&self) -> Option<u32> {
        Some(Board::move_number(self))
    }

    fn is_start(&self) -> bool {
        Board::is_start(self)
    }

    fn next(&self, play: &Move) -> Board {
        self.after(*play)
    }

    fn code(&self, play: &Move) -> String {
        self.uci(*play)
    }

    fn name(&self, play: &Move) -> String {
        self.san(*play)
    }
}

/// What an army is worth in pawns, by the usual count.
fn strength(army: &Army) -> usize {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    let worth = [(Queen, 9), (Rook, 5), (Bishop, 3), (Knight, 3), (Pawn, 1)];
    worth.iter().map(|&(role, pawns)| pawns * army.count(role)).sum()
}

impl Described for Position {
    type Move = Move;

    fn turn(&self) -> Color {
        Board::turn(self)
    }

    fn text(&self) -> String {
        self.fen()
    }

    fn move_number(&self) -> Option<u32> {
        Some(Board::move_number(self))
    }

    fn is_start(&self) -> bool {
        false
    }

    fn next(&self, play: &Move) -> Position {
        self.after(*play)
    }

    fn code(&self, play: &Move) -> String {
        self.uci(*play)
    }

    fn name(&self, play: &Move) -> String {
        self.san(*play)
    }
}

impl TablePosition for Position {
    type Endgame = Material;

    fn endgame_of(&self, first: Color) -> Material {
        let material = self.material();
        first.fold_wb(material, material.flipped())
    }

    fn leads(&self) -> bool {
        let material = self.material();
        let [own, other] = [Board::turn(self), Board::turn(self).other()]
            .map(|color| strength(&material.army(color)));
        own > other
    }

    fn legal_moves(&self) -> Vec<Move> {
        Board::legal_moves(self)
    }

    fn captures(&self, play: &Move) -> bool {
        play.is_capture()
    }

    fn checks(&self, play: &Move) -> bool {
        self.after(*play).is_check()
    }

    fn facts(&self) -> BoardFacts {
        BoardFacts::of_chess(self)
    }

    fn squares(&self, play: &Move) -> MoveSquares {
        MoveSquares::of(&self.uci(*play))
    }
}

impl Described for AnyPosition {
    type Move = AnyMove;

    fn turn(&self) -> Color {
        AnyPosition::turn(self)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn move_number(&self) -> Option<u32> {
        AnyPosition::move_number(self)
    }

    fn is_start(&self) -> bool {
        GameName::ALL.iter().any(|game| game.start() == *self)
    }

    fn first_mover(&self) -> Color {
        AnyPosition::first_mover(self)
    }

    fn next(&self, play: &AnyMove) -> AnyPosition {
        self.after(play)
    }

    fn code(&self, play: &AnyMove) -> String {
        AnyPosition::code(self, play)
    }

    fn name(&self, play: &AnyMove) -> String {
        AnyPosition::name(self, play)
    }
}

impl TablePosition for AnyPosition {
    type Endgame = AnyEndgame;

    fn endgame_of(&self, first: Color) -> AnyEndgame {
        first.fold_wb(self.endgame(), self.endgame().swapped())
    }

    fn leads(&self) -> bool {
        let [own, others] = [AnyPosition::turn(self), AnyPosition::turn(self).other()]
            .map(|color| self.endgame().strength(color));
        own > others
    }

    fn legal_moves(&self) -> Vec<AnyMove> {
        AnyPosition::legal_moves(self)
    }

    fn captures(&self, play: &AnyMove) -> bool {
        play.is_capture()
    }

    fn facts(&self) -> BoardFacts {
        BoardFacts::of_game(self)
    }

    fn squares(&self, play: &AnyMove) -> MoveSquares {
        MoveSquares::of_path(self.path(play), self.promotion(play))
    }
}
