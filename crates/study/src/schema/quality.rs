//! How well won and lost positions were played: Jansen's measures (1992, section 6.1).

use endgame::rules::color_name;
use player::quality;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::assess::PlayerRole;
use crate::assess::profile::{Profile, ProfileRow, Profiles};
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

impl From<&quality::Errors> for MistakeCounts {
    fn from(errors: &quality::Errors) -> MistakeCounts {
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
    pub measures: Option<PassageMeasures>,
}

/// Jansen's measures of one passage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassageMeasures {
    /// Moves to the win, or `2N + 1` less the move with which a win in time slipped away.
    pub q1: Option<i64>,
    /// `D_0 - Q1`.
    pub q2: Option<i64>,
    /// Net error.
    pub q3: i64,
    /// Net error a move.
    pub q4: f64,
    /// Progress a move.
    pub q5: f64,
    /// `d`.
    pub q6: f64,
    /// `p`.
    pub q7: f64,
    /// `delta`.
    pub q8: Option<f64>,
    /// Depth gone a move, of a passage won to the end.
    pub path_efficiency: Option<f64>,
}

impl From<quality::Measures> for PassageMeasures {
    fn from(of: quality::Measures) -> PassageMeasures {
        let quality::Measures { q1, q2, q3, q4, q5, q6, q7, q8, path_efficiency } = of;
        PassageMeasures { q1, q2, q3, q4, q5, q6, q7, q8, path_efficiency }
    }
}

impl PassageQuality {
    /// A passage that should be won in so many moves.
    pub fn new(passage: &Passage, moves_allowed: u16) -> PassageQuality {
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
            measures: trajectory.measures(moves_allowed).map(Into::into),
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
    pub winners: Vec<DepthProfile>,
    /// Of losers.
    pub losers: Vec<DepthProfile>,
    /// Where these winners stand still.
    pub equilibria: Vec<StandstillDepth>,
    /// Where the random player does.
    pub random_equilibria: Vec<StandstillDepth>,
}

/// A depth at which a winner gets nowhere on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandstillDepth {
    /// The depth, between two whole ones.
    pub depth: f64,
    /// Whether players are drawn back to it.
    pub stable: bool,
}

/// Mistakes made at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthProfile {
    /// Before the move.
    pub depth: u16,
    /// Moves made there.
    pub moves: u64,
    /// Moves that gave the value away, in no rate.
    pub fatal: u64,
    /// What these players did; none if nobody was there.
    pub players: Option<MistakeRates>,
    /// What a player does who takes any move that keeps the value; none if there is no such depth.
    pub random: Option<MistakeRates>,
}

/// How much, how often and how large.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MistakeRates {
    /// Moves of depth a move.
    pub d: f64,
    /// Mistakes a move.
    pub p: f64,
    /// Moves of depth a mistake; none without a mistake.
    pub delta: Option<f64>,
}

impl From<quality::Rates> for MistakeRates {
    fn from(rates: quality::Rates) -> MistakeRates {
        MistakeRates { d: rates.average, p: rates.probability, delta: rates.magnitude }
    }
}

impl From<quality::Equilibrium> for StandstillDepth {
    fn from(at: quality::Equilibrium) -> StandstillDepth {
        StandstillDepth { depth: at.depth, stable: at.stable }
    }
}

impl From<&ProfileRow> for DepthProfile {
    fn from(row: &ProfileRow) -> DepthProfile {
        DepthProfile {
            depth: row.depth,
            moves: row.moves,
            fatal: row.fatal,
            players: row.players.map(Into::into),
            random: row.random.map(Into::into),
        }
    }
}

impl From<&Profiles> for ProfileByDepth {
    fn from(profiles: &Profiles) -> ProfileByDepth {
        let rows = |side: &Profile| side.rows.iter().map(DepthProfile::from).collect();
        let standing = |all: &[quality::Equilibrium]| {
            all.iter().map(|at| StandstillDepth::from(*at)).collect()
        };
        let Profiles { endgame, smooth, sides: [winners, losers] } = profiles;
        ProfileByDepth {
            endgame: endgame.to_string(),
            smoothed: *smooth,
            winners: rows(winners),
            losers: rows(losers),
            equilibria: standing(&winners.equilibria),
            random_equilibria: standing(&winners.random_equilibria),
        }
    }
}
