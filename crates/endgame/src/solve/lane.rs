//! The moves of the lane man, all 64 lanes of a row at once.
//!
//! The row is read as eight ranks of eight words. A scan carries words along a direction, a whole
//! rank at a time: `next = here | carried past this square`, where nothing is carried past a man,
//! and no position past a black king that stands in the way.

use super::set::{RowWords, lanes_of};
use crate::rules::Role;

/// Eight ranks of eight words.
type Ranks = [[u64; 8]; 8];

/// Where the lane man can come from to reach the positions of a row, and which lanes those are.
#[inline(always)]
pub(super) fn lane_moves(role: Role, fixed: u64, from: &RowWords) -> (RowWords, u64) {
    let mut out: Ranks = [[0; 8]; 8];
    let from: &Ranks = &ranks(from);
    match role {
        Role::King => leap(from, &[(0, 1), (1, -1), (1, 0), (1, 1)], &mut out),
        Role::Knight => leap(from, &[(1, -2), (1, 2), (2, -1), (2, 1)], &mut out),
        _ => {
            let past = past(fixed);
            if role != Role::Bishop {
                scan(from, &past, 0, &mut out);
                let mut files: Ranks = [[0; 8]; 8];
                scan(&transposed(from), &transposed(&past), 0, &mut files);
                let files = transposed(&files);
                for rank in 0..8 {
                    for file in 0..8 {
                        out[rank][file] |= files[rank][file];
                    }
                }
            }
            if role != Role::Rook {
                scan(from, &past, 1, &mut out);
                scan(from, &past, -1, &mut out);
            }
        }
    }
    let mut row: RowWords = [0; 64];
    for rank in 0..8 {
        for file in 0..8 {
            row[rank * 8 + file] = out[rank][file];
        }
    }
    let lanes = lanes_of(&row);
    (row, lanes)
}

#[inline(always)]
fn ranks(row: &RowWords) -> Ranks {
    let mut ranks: Ranks = [[0; 8]; 8];
    for rank in 0..8 {
        for file in 0..8 {
            ranks[rank][file] = row[rank * 8 + file];
        }
    }
    ranks
}

/// For each square what may be carried past it: nothing if it is taken, else all but the positions
/// with the black king there.
#[inline(always)]
fn past(fixed: u64) -> Ranks {
    std::array::from_fn(|rank| {
        std::array::from_fn(|file| {
            let square = rank * 8 + file;
            !(1 << square) & (fixed >> square & 1).wrapping_sub(1)
        })
    })
}

/// Carries words up and down the ranks, `aside` files further at each step up.
#[inline(always)]
fn scan(from: &Ranks, past: &Ranks, aside: i8, out: &mut Ranks) {
    let mut up = [0; 8];
    let mut down = [0; 8];
    for step in 0..7 {
        let (here, there) = (step, 7 - step);
        for file in 0..8 {
            up[file] = from[here][file] | up[file] & past[here][file];
            down[file] = from[there][file] | down[file] & past[there][file];
        }
        up = shifted(&up, aside);
        down = shifted(&down, -aside);
        for file in 0..8 {
            out[here + 1][file] |= up[file];
            out[there - 1][file] |= down[file];
        }
    }
}

/// A rank moved so many files to the right, at most two; what leaves the board is gone.
#[inline(always)]
fn shifted(rank: &[u64; 8], files: i8) -> [u64; 8] {
    let r = rank;
    match files {
        -2 => [r[2], r[3], r[4], r[5], r[6], r[7], 0, 0],
        -1 => [r[1], r[2], r[3], r[4], r[5], r[6], r[7], 0],
        1 => [0, r[0], r[1], r[2], r[3], r[4], r[5], r[6]],
        2 => [0, 0, r[0], r[1], r[2], r[3], r[4], r[5]],
        _ => *rank,
    }
}

/// Adds the leaps by so many ranks and files, and their opposites.
#[inline(always)]
fn leap(from: &Ranks, leaps: &[(usize, i8); 4], out: &mut Ranks) {
    for &(ranks, files) in leaps {
        for rank in 0..8 - ranks {
            let up = shifted(&from[rank], files);
            let down = shifted(&from[rank + ranks], -files);
            for file in 0..8 {
                out[rank + ranks][file] |= up[file];
                out[rank][file] |= down[file];
            }
        }
    }
}

#[inline(always)]
fn transposed(ranks: &Ranks) -> Ranks {
    let mut turned: Ranks = [[0; 8]; 8];
    for rank in 0..8 {
        for file in 0..8 {
            turned[file][rank] = ranks[rank][file];
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::super::geometry::each_square;
    use super::*;
    use crate::index::squares;

    /// Against the plain walk, one lane at a time.
    #[test]
    fn scans_agree_with_walks() {
        let mut random = 0x2545_f491_4f6c_dd1du64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for _ in 0..200 {
                let fixed = next() & next() & next();
                let mut from: RowWords = std::array::from_fn(|_| next() & next());
                squares(fixed).for_each(|lane| from[usize::from(lane)] = 0);
                let mut plain: RowWords = [0; 64];
                for lane in 0..64u8 {
                    each_square(role, lane, fixed, |to, passed| {
                        plain[usize::from(to)] |= from[usize::from(lane)] & !passed;
                    });
                }
                let (mut fast, _) = lane_moves(role, fixed, &from);
                squares(fixed).for_each(|lane| fast[usize::from(lane)] = 0);
                assert_eq!(fast, plain);
            }
        }
    }
}
