//! The transposition table of one tree: what is known of positions that were searched before.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position as _};

use super::MATE_BOUND;

/// From this many half-moves without a capture or a pawn move on, the clock is part of the key: the
/// 50-move rule is within the horizon.
const CLOCK_MATTERS: u32 = 70;

/// Which side of the value the search has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The value is so much or more.
    Lower,
    /// The value is so much or less.
    Upper,
}

/// What a search has shown of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// For the side to move; mates are counted from this position.
    value: i32,
    pub(super) play: ShortMove,
    pub(super) depth: i8,
    bound: Bound,
}

/// A move in 16 bits: enough to find it among the legal moves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShortMove(u16);

impl ShortMove {
    /// No move.
    pub(super) const NONE: ShortMove = ShortMove(0);

    pub(super) fn new(play: Move) -> ShortMove {
        let from = play.from().map_or(0, u16::from);
        let promotion = play.promotion().map_or(0, |role| role as u16);
        ShortMove(from | u16::from(play.to()) << 6 | promotion << 12)
    }
}

/// The table: one entry for each place, the last one written.
#[derive(Debug, Default)]
pub(super) struct TranspositionTable {
    entries: Vec<Option<(u32, Known)>>,
}

impl TranspositionTable {
    /// Makes room for `2^bits` entries, and keeps what there is.
    pub(super) fn grow(&mut self, bits: u32) {
        let size = 1usize << bits;
        if size <= self.entries.len() {
            return;
        }
        // The place of an entry in the larger table takes bits that are not kept: drop them.
        self.entries = vec![None; size];
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    pub(super) fn find(&self, key: u64) -> Option<Known> {
        let (check, known) = self.entries[self.place(key)]?;
        (check == (key >> 32) as u32).then_some(known)
    }

    pub(super) fn keep(&mut self, key: u64, known: Known) {
        let place = self.place(key);
        self.entries[place] = Some(((key >> 32) as u32, known));
    }
}

impl Known {
    /// A value found `ply` half-moves from the root.
    pub(super) fn new(value: i32, ply: usize, play: ShortMove, depth: i32, bound: Bound) -> Known {
        let ply = ply as i32;
        let value = match value {
            MATE_BOUND.. => value + ply,
            value if value <= -MATE_BOUND => value - ply,
            value => value,
        };
        Known { value, play, depth: depth as i8, bound }
    }

    /// The value, if it settles a search with this window.
    pub(super) fn decided(self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let value = self.value(ply);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        decides.then_some(value)
    }

    /// The value `ply` half-moves from the root.
    fn value(self, ply: usize) -> i32 {
        let ply = ply as i32;
        match self.value {
            MATE_BOUND.. => self.value - ply,
            value if value <= -MATE_BOUND => value + ply,
            value => value,
        }
    }
}

/// The key of a position: two positions of one key are taken for the same.
pub(super) fn key(at: &Chess) -> u64 {
    let Zobrist64(hash) = at.zobrist_hash(EnPassantMode::Legal);
    match at.halfmoves() {
        clock @ CLOCK_MATTERS.. => hash ^ u64::from(clock).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        _ => hash,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_the_position() {
        let mate_in_4_plies = super::super::MATE - 9;
        let known = Known::new(mate_in_4_plies, 5, ShortMove::NONE, 3, Bound::Exact);
        assert_eq!(known.value(5), mate_in_4_plies);
        assert_eq!(known.value(1), super::super::MATE - 5);
        let known = Known::new(-mate_in_4_plies, 5, ShortMove::NONE, 3, Bound::Exact);
        assert_eq!(known.value(1), 5 - super::super::MATE);
        assert_eq!(Known::new(17, 5, ShortMove::NONE, 3, Bound::Exact).value(1), 17);
    }

    #[test]
    fn another_position_of_the_place_is_not_taken_for_it() {
        let mut table = TranspositionTable::default();
        table.grow(4);
        let known = Known::new(17, 0, ShortMove::NONE, 3, Bound::Lower);
        table.keep(0x1_0000_0003, known);
        assert_eq!(table.find(0x1_0000_0003), Some(known));
        assert_eq!(table.find(0x2_0000_0003), None);
        assert_eq!(table.find(0x1_0000_0004), None);
    }
}
