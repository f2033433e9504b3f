//! The room in which the solver works: all positions with one placement of the pawns.
//!
//! A frame is a list of rows. A row fixes every man but two: the *lane* man, whose 64 squares are
//! the row's 64 words, and the black king, whose 64 squares are a word's 64 bits.

use std::ops::ControlFlow;

use super::geometry::{KING, each_square};
use crate::index::{Axis, Index, Lane, Pawns, Seats, Symmetry, pair_number};
use crate::rules::{Color, Piece, Role};

pub(super) struct Frame<'a> {
    pub(super) index: &'a Index,
    pub(super) placement: usize,
    pub(super) pawns: Pawns,
    /// Rows between one value of an axis and the next.
    strides: Vec<usize>,
}

/// One row: the men that are the same in all its 4,096 positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) number: usize,
    /// The white king, unless it is the lane man.
    pub(super) king: u8,
    /// The seated men; the lane man's entry is meaningless.
    pub(super) seats: Seats,
    /// Squares taken by pawns, outer men, and the white king unless it is the lane man.
    pub(super) fixed: u64,
}

/// A row one move away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) row: usize,
    /// How this board is turned to meet the target's.
    pub(super) symmetry: Symmetry,
    /// Squares the man passes: the lane man and the black king must not be there.
    pub(super) passed: u64,
}

impl<'a> Frame<'a> {
    pub(super) fn new(index: &'a Index, placement: usize) -> Frame<'a> {
        let mut strides = vec![1; index.axes().len()];
        for at in (1..strides.len()).rev() {
            strides[at - 1] = strides[at] * index.axes()[at].size();
        }
        Frame { index, placement, pawns: index.placements().get(placement), strides }
    }

    pub(super) fn rows(&self) -> usize {
        self.index.rows()
    }

    /// The man in the lanes.
    pub(super) fn lane_man(&self) -> Piece {
        match self.index.lane() {
            Lane::King => Role::King.of(Color::White),
            Lane::Seat(seat) => self.index.seats()[seat],
        }
    }

    /// The seats of outer men: all but the lane man's.
    pub(super) fn outer_seats(&self) -> usize {
        match self.index.lane() {
            Lane::King => self.index.seats().len(),
            Lane::Seat(lane) => lane,
        }
    }

    /// The row with this number; none if two of its men share a square.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> Option<Row> {
        let (_, king, seats) = self.index.men_of_cell(number * 64);
        let mut fixed = self.pawns.all();
        let mut men = fixed.count_ones();
        if self.index.lane() != Lane::King {
            fixed |= 1 << king;
            men += 1;
        }
        for seat in &seats[..self.outer_seats()] {
            fixed |= 1 << seat;
            men += 1;
        }
        (fixed.count_ones() == men).then_some(Row { number, king, seats, fixed })
    }

    /// Calls `visit` with each row that an outer man of one colour can move to, until it breaks.
    #[inline(always)]
    pub(super) fn each_target(
        &self,
        row: &Row,
        side: Color,
        mut visit: impl FnMut(Target) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (&axis, &stride) in self.index.axes().iter().zip(&self.strides) {
            match axis {
                Axis::Triangle => {
                    if side == Color::White {
                        self.each_king_target(row, &mut visit)?;
                    }
                }
                Axis::Single(seat) => {
                    let man = self.index.seats()[seat];
                    if man.color == side {
                        let from = row.seats[seat];
                        let base = row.number - usize::from(from) * stride;
                        let number = |to: u8| base + usize::from(to) * stride;
                        slide(man.role, from, row.fixed, number, &mut visit)?;
                    }
                }
                Axis::Pair(a, b) => {
                    let man = self.index.seats()[a];
                    if man.color == side {
                        let (a, b) = (row.seats[a], row.seats[b]);
                        let base = row.number - pair_number(a, b) * stride;
                        for (from, stays) in [(a, b), (b, a)] {
                            let number = |to: u8| base + pair_number(to, stays) * stride;
                            slide(man.role, from, row.fixed, number, &mut visit)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The white king's moves without pawns: out of the triangle means turning the board.
    #[inline(always)]
    fn each_king_target(
        &self,
        row: &Row,
        visit: &mut impl FnMut(Target) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for to in crate::index::squares(KING[usize::from(row.king)] & !row.fixed) {
            let symmetry = Symmetry::into_triangle(to);
            let mut seats = Seats::default();
            for (turned, &square) in seats.iter_mut().zip(&row.seats) {
                *turned = symmetry.square(square);
            }
            let target = self.index.cell(0, symmetry.square(to), &seats) / 64;
            visit(Target { row: target, symmetry, passed: 0 })?;
        }
        ControlFlow::Continue(())
    }
}

/// Visits the rows of one man's moves.
#[inline(always)]
fn slide(
    role: Role,
    from: u8,
    fixed: u64,
    number: impl Fn(u8) -> usize,
    visit: &mut impl FnMut(Target) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    each_square(role, from, fixed, |to, passed| {
        if flow.is_continue() {
            flow = visit(Target { row: number(to), symmetry: Symmetry::IDENTITY, passed });
        }
    });
    flow
}
