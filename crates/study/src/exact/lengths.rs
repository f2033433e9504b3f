//! The expected length from every position: a linear system of millions of unknowns.

use endgame::progress::Monitor;
use endgame::quiet_moves::Which;

use super::bicgstab::System;
use super::players::Player;
use super::{Exact, ExactError};

/// The attacker's expected number of moves, position by position.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// By number, the attacker to move; 0 where no position is followed.
    pub attacker: Vec<f64>,
    /// By number, the defender to move.
    pub defender: Vec<f64>,
    /// By how much the equations miss, at most, in moves: lengths are wrong by at most that share.
    pub residual: f64,
    /// How many sweeps it took.
    pub sweeps: usize,
}

/// Lengths are wanted to this share, or to that of the longest which rounding allows.
const SETTLED: f64 = 1e-9;
const ROUNDING: f64 = 1e-12;
/// How often a defender who goes by length may change its replies.
const MOST_ROUNDS: usize = 50;

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
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        let defender = &self.root.players[1];
        let start = |number: usize| {
            replied[usize::from(defender.states[usize::from(defender.codes()[number])])]
        };
        let wanted = SETTLED.max(ROUNDING * longest);
        let solve = |replies: Which<'_>, start: &(dyn Fn(usize) -> f64 + Sync)| {
            self.solve(replies, start, |_| 1.0, |_| 1.0, wanted, monitor)
        };
        let mut found = solve(self.replies(), &start)?;
        let Some(least) = self.by_length() else {
            return Ok(found);
        };
        // Policy iteration: the replies that are best by these lengths, and the lengths with those.
        for _ in 0..MOST_ROUNDS {
            let before = found;
            let start = |number: usize| before.defender[number];
            found = solve(defender.best(&before.attacker, least), &start)?;
            found.sweeps += before.sweeps;
            // One sweep is the look at the values it begins with: nothing has changed.
            if found.sweeps - before.sweeps <= 1 {
                return Ok(found);
            }
        }
        Err(ExactError::Unsettled { sweeps: found.sweeps, residual: found.residual })
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
        let mean = |number: usize| lengths.defender[number];
        let start = |number: usize| 2.0 * mean(number) * mean(number);
        let adds = |number: usize| 2.0 * lengths.attacker[number] - 1.0;
        let sizes = |number: usize| 1.0 + 2.0 * mean(number);
        let longest = lengths.attacker.iter().copied().fold(0.0, f64::max);
        let wanted = SETTLED.max(ROUNDING * longest);
        let squares = self.solve(self.replies(), &start, adds, sizes, wanted, monitor)?;
        let pairs = squares.attacker.iter().zip(&lengths.attacker);
        Ok(pairs.map(|(square, mean)| (square - mean * mean).max(0.0).sqrt()).collect())
    }

    /// Solves the system, each move of the attacker's adding so much, beginning with values after his
    /// moves.
    fn solve(
        &self,
        replies: Which<'_>,
        start: &(dyn Fn(usize) -> f64 + Sync),
        adds: impl Fn(usize) -> f64 + Sync,
        sizes: impl Fn(usize) -> f64 + Sync,
        wanted: f64,
        monitor: &Monitor<'_>,
    ) -> Result<Lengths, ExactError> {
        let [attacker, defender] = &self.root.players;
        let [attack, defence] = &self.matrices;
        let lumped = &defence.then(attack);
        let system = System { attacker, defender, replies, lumped, adds, sizes };
        let mut found = system.solve(self, start, wanted, monitor)?;
        attacker.unscale(&mut found.attacker);
        defender.unscale(&mut found.defender);
        Ok(Lengths {
            attacker: found.attacker,
            defender: found.defender,
            residual: found.residual,
            sweeps: found.sweeps,
        })
    }

    /// How the defender's values come from the attacker's, ties by length being settled or by chance.
    fn replies(&self) -> Which<'_> {
        let defender = &self.root.players[1];
        match &self.settled {
            Some((by, least)) => defender.best(by, *least),
            None => defender.which(),
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
