//! The one kernel: from which positions of a row does a move lead into a set?
//!
//! Jansen's `S^-1` for a whole row of 4,096 positions at once. Moves that are illegal need no test:
//! the sets hold legal positions only, so an illegal move leads nowhere.

use std::ops::ControlFlow;

use super::frame::{Frame, Row, Target};
use super::geometry::{each_square, king_spread, knight_spread};
use super::set::{RowWords, Set};
use crate::index::{Symmetry, squares};
use crate::rules::{Color, Role};

/// Adds to `out` the positions of the row from which a quiet move of `side` leads into `set`.
///
/// May stop as soon as `out` covers `wanted`.
#[inline(always)]
pub(super) fn reach(
    frame: &Frame<'_>,
    row: &Row,
    side: Color,
    set: &Set,
    wanted: &RowWords,
    out: &mut RowWords,
) {
    let own = set.lanes[row.number];
    if own != 0 {
        if side == Color::Black {
            let from = set.row(row.number);
            for lane in 0..64 {
                out[lane] |= king_spread(from[lane]);
            }
            if covers(out, wanted) {
                return;
            }
        }
        let man = frame.lane_man();
        if man.color == side {
            lane_moves(man.role, row.fixed, set.row(row.number), own, out);
            if covers(out, wanted) {
                return;
            }
        }
    }
    let mut since_check = 0;
    let _ = frame.each_target(row, side, |target| {
        let lanes = set.lanes[target.row];
        if lanes == 0 {
            return ControlFlow::Continue(());
        }
        if target.symmetry == Symmetry::IDENTITY {
            add_row(set.row(target.row), lanes, target.passed, out);
        } else {
            add_turned(set.row(target.row), lanes, target.symmetry, out);
        }
        since_check += 1;
        if since_check % 4 == 0 && covers(out, wanted) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
}

/// The lanes of the row from which some quiet move of `side` may lead to a row and lane in
/// `changed`: at least those, possibly more.
#[inline(always)]
pub(super) fn touched_lanes(frame: &Frame<'_>, row: &Row, side: Color, changed: &[u64]) -> u64 {
    let own = changed[row.number];
    let mut lanes = 0;
    if own != 0 {
        if side == Color::Black {
            lanes |= own;
        }
        let man = frame.lane_man();
        if man.color == side {
            lanes |= match man.role {
                Role::King => king_spread(own),
                Role::Knight => knight_spread(own),
                _ => !0,
            };
        }
    }
    let _ = frame.each_target(row, side, |target| {
        let there = changed[target.row];
        if there != 0 {
            lanes |= target.symmetry.inverse().set(there);
        }
        if lanes == !0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    lanes
}

#[inline(always)]
fn covers(out: &RowWords, wanted: &RowWords) -> bool {
    let mut missing = 0;
    for lane in 0..64 {
        missing |= wanted[lane] & !out[lane];
    }
    missing == 0
}

/// Adds a row of the set, the positions left out where a man stands in the way.
#[inline(always)]
fn add_row(from: &RowWords, lanes: u64, passed: u64, out: &mut RowWords) {
    let open = !passed;
    if lanes.count_ones() < 12 {
        for lane in squares(lanes & open) {
            out[usize::from(lane)] |= from[usize::from(lane)] & open;
        }
    } else if passed == 0 {
        for lane in 0..64 {
            out[lane] |= from[lane];
        }
    } else {
        // The lane man on a passed square blocks its whole lane: keep those lanes as they were.
        let mut kept = [0; 8];
        for (keep, lane) in kept.iter_mut().zip(squares(passed)) {
            *keep = out[usize::from(lane)];
        }
        for lane in 0..64 {
            out[lane] |= from[lane] & open;
        }
        for (keep, lane) in kept.iter().zip(squares(passed)) {
            out[usize::from(lane)] = *keep;
        }
    }
}

/// Adds a row that shows the board turned.
#[inline(always)]
fn add_turned(from: &RowWords, lanes: u64, symmetry: Symmetry, out: &mut RowWords) {
    let back = symmetry.inverse();
    for lane in squares(lanes) {
        out[usize::from(back.square(lane))] |= back.set(from[usize::from(lane)]);
    }
}

/// Adds the positions from which the lane man moves to a position of its own row.
#[inline(always)]
fn lane_moves(role: Role, fixed: u64, from: &RowWords, lanes: u64, out: &mut RowWords) {
    for lane in squares(lanes) {
        let word = from[usize::from(lane)];
        each_square(role, lane, fixed, |to, passed| {
            out[usize::from(to)] |= word & !passed;
        });
    }
}

/// A row's targets are `Copy` and small: keep it so, they are made by the million.
const _: () = assert!(std::mem::size_of::<Target>() <= 24);
