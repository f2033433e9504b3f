//! What follows from every position with a fresh clock: each phase from the hundredth half-move back.

use std::ops::Range;

use endgame::rules::DRAWN_AT;
use rayon::prelude::*;

use super::phases::{Endgame, Phases};
use super::rows::{Row, Rows, To};
use super::{Fate, RuleError};

/// Won, drawn, lost, the length and its square.
const FIGURES: usize = 5;
/// Figures that are kept at most.
const MOST_FIGURES: usize = 80_000_000;

/// What follows from positions with a fresh clock, by endgame, player and number.
///
/// The figures of a position stand one after the other: won, drawn, lost, the length, its square, and then how likely
/// the game is won within 0, 1, 2 ... moves, drawn, and lost.
pub(super) struct Fresh {
    /// How many moves are told apart; none if nobody asked, or it would be too much.
    moves: Option<usize>,
    width: usize,
    values: Vec<[Vec<f64>; 2]>,
    numbers: Vec<usize>,
}

impl Fresh {
    /// So many moves, unless with so many positions it would be too much.
    pub(super) fn moves_known(moves: usize, numbers: usize) -> Option<usize> {
        (numbers * 2 * Fresh::width(Some(moves)) <= MOST_FIGURES).then_some(moves)
    }

    fn width(moves: Option<usize>) -> usize {
        FIGURES + moves.map_or(0, |moves| 3 * (moves + 1))
    }

    pub(super) fn new(endgames: &[Endgame<'_>], moves: Option<usize>) -> Fresh {
        let width = Fresh::width(moves);
        let numbers = endgames.iter().map(|one| one.successors.table().index().len()).collect();
        let values = endgames.iter().map(|_| [Vec::new(), Vec::new()]).collect();
        Fresh { moves, width, values, numbers }
    }

    /// Whether it is known how likely a game is over within so many moves.
    pub(super) fn moves(&self) -> Option<usize> {
        self.moves
    }

    /// The figures of a position.
    pub(super) fn figures(&self, endgame: u16, side: usize, number: u32) -> &[f64] {
        let first = number as usize * self.width;
        &self.values[usize::from(endgame)][side][first..first + self.width]
    }

    /// Works out a phase, those it leads into being known.
    pub(super) fn settle(
        &mut self,
        phases: &Phases<'_>,
        at: usize,
        numbers: Range<usize>,
    ) -> Result<(), RuleError> {
        let mut rows = Rows::new(phases, at, numbers)?;
        let width = self.width;
        // At the hundredth half-move all is drawn that is not over.
        let mut next = rows.sides.each_ref().map(|rows| {
            let ends = rows.iter().flat_map(|row| self.over(row.over.unwrap_or(1)));
            ends.collect::<Vec<f64>>()
        });
        for clock in (0..DRAWN_AT).rev() {
            let mut now = [Vec::new(), Vec::new()];
            for side in 0..2 {
                let (player, extent) = (&phases.players[side], rows.extent(side));
                let mut own = vec![0.0; rows.sides[side].len() * width];
                let others = &next[1 - side];
                let both = rows.sides[side].par_iter_mut().zip(own.par_chunks_mut(width));
                both.for_each(|(row, figures)| {
                    if row.over.is_none() {
                        Rows::at_clock(row, player, extent, clock);
                    }
                    self.mean(row, side, others, figures);
                });
                now[side] = own;
            }
            next = now;
        }
        let numbers = self.numbers[at];
        for ((values, rows), next) in self.values[at].iter_mut().zip(&rows.sides).zip(&next) {
            values.resize(numbers * width, 0.0);
            for (row, figures) in rows.iter().zip(next.chunks(width)) {
                let first = row.number as usize * width;
                values[first..first + width].copy_from_slice(figures);
            }
        }
        Ok(())
    }

    /// The figures where the game is over: won, drawn or lost.
    fn over(&self, end: usize) -> impl Iterator<Item = f64> + use<> {
        let each = self.moves.map_or(0, |moves| moves + 1);
        let figures = (0..3).map(move |one| f64::from(u8::from(one == end)));
        let moves = (0..3 * each).map(move |at| f64::from(u8::from(at / each == end)));
        figures.chain([0.0, 0.0]).chain(moves)
    }

    /// The figures of a row from those after its moves.
    fn mean(&self, row: &Row, side: usize, others: &[f64], figures: &mut [f64]) {
        if let Some(end) = row.over {
            figures.iter_mut().zip(self.over(end)).for_each(|(figure, over)| *figure = over);
            return;
        }
        for (play, &p) in row.moves.iter().zip(&row.chances).filter(|(_, p)| **p > 0.0) {
            let after = match play.to {
                To::Row(to) => &others[to as usize * self.width..][..self.width],
                To::Fresh(endgame, number) => self.figures(endgame, 1 - side, number),
                To::Drawn => {
                    let over = self.over(1);
                    figures.iter_mut().zip(over).for_each(|(sum, one)| *sum += p * one);
                    continue;
                }
            };
            figures.iter_mut().zip(after).for_each(|(sum, one)| *sum += p * one);
        }
        if side == 0 {
            // His own move is one more.
            figures[4] += 1.0 + 2.0 * figures[3];
            figures[3] += 1.0;
            let Some(moves) = self.moves else { return };
            for within in figures[FIGURES..].chunks_mut(moves + 1) {
                within.copy_within(..moves, 1);
                within[0] = 0.0;
            }
        }
    }
}

impl Fate {
    /// Adds what follows from a position with a fresh clock, so many moves having been made.
    pub(super) fn add_fresh(&mut self, p: f64, figures: &[f64], made: usize) {
        let [won, drawn, lost, length, square] = std::array::from_fn(|at| figures[at]);
        for (sum, one) in self.ends.iter_mut().zip([won, drawn, lost]) {
            *sum += p * one;
        }
        let before = made as f64;
        self.length += p * (before + length);
        self.square += p * (before * before + 2.0 * before * length + square);
        let each = self.within[0].len();
        if each == 0 {
            return;
        }
        for (sums, within) in self.within.iter_mut().zip(figures[FIGURES..].chunks(each)) {
            sums.iter_mut().skip(made).zip(within).for_each(|(sum, one)| *sum += p * one);
        }
    }

    /// Adds a game that is over, so many moves having been made.
    pub(super) fn add_over(&mut self, p: f64, end: usize, made: usize) {
        self.ends[end] += p;
        self.length += p * made as f64;
        self.square += p * (made as f64).powi(2);
        self.within[end].iter_mut().skip(made).for_each(|sum| *sum += p);
    }
}
