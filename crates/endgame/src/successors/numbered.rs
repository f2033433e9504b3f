//! A walk in which a move is no more than a number made of its value, with the widest vectors the machine has.

use std::ops::Range;

use rayon::prelude::*;
use value::Outcome;

use super::cell_moves::CellMoves;
use super::moves::Mover;
use super::{MOST_MOVES, Successors, Walk, WalkError, in_order};
use crate::progress::Monitor;
use crate::rules::{Color, side};
use crate::simd::{self, Kernel};

/// A position with a number for each of its moves.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'a> {
    /// What it is worth to the side to move.
    pub outcome: Outcome,
    /// How many boards its class has.
    pub boards: u32,
    /// The numbers of its legal moves, those without one left out.
    pub numbers: &'a [u16],
}

/// What positions are added up to.
pub trait Sum: Send {
    /// Adds a position. Marked `#[inline(always)]`, with all that it calls, it is compiled for the
    /// machine's own vector instructions.
    fn add(&mut self, position: Numbered<'_>);
}

/// Stands for a move that has no number.
const NONE: u16 = u16::MAX;

impl Successors<'_> {
    /// Visits the positions that [`walk`](Successors::walk) does, where a move is a number made of
    /// what it is worth to the mover; the sums come back in the order of the stretches.
    pub fn walk_numbers<S: Sum>(
        &self,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool + Sync,
        number: impl Fn(Outcome) -> Option<u16> + Sync,
        start: impl Fn() -> S + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<S>, WalkError> {
        let walk = Walk::new(self, turn, wanted, monitor);
        let number = |outcome| number(outcome).unwrap_or(NONE);
        let quiet = self.quiet[side(turn)].map(|value| value.map_or(NONE, number));
        let sum_up = |range| {
            let mut sum = start();
            simd::dispatch(Stretch {
                walk: &walk,
                range,
                quiet: &quiet,
                number: &number,
                sum: &mut sum,
            })
            .inspect_err(|_| walk.give_up())?;
            walk.finish_stretch();
            Ok(sum)
        };
        in_order(self.stretches().into_par_iter().map(sum_up).collect())
    }
}

struct Stretch<'l, 's, 't, 'w, S> {
    walk: &'l Walk<'s, 't, 'w>,
    range: Range<usize>,
    /// By the byte that a quiet move leads to.
    quiet: &'l [u16; 256],
    number: &'l (dyn Fn(Outcome) -> u16 + Sync),
    sum: &'l mut S,
}

impl<S: Sum> Kernel<Result<(), WalkError>> for Stretch<'_, '_, '_, '_, S> {
    #[inline(always)]
    fn run(self) -> Result<(), WalkError> {
        let Stretch { walk, range, quiet, number, sum } = self;
        let mover = Mover::new(walk.all, walk.turn);
        let mut moves = CellMoves::new(&mover);
        let mut numbers = [NONE; MOST_MOVES];
        for cell in range {
            walk.check(cell)?;
            let mut wanted = walk.wanted(cell).peekable();
            if wanted.peek().is_some() {
                moves.enter(cell);
            }
            for position in wanted {
                let mut count = 0;
                moves.each((position.number % 64) as u8, quiet, number, |number, _, _| {
                    // Written in any case and counted if there is one: no branch to mispredict.
                    numbers[count % MOST_MOVES] = number;
                    count += usize::from(number != NONE);
                })?;
                let (outcome, boards) = (position.outcome, position.boards);
                sum.add(Numbered { outcome, boards, numbers: &numbers[..count % MOST_MOVES] });
            }
        }
        Ok(())
    }
}
