//! How sure one may be of a competence when the decisions of a game are alike.

use player::{Belief, CompetenceGrid};

use super::Sample;

/// The probability that intervals hold.
pub const MASS: f64 = 0.95;

/// What a sample says about a competence.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The posterior, every decision taken by itself: the profile `EP = sum q_c E_p(c)`.
    pub posterior: Belief,
    /// The same with the likelihood spread out by [`design_effect`](Estimate::design_effect).
    pub clustered: Belief,
    /// How many times the variance of the estimate is what it would be if the decisions of a game
    /// were independent; never below 1.
    pub design_effect: f64,
    /// Decisions.
    pub decisions: usize,
    /// Games they are from.
    pub games: usize,
}

impl Estimate {
    /// From a uniform prior on a grid.
    pub fn new(sample: &Sample, grid: CompetenceGrid) -> Estimate {
        let posterior = sample.belief(grid);
        let design_effect = design_effect(sample, &posterior);
        let logs = posterior.log_likelihood();
        let spread: Vec<f64> = logs.iter().map(|log| log / design_effect).collect();
        let mut clustered = Belief::uniform(grid);
        clustered.observe_all(&spread, sample.len());
        let (decisions, games) = (sample.len(), sample.games());
        Estimate { posterior, clustered, design_effect, decisions, games }
    }

    /// `E[c]`, the apparent competence.
    pub fn mean(&self) -> f64 {
        self.posterior.mean()
    }

    /// The standard deviation, clustered by game.
    pub fn sd(&self) -> f64 {
        self.clustered.sd()
    }

    /// The interval that holds the competence with probability [`MASS`], clustered by game.
    pub fn interval(&self) -> (f64, f64) {
        self.clustered.interval(MASS)
    }

    /// Whether the posterior leans against an end of the grid, so that the interval is none.
    pub fn is_at_the_edge(&self) -> bool {
        let shares = self.clustered.probabilities();
        let greatest = shares.iter().copied().fold(0.0, f64::max);
        shares.last().is_some_and(|last| *last > 0.01 * greatest)
    }
}

/// The sandwich of the games' scores over the curvature: `(sum_g s_g^2 G / (G - 1)) / -l''`, with `s_g`
/// the slope of the log-likelihood of all decisions of game `g` at the posterior mean. One if there is
/// a single game, of which nothing of the kind can be known.
fn design_effect(sample: &Sample, posterior: &Belief) -> f64 {
    let games = sample.games();
    if games < 2 {
        return 1.0;
    }
    let c = posterior.mean();
    let width = (1e-3 * c).max(1e-4 * posterior.grid().step());
    let [low, here, high] = [c - width, c, c + width].map(|c| sample.each_log_likelihood(c));
    let mut slopes = vec![0.0; games];
    let mut curvature = 0.0;
    let each = low.zip(here).zip(high).zip(sample.decisions());
    for (((low, here), high), (_, _, game)) in each {
        slopes[game] += (high - low) / (2.0 * width);
        curvature += (2.0 * here - low - high) / (width * width);
    }
    // At the mean the slopes do not add up to exactly 0: their spread is about their own mean.
    let mean = slopes.iter().sum::<f64>() / games as f64;
    let spread: f64 = slopes.iter().map(|slope| (slope - mean).powi(2)).sum();
    let effect = spread * games as f64 / (games as f64 - 1.0) / curvature;
    if effect.is_finite() { effect.max(1.0) } else { 1.0 }
}
