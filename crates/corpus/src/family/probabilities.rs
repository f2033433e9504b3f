//! The probabilities of the moves of one position at one competence.

use engine::score::Score;

use super::{Family, Link};
use crate::decision::Decision;

impl Family {
    /// The probability of each move at competence `c`, 0 or more. Adds up to one.
    pub fn probabilities(&self, scores: &[Score], c: f64) -> Vec<f64> {
        let mut shares = self.costs(scores);
        self.shares_at(c, &mut shares);
        shares
    }

    /// The same of a decision, by tables where they have judged it: see [`Family::costs_of`].
    pub fn probabilities_of(&self, decision: &Decision, c: f64) -> Vec<f64> {
        let mut shares = self.costs_of(decision);
        self.shares_at(c, &mut shares);
        shares
    }

    /// Turns costs, the least of them 0, into probabilities.
    pub(crate) fn shares_at(&self, c: f64, costs: &mut [f64]) {
        match self.link {
            Link::Regan => {
                let first = self.log_of_the_best(c, costs);
                costs
                    .iter_mut()
                    .for_each(|delta| *delta = (first * self.exponent(c, *delta)).exp());
            }
            _ => costs.iter_mut().for_each(|cost| *cost = (-c * *cost).exp()),
        }
        let total: f64 = costs.iter().sum();
        let at_random = self.lapse / costs.len() as f64;
        costs.iter_mut().for_each(|p| *p = (1.0 - self.lapse) * *p / total + at_random);
    }

    /// The logarithm of the probability of one move, given the costs of all.
    pub(crate) fn log_probability(&self, c: f64, costs: &[f64], played: usize) -> f64 {
        let log = match self.link {
            Link::Regan => self.log_of_the_best(c, costs) * self.exponent(c, costs[played]),
            _ => -c * costs[played] - costs.iter().map(|cost| (-c * cost).exp()).sum::<f64>().ln(),
        };
        self.with_lapse(log, costs.len())
    }

    /// A logarithm of a probability among so many moves, lapses included.
    pub(crate) fn with_lapse(&self, log: f64, moves: usize) -> f64 {
        if self.lapse == 0.0 {
            return log;
        }
        ((1.0 - self.lapse) * log.exp() + self.lapse / moves as f64).ln()
    }

    /// The power of the best move's probability that a move's is: `exp((c delta)^r)`.
    fn exponent(&self, c: f64, delta: f64) -> f64 {
        // Beyond, the probability is 0 in any case, and infinity times 0 would be no number.
        (c * delta).powf(self.consistency).min(500.0).exp()
    }

    /// `ln p_1` such that `sum p_1^exp((c delta_j)^r) = 1`: Newton's method, and halving where it
    /// would leave the bracket or be slow.
    fn log_of_the_best(&self, c: f64, deltas: &[f64]) -> f64 {
        let exponents: Vec<f64> = deltas.iter().map(|delta| self.exponent(c, *delta)).collect();
        let sum_and_slope = |log: f64| {
            exponents.iter().fold((0.0, 0.0), |(sum, slope), power| {
                let p = (log * power).exp();
                // For powers beyond reach p is 0, and its slope with it.
                (sum + p, slope + if p > 0.0 { p * power } else { 0.0 })
            })
        };
        // No exponent is below 1, so the best move has at least its even share.
        let (mut low, mut high) = (-(deltas.len() as f64).ln(), 0.0);
        let mut log = f64::midpoint(low, high);
        let mut last_step = high - low;
        // To so many figures, however near to 0: great powers multiply it.
        while high - low > -1e-14 * low {
            let (sum, slope) = sum_and_slope(log);
            let excess = sum - 1.0;
            if excess == 0.0 {
                break;
            }
            if excess > 0.0 {
                high = log
            } else {
                low = log
            }
            let newton = log - excess / slope;
            let halves =
                !(newton > low && newton < high) || 2.0 * excess.abs() > (last_step * slope).abs();
            let next = if halves { f64::midpoint(low, high) } else { newton };
            last_step = (next - log).abs();
            if last_step < -1e-14 * next {
                break;
            }
            log = next;
        }
        log
    }
}
