//! Moves of one man for a whole word at once: sets of squares, a bit each.

use shakmaty::attacks::attacks;
use shakmaty::{Bitboard, Color, Role, Square};

use super::layout::PAWN_SQUARES;
use super::material::Man;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// Directions as a shift of bits, to the left if positive, and the squares that can be arrived at.
const STRAIGHT: [(i8, u64); 4] = [(8, !0), (-8, !0), (1, NOT_A), (-1, NOT_H)];
const DIAGONAL: [(i8, u64); 4] = [(9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H)];
const KNIGHT: [(i8, u64); 8] = [
    (17, NOT_A),
    (15, NOT_H),
    (10, NOT_AB),
    (6, NOT_GH),
    (-15, NOT_A),
    (-17, NOT_H),
    (-6, NOT_AB),
    (-10, NOT_GH),
];

/// The piece of a man as shakmaty has it.
pub(crate) fn attacked(man: Man, from: u8, occupied: u64) -> u64 {
    attacks(Square::new(u32::from(from)), man.role.of(man.color), Bitboard(occupied)).0
}

#[inline(always)]
fn shift(set: u64, by: i8) -> u64 {
    if by > 0 { set << by } else { set >> -by }
}

/// The squares from which a slider comes into the set in one direction, through empty squares only.
#[inline(always)]
fn slide(set: u64, empty: u64, (by, arrived): (i8, u64)) -> u64 {
    let mut reached = set;
    let mut open = empty & arrived;
    reached |= open & shift(reached, by);
    open &= shift(open, by);
    reached |= open & shift(reached, 2 * by);
    open &= shift(open, 2 * by);
    reached |= open & shift(reached, 4 * by);
    shift(reached, by) & arrived & empty
}

#[inline(always)]
fn steps(set: u64, directions: &[(i8, u64)]) -> u64 {
    directions.iter().fold(0, |all, &(by, arrived)| all | shift(set, by) & arrived)
}

/// The empty squares from which a man that is no pawn has a quiet move into a set of empty squares.
#[inline(always)]
pub(crate) fn into_set(role: Role, set: u64, empty: u64) -> u64 {
    let slides = |directions: &[(i8, u64); 4]| {
        directions.iter().fold(0, |all, &direction| all | slide(set, empty, direction))
    };
    match role {
        Role::Knight => steps(set, &KNIGHT) & empty,
        Role::King => (steps(set, &STRAIGHT) | steps(set, &DIAGONAL)) & empty,
        Role::Bishop => slides(&DIAGONAL),
        Role::Rook => slides(&STRAIGHT),
        Role::Queen => slides(&STRAIGHT) | slides(&DIAGONAL),
        Role::Pawn => 0,
    }
}

/// The empty squares from which a pawn moves into a set; `twice` are the squares that it may reach by two steps.
#[inline(always)]
pub(crate) fn pawn_into_set(color: Color, set: u64, twice: u64, empty: u64) -> u64 {
    let (back, fourth) = if color == Color::White { (-8, 0xff << 24) } else { (8, 0xff << 32) };
    let once = shift(set, back) & empty;
    let through = shift(set & twice & fourth, back) & empty;
    (once | shift(through, back) & empty) & PAWN_SQUARES
}

/// The squares beside this one on its rank.
#[inline(always)]
pub(crate) fn beside(square: u8) -> u64 {
    let bit = 1u64 << square;
    (bit & NOT_H) << 1 | (bit & NOT_A) >> 1
}

/// The square in front of a pawn.
#[inline(always)]
pub(crate) fn ahead(color: Color, square: u8) -> u8 {
    if color == Color::White { square + 8 } else { square - 8 }
}

/// The square behind a pawn.
#[inline(always)]
pub(crate) fn behind(color: Color, square: u8) -> u8 {
    ahead(color.other(), square)
}

/// The rank of a square as its colour counts, from 0.
#[inline(always)]
pub(crate) fn rank_of(color: Color, square: u8) -> u8 {
    if color == Color::White { square >> 3 } else { 7 - (square >> 3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every role from every square into every single square, with men in the way, as shakmaty has it.
    #[test]
    fn single_moves_are_those_of_shakmaty() {
        let men_in_the_way = [0u64, 1 << 27 | 1 << 42, 0x0000_2400_1800_4200];
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for occupied in men_in_the_way {
                for to in (0..64u8).filter(|to| occupied >> to & 1 == 0) {
                    let man = Man { color: Color::White, role };
                    let theirs = attacked(man, to, occupied) & !occupied;
                    assert_eq!(
                        into_set(role, 1 << to, !occupied),
                        theirs,
                        "{role:?} {to} {occupied:x}"
                    );
                }
            }
        }
    }

    #[test]
    fn pawns_step_once_or_twice() {
        let (e2, e3, e4) = (12u8, 20u8, 28u8);
        let from = |set: u64, empty: u64| pawn_into_set(Color::White, set, !0, empty);
        assert_eq!(from(1 << e4, !0), 1 << e3 | 1 << e2);
        assert_eq!(from(1 << e4, !(1 << e3)), 0);
        assert_eq!(pawn_into_set(Color::White, 1 << e4, 0, !0), 1 << e3);
        assert_eq!(from(1 << e3, !0), 1 << e2);
        assert_eq!(from(1 << e2, !0), 0);
        assert_eq!(pawn_into_set(Color::Black, 1 << 36, !0, !0), 1 << 44 | 1 << 52);
        assert_eq!(beside(24) | beside(31), 1 << 25 | 1 << 30);
    }
}
