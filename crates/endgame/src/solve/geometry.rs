//! Where men can go on an empty or occupied board: the solver's own tables.

use crate::rules::Role;

/// File and rank steps of the eight directions, rook's first.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Off the board.
const NOWHERE: u8 = 64;

const fn step(square: u8, (file, rank): (i8, i8)) -> u8 {
    let (f, r) = ((square & 7) as i8 + file, (square >> 3) as i8 + rank);
    if 0 <= f && f < 8 && 0 <= r && r < 8 { (r * 8 + f) as u8 } else { NOWHERE }
}

const fn leaps(steps: &[(i8, i8); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut n = 0;
        while n < 8 {
            let to = step(square, steps[n]);
            if to != NOWHERE {
                table[square as usize] |= 1 << to;
            }
            n += 1;
        }
        square += 1;
    }
    table
}

/// Squares next to a square.
pub(super) static KING: [u64; 64] = leaps(&STEPS);
/// Squares a knight's move away.
pub(super) static KNIGHT: [u64; 64] = leaps(&KNIGHT_STEPS);

/// A table by direction or square: the squares from `from` to the edge, one after the other, each handed
/// to an expression with the number `n` of its direction and the squares `passed` before it.
macro_rules! along_lines {
    ($table:ident: $start:expr, |$n:ident, $from:ident, $to:ident, $passed:ident| $note:expr) => {{
        let mut $table = $start;
        let mut $n = 0;
        while $n < 8 {
            let mut $from = 0;
            while $from < 64 {
                let mut $passed = 0u64;
                let mut next = step($from as u8, STEPS[$n]);
                while next != NOWHERE {
                    let $to = next as usize;
                    $note;
                    $passed |= 1 << $to;
                    let _ = $passed;
                    next = step(next, STEPS[$n]);
                }
                $from += 1;
            }
            $n += 1;
        }
        $table
    }};
}

/// The next square in each direction, or `NOWHERE`.
static NEXT: [[u8; 64]; 8] = along_lines!(table: [[NOWHERE; 64]; 8], |n, from, to, passed| {
    if passed == 0 {
        table[n][from] = to as u8;
    }
});

/// Squares strictly between two squares on a line; empty if they share none.
static BETWEEN: [[u64; 64]; 64] =
    along_lines!(table: [[0; 64]; 64], |n, from, to, passed| table[from][to] = passed);

/// Reach on an empty board: rook, then bishop.
static LINES: [[u64; 64]; 2] =
    along_lines!(table: [[0; 64]; 2], |n, from, to, passed| table[n / 4][from] |= 1 << to);

/// The squares of a line from a square to the edge.
static RAYS: [[u64; 64]; 8] =
    along_lines!(table: [[0; 64]; 8], |n, from, to, passed| table[n][from] |= 1 << to);

/// From a square, for each other one: what a man there hides, itself included; nothing off the lines.
static BEYOND: [[u64; 64]; 64] = along_lines!(table: [[0; 64]; 64], |n, from, to, passed| {
    table[from][to] = RAYS[n][to] | 1 << to
});

/// The same the other way round: what a man on the first square hides from each other one.
static HIDDEN_BY: [[u64; 64]; 64] = along_lines!(table: [[0; 64]; 64], |n, from, to, passed| {
    table[to][from] = RAYS[n][to] | 1 << to
});

#[inline(always)]
pub(super) fn between(a: u8, b: u8) -> u64 {
    BETWEEN[usize::from(a & 63)][usize::from(b & 63)]
}

/// The squares between a square and each other one.
#[inline(always)]
pub(super) fn lines_from(square: u8) -> &'static [u64; 64] {
    &BETWEEN[usize::from(square & 63)]
}

/// What a man on each square hides from this one: to whoever looks along a line, himself included.
#[inline(always)]
pub(super) fn beyond(from: u8) -> &'static [u64; 64] {
    &BEYOND[usize::from(from & 63)]
}

/// What a man on this square hides from each other one.
#[inline(always)]
pub(super) fn hidden_by(man: u8) -> &'static [u64; 64] {
    &HIDDEN_BY[usize::from(man & 63)]
}

/// Where a man goes on an empty board.
#[inline(always)]
pub(super) fn empty_board(role: Role, from: u8) -> u64 {
    let from = usize::from(from & 63);
    match role {
        Role::King => KING[from],
        Role::Knight => KNIGHT[from],
        Role::Rook => LINES[0][from],
        Role::Bishop => LINES[1][from],
        Role::Queen => LINES[0][from] | LINES[1][from],
        Role::Pawn => 0,
    }
}

/// Directions of a sliding man; none for the others.
#[inline(always)]
fn directions(role: Role) -> std::ops::Range<usize> {
    match role {
        Role::Queen => 0..8,
        Role::Rook => 0..4,
        Role::Bishop => 4..8,
        _ => 0..0,
    }
}

