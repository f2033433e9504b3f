//! From logs to bytes: every legal position a draw at first, then what the logs say.

use rayon::prelude::*;

use super::frame::Frame;
use super::legal::{BySide, LegalRuns};
use super::log::Log;
use crate::code::{DRAW, ILLEGAL};
use crate::lines::{Line, painted};
use crate::simd::{self, Kernel};

/// Paints the codes of a frame by side to move, from the logs of White's and of Black's wins.
pub(super) fn paint(frame: &Frame<'_>, codes: BySide<&mut [u8]>, wins: [BySide<Vec<Log<'_>>>; 2]) {
    let words = frame.words_per_piece();
    let [white, black] = codes.map(|codes| codes.as_chunks_mut::<64>().0);
    let [[white_a, black_a], [white_b, black_b]] = wins;
    (white.par_chunks_mut(words), black.par_chunks_mut(words), white_a, white_b, black_a, black_b)
        .into_par_iter()
        .enumerate()
        .with_min_len(frame.slices_per_task())
        .for_each(|(piece, (white, black, white_a, white_b, black_a, black_b))| {
            simd::dispatch(Painting {
                frame,
                first_slice: piece * frame.slices_per_piece(),
                lines: [white, black],
                logs: [[&white_a, &white_b], [&black_a, &black_b]],
            });
        });
}

struct Painting<'p, 'f, 'l> {
    frame: &'p Frame<'f>,
    first_slice: usize,
    lines: BySide<&'p mut [Line]>,
    logs: BySide<[&'p Log<'l>; 2]>,
}

impl Kernel for Painting<'_, '_, '_> {
    #[inline(always)]
    fn run(mut self) {
        let words = self.frame.words_per_slice();
        for n in 0..self.frame.slices_per_piece() {
            let legal = LegalRuns::new(self.frame, self.first_slice + n);
            for run in self.frame.runs() {
                let first = n * words + run.first;
                for (lines, legal) in self.lines.iter_mut().zip(&legal.run(run)) {
                    for (line, &legal) in lines[first..first + run.len].iter_mut().zip(legal) {
                        *line = painted(legal, DRAW, ILLEGAL);
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
