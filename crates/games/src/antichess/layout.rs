//! How positions are numbered: a word for the squares of all men but the last, a bit for the square of the last.
//!
//! The first man stands in a quarter of the board (a half if there are pawns): every other position is one of these
//! mirrored. No reflection used maps a square to itself, so that every position has exactly one place. Like men are
//! not told apart: a board with two knights of one side has two places.

use super::material::{Man, Material};

/// The most squares besides the last: one more man than is solved needs them, for nothing else.
pub(crate) const MOST_FIXED: usize = 4;

/// The squares of all men but the last, in the order of the table; unused ones are 0.
pub(crate) type Fixed = [u8; MOST_FIXED];

/// The numbering of one endgame's positions.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// All men in the order of the table.
    pub(crate) men: Vec<Man>,
    /// Whether the first man is a pawn.
    pawns: bool,
}

/// A word whose bits are squares, every square mirrored: `mask` is 7 for left and right, 56 for up and down, 63 for both.
#[inline(always)]
pub(crate) fn mirrored(word: u64, mask: u8) -> u64 {
    match mask {
        0 => word,
        7 => word.reverse_bits().swap_bytes(),
        56 => word.swap_bytes(),
        _ => word.reverse_bits(),
    }
}

/// The squares where a pawn can stand.
pub(crate) const PAWN_SQUARES: u64 = 0x00ff_ffff_ffff_ff00;

impl Layout {
    pub(crate) fn new(material: &Material) -> Layout {
        Layout { men: material.table_men(), pawns: material.has_pawns() }
    }

    /// How many men are not the last.
    #[inline(always)]
    pub(crate) fn fixed(&self) -> usize {
        self.men.len() - 1
    }

    /// The last man: the one whose squares are bits.
    pub(crate) fn lane(&self) -> Man {
        self.men[self.men.len() - 1]
    }

    /// How many boards one place stands for.
    pub(crate) fn boards(&self) -> u64 {
        if self.pawns { 2 } else { 4 }
    }

    /// How many words each side to move has.
    pub(crate) fn words(&self) -> usize {
        let first = if self.pawns { 24 } else { 16 };
        first << (6 * (self.fixed() - 1))
    }

    /// How the board is mirrored to bring the first man home.
    #[inline(always)]
    pub(crate) fn mirror(&self, first: u8) -> u8 {
        let sideways = if first & 4 != 0 { 7 } else { 0 };
        let upside_down = if !self.pawns && first & 32 != 0 { 56 } else { 0 };
        sideways | upside_down
    }

    /// The word of a placement, and how the board is mirrored to find it.
    #[inline(always)]
    pub(crate) fn word(&self, fixed: &Fixed) -> (usize, u8) {
        let mask = self.mirror(fixed[0]);
        let first = fixed[0] ^ mask;
        let rank = if self.pawns { (first >> 3) - 1 } else { first >> 3 };
        let mut word = usize::from(rank * 4 + (first & 3));
        for square in &fixed[1..self.fixed()] {
            word = word << 6 | usize::from(square ^ mask);
        }
        (word, mask)
    }

    /// The placement of a word; none if two men share a square or a pawn stands on the first or last rank.
    #[inline(always)]
    pub(crate) fn placement(&self, word: usize) -> Option<Fixed> {
        let mut fixed = Fixed::default();
        let mut rest = word;
        for at in (1..self.fixed()).rev() {
            fixed[at] = (rest & 63) as u8;
            rest >>= 6;
        }
        let (rank, file) = ((rest >> 2) as u8 + u8::from(self.pawns), (rest & 3) as u8);
        fixed[0] = rank * 8 + file;
        self.is_possible(&fixed).then_some(fixed)
    }

    /// Whether men can stand so.
    fn is_possible(&self, fixed: &Fixed) -> bool {
        let mut occupied = 0u64;
        for (man, square) in self.men[..self.fixed()].iter().zip(fixed) {
            let bit = 1u64 << square;
            if occupied & bit != 0 || (man.role == shakmaty::Role::Pawn && PAWN_SQUARES & bit == 0)
            {
                return false;
            }
            occupied |= bit;
        }
        true
    }

    /// The squares of all men but the last, as bits.
    #[inline(always)]
    pub(crate) fn occupied(&self, fixed: &Fixed) -> u64 {
        fixed[..self.fixed()].iter().fold(0, |set, square| set | 1 << square)
    }

    /// Where the last man can stand.
    #[inline(always)]
    pub(crate) fn free(&self, fixed: &Fixed) -> u64 {
        let possible = if self.lane().role == shakmaty::Role::Pawn { PAWN_SQUARES } else { !0 };
        possible & !self.occupied(fixed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_one_place() {
        for name in ["QvR", "PvQ", "KQvR", "KPvP", "NNvB"] {
            let layout = Layout::new(&name.parse().unwrap());
            let mut boards = 0;
            for word in 0..layout.words() {
                let Some(fixed) = layout.placement(word) else { continue };
                assert_eq!(layout.word(&fixed), (word, 0));
                boards += u64::from(layout.free(&fixed).count_ones()) * layout.boards();
                let turned: Fixed = fixed.map(|square| square ^ 7);
                assert_eq!(layout.word(&turned), (word, 7), "{name}");
            }
            let squares = layout
                .men
                .iter()
                .map(|man| if man.role == shakmaty::Role::Pawn { 48 } else { 64u64 });
            assert!(boards < squares.product() && boards > 0, "{name}");
        }
    }

    #[test]
    fn words_are_mirrored_square_by_square() {
        for mask in [0u8, 7, 56, 63] {
            for square in 0..64u8 {
                assert_eq!(mirrored(1 << square, mask), 1 << (square ^ mask));
            }
        }
    }
}
