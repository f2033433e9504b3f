//! A position and its moves, as boards and tables of moves show them.

use endgame::rules::{Ending, Position};
use games::AnyPosition;
use serde::{Deserialize, Serialize};
use value::Choice;

use super::{Side, TheoreticalValue, Word};
use crate::described::{Described, TablePosition};
use crate::endgame_names::plain_name;
use crate::game::DrawRule;

/// What can be seen without a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardFacts {
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Why there is no move to make: `checkmate`, `stalemate` or `insufficient_material`; in other games `no_men` of one
    /// side, or `no_moves`.
    pub over: Option<Word>,
    /// White's men first: `KQKR`, or `KQvR` in other games.
    pub material: String,
    /// In plain words: `queen against rook`.
    pub name: String,
    /// How many, kings included.
    pub men: usize,
}

impl BoardFacts {
    /// What a position of chess shows.
    pub(crate) fn of_chess(position: &Position) -> BoardFacts {
        let material = position.material();
        let over = position.ending().map(|ending| match ending {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => DrawRule::Stalemate.word(),
            Ending::InsufficientMaterial => DrawRule::InsufficientMaterial.word(),
        });
        BoardFacts {
            fen: position.fen(),
            turn: position.turn().into(),
            check: position.is_check(),
            over: over.map(Word::from),
            material: material.to_string(),
            name: plain_name(&material),
            men: material.men(),
        }
    }

    /// What a position of another game shows.
    pub(crate) fn of_game(position: &AnyPosition) -> BoardFacts {
        let endgame = position.endgame();
        let alone = [position.turn(), position.turn().other()]
            .into_iter()
            .any(|color| position.men_of(color) == 0);
        let over = match alone {
            true => Some("no_men"),
            false => position.legal_moves().is_empty().then_some("no_moves"),
        };
        BoardFacts {
            fen: position.to_string(),
            turn: position.turn().into(),
            check: false,
            over: over.map(Word::from),
            material: endgame.to_string(),
            name: endgame.plain_name(),
            men: endgame.men(),
        }
    }
}

/// The squares of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveSquares {
    /// The square it leaves: `e7`; in checkers `11`.
    pub from: String,
    /// The square it reaches.
    pub to: String,
    /// `q`, `r`, `b` or `n`, in antichess also `k`; none if no pawn promotes.
    pub promotion: Option<char>,
    /// The squares between, where a man jumps more than once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
}

impl MoveSquares {
    /// The squares of a move in UCI notation.
    pub fn of(uci: &str) -> MoveSquares {
        MoveSquares {
            from: uci[..2].to_owned(),
            to: uci[2..4].to_owned(),
            promotion: uci.chars().nth(4),
            through: Vec::new(),
        }
    }

    /// The squares a move visits, at least two.
    pub(crate) fn of_path(mut path: Vec<String>, promotion: Option<char>) -> MoveSquares {
        let to = path.pop().unwrap_or_default();
        let from = if path.is_empty() { to.clone() } else { path.remove(0) };
        MoveSquares { from, to, promotion, through: path }
    }
}

/// A legal move, as much of it as a board needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardMove {
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// Where from and where to.
    #[serde(flatten)]
    pub squares: MoveSquares,
}

impl BoardMove {
    /// A move of a position.
    pub fn of<P: TablePosition>(position: &P, play: &P::Move) -> BoardMove {
        let (uci, san) = (position.code(play), position.name(play));
        BoardMove { uci, san, squares: position.squares(play) }
    }
}

/// A position as a board needs it: no values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardPosition {
    /// The position.
    #[serde(flatten)]
    pub board: BoardFacts,
    /// Every legal move in the order of their UCI names; none once a game is over.
    pub moves: Vec<BoardMove>,
}

impl BoardPosition {
    /// A position with its legal moves, if it may be played on.
    pub fn of<P: TablePosition>(position: &P, playable: bool) -> BoardPosition {
        let legal = if playable { position.legal_moves() } else { Vec::new() };
        let mut moves: Vec<BoardMove> =
            legal.iter().map(|play| BoardMove::of(position, play)).collect();
        moves.sort_by(|a, b| a.uci.cmp(&b.uci));
        BoardPosition { board: position.facts(), moves }
    }
}

/// A legal move with what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveValue {
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// For the mover; the depth is that of the position after the move.
    pub value: TheoreticalValue,
    /// Whether no move is better.
    pub optimal: bool,
}

impl MoveValue {
    /// A choice of a position.
    pub fn of<P: Described>(position: &P, choice: &Choice<P::Move>, optimal: bool) -> MoveValue {
        MoveValue {
            uci: position.code(&choice.play),
            san: position.name(&choice.play),
            value: choice.value.into(),
            optimal,
        }
    }
}
