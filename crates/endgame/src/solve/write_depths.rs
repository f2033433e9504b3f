//! From logs to bytes: every legal position a draw at first, then what the logs say.

use rayon::prelude::*;

use super::legal::{BySide, LegalRuns};
use super::log::Log;
use super::pawn_slice::PawnSlice;
use crate::codec::{DRAW, ILLEGAL};
use crate::line::{Line, two_valued};
use crate::simd::{self, Kernel};

/// Writes the codes of a pawn slice by side to move, from the logs of White's and of Black's wins.
pub(super) fn write_depths(
    slice: &PawnSlice<'_>,
    codes: BySide<&mut [u8]>,
    wins: [BySide<Vec<Log<'_>>>; 2],
) {
    let words = slice.words_per_part();
    let [white, black] = codes.map(|codes| codes.as_chunks_mut::<64>().0);
    let [[white_a, black_a], [white_b, black_b]] = wins;
    (white.par_chunks_mut(words), black.par_chunks_mut(words), white_a, white_b, black_a, black_b)
        .into_par_iter()
        .enumerate()
        .with_min_len(slice.king_slices_per_task())
        .for_each(|(part, (white, black, white_a, white_b, black_a, black_b))| {
            simd::dispatch(Writing {
                slice,
                first_king_slice: part * slice.king_slices_per_part(),
                lines: [white, black],
                logs: [[&white_a, &white_b], [&black_a, &black_b]],
            });
        });
}

/// Makes every legal position of a pawn slice a draw, and all else impossible.
pub(super) fn write_draws(slice: &PawnSlice<'_>, lines: &mut [Line], legal: &[u64]) {
    let words = slice.words_per_part() * slice.parts_per_task();
    lines.par_chunks_mut(words).zip(legal.par_chunks(words)).for_each(|(lines, legal)| {
        simd::dispatch(Drawing { lines, legal });
    });
}

struct Drawing<'p> {
    lines: &'p mut [Line],
    legal: &'p [u64],
}

impl Kernel for Drawing<'_> {
    #[inline(always)]
    fn run(self) {
        for (line, &legal) in self.lines.iter_mut().zip(self.legal) {
            *line = two_valued(legal, DRAW, ILLEGAL);
        }
    }
}

struct Writing<'p, 'f, 'l> {
    slice: &'p PawnSlice<'f>,
    first_king_slice: usize,
    lines: BySide<&'p mut [Line]>,
    logs: BySide<[&'p Log<'l>; 2]>,
}

impl Kernel for Writing<'_, '_, '_> {
    #[inline(always)]
    fn run(mut self) {
        let words = self.slice.words_per_king_slice();
        for n in 0..self.slice.king_slices_per_part() {
            let legal = LegalRuns::new(self.slice, self.first_king_slice + n);
            for run in &self.slice.runs {
                let first = n * words + run.first;
                for (lines, legal) in self.lines.iter_mut().zip(&legal.run(run)) {
                    for (line, &legal) in lines[first..first + run.len].iter_mut().zip(legal) {
                        *line = two_valued(legal, DRAW, ILLEGAL);
                    }
                }
            }
        }
        for (lines, logs) in self.lines.into_iter().zip(self.logs) {
            for log in logs {
                log.replay(lines);
            }
        }
    }
}
