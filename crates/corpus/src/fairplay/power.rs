//! What could have been seen: how often assistance, or a gain in rating, stands out from so many moves.

use super::agreement::Variance;
use super::expectation::Expected;
use super::honest::Honest;
use super::normal::upper_tail;

/// The `z` beyond which something stands out.
pub const THRESHOLD: f64 = 3.0;

/// The `z` below which four fifths of a normal distribution lie.
const FOUR_FIFTHS: f64 = 0.841_621;

/// The greatest gain in rating that is looked for.
const GREATEST_GAIN: f64 = 3000.0;

/// Moves like those that were seen, as many as wanted: means per move.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    probabilities: Vec<f64>,
    /// Variance of agreement of one player over that of decisions that stand alone.
    design_effect: f64,
    /// Variance between the players of the profile, per squared move.
    between: f64,
    /// Information about the rating, per move, likeness within games being allowed for.
    information: f64,
    rating_sd: f64,
}

impl Power {
    /// Of decisions like these, of a player whose rating is uncertain by so much.
    pub fn new(decisions: &[Expected], honest: &Honest, rating_sd: f64) -> Power {
        let n = decisions.len().max(1) as f64;
        let variance = Variance::new(decisions, honest);
        let information: f64 = decisions.iter().map(|one| one.information).sum();
        let alike = honest.score.variance(decisions.iter().map(|one| (one.information, one.game)));
        Power {
            probabilities: decisions.iter().map(Expected::probability).collect(),
            design_effect: variance.design_effect(),
            between: variance.between / (n * n),
            information: if alike > 0.0 { information * information / alike / n } else { 0.0 },
            rating_sd,
        }
    }

    /// How often `z` is above 3 if each of so many moves is the engine's with this probability.
    pub fn of_assistance(&self, moves: usize, share: f64) -> f64 {
        let n = moves as f64;
        let mean = |of: &dyn Fn(f64) -> f64| {
            let sum: f64 = self.probabilities.iter().map(|p| of(*p)).sum();
            sum / self.probabilities.len().max(1) as f64
        };
        let more = n * mean(&|p| share * (1.0 - p));
        let spread = |of: &dyn Fn(f64) -> f64, unassisted: f64| {
            let between = (n * unassisted).powi(2) * self.between;
            (n * self.design_effect * mean(of) + between).sqrt()
        };
        let honest = spread(&|p| p * (1.0 - p), 1.0);
        let agrees = |p: f64| share + (1.0 - share) * p;
        let assisted = spread(&|p| agrees(p) * (1.0 - agrees(p)), 1.0 - share);
        let missing = THRESHOLD * honest - more;
        if assisted > 1e-9 {
            upper_tail(missing / assisted)
        } else {
            f64::from(u8::from(missing < 0.0))
        }
    }

    /// The least share of assistance that is seen four times of five; none if even full assistance is not.
    pub fn least_share(&self, moves: usize) -> Option<f64> {
        let seen = |share: f64| self.of_assistance(moves, share) >= 0.8;
        if !seen(1.0) {
            return None;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..30 {
            let middle = f64::midpoint(low, high);
            if seen(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }

    /// The least gain in rating that is seen four times of five by the `z` of competence; none if it
    /// is beyond all ratings.
    pub fn least_gain(&self, moves: usize) -> Option<f64> {
        let variance = 1.0 / (self.information * moves as f64) + self.rating_sd.powi(2);
        let gain = (THRESHOLD + FOUR_FIFTHS) * variance.sqrt();
        (gain < GREATEST_GAIN).then_some(gain)
    }
}
