//! Competences that different references give the same decisions, and the difference of two.

use corpus::Sample;
use player::CompetenceGrid;

/// A competence of greatest likelihood, and what each game contributes to it.
pub(super) struct Fitted {
    c: f64,
    /// By how much each game moves `c`: the slope of its log-likelihood over the curvature of all.
    influence: Vec<f64>,
}

impl Fitted {
    pub(super) fn new(sample: &Sample, grid: &CompetenceGrid) -> Fitted {
        let c = sample.most_likely(grid);
        let width = (1e-3 * c).max(1e-4);
        let [low, here, high] = [c - width, c, c + width].map(|c| sample.each_log_likelihood(c));
        let (mut slopes, mut curvature) = (vec![0.0; sample.games()], 0.0);
        for (((low, here), high), (_, _, game)) in low.zip(here).zip(high).zip(sample.decisions()) {
            slopes[game] += (high - low) / (2.0 * width);
            curvature += (2.0 * here - low - high) / (width * width);
        }
        let influence = slopes.iter().map(|slope| slope / curvature).collect();
        Fitted { c, influence }
    }

    /// The competence.
    pub(super) fn c(&self) -> f64 {
        self.c
    }

    /// Its standard error, clustered by game.
    pub(super) fn error(&self) -> f64 {
        root_of_squares(self.influence.iter().copied())
    }
}

/// How much greater the first competence is than the second, and the standard error of that: both are of
/// the same decisions, so that what a game does to both is no error of the difference.
pub(super) fn difference(a: &Fitted, b: &Fitted) -> (f64, f64) {
    let error = root_of_squares(a.influence.iter().zip(&b.influence).map(|(a, b)| a - b));
    (a.c - b.c, error)
}

/// Of deviations whose mean is 0, with the correction for few games.
fn root_of_squares(deviations: impl Iterator<Item = f64>) -> f64 {
    let (count, squares) =
        deviations.fold((0.0, 0.0), |(count, sum), one| (count + 1.0, sum + one * one));
    if count < 2.0 { 0.0 } else { (squares * count / (count - 1.0)).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use corpus::{Family, Link};

    /// Two moves, the worse costing 1: `p = 1 / (1 + e^-c)`, so that `k` of `n` right means `c = ln(k / (n - k))`
    /// with a variance of `n / (k (n - k))`.
    fn sample(right: usize, of: usize, cost: f64) -> Sample {
        let mut sample = Sample::empty(Family::of(Link::Power));
        (0..of).for_each(|game| sample.push(&[0.0, cost], usize::from(game >= right), game));
        sample
    }

    #[test]
    fn a_competence_and_its_error_by_plain_arithmetic() {
        let grid = Family::of(Link::Power).default_grid();
        let found = Fitted::new(&sample(80, 100, 1.0), &grid);
        assert!((found.c() - 4f64.ln()).abs() < 1e-3, "{}", found.c());
        let error = (100.0 / (80.0 * 20.0) * 100.0 / 99.0f64).sqrt();
        assert!((found.error() - error).abs() < 1e-3, "{}", found.error());
    }

    #[test]
    fn what_both_have_is_no_error_of_the_difference() {
        let grid = Family::of(Link::Power).default_grid();
        let [a, b] = [1.0, 2.0].map(|cost| Fitted::new(&sample(80, 100, cost), &grid));
        let (less, error) = difference(&a, &b);
        assert!((less - 4f64.ln() / 2.0).abs() < 1e-3);
        assert!((error - a.error() / 2.0).abs() < 1e-3, "{error}");
        assert!(difference(&a, &a).1 < 1e-9);
    }
}
