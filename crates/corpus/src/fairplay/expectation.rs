//! What the own profile expects of a decision: how likely a move is that the engine holds for best,
//! how much is given away on average, and how much the move played says about the rating.

use crate::decision::Decision;
use crate::family::{MateRule, chance};
use crate::human::{HumanModel, Seen};
use crate::look::weights::LookWeights;
use crate::pool::Pool;
use crate::strength::Strength;

use super::honest::Honest;

/// Ratings at which a decision is looked at: the stated one and others about it.
pub const NODES: usize = 13;

/// Standard deviations between two of them.
const STEP: f64 = 0.5;

/// Points between the ratings whose difference gives a derivative.
const BESIDE: f64 = 25.0;

/// How mates count: as so many pawns.
const MATE: MateRule = MateRule::Capped(20.0);

/// The weights of the nodes: a normal distribution about the stated rating.
pub fn node_weights() -> [f64; NODES] {
    let density = deviations().map(|z| (-0.5 * z * z).exp());
    let total: f64 = density.iter().sum();
    density.map(|weight| weight / total)
}

/// How many standard deviations each node is from the stated rating.
fn deviations() -> [f64; NODES] {
    std::array::from_fn(|at| STEP * (at as f64 - (NODES / 2) as f64))
}

/// One decision as the own profile sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The game, counted from 0: decisions of one game belong together.
    pub game: usize,
    /// The probability of a move that the engine holds for best, at each node of the profile.
    pub agreement: [f64; NODES],
    /// Whether such a move was played.
    pub agreed: bool,
    /// The winning chances given away, in per cent: mean and variance at the stated rating.
    pub loss: (f64, f64),
    /// What the move played gave away.
    pub lost: f64,
    /// By how much the logarithm of the probability of the move played rises with a point of rating.
    pub score: f64,
    /// The mean square of that over all moves: what such a decision can say about the rating.
    pub information: f64,
}

/// Who looks: a model of human choice, and how honest players differ from it.
#[derive(Clone, Copy, Debug)]
pub struct Observer<'a> {
    /// The model.
    pub model: &'a HumanModel,
    /// What looks are worth to it.
    pub weights: &'a LookWeights,
    /// Whose ratings are meant.
    pub pool: &'a Pool,
    /// How honest players differ from it.
    pub honest: &'a Honest,
}

impl Observer<'_> {
    /// A decision of a player of this rating, which is uncertain by a standard deviation.
    pub fn expected(&self, decision: &Decision, game: usize, rating: f64, sd: f64) -> Expected {
        let seen = Seen::new(decision, self.pool, self.weights, game);
        let logs = |rating: f64| {
            self.model.log_probabilities(&seen, Strength::of(self.pool, rating).units)
        };
        let best = decision.best();
        let is_best: Vec<bool> = decision.scores.iter().map(|score| *score == best).collect();
        let agreement = deviations().map(|z| {
            let of_best = logs(rating + z * sd).into_iter().zip(&is_best);
            let p: f64 = of_best.filter(|(_, best)| **best).map(|(log, _)| log.exp()).sum();
            self.honest.probability(p.min(1.0))
        });
        let [below, here, above] = [-BESIDE, 0.0, BESIDE].map(|points| logs(rating + points));
        let slopes: Vec<f64> =
            above.iter().zip(&below).map(|(up, down)| (up - down) / (2.0 * BESIDE)).collect();
        let lost = losses(decision);
        let mean_of = |of: &dyn Fn(usize) -> f64| -> f64 {
            here.iter().enumerate().map(|(at, log)| log.exp() * of(at)).sum()
        };
        let mean = mean_of(&|at| lost[at]);
        Expected {
            game,
            agreement,
            agreed: is_best[decision.played],
            loss: (mean, mean_of(&|at| (lost[at] - mean).powi(2))),
            lost: lost[decision.played],
            score: slopes[decision.played],
            information: mean_of(&|at| slopes[at] * slopes[at]),
        }
    }
}

/// The winning chances that each move gives away, in per cent.
fn losses(decision: &Decision) -> Vec<f64> {
    let chances: Vec<f64> =
        decision.scores.iter().map(|score| 100.0 * chance(MATE.pawns(*score))).collect();
    let best = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    chances.into_iter().map(|chance| best - chance).collect()
}

impl Expected {
    /// The probability of agreement, whatever the rating.
    pub fn probability(&self) -> f64 {
        self.agreement.iter().zip(node_weights()).map(|(p, weight)| p * weight).sum()
    }

    /// Whether agreement or its lack says something: neither is all but certain.
    pub fn is_informative(&self) -> bool {
        (0.05..=0.95).contains(&self.probability())
    }
}
