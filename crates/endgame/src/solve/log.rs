//! Which positions fell at which step, in the order they fell.
//!
//! Depths are not written while the sets are being solved: each step appends the words it settled,
//! and at the end each task replays its own log into bytes.

use super::lines::{Line, repaint};
use super::set::RowWords;
use crate::code::DRAW;
use crate::index::squares;

/// What one task has settled for one side to move.
#[derive(Default)]
pub(super) struct Log {
    entries: Vec<Entry>,
    words: Vec<u64>,
}

struct Entry {
    row: u32,
    code: u8,
    lanes: u64,
}

impl Log {
    /// Notes that these words of a row now have this code.
    #[inline(always)]
    pub(super) fn note(&mut self, row: usize, code: u8, lanes: u64, words: &RowWords) {
        self.entries.push(Entry { row: row as u32, code, lanes });
        self.words.extend(squares(lanes).map(|lane| words[usize::from(lane)]));
    }

    /// Paints the codes over draws; `row` numbers start at the first of `lines`.
    #[inline(always)]
    pub(super) fn replay(&self, lines: &mut [Line]) {
        let mut words = self.words.iter();
        for entry in &self.entries {
            for (lane, &word) in squares(entry.lanes).zip(words.by_ref()) {
                let line = &mut lines[entry.row as usize * 64 + usize::from(lane)];
                repaint(line, word, DRAW, entry.code);
            }
        }
    }
}
