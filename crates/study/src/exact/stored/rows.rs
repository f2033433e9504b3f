//! One player's positions, and where his moves lead with which chance.

use rayon::prelude::*;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The game is over: `0` won, `1` drawn, `2` lost for the attacker.
    End(usize),
    /// To a position of the other player's.
    Position(u32),
}

/// The moves of many positions, row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// Where the moves of each position end in the lists.
    last: Vec<usize>,
    to: Vec<u32>,
    chance: Vec<f64>,
    /// How likely the game ends with the very move: won, drawn, lost for the attacker.
    ends: Vec<[f64; 3]>,
}

/// Positions worked on by one thread at a time.
const STRETCH: usize = 1 << 12;

impl Rows {
    /// How many positions.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// One more position.
    pub(crate) fn push(&mut self, moves: impl Iterator<Item = (Target, f64)>) {
        let mut ends = [0.0; 3];
        for (target, chance) in moves.filter(|&(_, chance)| chance > 0.0) {
            match target {
                Target::End(end) => ends[end] += chance,
                Target::Position(to) => {
                    self.to.push(to);
                    self.chance.push(chance);
                }
            }
        }
        self.ends.push(ends);
        self.last.push(self.to.len());
    }

    /// More positions, after whose moves everything is called otherwise.
    pub(crate) fn append(&mut self, more: Rows, renamed: impl Fn(u32) -> u32) {
        let before = self.to.len();
        self.last.extend(more.last.into_iter().map(|last| before + last));
        self.to.extend(more.to.into_iter().map(renamed));
        self.chance.extend(more.chance);
        self.ends.extend(more.ends);
    }

    /// The moves of a position that do not end the game.
    pub(crate) fn moves(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let first = if row == 0 { 0 } else { self.last[row - 1] };
        let range = first..self.last[row];
        let to = self.to[range.clone()].iter().map(|&to| to as usize);
        to.zip(self.chance[range].iter().copied())
    }

    /// How likely the game ends with the very move.
    pub(crate) fn ends(&self, row: usize) -> [f64; 3] {
        self.ends[row]
    }

    /// The mean of the other player's values over the moves of every position, and what is added there.
    pub(crate) fn means(
        &self,
        values: &[f64],
        own: &mut [f64],
        adds: impl Fn(usize) -> f64 + Sync,
    ) {
        own.par_chunks_mut(STRETCH).enumerate().for_each(|(at, own)| {
            for (row, own) in (at * STRETCH..).zip(own) {
                let on: f64 = self.moves(row).map(|(to, chance)| chance * values[to]).sum();
                *own = adds(row) + on;
            }
        });
    }
}
