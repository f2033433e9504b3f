//! The expected length from every position: a linear system of millions of unknowns.
//!
//! Each sweep works out the attacker's lengths from those after his moves, and those from the
//! attacker's. What all positions of a depth are wrong by together dies out slowly, as slowly as games
//! are long; so after each sweep the lumped Markov matrix, which is the same system for whole depths,
//! says how much every depth is still wrong, and all its positions are moved by that much
//! (aggregation and disaggregation). What is left are differences within a depth, and mixing the last
//! few guesses makes those die out in a few dozen sweeps.

use endgame::progress::Monitor;
use endgame::quiet_moves::Which;
use player::markov::Elimination;

use super::acceleration::Acceleration;
use super::players::Player;
use super::sweep::{Change, Sweep};
use super::{Exact, ExactError};

/// The attacker's expected number of moves, position by position.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// By number, the attacker to move; 0 where no position is followed.
    pub attacker: Vec<f64>,
    /// By number, the defender to move.
    pub defender: Vec<f64>,
    /// By how much the equations miss, at most, as a share of the length.
    pub residual: f64,
    /// How many sweeps it took.
    pub sweeps: usize,
}

/// Changes smaller than this, as a share of the length, end the search.
const SETTLED: f64 = 1e-10;
const MOST_SWEEPS: usize = 2_000;

/// Sweeps in which the least change so far must halve; else rounding has the last word.
const PATIENCE: usize = 60;
/// Changes that rounding may leave behind: the answer is given, and says so.
const ROUNDED: f64 = 1e-6;

impl Exact<'_> {
    /// The expected length from every position, the attacker never conceding the win.
    pub fn lengths(&self, monitor: &Monitor<'_>) -> Result<Lengths, ExactError> {
        let [attack, defence] = &self.matrices;
        let lengths = attack.then(defence).expected_length();
        let wins_only = self.chain.space().is_wins_only();
        if !wins_only || !lengths.iter().all(|length| length.is_finite()) {
            return Err(ExactError::Endless);
        }
        let replied: Vec<f64> = (0..lengths.len())
            .map(|state| defence.row(state).iter().zip(&lengths).map(|(p, l)| p * l).sum())
            .collect();
        let defender = &self.root.players[1];
        let start = defender.filled(|code| {
            let scale = defender.scale[usize::from(code)];
            if scale > 0.0 {
                scale * replied[usize::from(defender.states[usize::from(code)])]
            } else {
                0.0
            }
        });
        self.solve(start, &replied, |_, _| 1.0, monitor)
    }

    /// The standard deviation of the length from every position of the attacker's.
    ///
    /// A defender who breaks ties by length must have [settled](Exact::settle_ties) them.
    pub fn deviations(
        &self,
        lengths: &Lengths,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<f64>, ExactError> {
        // E[T^2] = 1 + 2 P E[T] + P E[T^2], and P E[T] = E[T] - 1. To begin with, as if each move were
        // as likely to be the last.
        let defender = &self.root.players[1];
        let codes = defender.codes().iter();
        let pairs = lengths.defender.iter().zip(codes);
        let start =
            pairs.map(|(mean, &code)| 2.0 * mean * mean * defender.scale[usize::from(code)]);
        let typical: Vec<f64> = self
            .spreads(&lengths.attacker, endgame::outcome_histogram::Count::Classes)
            .into_iter()
            .map(|spread| spread.map_or(1.0, |spread| 2.0 * spread.mean * spread.mean))
            .collect();
        let adds = |_, number: usize| 2.0 * lengths.attacker[number] - 1.0;
        let squares = self.solve(start.collect(), &typical, adds, monitor)?;
        let pairs = squares.attacker.iter().zip(&lengths.attacker);
        Ok(pairs.map(|(square, mean)| (square - mean * mean).max(0.0).sqrt()).collect())
    }

    /// Solves the system, each move of the attacker's adding so much, beginning with the values after
    /// his moves and their typical sizes by state.
    fn solve(
        &self,
        mut after: Vec<f64>,
        typical: &[f64],
        adds: impl Fn(usize, usize) -> f64 + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Lengths, ExactError> {
        let [attacker, defender] = &self.root.players;
        let [attack, defence] = &self.matrices;
        let reply = defence.then(attack);
        let states = reply.space().len();
        let rows: Vec<f64> = reply.rows().flatten().copied().collect();
        let coarse = Elimination::of(&rows, states);
        let mut lengths = vec![0.0; after.len()];
        let yardstick = typical.iter().map(|typical| 1.0 / typical.max(1.0)).collect();
        let mut acceleration = Acceleration::new(defender, yardstick);
        let mut last = f64::INFINITY;
        let (mut least, mut since) = (f64::INFINITY, 0);
        for sweep in 1..=MOST_SWEEPS {
            self.step(sweep, 0, monitor)?;
            let which = attacker.which();
            Sweep { player: attacker, which, others: &after, adds: &adds }.run(&mut lengths, None);
            let which = self.replies(&lengths);
            let changes = Sweep { player: defender, which, others: &lengths, adds: |_, _| 0.0 }
                .run(&mut after, Some(states));
            let residual = changes.iter().map(|change| change.greatest).fold(0.0, f64::max);
            if residual < 0.5 * least {
                (least, since) = (residual, sweep);
            }
            let stalled = sweep - since > PATIENCE;
            if !residual.is_finite() {
                return Err(ExactError::Endless);
            }
            if stalled && residual > ROUNDED {
                return Err(ExactError::Unsettled { sweeps: sweep, residual });
            }
            if residual <= SETTLED || stalled {
                attacker.unscale(&mut lengths);
                defender.unscale(&mut after);
                return Ok(Lengths { attacker: lengths, defender: after, residual, sweeps: sweep });
            }
            // What the sweep has changed it did not see itself.
            let moved = mean_changes(&changes, states);
            let unseen: Vec<f64> = (0..states)
                .map(|state| reply.row(state).iter().zip(&moved).map(|(p, moved)| p * moved).sum())
                .collect();
            let by = coarse.solve(&unseen);
            if residual > 2.0 * last {
                acceleration.forget();
            }
            last = residual;
            let changes = changes.into_iter().map(|change| change.each).collect();
            acceleration.mix(&mut after, changes, &by);
        }
        Err(ExactError::Unsettled { sweeps: MOST_SWEEPS, residual: last })
    }

    /// How the defender's values come from the attacker's.
    pub(super) fn replies<'v>(&'v self, lengths: &'v [f64]) -> Which<'v> {
        let defender = &self.root.players[1];
        match &self.settled {
            Some((by, least)) => defender.best(by, *least),
            None => match self.by_length() {
                Some(least) => defender.best(lengths, least),
                None => defender.which(),
            },
        }
    }
}

impl Player {
    /// Takes the other player's preferences off the values.
    pub(super) fn unscale(&self, values: &mut [f64]) {
        for (value, &code) in values.iter_mut().zip(self.codes()) {
            *value *= self.unscale[usize::from(code)];
        }
    }
}

/// The mean change of each state.
fn mean_changes(changes: &[Change], states: usize) -> Vec<f64> {
    let mean = |state: usize| {
        let (sum, count) = changes.iter().fold((0.0, 0.0), |(sum, count), change| {
            (sum + change.sums[state].0, count + change.sums[state].1)
        });
        if count > 0.0 { sum / count } else { 0.0 }
    };
    (0..states).map(mean).collect()
}
