//! The law of Regan & Haworth 2011, section 4: `p_j = p_1^exp((delta_j / s)^c)`, fitted by maximum likelihood,
//! and `AE`, the scaled error that it expects on given positions.
//!
//! ```text
//! AE(s, c) = mean over positions of sum_j p_j delta_j
//! ```
//!
//! Standard errors are of the sandwich: slopes of the games' log-likelihoods over the curvature of all.

use std::collections::BTreeMap;

use corpus::{Decision, Family, Link, Sample};

/// Between these the logarithm of `s` and `c` are looked for.
const LOG_S: (f64, f64) = (-6.0, 1.0);
const C: (f64, f64) = (0.15, 1.2);
/// How far from the best a derivative looks, in `ln s` and in `c`.
const BESIDE: [f64; 2] = [0.02, 0.01];

/// A player of the law, with the covariance of `ln s` and `c`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitted {
    pub(super) s: f64,
    pub(super) c: f64,
    covariance: [[f64; 2]; 2],
}

fn family(c: f64) -> Family {
    Family { consistency: c, lapse: 0.0, ..Family::of(Link::Regan) }
}

/// The place of the greatest value of a function with one peak, by golden sections.
fn peak((mut low, mut high): (f64, f64), within: f64, of: &mut dyn FnMut(f64) -> f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_left, mut at_right) = (of(left), of(right));
    while high - low > within {
        if at_left > at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = of(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = of(right);
        }
    }
    f64::midpoint(low, high)
}

impl Fitted {
    /// Of these decisions, none forced.
    pub(super) fn new(decisions: &[&Decision]) -> Fitted {
        let sample = |c: f64| Sample::new(family(c), decisions.iter().copied());
        let best_s = |c: f64| {
            let sample = sample(c);
            let mut at = |log_s: f64| sample.log_likelihood((-log_s).exp());
            let log_s = peak(LOG_S, 5e-3, &mut at);
            (log_s, at(log_s))
        };
        let c = peak(C, 2e-3, &mut |c| best_s(c).1);
        let log_s = best_s(c).0;
        let each = |[by_s, by_c]: [f64; 2]| -> Vec<f64> {
            sample(c + by_c).each_log_likelihood((-(log_s + by_s)).exp()).collect()
        };
        let games: Vec<usize> = sample(c).decisions().map(|(_, _, game)| game).collect();
        Fitted { s: log_s.exp(), c, covariance: covariance(&each, &games) }
    }

    /// The mean scaled error that such a player makes on these positions.
    pub(super) fn expected_error(&self, positions: &[&Decision]) -> f64 {
        let family = family(self.c);
        let of = |one: &&Decision| -> f64 {
            let chances = family.probabilities(&one.scores, 1.0 / self.s);
            chances.iter().zip(family.costs(&one.scores)).map(|(p, delta)| p * delta).sum()
        };
        positions.iter().map(of).sum::<f64>() / positions.len().max(1) as f64
    }

    /// The standard error of that.
    pub(super) fn error_of_expected(&self, positions: &[&Decision]) -> f64 {
        let at = |by: [f64; 2]| {
            let moved = Fitted { s: self.s * by[0].exp(), c: self.c + by[1], ..*self };
            moved.expected_error(positions)
        };
        let [by_s, by_c] = BESIDE;
        let slope = [
            (at([by_s, 0.0]) - at([-by_s, 0.0])) / (2.0 * by_s),
            (at([0.0, by_c]) - at([0.0, -by_c])) / (2.0 * by_c),
        ];
        let covariance = &self.covariance;
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
        pairs
            .map(|(i, j)| slope[i] * covariance[i][j] * slope[j])
            .iter()
            .sum::<f64>()
            .max(0.0)
            .sqrt()
    }

    /// The standard errors of `s` and `c`.
    pub(super) fn errors(&self) -> [f64; 2] {
        let sd = |at: usize| self.covariance[at][at].max(0.0).sqrt();
        [self.s * sd(0), sd(1)]
    }
}

/// The covariance of `ln s` and `c`, clustered by game.
fn covariance(each: &dyn Fn([f64; 2]) -> Vec<f64>, games: &[usize]) -> [[f64; 2]; 2] {
    let [a, b] = BESIDE;
    let [here, more_s, less_s, more_c, less_c] =
        [[0.0, 0.0], [a, 0.0], [-a, 0.0], [0.0, b], [0.0, -b]].map(each);
    let [both, neither] = [[a, b], [-a, -b]].map(each);
    let mut slopes: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    let mut curvature = [0.0; 3];
    for (at, game) in games.iter().enumerate() {
        let sums = slopes.entry(*game).or_default();
        sums[0] += (more_s[at] - less_s[at]) / (2.0 * a);
        sums[1] += (more_c[at] - less_c[at]) / (2.0 * b);
        let [ss, cc] =
            [more_s[at] + less_s[at], more_c[at] + less_c[at]].map(|sum| sum - 2.0 * here[at]);
        curvature[0] -= ss / (a * a);
        curvature[2] -= cc / (b * b);
        curvature[1] -= (both[at] + neither[at] - 2.0 * here[at] - ss - cc) / (2.0 * a * b);
    }
    let [ss, sc, cc] = curvature;
    let determinant = ss * cc - sc * sc;
    let inverse = [[cc / determinant, -sc / determinant], [-sc / determinant, ss / determinant]];
    let mut spread = [[0.0; 2]; 2];
    for slope in slopes.values() {
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            spread[i][j] += slope[i] * slope[j];
        }
    }
    let times = |x: [[f64; 2]; 2], y: [[f64; 2]; 2]| {
        let cell = |i: usize, j: usize| x[i][0] * y[0][j] + x[i][1] * y[1][j];
        [[cell(0, 0), cell(0, 1)], [cell(1, 0), cell(1, 1)]]
    };
    times(times(inverse, spread), inverse)
}

/// A straight line through points, each with a weight: the height at 0, and the slope, with their errors.
pub(super) fn line(points: &[(f64, f64, f64)]) -> [(f64, f64); 2] {
    let sum = |of: &dyn Fn(&(f64, f64, f64)) -> f64| points.iter().map(of).sum::<f64>();
    let total = sum(&|point| point.2);
    let (x, y) = (sum(&|point| point.2 * point.0) / total, sum(&|point| point.2 * point.1) / total);
    let spread = sum(&|point| point.2 * (point.0 - x).powi(2));
    let slope = sum(&|point| point.2 * (point.0 - x) * (point.1 - y)) / spread;
    let left = sum(&|point| point.2 * (point.1 - y - slope * (point.0 - x)).powi(2));
    let variance = left / (points.len().max(3) as f64 - 2.0);
    let of_slope = (variance / spread).sqrt();
    let of_height = (variance / total + (x * of_slope).powi(2)).sqrt();
    [(y - slope * x, of_height), (slope, of_slope)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_by_hand() {
        // y = 3 - 2 x, exactly.
        let on_it = [(0.0, 3.0, 1.0), (1.0, 1.0, 5.0), (2.0, -1.0, 2.0)];
        let [(height, of_height), (slope, of_slope)] = line(&on_it);
        assert!((height - 3.0).abs() < 1e-12 && (slope + 2.0).abs() < 1e-12);
        assert!(of_height < 1e-9 && of_slope < 1e-9);
    }

    #[test]
    fn the_peak_of_a_parabola() {
        assert!((peak((0.0, 5.0), 1e-6, &mut |x| -(x - 2.0).powi(2)) - 2.0).abs() < 1e-5);
    }
}
