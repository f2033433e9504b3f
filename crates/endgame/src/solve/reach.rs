//! The set algebra on rows: where a move leads, and from where it comes.
//!
//! Quiet moves can be taken back, so Jansen's `S^-1` of a row is made of the same rows its men can
//! move to. Illegal moves need no test: the sets hold legal positions only, so an illegal move
//! leads nowhere.

use super::frame::{Frame, Row, Target, Turned};
use super::geometry::{each_square, king_spread};
use super::lane::lane_moves;
use super::set::{RowWords, Set};
use crate::index::{Symmetry, squares};
use crate::rules::{Color, Role};

/// Lanes fewer than this are worked one by one, more by whole vectors.
const FEW: u32 = 8;
/// The same for the lane man's moves.
const FEW_LANES: u32 = 3;

/// Adds the words of these lanes to another row's, the places left out where a man is passed.
#[inline(always)]
pub(super) fn add_row(from: &RowWords, lanes: u64, passed: u64, out: &mut RowWords) {
    let open = !passed;
    if lanes.count_ones() < FEW {
        for lane in squares(lanes) {
            out[usize::from(lane)] |= from[usize::from(lane)] & open;
        }
        return;
    }
    for lane in 0..64 {
        out[lane] |= if lanes & 1 << lane != 0 { from[lane] & open } else { 0 };
    }
}

/// Adds a row's words to another's, the board turned on the way.
#[inline(always)]
pub(super) fn add_turned(from: &RowWords, lanes: u64, turn: Symmetry, out: &mut RowWords) {
    if lanes.count_ones() < 4 {
        for lane in squares(lanes) {
            out[usize::from(turn.square(lane))] |= turn.set(from[usize::from(lane)]);
        }
        return;
    }
    let mut turned = *from;
    for word in &mut turned {
        *word = turn.set(*word);
    }
    for lane in squares(lanes) {
        out[usize::from(turn.square(lane))] |= turned[usize::from(lane)];
    }
}

/// Adds the moves of the lane man, which stays in its row; returns the lanes it reached.
#[inline(always)]
pub(super) fn add_lane_moves(
    role: Role,
    fixed: u64,
    from: &RowWords,
    lanes: u64,
    out: &mut RowWords,
) -> u64 {
    if lanes.count_ones() >= FEW_LANES {
        let (moves, reached) = lane_moves(role, fixed, from);
        for lane in 0..64 {
            out[lane] |= moves[lane];
        }
        return reached;
    }
    let mut reached = 0;
    for lane in squares(lanes) {
        let word = from[usize::from(lane)];
        each_square(role, lane, fixed, |to, passed| {
            out[usize::from(to)] |= word & !passed;
            reached |= 1 << to;
        });
    }
    reached
}

/// Adds the moves of the black king, which stays in its word.
#[inline(always)]
pub(super) fn add_king_moves(from: &RowWords, lanes: u64, out: &mut RowWords) {
    if lanes.count_ones() < FEW {
        for lane in squares(lanes) {
            out[usize::from(lane)] |= king_spread(from[usize::from(lane)]);
        }
    } else {
        for lane in 0..64 {
            out[lane] |= king_spread(from[lane]);
        }
    }
}

/// Room for the lists that [`escapes`] makes.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) targets: Vec<Target>,
    turned: Vec<Turned>,
}

/// Takes from `wanted` (in these lanes) every position from which a quiet move of `side` leads into
/// `set`; returns the lanes where something is left.
///
/// The black king's own moves must have been looked at before.
#[inline(always)]
pub(super) fn without_escapes(
    frame: &Frame<'_>,
    row: &Row,
    side: Color,
    set: &Set,
    wanted: &mut RowWords,
    mut lanes: u64,
    scratch: &mut Scratch,
) -> u64 {
    let man = frame.lane_man();
    if man.color == side && set.lanes[row.number] != 0 {
        let from = set.row(row.number);
        let many = lanes.count_ones() >= FEW_LANES;
        let moves = if many { lane_moves(man.role, row.fixed, from).0 } else { [0; 64] };
        for lane in squares(lanes) {
            let wanted = &mut wanted[usize::from(lane)];
            if many {
                *wanted &= !moves[usize::from(lane)];
            } else {
                each_square(man.role, lane, row.fixed, |to, passed| {
                    *wanted &= !(from[usize::from(to)] & !passed);
                });
            }
            lanes &= !(u64::from(*wanted == 0) << lane);
        }
    }
    if lanes == 0 {
        return 0;
    }
    frame.targets(row, side, &mut scratch.targets);
    for target in &scratch.targets {
        let there = set.lanes[target.row] & lanes & !target.passed;
        if there != 0 {
            let from = set.row(target.row);
            for lane in squares(there) {
                let wanted = &mut wanted[usize::from(lane)];
                *wanted &= !(from[usize::from(lane)] & !target.passed);
                lanes &= !(u64::from(*wanted == 0) << lane);
            }
            if lanes == 0 {
                return 0;
            }
        }
    }
    if side == Color::White {
        frame.king_targets(row, &mut scratch.turned);
        for target in &scratch.turned {
            let back = target.symmetry.inverse();
            let there = back.set(set.lanes[target.row]) & lanes;
            let from = set.row(target.row);
            for lane in squares(there) {
                let wanted = &mut wanted[usize::from(lane)];
                *wanted &= !back.set(from[usize::from(target.symmetry.square(lane))]);
                lanes &= !(u64::from(*wanted == 0) << lane);
            }
        }
    }
    lanes
}
