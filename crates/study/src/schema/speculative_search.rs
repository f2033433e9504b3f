//! Speculative play outside the tables: `fallible speculate FEN --json`.

use serde::Serialize;

use super::Number;

/// What the moves of a position gain from an opponent who searches less deep. Pawns are the side to
/// move's in the position itself, cut off at 10 either way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeculativeSearch {
    /// The position.
    pub fen: String,
    /// Whose scores these are.
    pub engine: String,
    /// The depth of the opponent's search, in plies.
    pub shallow: u16,
    /// The depth whose scores count as true, in plies.
    pub deep: u16,
    /// The opponent's competence among the shallow scores.
    pub competence: Number,
    /// How many pawns less than the best a move may be worth.
    pub risk: f64,
    /// The move that is expected to bring most.
    pub choice: String,
    /// The best move by the deep search; of several, the one that is expected to bring most.
    pub best: String,
    /// By how many pawns the choice is expected to bring more than the best move.
    pub gain: f64,
    /// The moves within the risk, those first that are expected to bring most.
    pub moves: Vec<SpeculativeMove>,
}

/// A move within the risk.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeculativeMove {
    /// In standard algebraic notation.
    pub san: String,
    /// `e7e8q`.
    pub uci: String,
    /// What it is worth after the best reply, in pawns.
    pub value: f64,
    /// What it is worth after the reply of this opponent, on average, in pawns.
    pub expected: f64,
    /// The replies, the best for the opponent first: empty if the game is over.
    pub replies: Vec<SpeculativeReply>,
}

/// A reply of the opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeculativeReply {
    /// In standard algebraic notation.
    pub san: String,
    /// What the shallow search says of it, in pawns of ours.
    pub shallow: f64,
    /// What the deep search says of it, in pawns of ours.
    pub deep: f64,
    /// How likely this opponent is to play it.
    pub probability: f64,
}
