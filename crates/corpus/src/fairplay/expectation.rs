//! What the own profile expects of a decision: how likely a move is that the engine holds for best,
//! how much is given away on average, and how much the move played says about the rating.

use player::logit::Chance;

use crate::decision::Decision;
use crate::family::{MateRule, chance};
use crate::human::{HumanModel, Seen};
use crate::look::weights::LookWeights;
use crate::pool::Pool;
use crate::strength::Strength;

use super::context::Context;
use super::honest::Honest;

/// Players that a decision is looked at for: one as the profile says, and others who differ from it.
pub const NODES: usize = 13;

/// Standard deviations between two of them.
const STEP: f64 = 0.5;

/// Points between the ratings whose difference gives a derivative.
const BESIDE: f64 = 25.0;

/// How mates count: as so many pawns.
const MATE: MateRule = MateRule::Capped(20.0);

/// The weights of the nodes: a normal distribution about the profile.
pub fn node_weights() -> [f64; NODES] {
    let density = deviations().map(|z| (-0.5 * z * z).exp());
    let total: f64 = density.iter().sum();
    density.map(|weight| weight / total)
}

/// How many standard deviations each node is from the profile.
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
    /// The player's strength as stated, in units.
    pub units: f64,
    /// What agreement depends on beside the model.
    pub context: Context,
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
    /// How the player differs from others of the rating.
    pub style: Style,
}

/// By how much a player agrees with engines more often than others of one rating, in log-odds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// The mean of what is thought possible.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
}

impl Style {
    /// Of a player nobody knows more about than the rating.
    pub fn unknown(honest: &Honest) -> Style {
        Style { mean: 0.0, sd: honest.between.agreement }
    }

    /// The same once decisions of the player have been seen, which were expected of an unknown one: both
    /// the prior and what they say are taken for normal.
    #[must_use]
    pub fn after(self, decisions: &[Expected], honest: &Honest) -> Style {
        let found = super::agreement::agreement(decisions, honest);
        let variance = super::agreement::Variance::new(decisions, honest);
        let information =
            variance.alone * variance.alone / variance.clustered.max(f64::MIN_POSITIVE);
        if self.sd <= 0.0 || variance.alone <= 0.0 {
            return self;
        }
        let said = (found.observed - found.expected) / variance.alone;
        let precision = self.sd.powi(-2) + information;
        let mean = (self.mean * self.sd.powi(-2) + (self.mean + said) * information) / precision;
        Style { mean, sd: precision.sqrt().recip() }
    }
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
        let context = Context::of(decision);
        let units = |rating: f64| Strength::of(self.pool, rating).units;
        let log_odds = |rating: f64| {
            let of_best = logs(rating).into_iter().zip(&is_best).filter(|(_, best)| **best);
            let p = of_best.map(|(log, _)| log.exp()).sum::<f64>().min(1.0);
            self.honest.log_odds(Chance::log_odds_of(p), &context, units(rating))
        };
        let middle = log_odds(rating) + self.style.mean;
        let by_rating = (log_odds(rating + sd) - log_odds(rating - sd)) / 2.0;
        let spread = by_rating.hypot(self.style.sd);
        let agreement = deviations().map(|z| Chance::of_log_odds(middle + z * spread).probability);
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
            units: units(rating),
            context,
            score: slopes[decision.played],
            information: mean_of(&|at| slopes[at] * slopes[at]),
        }
    }
}

/// The winning chances that each move gives away, in per cent.
pub(super) fn losses(decision: &Decision) -> Vec<f64> {
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
