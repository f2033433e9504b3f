//! What is known of the positions of a phase that is solved, those that earlier phases come into.

use player::markov::Seat;

use super::super::End;
use super::super::players::at;
use super::super::stored::SEATS;

/// The game is over there, drawn, or the position is not followed.
pub(super) const NOWHERE: u32 = u32::MAX;
/// Followed, and nobody comes there.
pub(super) const NOT_KEPT: u32 = u32::MAX - 1;
/// An image of a position of another phase.
pub(super) const IMAGE: u32 = u32::MAX - 2;

/// A position of a phase that is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) phase: u32,
    pub(super) side: u8,
    pub(super) row: u32,
}

/// A phase that is solved.
pub(super) struct Known {
    /// By number less the first one, for each player to move.
    pub(super) rows: [Vec<u32>; 2],
    pub(super) figures: [Figures; 2],
}

impl Known {
    /// Keeps some of the positions alone.
    pub(super) fn keep(&mut self, wanted: impl Fn(Seat, usize) -> bool) {
        for seat in SEATS {
            let side = at(seat);
            let kept = keep(&mut self.rows[side], |number| wanted(seat, number));
            self.figures[side] = self.figures[side].of_rows(&kept);
        }
    }
}

/// Numbers the rows anew of which at least one position is wanted, by its number less the first one; says which these are.
pub(super) fn keep(rows: &mut [u32], wanted: impl Fn(usize) -> bool) -> Vec<u32> {
    let most = rows.iter().filter(|row| **row < IMAGE).max().map_or(0, |&row| row as usize + 1);
    let mut renamed = vec![NOT_KEPT; most];
    for (number, &row) in rows.iter().enumerate().filter(|(_, row)| **row < IMAGE) {
        if renamed[row as usize] == NOT_KEPT && wanted(number) {
            renamed[row as usize] = 0;
        }
    }
    let kept: Vec<u32> =
        (0..most as u32).filter(|&row| renamed[row as usize] != NOT_KEPT).collect();
    (0..).zip(&kept).for_each(|(new, &row)| renamed[row as usize] = new);
    rows.iter_mut().filter(|row| **row < IMAGE).for_each(|row| *row = renamed[*row as usize]);
    kept
}

/// What follows from positions with one player to move.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// The attacker's moves until the game is over, and the mean of their square; empty if they are not known.
    pub(super) lengths: [Vec<f64>; 2],
    /// How likely each end has come within 0, 1, 2 ... moves, position by position; empty for ends that are not followed.
    within: [Vec<u32>; 3],
    /// How many numbers each position has there.
    pub(super) each: usize,
}

/// A chance of 1. A chance is kept to 2.3e-10, in half the memory.
const CERTAIN: f64 = u32::MAX as f64;

impl Figures {
    /// Room for so many positions, so many moves being followed to some ends.
    pub(super) fn new(rows: usize, ends: &[End], moves: usize) -> Figures {
        let each = moves + 1;
        let mut within = [const { Vec::new() }; 3];
        ends.iter().for_each(|end| within[end.place()] = vec![0; rows * each]);
        Figures { lengths: [const { Vec::new() }; 2], within, each }
    }

    /// The chance of an end within so many moves.
    pub(super) fn within(&self, end: End, row: u32, moves: usize) -> f64 {
        f64::from(self.within[end.place()][row as usize * self.each + moves]) / CERTAIN
    }

    /// Takes in the chances of an end within so many moves, position by position.
    pub(super) fn set_within(
        &mut self,
        end: End,
        moves: usize,
        chances: impl Iterator<Item = f64>,
    ) {
        let each = self.each;
        let kept = self.within[end.place()].iter_mut().skip(moves).step_by(each);
        kept.zip(chances).for_each(|(kept, chance)| {
            *kept = (chance.clamp(0.0, 1.0) * CERTAIN).round() as u32;
        });
    }

    fn of_rows(&self, rows: &[u32]) -> Figures {
        let lengths = self.lengths.each_ref().map(|all| match all.is_empty() {
            true => Vec::new(),
            false => rows.iter().map(|&row| all[row as usize]).collect(),
        });
        let within = self.within.each_ref().map(|all| match all.is_empty() {
            true => Vec::new(),
            false => {
                let of = |&row: &u32| &all[row as usize * self.each..][..self.each];
                rows.iter().flat_map(of).copied().collect()
            }
        });
        Figures { lengths, within, each: self.each }
    }
}
