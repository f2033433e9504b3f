//! Agents who play random games: `fallible random-game --players --json`.

use serde::Serialize;

use super::random_game::Estimate;
use super::{Model, Word};

/// Games that agents have played in random games, summed up. White moves first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomContest {
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// Where games began, with White to move: `deepest`, `draw`, or the depth of a win.
    pub from: Word,
    /// Moves each side might make.
    pub limit: usize,
    /// How many games were played.
    pub played: usize,
    /// Random games in which there was no position to begin in.
    pub left_out: usize,
    /// Games that White won.
    pub white_won: usize,
    /// Games that Black won.
    pub black_won: usize,
    /// Games that ended in a terminal draw.
    pub drawn: usize,
    /// Games that were not over after so many moves.
    pub unfinished: usize,
    /// White's moves in the games that were over in time; null if none was.
    pub length: Option<Estimate>,
    /// What is known exactly of these games, the same positions to begin in; null where an agent remembers or searches, and in large games.
    pub foreseen: Option<ForeseenContest>,
    /// The model by which competence is measured.
    pub model: Model,
    /// What White's moves showed.
    pub white_shown: ShownPlay,
    /// What Black's moves showed.
    pub black_shown: ShownPlay,
}

/// What was to be expected of games between players whose moves depend on the position alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ForeseenContest {
    /// White's moves until the game is over, on average; null if some may go on for ever.
    pub length: Option<f64>,
    /// The standard deviation of a game's length; null if some may go on for ever.
    pub deviation: Option<f64>,
    /// The mean length by the Markov model, all positions of a depth lumped together; null if White may give wins away.
    pub markov: Option<f64>,
    /// The chance that White wins within the limit.
    pub won_in_time: f64,
}

/// What the moves of one player showed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownPlay {
    /// Moves made.
    pub moves: u64,
    /// The share that was optimal.
    pub optimal: f64,
    /// The share that gave the value away.
    pub fatal: f64,
    /// The depth conceded by a move that kept the value, on average.
    pub conceded: f64,
    /// The competence that all moves together speak for; null of a player who never errs.
    pub competence: Option<ShownCompetence>,
}

/// An apparent competence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ShownCompetence {
    /// The mean of the belief.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The lower end of the central 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}
