//! Whole games against an opponent of a rating: the workbench's page Play.

use serde::{Deserialize, Serialize};

use super::whole_games::RatingEstimate;
use super::{BoardMove, Side, Word};

/// Who can be played in a whole game on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SparringOffer {
    /// The opponents.
    pub opponents: Vec<SparringOpponent>,
    /// How to add an engine, if there is none but our own searcher.
    pub hint: Option<String>,
}

/// Somebody who can be played in a whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SparringOpponent {
    /// How it is asked for: `player`, `people:lichess`, `partner`, ...
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
    /// Who values the moves that it chooses among.
    pub values: String,
    /// The ratings it can have; null where it has none to choose.
    pub ratings: Option<SparringRatings>,
}

/// The ratings that an opponent can be given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SparringRatings {
    /// The least, a multiple of 25.
    pub least: f64,
    /// The greatest.
    pub most: f64,
    /// Whose ratings they are.
    pub scale: String,
    /// What a rating is said to mean, before its number: `plays like about`.
    pub says: String,
}

/// A half-move of such a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparringMove {
    /// The number of the half-move, from 1.
    pub ply: usize,
    /// `you` or `opponent`.
    pub by: Word,
    /// The move as it is printed.
    pub san: String,
    /// The move by its squares.
    pub uci: String,
    /// The position after it.
    pub fen_after: String,
}

/// How such a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparringEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Word,
    /// In a sentence, to the person.
    pub sentence: String,
}

/// A whole game as it stands, the opponent's answer made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SparringGame {
    /// The position the game starts from.
    pub start_fen: String,
    /// The position as it stands.
    pub fen: String,
    /// Whose move it is.
    pub turn: Side,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The colour of the person.
    pub you: Side,
    /// The legal moves, if it is the person's turn.
    pub moves: Vec<BoardMove>,
    /// The half-moves made.
    pub played: Vec<SparringMove>,
    /// How well the opponent plays and by whose ratings, as in `plays like about 1500 (blitz)`.
    pub strength: String,
    /// The rating that the person's moves speak for so far; null but for the opponent who goes by it.
    pub shown: Option<RatingEstimate>,
    /// How the game ended; null while it goes on.
    pub over: Option<SparringEnd>,
    /// The game as PGN.
    pub pgn: String,
}
