//! A set of positions: 64 words a row, and for each row which of its words are not zero.

use crate::memory::Words;

/// The words of one row, one for each lane.
pub(super) type RowWords = [u64; 64];

/// A set of positions of one frame with one side to move.
pub(super) struct Set {
    pub(super) words: Words,
    /// For each row the lanes whose word is not zero.
    pub(super) lanes: Vec<u64>,
}

impl Set {
    pub(super) fn empty(rows: usize) -> Set {
        Set { words: Words::zeroed(rows * 64), lanes: vec![0; rows] }
    }

    /// The set of these words.
    pub(super) fn from_words(words: Words) -> Set {
        let lanes = words.chunks_exact(64).map(|row| lanes_of(as_row(row))).collect();
        Set { words, lanes }
    }

    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &RowWords {
        as_row(&self.words[row * 64..row * 64 + 64])
    }

    /// Looks again which lanes of a row are not zero.
    pub(super) fn refresh(&mut self, row: usize) {
        self.lanes[row] = lanes_of(self.row(row));
    }
}

/// The rows that changed in a step, by slice.
pub(super) struct Fresh(pub(super) Vec<Vec<u32>>);

impl Fresh {
    pub(super) fn none(slices: usize) -> Fresh {
        Fresh(vec![Vec::new(); slices])
    }

    pub(super) fn any(&self) -> bool {
        self.0.iter().any(|rows| !rows.is_empty())
    }
}

/// The lanes of a row whose word is not zero.
#[inline(always)]
pub(super) fn lanes_of(row: &RowWords) -> u64 {
    let mut lanes = 0;
    for (lane, &word) in row.iter().enumerate() {
        lanes |= u64::from(word != 0) << lane;
    }
    lanes
}

#[inline(always)]
pub(super) fn as_row(words: &[u64]) -> &RowWords {
    words.try_into().expect("a row has 64 words")
}

#[inline(always)]
pub(super) fn as_row_mut(words: &mut [u64]) -> &mut RowWords {
    words.try_into().expect("a row has 64 words")
}
