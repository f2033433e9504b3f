//! The moves of one outer man from all 64 squares at once.

use super::geometry::empty_board;
use crate::index::squares;
use crate::rules::Role;

/// A word for each square of a man.
pub(super) type Board = [u64; 64];

/// Eight ranks of eight words.
type Ranks = [[u64; 8]; 8];

/// Adds the moves of a man whose squares are the 64 words, all at once, no man standing in his way
/// but the inner man and the blockers.
///
/// The words are read as eight ranks of eight. A scan carries them along a direction, a whole rank at
/// a time: nothing is carried past a blocker, and no position past an inner man that is in the way.
#[inline(always)]
pub(super) fn add_row_moves(role: Role, blockers: u64, from: &Board, out: &mut Board) {
    let sum: &mut Ranks = &mut [[0; 8]; 8];
    let from: &Ranks = bytemuck::cast_ref(from);
    match role {
        Role::King => leap(from, &[(0, 1), (1, -1), (1, 0), (1, 1)], sum),
        Role::Knight => leap(from, &[(1, -2), (1, 2), (2, -1), (2, 1)], sum),
        _ => {
            let past = past(blockers);
            if role != Role::Bishop {
                scan(from, &past, 0, sum);
                let mut files: Ranks = [[0; 8]; 8];
                scan(&transposed(from), &transposed(&past), 0, &mut files);
                add(&transposed(&files), sum);
            }
            if role != Role::Rook {
                scan(from, &past, 1, sum);
                scan(from, &past, -1, sum);
            }
        }
    }
    add(sum, bytemuck::cast_mut(out));
}

#[inline(always)]
fn add(words: &Ranks, out: &mut Ranks) {
    for (out, word) in out.as_flattened_mut().iter_mut().zip(words.as_flattened()) {
        *out |= word;
    }
}

/// For each square what may be carried past it: nothing if it is taken, else all but the positions
/// with the inner man there.
#[inline(always)]
fn past(blockers: u64) -> Ranks {
    let mut past: Ranks = [[0; 8]; 8];
    for (rank, words) in past.iter_mut().enumerate() {
        for (file, word) in words.iter_mut().enumerate() {
            let square = rank * 8 + file;
            *word = !(1 << square) & (blockers >> square & 1).wrapping_sub(1);
        }
    }
    past
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

/// Eight words side by side.
type Eight = [u64; 8];

/// Adds the moves of a man whose squares are 64 rows of 64 words, in eight columns at once; the
/// column is the square of another man, who stands in the way as the blockers do.
#[inline(always)]
pub(super) fn add_slab_moves(
    role: Role,
    blockers: u64,
    columns: usize,
    from: &[u64],
    out: &mut [u64],
) {
    let mut boards: [Eight; 64] = [[0; 8]; 64];
    let mut past: [Eight; 64] = [[0; 8]; 64];
    let mut sum: [Eight; 64] = [[0; 8]; 64];
    for square in 0..64 {
        let first = square * 64 + columns;
        boards[square].copy_from_slice(&from[first..first + 8]);
        let free = !(1 << square) & (blockers >> square & 1).wrapping_sub(1);
        for (lane, past) in past[square].iter_mut().enumerate() {
            *past = if columns + lane == square { 0 } else { free };
        }
    }
    if matches!(role, Role::Knight | Role::King) {
        for square in 0..64u8 {
            for to in squares(empty_board(role, square)) {
                for lane in 0..8 {
                    sum[usize::from(to)][lane] |= boards[usize::from(square)][lane];
                }
            }
        }
    } else {
        for line in lines(role) {
            carry(line.iter(), &boards, &past, &mut sum);
            carry(line.iter().rev(), &boards, &past, &mut sum);
        }
    }
    for square in 0..64 {
        let first = square * 64 + columns;
        for (out, sum) in out[first..first + 8].iter_mut().zip(sum[square]) {
            *out |= sum;
        }
    }
}

/// Carries words along one line of squares.
#[inline(always)]
fn carry<'l>(
    line: impl Iterator<Item = &'l u8>,
    from: &[Eight; 64],
    past: &[Eight; 64],
    out: &mut [Eight; 64],
) {
    let mut carried: Eight = [0; 8];
    for &square in line {
        let square = usize::from(square & 63);
        for lane in 0..8 {
            out[square][lane] |= carried[lane];
            carried[lane] = from[square][lane] | carried[lane] & past[square][lane];
        }
    }
}

