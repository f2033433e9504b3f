//! One whole game: `fallible review --json` and the workbench's page Assess.

use serde::{Deserialize, Serialize};

use super::whole_games::{ClusteredEstimate, DecisionModel, RateBaselines, RatingEstimate};
use super::{Side, TheoreticalValue, Word};

/// A game of a PGN as it is offered for review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedGame {
    /// Its number in the PGN, from 1.
    pub index: usize,
    /// The player of the white men; `?` if nobody says.
    pub white: String,
    /// The player of the black men; `?` if nobody says.
    pub black: String,
    /// The tag `Event`; null if there is none.
    pub event: Option<String>,
    /// The tag `Date`; null if there is none.
    pub date: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Half-moves.
    pub plies: usize,
    /// Why it cannot be reviewed; null if it can.
    pub problem: Option<String>,
}

/// An engine that can value the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedEngine {
    /// How it is asked for.
    pub engine: String,
    /// Its name with its version.
    pub name: String,
    /// How deep it searches unless told, in plies.
    pub depth: u16,
    /// Whether it is our own searcher, which needs no installation.
    pub own: bool,
}

/// The engines of this machine, the best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedEngines {
    /// The engines; our own searcher is always the last.
    pub engines: Vec<OfferedEngine>,
    /// How to add one, if our own searcher is the only one.
    pub hint: Option<String>,
}

/// A whole game, valued move by move, as far as it has been valued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReview {
    /// How White played.
    pub white: ReviewedPlayer,
    /// How Black played.
    pub black: ReviewedPlayer,
    /// The tag `Event`; null if there is none.
    pub event: Option<String>,
    /// The tag `Date`; null if there is none.
    pub date: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The position the game starts from.
    pub start_fen: String,
    /// Half-moves of the game.
    pub plies: usize,
    /// Half-moves valued so far.
    pub valued: usize,
    /// The law of the competences, and who scored the moves.
    pub model: DecisionModel,
    /// The pool whose ratings are meant: `fide`, `rapid`, `lichess`, `fics` or `other`.
    pub pool: String,
    /// Whether the ratings use the scores, or only what the moves look like.
    pub sees_scores: bool,
    /// The moves valued, in order.
    pub moves: Vec<ReviewedMove>,
    /// The moments that mattered: the moves that lost at least a twentieth of a game, up to eight, the greatest loss first. Their plies.
    pub moments: Vec<u32>,
    /// The part of the game that endgame tables solve.
    pub exact_zone: ExactZone,
    /// What to keep in mind.
    pub remarks: Vec<String>,
}

/// How one of the players played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedPlayer {
    /// The name; `?` if nobody says.
    pub name: String,
    /// The rating in the tags; null if there is none.
    pub rating: Option<u16>,
    /// The rating that the moves speak for with its interval, as a sentence; or that there are too few.
    pub said: String,
    /// The whole game.
    pub all: ReviewedPart,
    /// Opening, middlegame and endgame, those in which the player had a choice.
    pub phases: Vec<ReviewedPart>,
}

/// A player's moves in the game or in a phase of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedPart {
    /// `all`, `opening`, `middlegame` or `endgame`.
    pub part: Word,
    /// Moves with an alternative.
    pub moves: usize,
    /// Those that the rating is taken from: from the ninth move of each side on, and no position for a third time. In a game from a set-up position the first moves count too.
    pub counted: usize,
    /// The apparent competence in all moves with an alternative; null if there are none.
    pub competence: Option<ClusteredEstimate>,
    /// The rating that the counted moves speak for; null if there are fewer than five.
    pub elo: Option<RatingEstimate>,
    /// What everybody knows, from all moves with an alternative; null if there are none.
    pub baselines: Option<RateBaselines>,
}

/// A half-move of a game with what it was worth. Scores and expected scores are the mover's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// The number of the half-move, from 1.
    pub ply: u32,
    /// The move's number as it is printed: `23.` or `23...`.
    pub number: String,
    /// Who moved.
    pub side: Side,
    /// The move as it is printed.
    pub san: String,
    /// The move by its squares.
    pub uci: String,
    /// The position before it.
    pub fen: String,
    /// The position after it.
    pub fen_after: String,
    /// `opening`, `middlegame` or `endgame`.
    pub phase: Word,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// The reference's score of the move, in centipawns; null if it is a mate.
    pub cp: Option<i32>,
    /// The moves to mate by the reference, negative if the mover is mated; null if it sees none.
    pub mate: Option<i32>,
    /// The best move as it is printed; the table's where there is one.
    pub best: String,
    /// The best move by its squares.
    pub best_uci: String,
    /// How the game could have gone on from the best move, that move first, as printed.
    pub line: Vec<String>,
    /// The expected score before the move, from 0 to 1: that of the best move.
    pub before: f64,
    /// The expected score after the move.
    pub after: f64,
    /// The expected score that the move gave away.
    pub lost: f64,
    /// Men on the board before the move.
    pub men: usize,
    /// What the endgame tables say; null outside the exact zone and where a table is missing.
    pub table: Option<TableVerdict>,
}

/// What the tables say of a move, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableVerdict {
    /// The position before it.
    pub before: TheoreticalValue,
    /// What the move leads to.
    pub after: TheoreticalValue,
}

/// The moves made with so few men on the board that tables solve the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactZone {
    /// Up to so many men.
    pub men: usize,
    /// The first half-move in it; null if the game never came there.
    pub from: Option<u32>,
    /// Half-moves in it.
    pub moves: usize,
    /// Half-moves in it that gave a win or a draw away, as far as tables are at hand.
    pub given_away: usize,
    /// Endgames that were met and whose tables are not at hand.
    pub unsolved: Vec<String>,
}
