//! What agreement with an engine depends on beyond the probability that the model of human choice gives
//! it: the rating, the part of the game, and how far the engine's first choice stands out.
//!
//! The model foresees single moves of players of all ratings with few coefficients. Summed over the whole
//! games of one player, small faults of its log-odds `l` of agreement would pass for skill; so they are
//! read through
//!
//! ```text
//! a + b l + c u + d u l + e opening + f endgame + g ln(equal) + h ln(close) + i ln(1 + lead)
//! ```
//!
//! with `u` the player's [strength](crate::strength) in units, `equal` the number of moves that the engine
//! holds for best, `close` the number within [`CLOSE`] of them, and `lead` by how much the best are ahead of
//! all others, both in per cent of winning chances. [`Honest`](super::honest::Honest) has the coefficients.

use crate::decision::{Decision, Phase};

use super::expectation::losses;

/// How many coefficients there are.
pub const TERMS: usize = 9;

/// Moves that give away less than this are close to the best, in per cent of winning chances.
pub const CLOSE: f64 = 2.0;

/// The circumstances of one decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Context {
    /// 1 in the opening, else 0.
    opening: f64,
    /// 1 in the endgame, else 0.
    endgame: f64,
    /// The logarithm of the number of best moves.
    equal: f64,
    /// The logarithm of the number of moves that are close to the best, those included.
    close: f64,
    /// `ln(1 + lead)`; 0 if all moves are best.
    lead: f64,
}

impl Context {
    /// Of a decision, as its engine scores the moves.
    pub fn of(decision: &Decision) -> Context {
        let lost = losses(decision);
        let best = decision.best();
        let is_best = |at: &usize| decision.scores[*at] == best;
        let equal = (0..lost.len()).filter(is_best).count();
        let close = lost.iter().filter(|lost| **lost < CLOSE).count();
        let others = (0..lost.len()).filter(|at| !is_best(at)).map(|at| lost[at]);
        let lead = others.fold(f64::INFINITY, f64::min);
        let is = |phase: Phase| f64::from(u8::from(decision.phase() == phase));
        Context {
            opening: is(Phase::Opening),
            endgame: is(Phase::Endgame),
            equal: (equal.max(1) as f64).ln(),
            close: (close.max(1) as f64).ln(),
            lead: if lead.is_finite() { lead.ln_1p() } else { 0.0 },
        }
    }

    /// What the coefficients multiply, at these log-odds by the model and this strength in units.
    pub fn row(&self, log_odds: f64, units: f64) -> [f64; TERMS] {
        let Context { opening, endgame, equal, close, lead } = *self;
        [1.0, log_odds, units, units * log_odds, opening, endgame, equal, close, lead]
    }
}
