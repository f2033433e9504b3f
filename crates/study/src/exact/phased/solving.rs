//! One phase solved: lengths and chances, what its moves lead out to being known.

use player::markov::Seat;

use super::super::players::at;
use super::super::stored::SEATS;
use super::super::stored::coarse::{Coarse, counted_from_one};
use super::super::stored::endless::endless;
use super::super::stored::rows::Rows;
use super::super::stored::system::{Solved, System};
use super::super::{End, ExactError};
use super::building::{Moves, Outside, Place, Right};
use super::known::{Figures, Known};

/// Length and square of the length.
const MOMENTS: usize = 2;

/// A phase whose moves are listed, and what is known of those it leads into.
pub(super) struct Solver<'s> {
    pub(super) moves: &'s Moves,
    pub(super) known: &'s [Option<Known>],
    /// What follows from the positions with a right to capture en passant.
    pub(super) rights: Vec<Figures>,
}

/// Lengths of a phase, by player and row.
pub(super) struct Lengths {
    /// Until the game is over, and the mean of the square.
    pub(super) moments: [[Vec<f64>; 2]; MOMENTS],
    pub(super) residual: f64,
    pub(super) sweeps: usize,
}

impl<'s> Solver<'s> {
    /// Works out what follows from the rights, to some ends within so many moves.
    pub(super) fn new(
        moves: &'s Moves,
        known: &'s [Option<Known>],
        (ends, most): (&[End], usize),
        has_lengths: bool,
    ) -> Solver<'s> {
        let mut solver = Solver { moves, known, rights: Vec::new() };
        for right in &moves.rights {
            let figures = solver.of_right(right, (ends, most), has_lengths);
            solver.rights.push(figures);
        }
        solver
    }

    /// Where a move that leaves the phase leads.
    fn figures(&self, to: Place) -> (&Figures, u32) {
        match to {
            Place::Known(spot) => {
                let known = self.known[spot.phase as usize].as_ref();
                (&known.expect("it was found there").figures[usize::from(spot.side)], spot.row)
            }
            Place::Right(at) => (&self.rights[at as usize], 0),
            Place::End(_) | Place::Row(_) => unreachable!("it leaves the phase"),
        }
    }

    /// The length after a move that leaves the phase, or its square.
    fn moment(&self, which: usize, to: Place) -> f64 {
        let (figures, row) = self.figures(to);
        figures.lengths[which][row as usize]
    }

    fn of_right(&self, right: &Right, (ends, most): (&[End], usize), has_lengths: bool) -> Figures {
        let own = f64::from(u8::from(right.seat == Seat::Attacker));
        let mut figures = Figures::new(1, ends, most);
        if has_lengths {
            let mean = |which: usize| -> f64 {
                let on = right.moves.iter().filter(|(to, _)| !matches!(to, Place::End(_)));
                on.map(|&(to, chance)| chance * self.moment(which, to)).sum()
            };
            let (after, square) = (mean(0), mean(1));
            figures.lengths = [vec![own + after], vec![own + 2.0 * own * after + square]];
        }
        let chance = |end: End, to: Place, moves: usize| match to {
            Place::End(over) => f64::from(u8::from(over == end.place())),
            to => {
                let (figures, row) = self.figures(to);
                figures.within(end, row, moves)
            }
        };
        for &end in ends {
            for moves in 0..=most {
                // The attacker's move is one of them.
                let left = moves.checked_sub(usize::from(right.seat == Seat::Attacker));
                let sum = left.map_or(0.0, |left| {
                    right.moves.iter().map(|&(to, p)| p * chance(end, to, left)).sum()
                });
                figures.set_within(end, moves, std::iter::once(sum));
            }
        }
        figures
    }

    /// The expected length from every position, and its square; `states` say which are alike.
    pub(super) fn lengths(
        &self,
        states: [Vec<u32>; 2],
        mut step: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<Lengths, ExactError> {
        let Moves { rows, outside, .. } = self.moves;
        let mut leaves = self.sums(|_| 1.0);
        for (leaves, rows) in leaves.iter_mut().zip(rows) {
            let ends = |row: usize| rows.ends(row).iter().sum::<f64>();
            leaves.iter_mut().enumerate().for_each(|(row, sum)| *sum += ends(row));
        }
        let mut lost = rows.each_ref().map(|rows| vec![false; rows.len()]);
        for (lost, outside) in lost.iter_mut().zip(outside) {
            let endless = outside.iter().filter(|one| self.moment(0, one.to).is_infinite());
            endless.for_each(|one| lost[one.row as usize] = true);
        }
        let left_out =
            endless(rows, &|side, row| leaves[side][row] > 0.0, &|side, row| lost[side][row]);
        drop(lost);
        let states = states.each_ref().map(|states| counted_from_one(states));
        let coarse = Coarse::of(rows, states, &left_out, |side, row| leaves[side][row]);
        drop(leaves);
        let system = System::new(rows, &left_out, coarse);
        let [attack, defence] = self.sums(|to| self.moment(0, to));
        let first = system.values([&|row| 1.0 + attack[row], &|row| defence[row]], &mut step)?;
        let Solved { values: lengths, residual, steps } = first;
        // E[T^2] = 1 + 2 P E[T] + P E[T^2], and P E[T] = E[T] - 1.
        let [attack, defence] = self.sums(|to| self.moment(1, to));
        let adds = |row: usize| 2.0 * lengths[0][row] - 1.0 + attack[row];
        let second = system.values([&adds, &|row| defence[row]], &mut step)?;
        let sweeps = 2 * (steps + second.steps);
        Ok(Lengths { moments: [lengths, second.values], residual, sweeps })
    }

    /// What the moves out of the phase add at each position, by player.
    fn sums(&self, of: impl Fn(Place) -> f64) -> [Vec<f64>; 2] {
        let Moves { rows, outside, .. } = self.moves;
        let sum = |side: usize| {
            let mut sums = vec![0.0; rows[side].len()];
            for &Outside { row, chance, to } in &outside[side] {
                sums[row as usize] += chance * of(to);
            }
            sums
        };
        [sum(0), sum(1)]
    }

    /// Plays so many moves of the attacker's from all positions at once; `each` is given the chances of the end after 0,
    /// 1, 2 ... of them, the attacker to move and the defender to move.
    pub(super) fn within(
        &self,
        end: End,
        most: usize,
        mut each: impl FnMut(usize, [&[f64]; 2]) -> Result<(), ExactError>,
    ) -> Result<(), ExactError> {
        let [attack, defence] = &self.moves.rows;
        let mut values = [vec![0.0; attack.len()], vec![0.0; defence.len()]];
        for moves in 0..=most {
            for seat in SEATS {
                let Some(left) = moves.checked_sub(usize::from(seat == Seat::Attacker)) else {
                    continue;
                };
                self.play(seat, end, left, &mut values);
            }
            each(moves, values.each_ref().map(Vec::as_slice))?;
        }
        Ok(())
    }

    /// One more move of a player, the other one's chances being those within so many moves.
    fn play(&self, seat: Seat, end: End, left: usize, values: &mut [Vec<f64>; 2]) {
        let side = at(seat);
        let rows: &Rows = &self.moves.rows[side];
        let [attacker, defender] = values;
        let (own, others) = if side == 0 { (attacker, &*defender) } else { (defender, &*attacker) };
        rows.means(others, own, |row| rows.ends(row)[end.place()]);
        for &Outside { row, chance, to } in &self.moves.outside[side] {
            let (figures, at) = self.figures(to);
            own[row as usize] += chance * figures.within(end, at, left);
        }
    }
}
