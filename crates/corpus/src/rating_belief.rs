//! Which rating decisions speak for: a probability for each rating of a grid.

use crate::human::{HumanModel, Seen};
use crate::pool::Pool;
use crate::strength::Strength;

/// The ratings thought possible, all alike before anything is seen.
const LEAST: f64 = 500.0;
const GREATEST: f64 = 3000.0;
const STEP: f64 = 25.0;

/// The likelihood of every rating of the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingBelief {
    pool: Pool,
    log_likelihood: Vec<f64>,
    decisions: usize,
}

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingInterval {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// Below it lies 2.5 %.
    pub low: f64,
    /// Above it lies 2.5 %.
    pub high: f64,
}

fn ratings() -> impl Iterator<Item = f64> {
    let steps = ((GREATEST - LEAST) / STEP) as usize;
    (0..=steps).map(|step| LEAST + step as f64 * STEP)
}

impl RatingBelief {
    /// Before anything is seen.
    pub fn new(pool: Pool) -> RatingBelief {
        RatingBelief { pool, log_likelihood: vec![0.0; ratings().count()], decisions: 0 }
    }

    /// Sees a decision.
    pub fn observe(&mut self, model: &HumanModel, seen: &Seen) {
        for (sum, rating) in self.log_likelihood.iter_mut().zip(ratings()) {
            *sum += model.log_likelihood(seen, Strength::of(&self.pool, rating).units);
        }
        self.decisions += 1;
    }

    /// Sees what another has seen, of the same pool.
    pub fn join(&mut self, other: &RatingBelief) {
        debug_assert_eq!(self.pool, other.pool);
        for (sum, log) in self.log_likelihood.iter_mut().zip(&other.log_likelihood) {
            *sum += log;
        }
        self.decisions += other.decisions;
    }

    /// How many decisions were seen.
    pub fn decisions(&self) -> usize {
        self.decisions
    }

    /// The rating, if decisions count for a `dispersion`-th of what they would count if each stood
    /// alone and the model were the truth: people of one rating differ, and so do their days.
    pub fn interval(&self, dispersion: f64) -> RatingInterval {
        let logs = self.log_likelihood.iter().map(|log| log / dispersion);
        let most = logs.clone().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.map(|log| (log - most).exp()).collect();
        let total: f64 = weights.iter().sum();
        let mean = weights.iter().zip(ratings()).map(|(w, r)| w * r).sum::<f64>() / total;
        let variance =
            weights.iter().zip(ratings()).map(|(w, r)| w * (r - mean).powi(2)).sum::<f64>() / total;
        RatingInterval {
            mean,
            sd: variance.sqrt(),
            low: quantile(&weights, 0.025 * total),
            high: quantile(&weights, 0.975 * total),
        }
    }
}

/// The rating below which so much weight lies, each weight being spread evenly over its step.
fn quantile(weights: &[f64], share: f64) -> f64 {
    let mut before = 0.0;
    for (weight, rating) in weights.iter().zip(ratings()) {
        if before + weight >= share {
            let within = rating + STEP * ((share - before) / weight - 0.5);
            return within.clamp(LEAST, GREATEST);
        }
        before += weight;
    }
    GREATEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_seen_leaves_everything_possible() {
        let belief = RatingBelief::new(Pool::Lichess);
        let all = belief.interval(1.0);
        assert!((all.mean - 1750.0).abs() < 1e-9);
        assert!((all.low - 550.0).abs() < 30.0 && (all.high - 2950.0).abs() < 30.0, "{all:?}");
    }

    /// A normal likelihood gives the normal interval, and dispersion widens it by its root.
    #[test]
    fn a_normal_likelihood_gives_a_normal_interval() {
        let mut belief = RatingBelief::new(Pool::Lichess);
        let logs = ratings().map(|rating| -0.5 * ((rating - 1700.0) / 150.0f64).powi(2));
        belief.log_likelihood = logs.collect();
        let alone = belief.interval(1.0);
        assert!((alone.mean - 1700.0).abs() < 0.1 && (alone.sd - 150.0).abs() < 0.5);
        assert!((alone.high - 1700.0 - 1.96 * 150.0).abs() < 3.0);
        assert!((belief.interval(4.0).sd - 300.0).abs() < 3.0);
    }
}
