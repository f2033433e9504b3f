//! Weights learned from games: a conditional logit over the moves of each position.
//!
//! A player who weighs move `m` by `v_m = exp(Σ β_k x_mk)` makes it with the probability
//!
//! ```text
//! P[m] = exp(β·x_m) / Σ_n exp(β·x_n)
//! ```
//!
//! over the moves that were open to him (McFadden 1974). With minus the cost as a feature its
//! coefficient is the competence `c` of `R_c`, so that the papers' model is the case of a single
//! feature. Jansen 1992 chose his weights by hand (6.2.7, 7.1.2); here they are fitted.
//!
//! - [`fit`](mod@fit): maximum likelihood by Newton's method, with standard errors
//! - [`validate`](mod@validate): how well a fit predicts games it has not seen
//! - [`event`]: something that happens or not, a choice between two; [`chances`]: how good a forecast
//!   of such events is

pub mod chances;
pub mod event;
pub mod fit;
pub mod validate;

pub use chances::{CalibrationBin, ChanceScore, PredictionErrors, calibration_table};
pub use event::{Calibration, Chance, Event, EventFit, variance_along};
pub use fit::{Fit, LogitError, PartialFit, fit, fit_available};
pub use validate::{Score, cross_validate};

/// One move made, among those that could have been made.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Which game it belongs to: moves of one game are kept together.
    pub game: usize,
    /// The number of the move that was made.
    pub chosen: usize,
    /// The features of every move, one move after the other.
    features: Vec<f64>,
    /// How many features a move has.
    width: usize,
}

impl Decision {
    /// A decision among moves with these features, all of one length, the chosen move among them.
    pub fn new(game: usize, moves: &[Vec<f64>], chosen: usize) -> Decision {
        let width = moves.first().map_or(0, Vec::len);
        debug_assert!(chosen < moves.len() && moves.iter().all(|row| row.len() == width));
        Decision { game, chosen, features: moves.concat(), width }
    }

    /// How many moves there were.
    pub fn moves(&self) -> usize {
        self.features.len().checked_div(self.width).unwrap_or(0)
    }

    /// The features of a move.
    pub fn features(&self, of: usize) -> &[f64] {
        &self.features[of * self.width..(of + 1) * self.width]
    }

    /// The same decision seen through some of its features.
    #[must_use]
    pub fn seen_through(&self, kept: &[usize]) -> Decision {
        let rows = (0..self.moves()).flat_map(|of| {
            let row = self.features(of);
            kept.iter().map(move |&feature| row[feature])
        });
        let (game, chosen) = (self.game, self.chosen);
        Decision { game, chosen, features: rows.collect(), width: kept.len() }
    }

    /// The logarithm of each move's probability under these coefficients.
    pub fn log_probabilities(&self, coefficients: &[f64]) -> Vec<f64> {
        let score = |of: usize| -> f64 {
            self.features(of).iter().zip(coefficients).map(|(x, beta)| x * beta).sum()
        };
        let mut scores: Vec<f64> = (0..self.moves()).map(score).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = scores.iter().map(|score| (score - most).exp()).sum();
        let log_total = most + total.ln();
        scores.iter_mut().for_each(|score| *score -= log_total);
        scores
    }
}
