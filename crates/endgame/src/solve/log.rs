//! Which positions fell at which step, in the order they fell.
//!
//! Depths are not written while the sets are being solved: each step appends the words it settled,
//! and at the end the log is replayed into bytes, a few rows at a time so that they stay in the
//! cache.

use super::lines::{Line, repaint};
use crate::code::DRAW;
use crate::index::squares;

/// What fell in a run of rows (see `Frame::rows_per_log`), with one side to move.
#[derive(Clone, Default)]
pub(super) struct Log {
    entries: Vec<Entry>,
    words: Vec<u64>,
}

#[derive(Clone, Copy)]
struct Entry {
    row: u8,
    code: u8,
    lanes: u64,
}

impl Log {
    /// Notes that positions of a row (of this log's run) now have this code; the words of its lanes
    /// follow through [`Log::word`].
    #[inline(always)]
    pub(super) fn note(&mut self, row: usize, code: u8, lanes: u64) {
        self.entries.push(Entry { row: row as u8, code, lanes });
    }

    /// The next word of the row just noted.
    #[inline(always)]
    pub(super) fn word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Paints the codes over draws.
    #[inline(always)]
    pub(super) fn replay(&self, lines: &mut [Line]) {
        let mut words = self.words.iter();
        for entry in &self.entries {
            for (lane, &word) in squares(entry.lanes).zip(words.by_ref()) {
                let line = &mut lines[usize::from(entry.row) * 64 + usize::from(lane)];
                repaint(line, word, DRAW, entry.code);
            }
        }
    }
}
