//! From logs to bytes: every legal position a draw at first, then what the logs say.

use rayon::prelude::*;

use super::lines::{Line, repaint};
use super::log::Log;
use super::simd::{self, Kernel};
use crate::code::{DRAW, ILLEGAL};

/// Paints the codes of a frame with one side to move, from the logs of White's and Black's wins.
pub(super) fn paint(legal: &[u64], codes: &mut [u8], white: Vec<Log>, black: Vec<Log>) {
    let cells = legal.len() / white.len();
    (legal.par_chunks(cells), codes.par_chunks_mut(cells * 64), white, black)
        .into_par_iter()
        .for_each(|(legal, codes, white, black)| {
            let lines = codes.as_chunks_mut::<64>().0;
            simd::dispatch(Painting { legal, lines, logs: [&white, &black] });
        });
}

struct Painting<'p> {
    legal: &'p [u64],
    lines: &'p mut [Line],
    logs: [&'p Log; 2],
}

impl Kernel for Painting<'_> {
    #[inline(always)]
    fn run(self) {
        for (line, &legal) in self.lines.iter_mut().zip(self.legal) {
            repaint(line, legal, ILLEGAL, DRAW);
        }
        for log in self.logs {
            log.replay(self.lines);
        }
    }
}
