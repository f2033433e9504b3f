//! The expected length from every position: a linear system of millions of unknowns.
//!
//! Sweeps go from the shallow positions to the deep ones, each using what the ones before have
//! found (Gauss and Seidel). What all positions of a depth are wrong by together dies out slowly, as
//! slowly as games are long; so after each sweep the lumped Markov matrix, which is the same system
//! for whole depths, says how much every depth is still wrong, and all its positions are moved by
//! that much (aggregation and disaggregation). What is left are differences within a depth, and
//! mixing the last few guesses makes those die out in a few dozen sweeps.

use std::ops::Range;

use endgame::progress::Monitor;
use player::Competence;
use player::markov::{Elimination, Seat};

use super::anderson::AndersonAcceleration;
use super::graph::{PositionGraph, SideGraph};
use super::sweep::{Change, Sweep, Takes};
use super::{Exact, ExactError, Ties};

/// The attacker's expected number of moves, position by position.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// By place of the attacker's positions.
    pub attacker: Vec<f64>,
    /// By place of the defender's positions.
    pub defender: Vec<f64>,
    /// By how much the equations miss, at most, as a share of the length.
    pub residual: f64,
    /// How many sweeps it took.
    pub sweeps: usize,
}

/// The exact lengths of one depth beside the lumped one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Over boards.
    pub mean: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

/// Changes smaller than this, as a share of the length, end the search.
const SETTLED: f64 = 1e-11;
const MOST_SWEEPS: usize = 2_000;

/// Sweeps in which the least change so far must halve; else rounding has the last word.
const PATIENCE: usize = 60;
/// Changes that rounding may leave behind: the answer is given, and says so.
const ROUNDED: f64 = 1e-6;

impl Exact<'_> {
    /// The expected length from every position, the attacker never conceding the win.
    pub fn lengths(&self, monitor: &Monitor<'_>) -> Result<Lengths, ExactError> {
        self.solve(&[1.0], monitor)
    }

    /// The standard deviation of the length from every position of the attacker's.
    ///
    /// A defender who breaks ties by length must have [settled](Exact::settle_ties) them.
    pub fn deviations(
        &self,
        lengths: &Lengths,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<f64>, ExactError> {
        // E[T^2] = 1 + 2 P E[T] + P E[T^2], and P E[T] = E[T] - 1.
        let right: Vec<f64> = lengths.attacker.iter().map(|mean| 2.0 * mean - 1.0).collect();
        let squares = self.solve(&right, monitor)?;
        let pairs = squares.attacker.iter().zip(&lengths.attacker);
        Ok(pairs.map(|(square, mean)| (square - mean * mean).max(0.0).sqrt()).collect())
    }
}

impl Lengths {
    /// How the lengths of one depth differ from each other; none if there are no such positions.
    pub fn spread(&self, graph: &PositionGraph, depth: usize) -> Option<Spread> {
        let lengths = &self.attacker[graph.state(Seat::Attacker, depth)];
        let (sum, boards) = lengths
            .iter()
            .zip(graph.boards(depth))
            .fold((0.0, 0.0), |(sum, all), (length, boards)| (sum + length * boards, all + boards));
        (boards > 0.0).then(|| Spread {
            mean: sum / boards,
            least: lengths.iter().copied().fold(f64::INFINITY, f64::min),
            greatest: lengths.iter().copied().fold(0.0, f64::max),
        })
    }
}

