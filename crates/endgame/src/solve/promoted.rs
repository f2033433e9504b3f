//! What a table tells pawns that promote into it, where the black king is the inner man and one man
//! stands beside him and the pawns.
//!
//! Such a pawn slice asks for lines of the black king, and the table's lines are another man's. But the
//! promoted man is on the last rank: eight sets for each pair of kings, of the squares of the one man,
//! tell all. They are put together once for a solve; those of all the black king's squares are then
//! turned 64 by 64 places at a time.

use super::probe_results::ProbeResult;
use super::reader::{Free, Reader, Source};
use super::scan::Board;
use super::sets::{PairOfSets, transpose};
use crate::index::{Index, Kings, Symmetry};
use crate::line::Line;
use crate::rules::Color;
use crate::simd::{self, Kernel};

/// Sets of squares of the one man, eight for each number of the pawns and kings: the promoted man on
/// each file.
pub(super) struct Promoted(PairOfSets);

/// About how many bytes they take of a table that such pawn slices read.
pub(super) fn room(theirs: &Index) -> usize {
    theirs.king_slices() * 8 * 16
}

/// Whether a table has two men beside kings and pawns, of different kinds.
pub(super) fn is_possible(theirs: &Index) -> bool {
    theirs.kings() == Kings::Apart && theirs.words() == 64
}

impl Promoted {
    /// Looks through a table of two men beside kings and pawns, of whom one has promoted on `to`; none
    /// if it is not such a table, or if there is no memory.
    pub(super) fn new(reader: &Reader<'_>, mover: Color, seat: usize, to: u8) -> Option<Promoted> {
        let Reader::Column(source, Free::BlackKing) = reader else { return None };
        if !is_possible(source.index) {
            return None;
        }
        let mut promoted = Promoted(PairOfSets::new(source.index.king_slices() * 8)?);
        let rank = source.symmetry().square(to) >> 3;
        let is_inner = source.index.inner_seat() == Some(seat);
        simd::dispatch(Building { reader, source, mover, rank, is_inner, sets: &mut promoted });
        Some(promoted)
    }

    /// For each square of the one man, the black king's squares: of wins and of escapes.
    #[inline(always)]
    pub(super) fn read(&self, source: &Source<'_>, white_king: u8, to: u8) -> [Board; 2] {
        let back = source.symmetry().inverse();
        let file = usize::from(source.symmetry().square(to) & 7);
        self.0.words().map(|all| {
            let mut board: Board = std::array::from_fn(|black_king| {
                let king_slice = source.king_slice([white_king, black_king as u8]);
                king_slice.map_or(0, |(king_slice, _)| all[king_slice * 8 + file])
            });
            back.set_all(&mut board);
            transpose(&mut board);
            board
        })
    }
}

struct Building<'l, 'a> {
    reader: &'l Reader<'a>,
    source: &'l Source<'a>,
    mover: Color,
    rank: u8,
    /// Whether the promoted man is the table's inner man.
    is_inner: bool,
    sets: &'l mut Promoted,
}

impl Kernel for Building<'_, '_> {
    #[inline(always)]
    fn run(self) {
        let Building { reader, source, mover, rank, is_inner, sets } = self;
        let (lines, _) = source.codes.as_chunks::<64>();
        let [(wins, _), (escapes, _)] = sets.0.words_mut().map(|sets| sets.as_chunks_mut::<8>());
        let result = |line: &Line| ProbeResult::of(reader, line, Symmetry::IDENTITY, mover);
        for ((lines, wins), escapes) in lines.chunks_exact(64).zip(wins).zip(escapes) {
            if is_inner {
                let mut last_rank = [[0; 64]; 2];
                let [won, escaped] = &mut last_rank;
                for ((line, won), escaped) in lines.iter().zip(won).zip(escaped) {
                    let result = result(line);
                    *won = (result.wins >> (8 * rank)) as u8;
                    *escaped = (result.escapes >> (8 * rank)) as u8;
                }
                *wins = by_file(&last_rank[0]);
                *escapes = by_file(&last_rank[1]);
            } else {
                let lines = &lines[8 * usize::from(rank)..];
                for ((line, wins), escapes) in lines.iter().zip(wins).zip(escapes) {
                    ProbeResult { wins: *wins, escapes: *escapes } = result(line);
                }
            }
        }
    }
}

/// The bits of 64 bytes, as a set for each bit.
#[inline(always)]
fn by_file(ranks: &[u8; 64]) -> [u64; 8] {
    let mut files = [0; 8];
    for (n, eight) in ranks.as_chunks::<8>().0.iter().enumerate() {
        // A board whose ranks are these bytes, its files and ranks exchanged.
        let turned = Symmetry::TRANSPOSE.set(u64::from_le_bytes(*eight));
        for (file, set) in files.iter_mut().enumerate() {
            *set |= (turned >> (8 * file) & 0xff) << (8 * n);
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::super::random::random_words;
    use super::*;

    #[test]
    fn bits_are_sorted_by_file() {
        let mut random = random_words();
        let ranks: [u8; 64] = std::array::from_fn(|_| random() as u8);
        for (file, set) in by_file(&ranks).into_iter().enumerate() {
            for (place, rank) in ranks.iter().enumerate() {
                assert_eq!(set >> place & 1, u64::from(rank >> file & 1));
            }
        }
    }
}
