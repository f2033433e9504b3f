//! How often each code occurs in many lines.
//!
//! Impossible positions and draws are most of a table, and one more code most of what is left of a
//! line: those are counted all at once. The bytes left over are put together until they are worth
//! counting one by one, which needs no branch that depends on them.

use crate::codec::{DRAW, ILLEGAL};
use crate::line::{Line, gather, places_of};

/// Bytes left over that are counted together.
const TOGETHER: usize = 1024;

/// Counts of a code that are kept apart: a count just written cannot be raised again for some cycles.
const APART: usize = 8;

/// Counts codes, of up to 2^26 lines.
pub(super) struct CodeCounts {
    counts: [[u32; 256]; APART],
    left_over: [u8; TOGETHER + 64],
    /// How many are left over.
    waiting: usize,
}

impl CodeCounts {
    pub(super) const NONE: CodeCounts =
        CodeCounts { counts: [[0; 256]; APART], left_over: [0; TOGETHER + 64], waiting: 0 };

    /// Counts the codes at these places of a line.
    #[inline(always)]
    pub(super) fn add(&mut self, line: &Line, mut places: u64) {
        for (n, known) in [Some(ILLEGAL), Some(DRAW), None].into_iter().enumerate() {
            let code = known.unwrap_or(line[places.trailing_zeros() as usize % 64]);
            let alike = places_of(line, code) & places;
            self.counts[n][usize::from(code)] += alike.count_ones();
            places &= !alike;
        }
        let room = self.left_over[self.waiting..].first_chunk_mut();
        gather(line, places, room.expect("no more than TOGETHER are waiting"));
        self.waiting += places.count_ones() as usize;
        if self.waiting > TOGETHER {
            self.count_left_over();
        }
    }

    #[inline(always)]
    fn count_left_over(&mut self) {
        let (words, last) = self.left_over[..self.waiting].as_chunks::<APART>();
        for word in words {
            for (counts, &code) in self.counts.iter_mut().zip(word) {
                counts[usize::from(code)] += 1;
            }
        }
        for &code in last {
            self.counts[0][usize::from(code)] += 1;
        }
        self.waiting = 0;
    }

    /// How often each code was there.
    pub(super) fn totals(mut self) -> [u64; 256] {
        self.count_left_over();
        std::array::from_fn(|code| self.counts.iter().map(|counts| u64::from(counts[code])).sum())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn codes_are_counted_as_one_by_one(
            lines in prop::collection::vec(
                (prop::array::uniform32(0..5u8), 1..60u8, prop_oneof![Just(!0), any::<u64>()]), 0..90
            ),
        ) {
            let mut codes = CodeCounts::NONE;
            let mut plain = [0; 256];
            for (half, step, places) in lines {
                let line: Line = std::array::from_fn(|n| half[n % 32] * step);
                codes.add(&line, places);
                for (_, &code) in line.iter().enumerate().filter(|(n, _)| places >> n & 1 == 1) {
                    plain[usize::from(code)] += 1;
                }
            }
            prop_assert_eq!(codes.totals(), plain);
        }
    }
}