impl Exact<'_> {
    /// How the defender's values come from the attacker's.
    pub(super) fn takes(&self) -> Takes {
        match self.pairing.ties {
            _ if self.pairing.defender != Competence::INFALLIBLE => Takes::Mean,
            Ties::Uniform => Takes::Mean,
            Ties::Hardest => Takes::Greatest,
            Ties::Easiest => Takes::Least,
        }
    }

    /// Solves the system, each move of the attacker's adding so much.
    fn solve(&self, adds: &[f64], monitor: &Monitor<'_>) -> Result<Lengths, ExactError> {
        let [attackers, defenders] = &self.graph.sides;
        let [attack, defence] = &self.matrices;
        let full = attack.then(defence);
        let rows: Vec<f64> = full.rows().flatten().copied().collect();
        let coarse = Elimination::of(&rows, full.space().len());
        let states = self.graph.space.len();
        // Values are kept times the other player's preference for them.
        let mut lengths = vec![0.0; attackers.numbering.len()];
        let mut after = vec![0.0; defenders.numbering.len()];
        let start = coarse.solve(&self.mean_of(adds));
        if !start.iter().all(|length| length.is_finite()) {
            return Err(ExactError::Endless);
        }
        self.shift(&mut lengths, &mut after, &start);
        let mut acceleration = AndersonAcceleration::new(self.yardsticks());
        let mut residual = f64::INFINITY;
        let (mut least, mut since) = (f64::INFINITY, 0);
        for sweep in 1..=MOST_SWEEPS {
            self.step(sweep, 0, monitor)?;
            let before = after.clone();
            let mut moved = vec![0.0; states];
            let last = std::mem::replace(&mut residual, 0.0);
            for (state, moved) in moved.iter_mut().enumerate().skip(1) {
                let change = self.update(state, adds, &mut lengths, &mut after);
                residual = change.0.greatest.max(residual);
                *moved = change.1.mean();
            }
            if residual < 0.5 * least {
                (least, since) = (residual, sweep);
            }
            let stalled = sweep - since > PATIENCE;
            let finite = lengths.iter().all(|length| length.is_finite());
            if stalled && !finite {
                return Err(ExactError::Endless);
            }
            if stalled && residual > ROUNDED {
                return Err(ExactError::Unsettled { sweeps: sweep, residual });
            }
            if finite && (residual <= SETTLED || stalled) {
                let plain = |values: Vec<f64>, side: &SideGraph, scale: &[f64]| {
                    let scale = side.by_place(scale);
                    values.iter().zip(&scale).map(|(value, scale)| value / scale).collect()
                };
                return Ok(Lengths {
                    attacker: plain(lengths, attackers, &self.odds[1].preference),
                    defender: plain(after, defenders, &self.odds[0].preference),
                    residual,
                    sweeps: sweep,
                });
            }
            // What the deeper positions have changed was not seen by the shallower ones.
            let unseen: Vec<f64> =
                (0..states).map(|i| (i..states).map(|j| attack[(i, j)] * moved[j]).sum()).collect();
            self.shift(&mut lengths, &mut after, &coarse.solve(&unseen));
            if residual > 2.0 * last {
                acceleration.forget();
            }
            acceleration.mix(&before, &mut after);
        }
        Err(ExactError::Unsettled { sweeps: MOST_SWEEPS, residual })
    }

    /// How the values of each state of the defender's are kept, beside their size.
    fn yardsticks(&self) -> Vec<(Range<usize>, f64)> {
        let scale = &self.odds[0].preference;
        let states = (1..self.graph.space.len()).map(|state| {
            (self.graph.sides[1].numbering.state(state), 1.0 / (scale[state] * state as f64))
        });
        states.collect()
    }

    /// Sweeps over one state: the attacker's positions, then the defender's.
    fn update(
        &self,
        state: usize,
        adds: &[f64],
        lengths: &mut [f64],
        after: &mut [f64],
    ) -> (Change, Change) {
        let [attackers, defenders] = &self.graph.sides;
        let attack = Sweep {
            side: attackers,
            takes: Takes::Mean,
            share: &self.odds[0].share,
            adds,
            others: after,
        };
        let places = attackers.numbering.state(state);
        let first = attack.state(state, self.odds[1].preference[state], &mut lengths[places]);
        let defend = Sweep {
            side: defenders,
            takes: self.takes(),
            share: &self.odds[1].share,
            adds: &[],
            others: lengths,
        };
        let places = defenders.numbering.state(state);
        (first, defend.state(state, self.odds[0].preference[state], &mut after[places]))
    }

    /// Moves all positions of a depth by as much.
    fn shift(&self, lengths: &mut [f64], after: &mut [f64], by: &[f64]) {
        let [attackers, defenders] = &self.graph.sides;
        for state in 1..self.graph.space.len() {
            let scale = self.odds[1].preference[state];
            let places = attackers.numbering.state(state);
            lengths[places].iter_mut().for_each(|value| *value += by[state] * scale);
            let row = self.matrices[1].row(state);
            let replied: f64 = row.iter().zip(by).map(|(p, by)| p * by).sum();
            let scale = self.odds[0].preference[state];
            let places = defenders.numbering.state(state);
            after[places].iter_mut().for_each(|value| *value += replied * scale);
        }
    }

    /// The mean right-hand side of each state.
    fn mean_of(&self, adds: &[f64]) -> Vec<f64> {
        let mean = |state: usize| {
            let places = self.graph.sides[0].numbering.state(state);
            match adds.get(places.clone()) {
                Some(adds) if adds.len() > 1 => adds.iter().sum::<f64>() / adds.len() as f64,
                _ => adds[0],
            }
        };
        (0..self.graph.space.len()).map(mean).collect()
    }
}
