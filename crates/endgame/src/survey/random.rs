//! The random player at one depth: how often he errs, and by how much.

use super::{Errors, Histogram, Stratum};

/// The errors of a player who takes any move with equal chances, averaged over positions.
///
/// A position's own mean is taken first, so that positions with many moves weigh no more than the
/// others: `d = mean over positions of (depth conceded / number of moves)`. Jansen 1992, Figs 6.3 to
/// 6.5, where the moves are the good ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomError {
    /// Positions averaged over: those that have a move.
    pub positions: u64,
    /// Among moves that keep the value, fatal ones ignored.
    pub good: Error,
    /// Among all legal moves; a fatal one is an error of no size.
    pub all: Error,
    /// How probable a fatal move is among all legal moves.
    pub fatal: f64,
}

/// How often and how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// The expected error `d`, in moves conceded.
    pub expected: f64,
    /// The probability of an error `p`.
    pub probability: f64,
}

impl Error {
    /// The expected magnitude of an error that is made: `delta = d / p`; none if none is ever made.
    pub fn magnitude(&self) -> Option<f64> {
        (self.probability > 0.0).then(|| self.expected / self.probability)
    }
}

impl Stratum {
    /// The random player's errors here; none where nobody has a move.
    pub fn random_error(&self) -> Option<RandomError> {
        let positions = self.positions() - self.branching.get(0);
        if positions == 0 {
            return None;
        }
        let share = |counts: &Histogram| {
            let each = counts.iter().filter(|&(moves, _)| moves > 0);
            let sum = each.fold(0.0, |sum, (moves, times)| sum + times as f64 / moves as f64);
            sum / positions as f64
        };
        let fatal = share(&self.fatal);
        let error =
            |of: &Errors| Error { expected: share(&of.conceded), probability: share(&of.errors) };
        let kept = error(&self.errors_of_all);
        let all = Error { probability: kept.probability + fatal, ..kept };
        Some(RandomError { positions, good: error(&self.errors_of_good), all, fatal })
    }

    /// The distribution of the depth after a random move, with the probability of a fatal one.
    /// Jansen 1992, Figs 5.7 and 5.8.
    pub fn depth_after(&self) -> Option<DepthAfter> {
        let error = self.random_error()?;
        let deepest = self.after.iter().map(Histogram::len).max().unwrap_or(0);
        let mut probabilities = vec![0.0; deepest];
        for (branching, after) in self.after.iter().enumerate() {
            for (depth, times) in after.iter() {
                probabilities[depth] += times as f64 / branching as f64;
            }
        }
        for probability in &mut probabilities {
            *probability /= error.positions as f64;
        }
        Some(DepthAfter { probabilities, fatal: error.fatal })
    }
}

/// Where a random move leads.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthAfter {
    /// By the depth after the move, among moves that keep the value.
    pub probabilities: Vec<f64>,
    /// How probable it is that the value is given away.
    pub fatal: f64,
}

impl DepthAfter {
    /// The mean depth, fatal moves ignored. Jansen 1992, Fig 5.9.
    pub fn mean(&self) -> f64 {
        let all: f64 = self.probabilities.iter().sum();
        let weighed = self.probabilities.iter().enumerate();
        weighed.map(|(depth, &probability)| depth as f64 * probability).sum::<f64>() / all
    }
}
