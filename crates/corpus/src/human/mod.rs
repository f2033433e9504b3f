//! How people choose: by what a move looks like, and by how good it is.
//!
//! ```text
//! ln P[m] = Σ_k (a_k + b_k u) e_mk + (g + h u) level_m + s u slope_m + constant
//! ```
//!
//! with `u` the player's [`Strength`] in units, `e_m` three functions of what an engine says the move
//! gives away, and `level` and `slope` what its look is worth ([`look`](crate::look)). The nine
//! coefficients are fitted to decisions by maximum likelihood; without an engine three remain.
//!
//! - [`file`](mod@file): models with the weights of looks, as a file, and the built-in one
//! - [`missing_history`]: decisions that do not know the moves before them are told by the games
//! - [`learn`]: models learned from games and decisions, and how well they foresee games held out

pub mod file;
pub mod learn;
pub mod missing_history;
mod rating_error;

pub use file::{HumanModels, ModelFileError};

use player::logit::{self, LogitError};

use crate::decision::Decision;
use crate::family::{MateRule, chance};
use crate::look::weights::{LookScore, LookWeights};
use crate::look::{Before, Looks};
use crate::pool::Pool;
use crate::strength::Strength;

/// Functions of the loss.
const LOSSES: usize = 3;

/// How mates count: as so many pawns.
const MATE: MateRule = MateRule::Capped(20.0);

/// A decision as the model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    losses: Vec<[f64; LOSSES]>,
    looks: Vec<LookScore>,
    played: usize,
    /// The game, for folds and clusters.
    pub game: usize,
}

impl Seen {
    /// With these weights, in this pool.
    pub fn new(decision: &Decision, pool: &Pool, weights: &LookWeights, game: usize) -> Seen {
        let before = Before { answered: decision.answered, continued: decision.continued };
        let looks = Looks::of(decision.board.as_chess(), &decision.moves, &before);
        let chances: Vec<f64> =
            decision.scores.iter().map(|&score| chance(MATE.pawns(score))).collect();
        let best = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // In tenths of a game.
        let loss = |chance: &f64| 10.0 * (best - chance);
        let losses =
            chances.iter().map(loss).map(|loss| [-(0.05 + loss).ln(), -(0.5 + loss).ln(), -loss]);
        Seen {
            losses: losses.collect(),
            looks: weights.scores(&looks, Strength::of(pool, 0.0)),
            played: decision.played,
            game,
        }
    }

    /// What the coefficients of a model multiply, for each move, at a strength.
    fn rows(&self, units: f64, sees_scores: bool) -> Vec<Vec<f64>> {
        let row = |(losses, look): (&[f64; LOSSES], &LookScore)| {
            let mut row = Vec::with_capacity(2 * LOSSES + 3);
            if sees_scores {
                row.extend(losses);
                row.extend(losses.map(|loss| loss * units));
            }
            row.extend([look.level, look.level * units, look.slope * units]);
            row
        };
        self.losses.iter().zip(&self.looks).map(row).collect()
    }
}

/// A model of one pool's players.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanModel {
    coefficients: Vec<f64>,
}

/// Coefficients that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a model of human choice has 3 coefficients without an engine's scores and 9 with them, not {0}"
)]
pub struct NotAModel(usize);

impl HumanModel {
    /// With these coefficients: 9, or 3 for a model that sees no scores.
    pub fn new(coefficients: Vec<f64>) -> Result<HumanModel, NotAModel> {
        match coefficients.len() {
            3 | 9 => Ok(HumanModel { coefficients }),
            other => Err(NotAModel(other)),
        }
    }

    /// Fitted to decisions of players of known strength, in units.
    pub fn fitted(decisions: &[(&Seen, f64)], sees_scores: bool) -> Result<HumanModel, LogitError> {
        let rows = |(seen, units): &(&Seen, f64)| {
            logit::Decision::new(seen.game, &seen.rows(*units, sees_scores), seen.played)
        };
        let decisions: Vec<logit::Decision> = decisions.iter().map(rows).collect();
        Ok(HumanModel { coefficients: logit::fit(&decisions)?.coefficients })
    }

    /// Its coefficients.
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// The logarithm of each move's probability for a player so many units strong.
    pub fn log_probabilities(&self, seen: &Seen, units: f64) -> Vec<f64> {
        let rows = seen.rows(units, self.coefficients.len() > 3);
        logit::Decision::new(seen.game, &rows, seen.played).log_probabilities(&self.coefficients)
    }

    /// The logarithm of the probability of the move that was played.
    pub fn log_likelihood(&self, seen: &Seen, units: f64) -> f64 {
        self.log_probabilities(seen, units)[seen.played]
    }

    /// Whether the move that was played is as likely as any.
    pub fn foresees(&self, seen: &Seen, units: f64) -> bool {
        let logs = self.log_probabilities(seen, units);
        logs.iter().all(|log| *log <= logs[seen.played])
    }
}
