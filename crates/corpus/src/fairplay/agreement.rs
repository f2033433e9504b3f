//! Observed against expected: agreement with the engine, what was given away, and the rating that the
//! moves speak for, each with its `z`.
//!
//! ```text
//! z = (Σ a_i - Σ p_i) / sqrt(Var[Σ a_i of a player] + Var[Σ p_i over the players of the profile])
//! ```
//!
//! The first variance is `Σ p_i (1 - p_i)`, widened by what was measured on honest games ([`Honest`]).

use super::expectation::{Expected, NODES, node_weights};
use super::honest::Honest;
use super::normal;
use super::poisson_binomial::at_least;

/// Beyond so many decisions the normal distribution is exact enough.
const EXACT: usize = 2000;

/// A sum that was observed, beside the one that was expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// What was observed.
    pub observed: f64,
    /// What was expected.
    pub expected: f64,
    /// Its standard deviation, likeness within games and uncertainty of the rating included.
    pub sd: f64,
    /// How many standard deviations the observed is better than the expected.
    pub z: f64,
}

impl Comparison {
    fn new(observed: f64, expected: f64, variance: f64, better: f64) -> Comparison {
        let sd = variance.sqrt();
        let z = if sd > 0.0 { better * (observed - expected) / sd } else { 0.0 };
        Comparison { observed, expected, sd, z }
    }
}

/// The variance of the number of agreements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variance {
    /// Of one player, if every decision stood alone: `Σ p (1 - p)`.
    pub alone: f64,
    /// Of one player, decisions of one game being alike.
    pub clustered: f64,
    /// Between the players that the profile may mean: ratings are uncertain, and players of one differ.
    pub between: f64,
}

impl Variance {
    /// Of these decisions.
    pub fn new(decisions: &[Expected], honest: &Honest) -> Variance {
        let mut means = [0.0; NODES];
        for one in decisions {
            one.agreement.iter().zip(&mut means).for_each(|(p, mean)| *mean += p);
        }
        let weights = node_weights();
        let mean: f64 = means.iter().zip(weights).map(|(m, weight)| m * weight).sum();
        let between = means.iter().zip(weights).map(|(m, weight)| weight * (m - mean).powi(2));
        let terms = || {
            decisions.iter().map(|one| {
                let p = one.probability();
                (p * (1.0 - p), one.game)
            })
        };
        Variance {
            alone: terms().map(|(v, _)| v).sum(),
            clustered: honest.agreement.variance(terms()),
            between: between.sum(),
        }
    }

    /// The variance of one player over what it would be if every decision stood alone.
    pub fn design_effect(&self) -> f64 {
        if self.alone > 0.0 { self.clustered / self.alone } else { 1.0 }
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.clustered + self.between
    }
}

/// Agreement with the engine's first choice; moves of equal value are all first.
pub fn agreement(decisions: &[Expected], honest: &Honest) -> Comparison {
    let observed = decisions.iter().filter(|one| one.agreed).count() as f64;
    let expected = decisions.iter().map(Expected::probability).sum();
    Comparison::new(observed, expected, Variance::new(decisions, honest).total(), 1.0)
}

/// The probability that an honest player agrees at least as often: exact for each rating of the profile,
/// then widened by the design effect as a normal deviate is.
pub fn p_value(decisions: &[Expected], honest: &Honest) -> f64 {
    if decisions.len() > EXACT {
        return normal::upper_tail(agreement(decisions, honest).z);
    }
    let count = decisions.iter().filter(|one| one.agreed).count();
    let at = |node: usize| {
        let probabilities: Vec<f64> = decisions.iter().map(|one| one.agreement[node]).collect();
        at_least(&probabilities, count)
    };
    let exact: f64 = (0..NODES).zip(node_weights()).map(|(node, weight)| weight * at(node)).sum();
    if exact > 0.5 {
        return exact.min(1.0);
    }
    let design_effect = Variance::new(decisions, honest).design_effect();
    normal::upper_tail(normal::from_upper_tail(exact) / design_effect.sqrt())
}

/// The winning chances given away, in per cent; less is better.
pub fn loss(decisions: &[Expected], honest: &Honest) -> Comparison {
    let sum = |of: fn(&Expected) -> f64| decisions.iter().map(of).sum::<f64>();
    let alike = honest.loss.variance(decisions.iter().map(|one| (one.loss.1, one.game)));
    let between = honest.between.loss * sum(|one| one.loss.1.sqrt());
    let variance = alike + between.powi(2);
    Comparison::new(sum(|one| one.lost), sum(|one| one.loss.0), variance, -1.0)
}

/// The slope of the likelihood at the stated rating, which is 0 on average for who plays at it and rises
/// for who plays better (a score test).
pub fn competence(decisions: &[Expected], honest: &Honest, rating_sd: f64) -> Comparison {
    let sum = |of: fn(&Expected) -> f64| decisions.iter().map(of).sum::<f64>();
    let information = sum(|one| one.information);
    let alike = honest.score.variance(decisions.iter().map(|one| (one.information, one.game)));
    let variance = alike + (information * rating_sd).powi(2);
    Comparison::new(sum(|one| one.score), 0.0, variance, 1.0)
}
