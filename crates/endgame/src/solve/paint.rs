//! From logs to bytes: every legal position a draw at first, then what the logs say.

use rayon::prelude::*;

use super::legal::BySide;
use super::lines::{Line, repaint};
use super::log::Log;
use super::seeds::ROWS_PER_TASK;
use super::simd::{self, Kernel};
use crate::code::{DRAW, ILLEGAL};

/// Paints the codes of a frame, by side to move, from the logs of White's and Black's wins.
pub(super) fn paint(
    legal: &BySide<Vec<u64>>,
    codes: BySide<&mut [u8]>,
    white: Vec<BySide<Log>>,
    black: Vec<BySide<Log>>,
) {
    let cells = ROWS_PER_TASK * 64;
    let [white_codes, black_codes] = codes;
    let chunks = |side: usize| legal[side].par_chunks(cells);
    (
        chunks(0),
        chunks(1),
        white_codes.par_chunks_mut(cells * 64),
        black_codes.par_chunks_mut(cells * 64),
        white,
        black,
    )
        .into_par_iter()
        .for_each(|(white_legal, black_legal, white_codes, black_codes, white, black)| {
            let sides = [(white_legal, white_codes), (black_legal, black_codes)];
            for (side, (legal, codes)) in sides.into_iter().enumerate() {
                let lines = codes.as_chunks_mut::<64>().0;
                simd::dispatch(Painting { legal, lines, logs: [&white[side], &black[side]] });
            }
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
