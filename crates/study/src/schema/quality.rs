//! How well won and lost positions were played: Jansen's measures (1992, section 6.1).

use std::fmt::Display;

use endgame::rules::color_name;
use player::quality::{Equilibrium, Errors, Measures};
use serde::{Deserialize, Serialize};

use super::Word;
use crate::assess::PlayerRole;
use crate::assess::profile::{ProfileRow, Profiles};
use crate::assess::quality::Passage;

/// Moves of one side and the mistakes among them; fatal ones, which give the value away, enter no rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MistakeCounts {
    /// Moves that kept the value.
    pub moves: u64,
    /// Those that conceded depth.
    pub mistakes: u64,
    /// Moves of depth conceded.
    pub conceded: u64,
    /// Moves that gave the value away.
    pub fatal: u64,
    /// Mistakes a move.
    pub p: Option<f64>,
    /// Moves of depth a mistake.
    pub delta: Option<f64>,
    /// Moves of depth a move.
    pub d: Option<f64>,
}

impl From<&Errors> for MistakeCounts {
    fn from(errors: &Errors) -> MistakeCounts {
        MistakeCounts {
            moves: errors.moves,
            mistakes: errors.mistakes,
            conceded: errors.total,
            fatal: errors.fatal,
            p: errors.probability(),
            delta: errors.magnitude(),
            d: errors.average(),
        }
    }
}

/// What a player did in one role, over all passages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayQuality {
    /// The mistakes.
    #[serde(flatten)]
    pub errors: MistakeCounts,
    /// Passages played.
    pub passages: usize,
    /// Of these, won to the end.
    pub won: usize,
    /// What the opponents conceded a move.
    pub opponents_d: Option<f64>,
    /// A winner's `d` less the opponents'.
    pub net: Option<f64>,
    /// A winner's progress a move: `Q5`.
    pub progress: Option<f64>,
    /// The same over passages won to the end.
    pub path_efficiency: Option<f64>,
    /// The deepest win such a player is expected to manage in time; `[10]` and `[all]` are bounds.
    pub deepest_won: Option<String>,
}

/// All players of either role together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QualityOfAll {
    /// Whoever was winning.
    pub winners: PlayQuality,
    /// Whoever was losing.
    pub losers: PlayQuality,
}

/// A part of a game that one side was winning, with its measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassageQuality {
    /// The endgame, the winner's men first.
    pub endgame: String,
    /// `White` or `Black`.
    pub winner: Word,
    /// The half-move of the game it begins with, from 1.
    pub first_ply: usize,
    /// The depth before the winner's first move.
    pub start: u16,
    /// The depth after each of the winner's moves and the reply.
    pub depths: Vec<u16>,
    /// Whether it was won to the end.
    pub won: bool,
    /// Whether the win was given away.
    pub given_away: bool,
    /// The winner's move after which the game could not be won in time any more.
    pub slipped_with: Option<usize>,
    /// The winner's mistakes.
    pub winner_errors: MistakeCounts,
    /// The loser's mistakes.
    pub loser_errors: MistakeCounts,
    /// The winner's, as long as the game could be won in time.
    pub within: MistakeCounts,
    /// `Q1` to `Q8`; none without a move of the winner's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measures: Option<Measures>,
}

impl PassageQuality {
    /// A passage that should be won in so many moves.
    pub fn new<E: Display>(passage: &Passage<E>, moves_allowed: u16) -> PassageQuality {
        let trajectory = &passage.trajectory;
        PassageQuality {
            endgame: passage.endgame.to_string(),
            winner: color_name(passage.winner).into(),
            first_ply: passage.first_ply,
            start: trajectory.start,
            depths: trajectory.moves.iter().map(|step| step.depth).collect(),
            won: trajectory.is_won(),
            given_away: trajectory.given_away,
            slipped_with: trajectory.crossing(moves_allowed),
            winner_errors: (&passage.errors(PlayerRole::Attacker)).into(),
            loser_errors: (&passage.errors(PlayerRole::Defender)).into(),
            within: (&trajectory.within(moves_allowed).winner()).into(),
            measures: trajectory.measures(moves_allowed),
        }
    }
}

/// Mistakes by depth, beside the random player's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProfileByDepth {
    /// The endgame, the winner's men first.
    pub endgame: String,
    /// Whether each depth is put together with its neighbours.
    pub smoothed: bool,
    /// Of winners, the least depth first.
    pub winners: Vec<ProfileRow>,
    /// Of losers.
    pub losers: Vec<ProfileRow>,
    /// Where these winners stand still.
    pub equilibria: Vec<Equilibrium>,
    /// Where the random player does.
    pub random_equilibria: Vec<Equilibrium>,
}

impl From<&Profiles> for ProfileByDepth {
    fn from(profiles: &Profiles) -> ProfileByDepth {
        let Profiles { endgame, smooth, sides: [winners, losers] } = profiles;
        ProfileByDepth {
            endgame: endgame.to_string(),
            smoothed: *smooth,
            winners: winners.rows.clone(),
            losers: losers.rows.clone(),
            equilibria: winners.equilibria.clone(),
            random_equilibria: winners.random_equilibria.clone(),
        }
    }
}
