//! The legal positions of an endgame, one of each set of mirror images, and their numbers.
//!
//! A position is written as a *key*: the squares of its men, six bits each, then two bits for en
//! passant and the side to move. Of the keys of its mirror images the smallest stands for all, and
//! its rank among all such keys is the position's number.

use rayon::prelude::*;

use crate::material::Material;
use crate::rules::{Color, Piece, Position, Role, Square};

/// The most men a key has room for, kings included.
pub(super) const MOST_MEN: usize = 4;

const BLACK_TO_MOVE: u32 = 1;
const EN_PASSANT: u32 = 2;

/// Where a square goes under one of the eight symmetries of the board; the first two are those that
/// pawns allow.
fn image(symmetry: u8, square: u8) -> u8 {
    let reversed = square ^ ((symmetry & 1) * 7) ^ ((symmetry >> 1 & 1) * 56);
    if symmetry & 4 == 0 { reversed } else { reversed >> 3 | (reversed & 7) << 3 }
}

/// Squares in the order of the endgame's men; what is beyond their number is zero.
type Squares = [u8; MOST_MEN];

/// The numbers of an endgame's positions.
pub(super) struct Numbering {
    /// White's king, Black's king, then the others, like men side by side.
    men: Vec<Piece>,
    /// How many symmetries the men allow.
    symmetries: u8,
    keys: Vec<u32>,
    members: Vec<u64>,
    ranks: Vec<u32>,
}

impl Numbering {
    /// Lists every legal position of an endgame of three or four men.
    pub(super) fn of(material: Material) -> Numbering {
        let kings = Color::ALL.map(|color| Role::King.of(color));
        let men: Vec<Piece> = kings.into_iter().chain(material.pieces()).collect();
        let symmetries = if material.pawns() > 0 { 2 } else { 8 };
        let words = 1 << (6 * men.len() + 2 - 6);
        let mut numbering = Numbering {
            men,
            symmetries,
            keys: Vec::new(),
            members: vec![0; words],
            ranks: Vec::with_capacity(words),
        };
        numbering.keys = numbering.legal_keys();
        for &key in &numbering.keys {
            numbering.members[key as usize / 64] |= 1 << (key % 64);
        }
        let mut rank = 0;
        for word in &numbering.members {
            numbering.ranks.push(rank);
            rank += word.count_ones();
        }
        numbering
    }

    /// Every key of a legal position that is the smallest of its images, in rising order.
    fn legal_keys(&self) -> Vec<u32> {
        let others = 1u32 << (6 * (self.men.len() - 2));
        let kings = 0..64u32 * 64;
        let keys_with = |kings: u32| {
            let mut keys = Vec::new();
            // The kings come first in a key: if an image has a smaller pair, it is smaller.
            let pair = [(kings >> 6) as u8, (kings & 63) as u8];
            let smallest = |symmetry| pair <= pair.map(|square| image(symmetry, square));
            if !(0..self.symmetries).all(smallest) {
                return keys;
            }
            for key in (kings * others..(kings + 1) * others).map(|squares| squares << 2) {
                let squares = self.squares_of(key);
                let used = &squares[..self.men.len()];
                if (1..used.len()).any(|at| used[..at].contains(&used[at]))
                    || self.smallest_key(squares) != key
                {
                    continue;
                }
                for turn in Color::ALL {
                    let Some(position) = self.place(squares, turn) else { continue };
                    let key = key | turn.fold_wb(0, BLACK_TO_MOVE);
                    keys.push(key);
                    if !position.with_en_passant().is_empty() {
                        keys.push(key | EN_PASSANT);
                    }
                }
            }
            keys.sort_unstable();
            keys
        };
        kings.into_par_iter().flat_map_iter(keys_with).collect()
    }

    /// How many positions.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of a position of this endgame, or of its mirror image. `white` is the side with
    /// White's men: Black, if the colours are exchanged.
    pub(super) fn number(&self, position: &Position, white: Color) -> usize {
        let key = self.key(position, white);
        let (word, bit) = (key as usize / 64, key % 64);
        debug_assert!(self.members[word] & 1 << bit != 0, "every legal position is numbered");
        let before = (self.members[word] & ((1 << bit) - 1)).count_ones();
        (self.ranks[word] + before) as usize
    }

    /// The position with this number.
    pub(super) fn position(&self, number: usize) -> Position {
        let key = self.keys[number];
        let turn = if key & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        let plain = self.place(self.squares_of(key), turn).expect("numbered positions are legal");
        if key & EN_PASSANT == 0 {
            return plain;
        }
        // With four men there is one pawn to capture.
        plain.with_en_passant().pop().expect("the key says that there is a right")
    }

