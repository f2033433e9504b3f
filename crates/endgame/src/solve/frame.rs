//! The room in which the solver works: all positions with one placement of the pawns.
//!
//! A frame is a list of rows. A row fixes every man but two: the *lane* man, whose 64 squares are
//! the row's 64 words, and the black king, whose 64 squares are a word's 64 bits. Rows that share
//! the white king's square in the triangle make a *slice*; moves of all men but that king stay
//! inside. With pawns the white king is the lane man, and the frame is one slice.

use super::geometry::{KING, each_square};
use crate::index::{Axis, Index, Lane, Pawns, Seats, Symmetry, TRIANGLE, pair_number, squares};
use crate::rules::{Color, Piece, Role};

pub(super) struct Frame<'a> {
    pub(super) index: &'a Index,
    pub(super) pawns: Pawns,
    /// Rows between one value of an axis and the next.
    strides: Vec<usize>,
    /// The men of each row of a slice, the white king of the triangle aside; none where two share a
    /// square.
    slice: Vec<Option<(Seats, u64)>>,
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

/// A row one move of an outer man away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) row: usize,
    /// Squares the man passes: the lane man and the black king must not be there.
    pub(super) passed: u64,
}

/// A row one move of the white king away, and how the board is turned to meet it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turned {
    pub(super) row: usize,
    pub(super) symmetry: Symmetry,
}

/// A way of the white king from one slice into another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Where the king goes, on the board of the slice it comes from.
    to: u8,
    /// How that board is turned then.
    pub(super) symmetry: Symmetry,
}

impl<'a> Frame<'a> {
    pub(super) fn new(index: &'a Index, placement: usize) -> Frame<'a> {
        let mut strides = vec![1; index.axes().len()];
        for at in (1..strides.len()).rev() {
            strides[at - 1] = strides[at] * index.axes()[at].size();
        }
        let pawns = index.placements().get(placement);
        let mut frame = Frame { index, pawns, strides, slice: Vec::new() };
        frame.slice = (0..frame.rows_per_slice()).map(|row| frame.men_of_row(row)).collect();
        frame
    }

    fn men_of_row(&self, row: usize) -> Option<(Seats, u64)> {
        let (_, _, seats) = self.index.men_of_cell(row * 64);
        let outer = &seats[..self.outer_seats()];
        let fixed = outer.iter().fold(self.pawns.all(), |set, square| set | 1 << square);
        let men = self.pawns.all().count_ones() as usize + outer.len();
        (fixed.count_ones() as usize == men).then_some((seats, fixed))
    }

    pub(super) fn rows(&self) -> usize {
        self.index.rows()
    }

    /// How many slices, all of the same size.
    pub(super) fn slices(&self) -> usize {
        if self.has_triangle() { TRIANGLE.len() } else { 1 }
    }

    pub(super) fn rows_per_slice(&self) -> usize {
        self.rows() / self.slices()
    }

    /// How many rows share a log: a whole number of times in a slice.
    pub(super) fn rows_per_log(&self) -> usize {
        self.rows_per_slice().min(32)
    }

    fn has_triangle(&self) -> bool {
        self.index.lane() != Lane::King
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
    #[inline]
    pub(super) fn row(&self, number: usize) -> Option<Row> {
        if !self.has_triangle() {
            let (seats, fixed) = self.slice[number]?;
            return Some(Row { number, king: 0, seats, fixed });
        }
        let king = TRIANGLE[number / self.slice.len()];
        let (seats, fixed) = self.slice[number % self.slice.len()]?;
        (fixed >> king & 1 == 0).then_some(Row { number, king, seats, fixed: fixed | 1 << king })
    }

    /// Lists the rows that outer men of one colour can move to; the white king is not one of them.
    pub(super) fn targets(&self, row: &Row, side: Color, targets: &mut Vec<Target>) {
        targets.clear();
        for (&axis, &stride) in self.index.axes().iter().zip(&self.strides) {
            let (seat, pair) = match axis {
                Axis::Triangle => continue,
                Axis::Single(seat) => (seat, None),
                Axis::Pair(a, b) => (a, Some(b)),
            };
            let man = self.index.seats()[seat];
            if man.color != side {
                continue;
            }
            let from = row.seats[seat];
            let Some(pair) = pair else {
                let base = row.number - usize::from(from) * stride;
                each_square(man.role, from, row.fixed, |to, passed| {
                    targets.push(Target { row: base + usize::from(to) * stride, passed });
                });
                continue;
            };
            let other = row.seats[pair];
            let base = row.number - pair_number(from, other) * stride;
            for (from, stays) in [(from, other), (other, from)] {
                each_square(man.role, from, row.fixed, |to, passed| {
                    targets.push(Target { row: base + pair_number(to, stays) * stride, passed });
                });
            }
        }
    }

    /// Lists the rows the white king can move to from one slice into others.
    pub(super) fn king_targets(&self, row: &Row, targets: &mut Vec<Turned>) {
        targets.clear();
        if self.has_triangle() {
            for to in squares(KING[usize::from(row.king)] & !row.fixed) {
                let symmetry = Symmetry::into_triangle(to);
                targets.push(Turned { row: self.turned_row(row, to, symmetry), symmetry });
            }
        }
    }

    /// The ways of the white king into a slice, those from one slice together. A king on the long diagonal can be met with the
    /// board turned either way, and both are stored.
    pub(super) fn links_into(&self, slice: usize) -> Vec<(usize, Vec<Link>)> {
        if !self.has_triangle() {
            return Vec::new();
        }
        let links = TRIANGLE.iter().enumerate().map(|(from_slice, &king)| {
            let mut links = Vec::new();
            for to in squares(KING[usize::from(king)]) {
                let symmetry = Symmetry::into_triangle(to);
                let home = symmetry.square(to);
                if home == TRIANGLE[slice] {
                    links.push(Link { to, symmetry });
                    if Symmetry::TRANSPOSE.square(home) == home {
                        links.push(Link { to, symmetry: symmetry.then_transposed() });
                    }
                }
            }
            (from_slice, links)
        });
        links.collect()
    }

    /// The row a link leads to from a row of its slice; none if a man is in the way.
    pub(super) fn follow(&self, row: &Row, link: &Link) -> Option<usize> {
        (row.fixed >> link.to & 1 == 0).then(|| self.turned_row(row, link.to, link.symmetry))
    }

    fn turned_row(&self, row: &Row, king: u8, symmetry: Symmetry) -> usize {
        let mut seats = Seats::default();
        for (turned, &square) in seats.iter_mut().zip(&row.seats) {
            *turned = symmetry.square(square);
        }
        self.index.cell(0, symmetry.square(king), &seats) / 64
    }
}
