//! Where the two kings stand, each pair of squares that do not touch with a number.

use super::symmetry::Symmetry;

/// How the kings of an endgame are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kings {
    /// Without pawns: the white king in the triangle a1-d1-d4, and with it on the long diagonal the
    /// black king on it or below.
    Triangle,
    /// With pawns and men of several kinds: both anywhere.
    Apart,
    /// With pawns and at most one man, or a pair: the white king. The black king is the inner man.
    White,
}

/// Pairs of squares and their numbers.
struct Numbering<const PAIRS: usize> {
    pairs: [[u8; 2]; PAIRS],
    numbers: [[u16; 64]; 64],
}

const NONE: u16 = u16::MAX;

const fn touch(a: u8, b: u8) -> bool {
    (a & 7).abs_diff(b & 7) <= 1 && (a >> 3).abs_diff(b >> 3) <= 1
}

const fn above_diagonal(square: u8) -> bool {
    square >> 3 > square & 7
}

const fn on_diagonal(square: u8) -> bool {
    square >> 3 == square & 7
}

const fn numbering<const PAIRS: usize>(triangle: bool) -> Numbering<PAIRS> {
    let mut made = Numbering { pairs: [[0; 2]; PAIRS], numbers: [[NONE; 64]; 64] };
    let mut number = 0;
    let mut white = 0;
    while white < 64 {
        let mut black = 0;
        while black < 64 {
            let stored = !triangle
                || white & 7 <= 3
                    && !above_diagonal(white)
                    && !(on_diagonal(white) && above_diagonal(black));
            if stored && !touch(white, black) {
                made.pairs[number] = [white, black];
                made.numbers[white as usize][black as usize] = number as u16;
                number += 1;
            }
            black += 1;
        }
        white += 1;
    }
    made
}

static TRIANGLE: Numbering<462> = numbering(true);
static APART: Numbering<3612> = numbering(false);

/// How kings anywhere are turned into the triangle, and their number there.
static HOMEWARD: [[(Symmetry, u16); 64]; 64] = {
    let mut table = [[(Symmetry::IDENTITY, NONE); 64]; 64];
    let mut white = 0;
    while white < 64 {
        let mut black = 0;
        while black < 64 {
            let mut symmetry = Symmetry::into_triangle(white);
            if on_diagonal(symmetry.square(white)) && above_diagonal(symmetry.square(black)) {
                symmetry = symmetry.then_transposed();
            }
            let (home, other) = (symmetry.square(white), symmetry.square(black));
            let number = TRIANGLE.numbers[home as usize][other as usize];
            table[white as usize][black as usize] = (symmetry, number);
            black += 1;
        }
        white += 1;
    }
    table
};

impl Kings {
    /// How many numbers.
    pub(crate) const fn len(self) -> usize {
        match self {
            Kings::Triangle => 462,
            Kings::Apart => 3612,
            Kings::White => 64,
        }
    }

    /// White's square and Black's of a number; the black king's is meaningless where it has no part in it.
    #[inline(always)]
    pub(crate) fn squares(self, number: usize) -> [u8; 2] {
        match self {
            Kings::Triangle => TRIANGLE.pairs[number],
            Kings::Apart => APART.pairs[number],
            Kings::White => [number as u8, 0],
        }
    }

    /// The number of kings turned the way they are stored; none if they touch and both are part of it.
    #[inline(always)]
    pub(crate) fn number(self, white: u8, black: u8) -> Option<usize> {
        let number = match self {
            Kings::Triangle => TRIANGLE.numbers[usize::from(white & 63)][usize::from(black & 63)],
            Kings::Apart => APART.numbers[usize::from(white & 63)][usize::from(black & 63)],
            Kings::White => return Some(usize::from(white)),
        };
        (number != NONE).then_some(usize::from(number))
    }

    /// How to turn kings into the triangle.
    #[inline(always)]
    pub(crate) fn homeward(white: u8, black: u8) -> Symmetry {
        HOMEWARD[usize::from(white & 63)][usize::from(black & 63)].0
    }

    /// How to turn kings into the triangle, and their number there; none if they touch.
    #[inline(always)]
    pub(crate) fn at_home(white: u8, black: u8) -> Option<(Symmetry, usize)> {
        let (symmetry, number) = HOMEWARD[usize::from(white & 63)][usize::from(black & 63)];
        (number != NONE).then_some((symmetry, usize::from(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_apart_have_a_number_at_home() {
        for kings in [Kings::Triangle, Kings::Apart] {
            for number in 0..kings.len() {
                let [white, black] = kings.squares(number);
                assert_eq!(kings.number(white, black), Some(number));
            }
        }
        for white in 0..64 {
            for black in 0..64 {
                let home = Kings::homeward(white, black);
                let number = Kings::Triangle.number(home.square(white), home.square(black));
                assert_eq!(number.is_some(), !touch(white, black));
                assert_eq!(Kings::Apart.number(white, black).is_some(), !touch(white, black));
            }
        }
    }
}