/// The lines of the board that a sliding man moves along: ranks and files, then diagonals.
static LINES: [[u8; 64]; 4] = {
    let mut lines = [[0; 64]; 4];
    let mut square = 0;
    let mut diagonal = 0;
    while square < 64 {
        lines[0][square] = square as u8;
        lines[1][square] = ((square % 8) * 8 + square / 8) as u8;
        square += 1;
    }
    let mut filled = 0;
    while diagonal < 15 {
        let mut rank = 0;
        while rank < 8 {
            if diagonal >= rank && diagonal - rank < 8 {
                let file = diagonal - rank;
                lines[2][filled] = (rank * 8 + file) as u8;
                lines[3][filled] = (rank * 8 + 7 - file) as u8;
                filled += 1;
            }
            rank += 1;
        }
        diagonal += 1;
    }
    lines
};

/// How many squares each diagonal has.
const DIAGONALS: [usize; 15] = [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1];

fn lines(role: Role) -> impl Iterator<Item = &'static [u8]> {
    let straight = (0..16).filter(move |_| role != Role::Bishop);
    let straight = straight.map(|n| &LINES[n / 8][n % 8 * 8..n % 8 * 8 + 8]);
    let slanted = LINES[2..].iter().flat_map(|all| {
        DIAGONALS.iter().scan(0, move |first, &length| {
            let line = &all[*first..*first + length];
            *first += length;
            Some(line)
        })
    });
    straight.chain(slanted.filter(move |_| role != Role::Rook))
}

#[cfg(test)]
mod tests {
    use super::super::geometry::each_square;
    use super::super::random::random_words;
    use super::*;

    /// Against the plain walk, one square at a time.
    #[test]
    fn scans_agree_with_walks() {
        let mut next = random_words();
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for _ in 0..200 {
                let blockers = next() & next() & next();
                let mut from: Board = std::array::from_fn(|_| next() & next());
                squares(blockers).for_each(|square| from[usize::from(square)] = 0);
                let mut plain: Board = [0; 64];
                for square in 0..64u8 {
                    each_square(role, square, blockers, |to, passed| {
                        plain[usize::from(to)] |= from[usize::from(square)] & !passed;
                    });
                }
                let mut fast: Board = [0; 64];
                add_row_moves(role, blockers, &from, &mut fast);
                squares(blockers).for_each(|square| fast[usize::from(square)] = 0);
                assert_eq!(fast, plain);
            }
        }
    }

    /// A slab is eight rows side by side, each with a blocker more.
    #[test]
    fn slabs_agree_with_rows() {
        let mut next = random_words();
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let blockers = next() & next() & next();
            let from: Vec<u64> = (0..4096)
                .map(|n| {
                    let free = blockers >> (n / 64) & 1 == 0 && n / 64 != n % 64;
                    if free { next() & next() } else { 0 }
                })
                .collect();
            let mut slab = vec![0; 4096];
            (0..64).step_by(8).for_each(|c| add_slab_moves(role, blockers, c, &from, &mut slab));
            for column in 0..64 {
                let board: Board = std::array::from_fn(|square| from[square * 64 + column]);
                let mut row: Board = [0; 64];
                let blockers = blockers | 1 << column;
                add_row_moves(role, blockers, &board, &mut row);
                for square in (0..64).filter(|square| blockers >> square & 1 == 0) {
                    assert_eq!(
                        slab[square * 64 + column],
                        row[square],
                        "{role:?} {square} {column}"
                    );
                }
            }
        }
    }
}