/// Calls `visit` with each square a man can go to, the squares it passes on the way, until it meets
/// one of `blockers`: those squares are not visited.
#[inline(always)]
pub(super) fn each_square(role: Role, from: u8, blockers: u64, mut visit: impl FnMut(u8, u64)) {
    match role {
        Role::King | Role::Knight => {
            for to in crate::index::squares(empty_board(role, from) & !blockers) {
                visit(to, 0);
            }
        }
        _ => {
            for direction in directions(role) {
                let mut passed = 0;
                let mut to = NEXT[direction][usize::from(from & 63)];
                while to != NOWHERE && blockers >> to & 1 == 0 {
                    visit(to, passed);
                    passed |= 1 << to;
                    to = NEXT[direction][usize::from(to)];
                }
            }
        }
    }
}

/// Squares a man attacks, the first blocker on each line included.
#[inline(always)]
pub(super) fn attacks(role: Role, from: u8, blockers: u64) -> u64 {
    let mut set = if directions(role).is_empty() { empty_board(role, from) } else { 0 };
    for direction in directions(role) {
        let ray = RAYS[direction][usize::from(from & 63)];
        let blocked = ray & blockers;
        set |= ray;
        if blocked != 0 {
            // Directions 0, 1, 4 and 5 go up the board's numbers, the others down.
            let first = if matches!(direction, 0 | 1 | 4 | 5) {
                blocked.trailing_zeros()
            } else {
                63 - blocked.leading_zeros()
            };
            set ^= RAYS[direction][first as usize];
        }
    }
    set
}

/// Squares a pawn attacks: White's upwards, Black's downwards.
pub(super) fn pawn_attacks(white: bool, from: u8) -> u64 {
    let rank = if white { 1 } else { -1 };
    [-1, 1]
        .into_iter()
        .map(|file| step(from, (file, rank)))
        .filter(|&to| to != NOWHERE)
        .fold(0, |set, to| set | 1 << to)
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The set with every square's neighbours: where a king of the set can go.
#[inline(always)]
pub(super) fn king_spread(set: u64) -> u64 {
    let sideways = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let both = set | sideways;
    sideways | both << 8 | both >> 8
}

/// Where a knight of the set can go.
#[inline(always)]
fn knight_spread(set: u64) -> u64 {
    const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
    const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;
    let near = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let far = (set << 2 & NOT_AB) | (set >> 2 & NOT_GH);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// Slides a set along two opposite directions, through empty squares only: Kogge-Stone.
#[inline(always)]
fn slides(set: u64, empty: u64, shift: u32, onto_up: u64, onto_down: u64) -> u64 {
    let (mut up, mut down) = (set, set);
    let (mut past_up, mut past_down) = (empty & onto_up, empty & onto_down);
    for step in [shift, 2 * shift] {
        up |= past_up & up << step;
        down |= past_down & down >> step;
        past_up &= past_up << step;
        past_down &= past_down >> step;
    }
    up |= past_up & up << (4 * shift);
    down |= past_down & down >> (4 * shift);
    up << shift & onto_up | down >> shift & onto_down
}

/// Where a man on any square of the set can go, the other men leaving these squares empty.
///
/// Squares of those men may be among the answer; men of the set do not stand in each other's way.
#[inline(always)]
pub(super) fn spread(role: Role, set: u64, empty: u64) -> u64 {
    match role {
        Role::King => king_spread(set),
        Role::Knight => knight_spread(set),
        Role::Pawn => 0,
        _ => {
            let mut found = 0;
            if role != Role::Bishop {
                found |= slides(set, empty, 8, !0, !0) | slides(set, empty, 1, NOT_A, NOT_H);
            }
            if role != Role::Rook {
                found |= slides(set, empty, 9, NOT_A, NOT_H) | slides(set, empty, 7, NOT_H, NOT_A);
            }
            found
        }
    }
}

/// Takes from each set where a man of another set can go: [`spread`] for a whole row.
#[inline(always)]
pub(super) fn remove_spreads(role: Role, from: &[u64], occupied: &[u64], out: &mut [u64]) {
    // The role is named in each loop, so that each is compiled for it.
    macro_rules! remove {
        ($role:expr) => {
            for ((out, from), occupied) in out.iter_mut().zip(from).zip(occupied) {
                *out &= !spread($role, *from, !occupied);
            }
        };
    }
    match role {
        Role::King => remove!(Role::King),
        Role::Queen => remove!(Role::Queen),
        Role::Rook => remove!(Role::Rook),
        Role::Bishop => remove!(Role::Bishop),
        Role::Knight => remove!(Role::Knight),
        Role::Pawn => (),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, reach};

    /// Against shakmaty's tables, which share nothing with these.
    #[test]
    fn attacks_agree_with_shakmaty() {
        let mut random = super::super::random::random_words();
        for from in 0..64u8 {
            for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                for _ in 0..50 {
                    let blockers = random() & random() & !(1 << from);
                    let theirs = reach(role.of(Color::White), from, blockers);
                    assert_eq!(attacks(role, from, blockers), theirs);
                    let mut quiet = 0;
                    each_square(role, from, blockers, |to, passed| {
                        assert_eq!(passed, between(from, to) * u64::from(role != Role::Knight));
                        quiet |= 1 << to;
                    });
                    assert_eq!(quiet, theirs & !blockers);
                    assert_eq!(spread(role, 1 << from, !blockers), theirs);
                }
            }
            assert_eq!(king_spread(1 << from), KING[usize::from(from)]);
        }
    }
}
