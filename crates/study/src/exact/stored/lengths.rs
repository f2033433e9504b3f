//! How long the game lasts from every position: a linear system over the stored moves.
//!
//! ```text
//! attacker to move   L(x) = 1 + Σ P[move] V(after)         defender to move   V(y) = Σ P[reply] L(after)
//! ```
//!
//! Positions from which the game may go on for ever are left out.

use endgame::progress::Monitor;
use player::markov::Seat;
use rayon::prelude::*;

use super::super::players::at;
use super::super::{ExactError, Lengths};
use super::StoredMoves;
use super::endgames::NOWHERE;
use super::rows::Rows;
use super::system::{System, clear};

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
        let ends = |rows: &Rows, row| rows.ends(row).iter().any(|&chance| chance > 0.0);
        let over = self
            .spread(|rows, row, known| ends(rows, row) || rows.moves(row).any(|(to, _)| known[to]));
        if over.iter().flatten().all(|&over| over) {
            return over.map(|side| vec![false; side.len()]);
        }
        let [attack, defence] = &self.rows;
        let stuck = [(attack, &over[0], &over[1]), (defence, &over[1], &over[0])].map(
            |(rows, own, others)| -> Vec<bool> {
                let never = |row: usize| !own[row] || rows.moves(row).any(|(to, _)| !others[to]);
                (0..rows.len()).map(never).collect()
            },
        );
        let [attacks, defends] = stuck;
        let mut known = [attacks, defends];
        self.grow(&mut known, |rows, row, known| rows.moves(row).any(|(to, _)| known[to]));
        known
    }

    /// The positions that have a property, which comes from those that a move leads to.
    fn spread(&self, has: impl Fn(&Rows, usize, &[bool]) -> bool + Sync) -> [Vec<bool>; 2] {
        let mut known = self.rows.each_ref().map(|rows| vec![false; rows.len()]);
        self.grow(&mut known, has);
        known
    }

    fn grow(&self, known: &mut [Vec<bool>; 2], has: impl Fn(&Rows, usize, &[bool]) -> bool + Sync) {
        loop {
            let mut grown = false;
            for seat in 0..2 {
                let (first, second) = known.split_at_mut(1);
                let (own, others) = if seat == 0 {
                    (&mut first[0], &second[0])
                } else {
                    (&mut second[0], &first[0])
                };
                let rows = &self.rows[seat];
                grown |= own
                    .par_iter_mut()
                    .enumerate()
                    .filter(|(_, known)| !**known)
                    .map(|(row, known)| {
                        *known = has(rows, row, others);
                        *known
                    })
                    .reduce(|| false, |one, other| one | other);
            }
            if !grown {
                return;
            }
        }
    }

    /// Solves the system, each move of the attacker's adding so much; positions left out are infinite.
    fn solve(
        &self,
        left_out: &[Vec<bool>; 2],
        adds: impl Fn(usize) -> f64 + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<StoredLengths, ExactError> {
        let [attack, defence] = &self.rows;
        let system = System::new(self, left_out);
        let mut first = vec![0.0; attack.len()];
        attack.means(&vec![0.0; defence.len()], &mut first, |row| {
            if left_out[0][row] { 0.0 } else { adds(row) }
        });
        let mut right = vec![0.0; defence.len()];
        defence.means(&first, &mut right, |_| 0.0);
        clear(&mut right, &left_out[1]);
        let (defender, residual, steps) =
            system.solve(&right, |done| self.step(done, 0, monitor))?;
        let mut attacker = vec![0.0; attack.len()];
        attack.means(&defender, &mut attacker, &adds);
        let mut rows = [attacker, defender];
        for (values, left_out) in rows.iter_mut().zip(left_out) {
            let both = values.iter_mut().zip(left_out).filter(|(_, left_out)| **left_out);
            both.for_each(|(value, _)| *value = f64::INFINITY);
        }
        Ok(StoredLengths { rows, residual, sweeps: 2 * steps })
    }
}
