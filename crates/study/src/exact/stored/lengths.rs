//! How long the game lasts from every position: a linear system over the stored moves.
//!
//! ```text
//! attacker to move   L(x) = 1 + Σ P[move] V(after)         defender to move   V(y) = Σ P[reply] L(after)
//! ```
//!
//! Positions from which the game may go on for ever are left out.

use endgame::progress::Monitor;
use player::markov::Seat;

use super::super::players::at;
use super::super::{ExactError, Lengths};
use super::coarse::Coarse;
use super::endgames::NOWHERE;
use super::endless::endless;
use super::system::{Solved, System};
use super::{SEATS, StoredMoves};

/// The attacker's expected number of moves until the game is over, by row; infinite where it may never be.
#[derive(Clone, Debug)]
pub struct StoredLengths {
    rows: [Vec<f64>; 2],
    residual: f64,
    sweeps: usize,
}

impl StoredMoves<'_> {
    /// The expected length from every position: until the game is won, lost, or drawn for good.
    pub fn lengths(&self, monitor: &Monitor<'_>) -> Result<StoredLengths, ExactError> {
        let endless = self.endless();
        self.solve(&endless, |_| 1.0, monitor)
    }

    /// The expected square of the length.
    fn squares(
        &self,
        lengths: &StoredLengths,
        monitor: &Monitor<'_>,
    ) -> Result<StoredLengths, ExactError> {
        // E[T^2] = 1 + 2 P E[T] + P E[T^2], and P E[T] = E[T] - 1.
        let attacker = &lengths.rows[0];
        let endless = lengths
            .rows
            .each_ref()
            .map(|rows| rows.iter().map(|length| length.is_infinite()).collect::<Vec<bool>>());
        self.solve(&endless, |row| 2.0 * attacker[row] - 1.0, monitor)
    }

    /// The length at a position, and its standard deviation.
    pub fn length_at(
        &self,
        lengths: &StoredLengths,
        (seat, number): (Seat, usize),
        monitor: &Monitor<'_>,
    ) -> Result<(f64, f64), ExactError> {
        let Some(row) = self.row(seat, number) else { return Ok((0.0, 0.0)) };
        let mean = lengths.rows[at(seat)][row];
        if mean.is_infinite() {
            return Ok((mean, f64::NAN));
        }
        let square = self.squares(lengths, monitor)?.rows[at(seat)][row];
        Ok((mean, (square - mean * mean).max(0.0).sqrt()))
    }

    /// The lengths by the numbers of the endgame asked for.
    pub fn by_number(&self, lengths: &StoredLengths) -> Lengths {
        let side = |seat: Seat| {
            let rows = self.endgames.root().rows[at(seat)].iter();
            let length = |&row: &u32| match row {
                NOWHERE => 0.0,
                row => lengths.rows[at(seat)][row as usize],
            };
            rows.map(length).collect()
        };
        Lengths {
            attacker: side(Seat::Attacker),
            defender: side(Seat::Defender),
            residual: lengths.residual,
            sweeps: lengths.sweeps,
        }
    }

    /// The positions from which the game may go on for ever, by player.
    fn endless(&self) -> [Vec<bool>; 2] {
        let ends = |side: usize, row| self.rows[side].ends(row).iter().any(|&chance| chance > 0.0);
        endless(&self.rows, &ends, &|_, _| false)
    }

    /// Solves the system, each move of the attacker's adding so much; positions left out are infinite.
    fn solve(
        &self,
        left_out: &[Vec<bool>; 2],
        adds: impl Fn(usize) -> f64 + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<StoredLengths, ExactError> {
        let states = SEATS.map(|seat| self.states(seat));
        let leaves = |side: usize, row| self.rows[side].ends(row).iter().sum();
        let coarse = Coarse::of(&self.rows, states, left_out, leaves);
        let system = System::new(&self.rows, left_out, coarse);
        let Solved { values, residual, steps } =
            system.values([&adds, &|_| 0.0], |done| self.step(done, 0, monitor))?;
        Ok(StoredLengths { rows: values, residual, sweeps: 2 * steps })
    }
}