    /// How many single steps the pawns of a position still have to go; a pawn move leaves fewer.
    pub(super) fn steps_to_promotion(&self, number: usize) -> usize {
        let squares = self.squares_of(self.keys[number]);
        let steps = self.men.iter().zip(squares).map(|(man, square)| match (man.role, man.color) {
            (Role::Pawn, Color::White) => 7 - square / 8,
            (Role::Pawn, Color::Black) => square / 8,
            _ => 0,
        });
        steps.map(usize::from).sum()
    }

    fn key(&self, position: &Position, white: Color) -> u32 {
        let (seen, flip) = white.fold_wb((Color::White, 0), (Color::Black, 56));
        let mut squares = Squares::default();
        let mut previous = None;
        let mut left = 0;
        for (slot, &man) in squares.iter_mut().zip(&self.men) {
            if previous != Some(man) {
                let color = if man.color == Color::White { seen } else { seen.other() };
                left = position.squares(color, man.role);
            }
            *slot = left.trailing_zeros() as u8 ^ flip;
            left &= left.wrapping_sub(1);
            previous = Some(man);
        }
        let turn = if position.turn() == white { 0 } else { BLACK_TO_MOVE };
        let passing = if position.has_en_passant() { EN_PASSANT } else { 0 };
        self.smallest_key(squares) | turn | passing
    }

    fn smallest_key(&self, squares: Squares) -> u32 {
        let key = |symmetry| {
            let mut squares = squares.map(|square| image(symmetry, square));
            // Among four men only the last two can be alike.
            if self.men.len() == 4 && self.men[2] == self.men[3] && squares[2] > squares[3] {
                squares.swap(2, 3);
            }
            let used = &squares[..self.men.len()];
            used.iter().fold(0, |key, &square| key << 6 | u32::from(square)) << 2
        };
        // Only images that bring the first king to its smallest square can have the smallest key.
        let first = |symmetry| image(symmetry, squares[0]);
        let smallest = (0..self.symmetries).map(first).min();
        let candidates = (0..self.symmetries).filter(|&symmetry| Some(first(symmetry)) == smallest);
        candidates.map(key).min().expect("the board is an image of itself")
    }

    fn squares_of(&self, key: u32) -> Squares {
        let mut squares = Squares::default();
        for (at, slot) in squares[..self.men.len()].iter_mut().rev().enumerate() {
            *slot = (key >> (6 * at + 2) & 63) as u8;
        }
        squares
    }

    fn place(&self, squares: Squares, turn: Color) -> Option<Position> {
        let men = self.men.iter().zip(squares);
        Position::from_men(men.map(|(&man, at)| (Square::new(at.into()), man)), turn).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::images;

    fn numbering(name: &str) -> Numbering {
        Numbering::of(name.parse().unwrap())
    }

    #[test]
    fn a_number_is_a_position_and_all_its_images() {
        for name in ["KRK", "KPK"] {
            let numbering = numbering(name);
            for number in 0..numbering.len() {
                let position = numbering.position(number);
                assert_eq!(numbering.number(&position, Color::White), number);
                for image in images(&position) {
                    let exchanged = image.material().to_string() != name;
                    let white = if exchanged { Color::Black } else { Color::White };
                    assert_eq!(numbering.number(&image, white), number, "{}", image.fen());
                }
            }
        }
    }

    /// A pair of like men is counted once.
    #[test]
    fn like_men_are_not_told_apart() {
        let kbbk = numbering("KBBK");
        let white_to_move = kbbk.keys.iter().filter(|&key| key & BLACK_TO_MOVE == 0).count();
        assert_eq!(white_to_move, 312_951 + 322_599);
    }

    #[test]
    fn a_right_to_capture_en_passant_has_its_own_number() {
        let kpkp = numbering("KPKP");
        let with_right = Position::from_fen("8/8/8/8/k2Pp3/8/8/4K3 b - d3 0 1").unwrap();
        let (without, _) = with_right.without_en_passant();
        let [number, plain] = [&with_right, &without].map(|p| kpkp.number(p, Color::White));
        assert_ne!(number, plain);
        let [back, plain_back] = [number, plain].map(|number| kpkp.position(number));
        assert!(back.has_en_passant() && !plain_back.has_en_passant());
        assert_eq!(back.without_en_passant().0, plain_back);
    }
}
