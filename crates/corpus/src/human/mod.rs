//! How people choose: by what a move looks like, and by how good it is.
//!
//! ```text
//! ln P[m] = Σ_pk (a_pk + b_pk u + c_pk t) e_mpk + (g + h u + j t) level_m + s u slope_m + constant
//! ```
//!
//! with `u` the player's [strength](crate::strength) in units, `t` the logarithm of the time for a game, `e_mp` three
//! functions of what an engine at depth `p` says the move gives away, and `level` and `slope` what
//! its look is worth ([`look`](crate::look)). Which depths, and whether time, its [`Terms`] say. The
//! coefficients are fitted to decisions by maximum likelihood.
//!
//! - [`file`](mod@file): models with the weights of looks, as a file, and the built-in one
//! - [`missing_history`]: decisions that do not know the moves before them are told by the games
//! - [`terms`]: what a model sees of a decision, and what its coefficients multiply
//! - [`learn`]: models learned from games and decisions, and how well they foresee games held out

pub mod file;
pub mod learn;
pub mod missing_history;
mod rating_error;
pub mod terms;

pub use file::{HumanModels, ModelFileError};

use player::logit::{self, LogitError};

use terms::{NotAModel, Terms};

pub use terms::Seen;

/// A model of one pool's players.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanModel {
    terms: Terms,
    coefficients: Vec<f64>,
}

impl HumanModel {
    /// With these coefficients of these terms.
    pub fn new(terms: Terms, coefficients: Vec<f64>) -> Result<HumanModel, NotAModel> {
        match coefficients.len() == terms.count() {
            true => Ok(HumanModel { terms, coefficients }),
            false => Err(NotAModel { given: coefficients.len(), needed: terms.count() }),
        }
    }

    /// Fitted to decisions of players of known strength, in units.
    pub fn fitted(decisions: &[(&Seen, f64)], terms: Terms) -> Result<HumanModel, LogitError> {
        let rows = |(seen, units): &(&Seen, f64)| {
            logit::Decision::new(seen.game, &seen.rows(*units, &terms), seen.played)
        };
        let decisions: Vec<logit::Decision> = decisions.iter().map(rows).collect();
        let coefficients = logit::fit(&decisions)?.coefficients;
        Ok(HumanModel { terms, coefficients })
    }

    /// Its coefficients.
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// The logarithm of each move's probability for a player so many units strong.
    pub fn log_probabilities(&self, seen: &Seen, units: f64) -> Vec<f64> {
        let rows = seen.rows(units, &self.terms);
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
