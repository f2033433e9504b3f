//! The system of the lengths for whole depths: all positions of an endgame that are worth the same are one state.

use player::markov::{Elimination, Seat};
use rayon::prelude::*;

use super::super::players::at;
use super::StoredMoves;
use super::endgames::{NOWHERE, color};
use super::rows::Rows;

/// The same system for whole depths.
pub(crate) struct Coarse {
    /// The state of each of the defender's positions; 0 for those left out.
    states: Vec<u32>,
    counts: Vec<f64>,
    lumped: Elimination,
}

impl Coarse {
    /// From the moves of both players, the state of each of their positions, those left out, and how likely a position's
    /// move leads out of the system.
    pub(crate) fn of(
        rows: &[Rows; 2],
        mut states: [Vec<u32>; 2],
        left_out: &[Vec<bool>; 2],
        leaves: impl Fn(usize, usize) -> f64,
    ) -> Coarse {
        let [attack, defence] = rows;
        for (states, left_out) in states.iter_mut().zip(left_out) {
            let left_out = states.iter_mut().zip(left_out).filter(|(_, out)| **out);
            left_out.for_each(|(state, _)| *state = 0);
        }
        let many = states.iter().flatten().max().map_or(1, |&most| most as usize + 1);
        let lump = |side: usize, own: &[u32], others: &[u32]| -> (Vec<f64>, Vec<f64>) {
            let rows = [attack, defence][side];
            let (mut sums, mut counts) = (vec![0.0; many * many], vec![0.0; many]);
            for (row, &state) in own.iter().enumerate().filter(|&(_, &state)| state > 0) {
                let from = state as usize * many;
                counts[state as usize] += 1.0;
                sums[from] += leaves(side, row);
                rows.moves(row).for_each(|(to, p)| sums[from + others[to] as usize] += p);
            }
            let share = |(at, sum): (usize, f64)| sum / f64::max(counts[at / many], 1.0);
            (sums.into_iter().enumerate().map(share).collect(), counts)
        };
        let [attacks, defends] = states;
        let (attack, _) = lump(0, &attacks, &defends);
        let (defence, counts) = lump(1, &defends, &attacks);
        let mut both = vec![0.0; many * many];
        both.par_chunks_mut(many).enumerate().for_each(|(from, both)| {
            both[0] = defence[from * many];
            for via in 1..many {
                let chance = defence[from * many + via];
                if chance > 0.0 {
                    let onward = &attack[via * many..(via + 1) * many];
                    both.iter_mut().zip(onward).for_each(|(sum, p)| *sum += chance * p);
                }
            }
        });
        Coarse { states: defends, counts, lumped: Elimination::of(&both, many) }
    }

    /// The state of each of the defender's positions.
    pub(super) fn states(&self) -> &[u32] {
        &self.states
    }

    /// What solving the system for whole depths adds to each state.
    pub(super) fn by(&self, x: &[f64]) -> Vec<f64> {
        let mut means = vec![0.0; self.counts.len()];
        for (x, &state) in x.iter().zip(&self.states) {
            means[state as usize] += x;
        }
        means.iter_mut().zip(&self.counts).for_each(|(mean, count)| *mean /= count.max(1.0));
        means[0] = 0.0;
        let solved = self.lumped.solve(&means);
        let more = solved.into_iter().zip(&means).map(|(solved, mean)| solved - mean);
        let mut by: Vec<f64> = more.map(|by| if by.is_finite() { by } else { 0.0 }).collect();
        by[0] = 0.0;
        by
    }
}

impl StoredMoves<'_> {
    /// A state for each position of a player: its endgame and its worth, from 1 on; those with a right to
    /// capture en passant are one state.
    pub(super) fn states(&self, seat: Seat) -> Vec<u32> {
        let rows = self.rows[at(seat)].len();
        let rights = 1;
        let mut states = vec![rights; rows];
        for (place, endgame) in (0..).zip(&self.endgames.all) {
            let codes = endgame.table.codes(color(endgame.beyond, seat));
            for (&row, &code) in endgame.rows[at(seat)].iter().zip(codes) {
                if row != NOWHERE {
                    states[row as usize] = 2 + place * 256 + u32::from(code);
                }
            }
        }
        counted_from_one(&states)
    }
}

/// The same states called 1, 2, 3 ... in their order.
pub(crate) fn counted_from_one(states: &[u32]) -> Vec<u32> {
    let mut used: Vec<u32> = states.to_vec();
    used.sort_unstable();
    used.dedup();
    let short = |&state: &u32| used.binary_search(&state).map_or(0, |at| at as u32 + 1);
    states.iter().map(short).collect()
}
