//! `fallible suite --json`: what several engines think of one game.

use serde::{Deserialize, Serialize};

use super::Word;
use super::whole_games::{ClusteredEstimate, DecisionModel};

/// The game that is looked at, as its tags have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// White's name; `?` if nobody says.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The event; null if nobody says.
    pub event: Option<String>,
    /// The date as written; null if nobody says.
    pub date: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// One player in the eyes of one engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuitePlayer {
    /// Moves with an alternative that the engine has valued.
    pub decisions: usize,
    /// The apparent competence. Those of two engines are not comparable: each has its own scale.
    pub competence: ClusteredEstimate,
    /// The average centipawn loss, everything beyond ten pawns counting as ten.
    pub centipawn_loss: f64,
    /// The share of moves that the engine holds for best.
    pub agreement: f64,
}

/// An engine of the suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteEngine {
    /// The word it was asked for by.
    pub asked: String,
    /// Its own name, with its version.
    pub name: String,
    /// How deep it searched, in plies: our own searcher less deep than the others.
    pub depth: u16,
    /// `multipv` or `children`.
    pub method: Word,
    /// Positions it has valued.
    pub valued: usize,
    /// How long that took, in seconds.
    pub seconds: f64,
    /// White; null if the engine has valued no decision of White's.
    pub white: Option<SuitePlayer>,
    /// Black; null likewise.
    pub black: Option<SuitePlayer>,
    /// Positions it failed in, a sentence each; after three it is asked no more.
    pub failures: Vec<String>,
}

/// An engine that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutEngine {
    /// The word it was asked for by.
    pub asked: String,
    /// Why, in one sentence.
    pub reason: String,
}

/// What one engine says of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteView {
    /// The value of the best move in pawns, for White; a mate is worth 200 less its moves.
    pub value: f64,
    /// The best move in standard notation, the first of equals.
    pub best: String,
    /// The value of the move played, likewise.
    pub played: f64,
    /// The mover's apparent competence after this move: the mean of what is believed by then.
    pub competence: f64,
}

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuitePosition {
    /// The half-move played in it, from 1.
    pub ply: u32,
    /// The position before it.
    pub fen: String,
    /// The move played, in standard notation.
    pub played: String,
    /// What each engine says, in their order; null if it failed.
    pub views: Vec<Option<SuiteView>>,
    /// How many different moves the engines hold for best.
    pub opinions: usize,
}

/// Several engines' views of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteReport {
    /// The game.
    pub game: SuiteGame,
    /// The law that turns values into competences; each engine is its own reference.
    pub model: DecisionModel,
    /// The engines that look at it.
    pub engines: Vec<SuiteEngine>,
    /// Those that do not.
    pub left_out: Vec<LeftOutEngine>,
    /// Its positions with at least two legal moves, in their order.
    pub positions: Vec<SuitePosition>,
    /// The share of positions in which all engines name the same best move; null without positions.
    pub unanimous: Option<f64>,
}
