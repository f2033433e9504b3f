//! Something about every position, by number.

use std::ops::Range;

use rayon::prelude::*;

use super::cell_moves::CellMoves;
use super::moves::Mover;
use super::{MOST_MOVES, Successor, Successors, WalkError};
use crate::bitboards::Bitboards;
use crate::codec::ILLEGAL;
use crate::progress::Monitor;
use crate::rules::Color;

impl Successors<'_> {
    /// Something about every legal position of some cells with this side to move, by its number less the first of them,
    /// mirror images of one another included; the default where there is no such position.
    pub(crate) fn chart<T: Copy + Default + Send>(
        &self,
        cells: &Range<usize>,
        turn: Color,
        about: impl Fn(&Bitboards, &[Successor]) -> T + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<T>, WalkError> {
        let material = self.table.material();
        let codes = &self.table.codes(turn)[cells.start * 64..cells.end * 64];
        let mut chart = vec![T::default(); codes.len()];
        chart.par_chunks_mut(64 << 8).zip(codes.par_chunks(64 << 8)).enumerate().try_for_each(
            |(at, (chart, codes))| {
                let mover = Mover::new(self, turn);
                let mut moves = CellMoves::new(&mover);
                let mut found = Vec::with_capacity(MOST_MOVES);
                for (within, (chart, codes)) in
                    chart.chunks_mut(64).zip(codes.chunks(64)).enumerate()
                {
                    if monitor.stopped() {
                        return Err(WalkError::Stopped(material));
                    }
                    if codes.iter().any(|&code| code != ILLEGAL) {
                        moves.enter(cells.start + (at << 8) + within);
                    }
                    for (square, (entry, &code)) in (0..).zip(chart.iter_mut().zip(codes)) {
                        if code != ILLEGAL {
                            self.successors(&mut moves, square, &mut found)?;
                            *entry = about(&moves.men(square), &found);
                        }
                    }
                }
                Ok(())
            },
        )?;
        Ok(chart)
    }
}
