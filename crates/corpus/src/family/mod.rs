//! Link families: how the scores of a position's moves become the probabilities of `E_p(c)`.
//!
//! Haworth 2007 proposes one, `p_j ~ (kappa + w_j)^-c`. People are better described by others, so the
//! family is a parameter. In every family the competence `c = 0` chooses at random, a better move is
//! never less likely for `c > 0`, and a forced move is certain.
//!
//! | word | `p_j` | from |
//! |---|---|---|
//! | `haworth` | `~ (abs(v_1) + abs(v_1 - v_j) + kappa)^-c` | Haworth 2007, section 3 |
//! | `power` | `~ (v_1 - v_j + kappa)^-c` | the same law on the plain loss |
//! | `softmax` | `~ exp(-c (v_1 - v_j))` | conditional logit |
//! | `power-chance` | `~ (10 (x_1 - x_j) + kappa)^-c` | `x` the chance to win, below |
//! | `softmax-chance` | `~ exp(-c (x_1 - x_j))` | |
//! | `regan` | `p_1^exp((c delta_j)^r)` | Regan & Haworth 2011 |
//!
//! `v` is in pawns for the mover, `v_1` the best; `x = 1 / (1 + exp(-0.368208 v))` is Lichess's formula.
//! With a lapse rate the move is chosen at random once in `1 / lapse` decisions.

mod probabilities;
mod words;

use engine::score::Score;
use player::{DepthOffset, Model, MoveFilter, PowerLaw};

use crate::decision::Decision;

pub use words::{FamilyError, FamilyWord};

/// How far apart two chances to win are in the unit of `power-chance`: a certain win against a
/// certain loss.
const CHANCE_UNITS: f64 = 10.0;

/// The slope of Lichess's chance to win, for a pawn.
const LICHESS_SLOPE: f64 = 0.368_208;

/// The law that turns values into probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// Haworth's shortfall `w_j`, to the power `-c`.
    Haworth,
    /// The loss in pawns, to the power `-c`.
    Power,
    /// The exponential of the loss in pawns.
    Softmax,
    /// The loss of the chance to win, to the power `-c`.
    PowerChance,
    /// The exponential of the loss of the chance to win.
    SoftmaxChance,
    /// A power of the best move's probability.
    Regan,
}

impl Link {
    /// All of them, Haworth's first.
    pub const ALL: [Link; 6] = [
        Link::Haworth,
        Link::Power,
        Link::Softmax,
        Link::PowerChance,
        Link::SoftmaxChance,
        Link::Regan,
    ];

    /// Whether the law has a `kappa`.
    pub fn has_kappa(self) -> bool {
        matches!(self, Link::Haworth | Link::Power | Link::PowerChance)
    }
}

/// What a mate and a decided position are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MateRule {
    /// As [`Score::pawns`] has it: a mate in `n` is worth `200 - n` pawns, evaluations at most 100.
    ByMoves,
    /// Every mate is worth so many pawns, and no evaluation more than that.
    Capped(f64),
}

impl MateRule {
    /// The value of a score in pawns, for the mover.
    pub fn pawns(self, score: Score) -> f64 {
        match (self, score) {
            (MateRule::ByMoves, score) => score.pawns(),
            (MateRule::Capped(cap), Score::Mate(1..)) => cap,
            (MateRule::Capped(cap), Score::Mate(_)) => -cap,
            (MateRule::Capped(cap), Score::Centipawns(cp)) => {
                (f64::from(cp) / 100.0).clamp(-cap, cap)
            }
        }
    }
}

/// A link with all its parameters but the competence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    /// The law.
    pub link: Link,
    /// `kappa`, above 0; of no effect where the law has none.
    pub kappa: f64,
    /// What mates are worth.
    pub mate: MateRule,
    /// The share of moves chosen at random, from 0 to below 1.
    pub lapse: f64,
    /// Regan's exponent, his `c`; of no effect elsewhere.
    pub consistency: f64,
}

