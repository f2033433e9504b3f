//! Players scored by their competence: `fallible competition --json`.

use serde::Serialize;

use super::assessment::{Basis, RoleRecord};
use super::quality::PlayQuality;
use crate::summary_statistics::SummaryStatistics;

/// The standings of a competition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompetitionReport {
    /// What the moves were judged by.
    #[serde(flatten)]
    pub basis: Basis,
    /// Whom everybody played.
    pub defender: String,
    /// How many starting positions: one game from each for every contestant.
    pub positions: usize,
    /// The seed of the random generators.
    pub seed: u64,
    /// The contestants, the most competent first.
    pub contestants: Vec<CompetitionStanding>,
}

/// What a contestant did with the winning side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompetitionStanding {
    /// The name.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// Games in which the metric's goal was reached.
    pub won: usize,
    /// Games in which the win was given away.
    pub slipped: usize,
    /// Games that ended before either: too long, by repetition or by the fifty-move rule.
    pub unfinished: usize,
    /// The contestant's moves in the games won.
    pub length: Option<SummaryStatistics>,
    /// The same less the depth of the starting position: moves more than were needed.
    pub excess: Option<SummaryStatistics>,
    /// Moves counted, and the apparent competence; null if no move was made.
    pub play: Option<RoleRecord>,
    /// Jansen's measures of the same moves; null if no move was made.
    pub quality: Option<PlayQuality>,
    /// Why not every game could be played; null if every game was.
    pub failure: Option<String>,
}
