//! The eight symmetries of the board, on squares and on sets of squares.
//!
//! Inside the index and the solver a square is its number, a1 = 0 to h8 = 63, and a set of squares
//! is a 64-bit word.

/// A symmetry of the board: flip the files, flip the ranks, then exchange files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const DIAGONAL: u8 = 4;

/// Where every square goes, by the number of the symmetry.
static PLACES: [[u8; 64]; 8] = {
    let mut places = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        places[at / 64][at % 64] = Symmetry((at / 64) as u8).square((at % 64) as u8);
        at += 1;
    }
    places
};

impl Symmetry {
    pub(crate) const IDENTITY: Symmetry = Symmetry(0);
    /// a-file to h-file: the one symmetry that pawns allow.
    pub(crate) const MIRROR: Symmetry = Symmetry(FILES);
    /// a1-h8 stays, a8 and h1 change places.
    pub(crate) const TRANSPOSE: Symmetry = Symmetry(DIAGONAL);

    /// All eight, the identity first.
    pub(crate) fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The symmetry that takes a king into the triangle a1-d1-d4.
    pub(crate) const fn into_triangle(king: u8) -> Symmetry {
        let flips = if king & 7 > 3 { FILES } else { 0 } | if king >> 3 > 3 { RANKS } else { 0 };
        let near = Symmetry(flips).square(king);
        Symmetry(if near >> 3 > near & 7 { flips | DIAGONAL } else { flips })
    }

    /// Where a square goes.
    #[inline(always)]
    pub(crate) const fn square(self, square: u8) -> u8 {
        let flipped = square
            ^ if self.0 & FILES != 0 { 7 } else { 0 }
            ^ if self.0 & RANKS != 0 { 56 } else { 0 };
        if self.0 & DIAGONAL != 0 { flipped >> 3 | (flipped & 7) << 3 } else { flipped }
    }

    /// The same, looked up.
    #[inline(always)]
    pub(crate) fn place(self, square: u8) -> u8 {
        PLACES[self.number()][usize::from(square & 63)]
    }

    /// Where a set of squares goes.
    #[inline(always)]
    pub(crate) fn set(self, mut set: u64) -> u64 {
        if self.0 & FILES != 0 {
            set = flip_files(set);
        }
        if self.0 & RANKS != 0 {
            set = set.swap_bytes();
        }
        if self.0 & DIAGONAL != 0 {
            set = transpose(set);
        }
        set
    }

    /// Where many sets of squares go.
    #[inline(always)]
    pub(crate) fn set_all(self, sets: &mut [u64]) {
        if self.0 & FILES != 0 {
            sets.iter_mut().for_each(|set| *set = flip_files(*set));
        }
        if self.0 & RANKS != 0 {
            sets.iter_mut().for_each(|set| *set = set.swap_bytes());
        }
        if self.0 & DIAGONAL != 0 {
            sets.iter_mut().for_each(|set| *set = transpose(*set));
        }
    }

    /// What each square has, given what the squares have that they go to.
    #[inline(always)]
    pub(crate) fn before<T: Copy>(self, after: &[T; 64]) -> [T; 64] {
        let mut found = *after;
        // Each loop goes by numbers that the compiler knows, so that it becomes a few shuffles.
        if self.0 & DIAGONAL != 0 {
            let last = found;
            for square in 0..64 {
                found[square] = last[square >> 3 | (square & 7) << 3];
            }
        }
        if self.0 & FILES != 0 {
            found.as_chunks_mut::<8>().0.iter_mut().for_each(|rank| rank.reverse());
        }
        if self.0 & RANKS != 0 {
            let last = found;
            for square in 0..64 {
                found[square] = last[square ^ 56];
            }
        }
        found
    }

    /// This symmetry followed by the reflection in the long diagonal.
    pub(crate) const fn then_transposed(self) -> Symmetry {
        Symmetry(self.0 ^ DIAGONAL)
    }

    /// The ranks flipped first, then this symmetry.
    pub(crate) const fn after_flipped_ranks(self) -> Symmetry {
        Symmetry(self.0 ^ RANKS)
    }

    /// Its number among the eight.
    #[inline(always)]
    pub(crate) const fn number(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The symmetry that undoes this one.
    pub(crate) const fn inverse(self) -> Symmetry {
        if self.0 & DIAGONAL == 0 {
            return self;
        }
        let swapped = (self.0 & FILES) << 1 | (self.0 & RANKS) >> 1;
        Symmetry(DIAGONAL | swapped)
    }
}

#[inline(always)]
fn flip_files(set: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const HALVES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let set = set >> 1 & PAIRS | (set & PAIRS) << 1;
    let set = set >> 2 & NIBBLES | (set & NIBBLES) << 2;
    set >> 4 & HALVES | (set & HALVES) << 4
}

#[inline(always)]
fn transpose(mut set: u64) -> u64 {
    for (shift, mask) in
        [(28, 0x0f0f_0f0f_0000_0000u64), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)]
    {
        let swap = mask & (set ^ (set << shift));
        set ^= swap ^ (swap >> shift);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_goes_where_its_squares_go() {
        for symmetry in Symmetry::all() {
            for square in 0..64u8 {
                assert_eq!(symmetry.set(1 << square), 1 << symmetry.square(square));
                assert_eq!(symmetry.place(square), symmetry.square(square));
                assert_eq!(symmetry.inverse().square(symmetry.square(square)), square);
                let numbers: [u8; 64] = std::array::from_fn(|at| at as u8);
                assert_eq!(symmetry.before(&numbers)[usize::from(square)], symmetry.square(square));
                let mut sets = [1 << square, !0];
                symmetry.set_all(&mut sets);
                assert_eq!(sets, [symmetry.set(1 << square), !0]);
            }
        }
    }
}