impl Default for Family {
    /// The law that foresees people best on games held out: `fallible reproduce haworth2007/families`.
    fn default() -> Family {
        Family::of(Link::Regan)
    }
}

impl Family {
    /// A law with its usual parameters.
    pub fn of(link: Link) -> Family {
        let kappa = match link {
            Link::Haworth => 1.0,
            _ => 0.5,
        };
        // Each law with the cap and the lapse rate that foresee people best.
        let cap = if link == Link::Power { 10.0 } else { 20.0 };
        let lapse = if link == Link::Regan { 0.02 } else { 0.0 };
        Family { link, kappa, mate: MateRule::Capped(cap), lapse, consistency: 0.4 }
    }

    /// Haworth's own, mates as [`Score::pawns`] has them: what [`player::PowerLaw`] makes of scores.
    pub fn haworth_2007(kappa: f64) -> Family {
        Family { kappa, mate: MateRule::ByMoves, ..Family::of(Link::Haworth) }
    }

    /// What each move costs the mover, 0 for the best: `p_j ~ exp(-c cost_j)`, but for Regan's law,
    /// where it is his scaled difference `delta_j`.
    pub fn costs(&self, scores: &[Score]) -> Vec<f64> {
        let mut costs = Vec::with_capacity(scores.len());
        self.append_costs(scores, &mut costs);
        costs
    }

    /// What each move of a decision costs. Where tables have judged it, Haworth's law goes by their depths:
    /// "v_j = w_j = d_j", so that `E_p(c)` extends `R_c` (2007, section 3), with draws and losses as `R_c`
    /// has them (2003, section 6). The other laws, whose competences are of another kind, go by the result.
    pub fn costs_of(&self, decision: &Decision) -> Vec<f64> {
        let mut costs = Vec::with_capacity(decision.moves.len());
        self.append_costs_of(decision, &mut costs);
        costs
    }

    /// The same, at the end of a list.
    pub(crate) fn append_costs_of(&self, decision: &Decision, costs: &mut Vec<f64>) {
        let exact = decision.exact.as_ref().filter(|_| self.link == Link::Haworth);
        let (Some(exact), Ok(kappa)) = (exact, DepthOffset::new(self.kappa)) else {
            return self.append_costs(&decision.scores, costs);
        };
        let model = Model::new(PowerLaw::new(kappa), MoveFilter::judging_people());
        let exact = model.costs(exact);
        let least = exact.iter().copied().fold(f64::INFINITY, f64::min);
        costs.extend(exact.into_iter().map(|cost| cost - least));
    }

    /// What each move costs by its score, at the end of a list.
    pub(crate) fn append_costs(&self, scores: &[Score], costs: &mut Vec<f64>) {
        let value = |score: &Score| self.mate.pawns(*score);
        let best = scores.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let kappa = self.kappa;
        let cost = |pawns: f64| match self.link {
            Link::Haworth => {
                // ln((|v_1| + loss + kappa) / (|v_1| + kappa))
                ((best - pawns) / (best.abs() + kappa)).ln_1p()
            }
            Link::Power => ((best - pawns) / kappa).ln_1p(),
            Link::Softmax => best - pawns,
            Link::PowerChance => (CHANCE_UNITS * (chance(best) - chance(pawns)) / kappa).ln_1p(),
            Link::SoftmaxChance => chance(best) - chance(pawns),
            Link::Regan => compressed(best) - compressed(pawns),
        };
        costs.extend(scores.iter().map(|score| cost(value(score))));
    }
}

/// The chance to win that Lichess gives a value in pawns.
pub fn chance(pawns: f64) -> f64 {
    1.0 / (1.0 + (-LICHESS_SLOPE * pawns).exp())
}

/// The integral of `1 / (1 + |z|)` from 0: on this scale Regan & Haworth 2011 measure differences,
/// for a pawn matters less the further the game is from level.
fn compressed(pawns: f64) -> f64 {
    pawns.signum() * pawns.abs().ln_1p()
}
