//! What a model of human choice sees of a decision, and what its coefficients multiply.

use engine::score::Score;

use crate::decision::Decision;
use crate::family::{MateRule, chance};
use crate::look::weights::{LookScore, LookWeights};
use crate::look::{Before, Looks};
use crate::pool::Pool;
use crate::select::time_class::expected_seconds;
use crate::strength::Strength;

/// Functions of the loss.
const LOSSES: usize = 3;

/// How mates count: as so many pawns.
const MATE: MateRule = MateRule::Capped(20.0);

/// The time for a whole game whose logarithm is zero, in seconds: four minutes.
const USUAL_TIME: f64 = 240.0;

/// No game is faster or slower than this, as logarithms have it: 12 seconds and 80 minutes.
const EXTREME: f64 = 3.0;

/// What a model sees beside the looks of the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The depths whose scores it sees, the shallowest first; none if it goes by looks alone.
    pub depths: Vec<u16>,
    /// Whether it knows how long players had for the game.
    pub time: bool,
}

/// Coefficients that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a model of human choice has {needed} coefficients for what it sees, not {given}")]
pub struct NotAModel {
    pub(super) given: usize,
    pub(super) needed: usize,
}

impl Terms {
    /// How many coefficients there are.
    pub fn count(&self) -> usize {
        let time = usize::from(self.time);
        self.depths.len() * LOSSES * (2 + time) + 3 + time
    }
}

/// A decision as the model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// For each depth, the shallowest first, what each move gives away.
    losses: Vec<(u16, Vec<[f64; LOSSES]>)>,
    looks: Vec<LookScore>,
    /// The logarithm of the time players had, over the usual; 0 if nobody says.
    time: f64,
    pub(super) played: usize,
    /// The game, for folds and clusters.
    pub game: usize,
}

impl Seen {
    /// With these weights, in this pool.
    pub fn new(decision: &Decision, pool: &Pool, weights: &LookWeights, game: usize) -> Seen {
        let before = Before { answered: decision.answered, continued: decision.continued };
        let looks = Looks::of(decision.board.as_chess(), &decision.moves, &before);
        let shallower = decision.shallower.iter().map(|one| (one.depth, losses(&one.scores)));
        let own = (decision.reference.depth, losses(&decision.scores));
        let seconds = decision.game.time_control.as_deref().and_then(expected_seconds);
        let time = seconds.map_or(0.0, |seconds| (seconds.max(1.0) / USUAL_TIME).ln());
        Seen {
            losses: shallower.chain([own]).collect(),
            looks: weights.scores(&looks, Strength::of(pool, 0.0)),
            time: time.clamp(-EXTREME, EXTREME),
            played: decision.played,
            game,
        }
    }

    /// What the coefficients of a model multiply, for each move, at a strength.
    pub(super) fn rows(&self, units: f64, terms: &Terms) -> Vec<Vec<f64>> {
        let depths: Vec<&[[f64; LOSSES]]> =
            terms.depths.iter().map(|&depth| self.at_least(depth)).collect();
        let row = |(place, look): (usize, &LookScore)| {
            let mut row = Vec::with_capacity(terms.count());
            let mut put = |value: f64| {
                row.extend([value, value * units]);
                row.extend(terms.time.then_some(value * self.time));
            };
            depths.iter().flat_map(|losses| losses[place]).for_each(&mut put);
            put(look.level);
            row.push(look.slope * units);
            row
        };
        self.looks.iter().enumerate().map(row).collect()
    }

    /// The losses at a depth; where that is not known, at the next deeper one that is.
    fn at_least(&self, depth: u16) -> &[[f64; LOSSES]] {
        let deep_enough = self.losses.iter().find(|(known, _)| *known >= depth);
        deep_enough.or(self.losses.last()).map_or(&[], |(_, losses)| losses)
    }
}

/// Functions of what each move gives away, in tenths of a game.
fn losses(scores: &[Score]) -> Vec<[f64; LOSSES]> {
    let chances: Vec<f64> = scores.iter().map(|&score| chance(MATE.pawns(score))).collect();
    let best = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let functions = |chance: &f64| {
        let loss = 10.0 * (best - chance);
        [-(0.05 + loss).ln(), -(0.5 + loss).ln(), -loss]
    };
    chances.iter().map(functions).collect()
}
