//! The quiet moves of 64 positions at once, and sums over the positions they lead to.
//!
//! A cell is 64 positions that differ in the square of the inner man. A move of another man leads from a
//! cell to a cell, place by place, the board turned in some cases; a move of the inner man stays within
//! the cell. So whatever is kept by number, the other side to move, is added up line by line: nothing
//! is stored about the moves. Where a man would land on another or leave his king in check, there is
//! no legal position, and what is kept there is 0.
//!
//! - `gathering`: what is done with the numbers of one move; `listing`: the moves one by one; `parallel`: a whole table at once
//! - `lines`: the lines that are added up, listed once for many sweeps

mod gathering;
mod lines;
mod listing;
mod parallel;

use std::ops::Range;

use value::{Metric, Outcome};

use crate::codec::{Codec, DRAW, FIRST_WHITE, STALEMATE};
use crate::index::{Decoded, Kings, Neighbours, Pawns, Symmetry, squares};
use crate::rules::{Color, Role};
use crate::simd::{Kernel, dispatch};
use crate::table::Table;

pub use crate::line::Number;
use gathering::{Gathering, MoveTaker};
pub use lines::{Lines, Numbers, PER_CELL, PER_LINE};
pub use listing::Lists;
pub use parallel::for_each_position;

/// A number for each place of a cell.
pub type Sums = [f64; 64];

/// The quiet moves of one side in a solved endgame: everything but captures, promotions, and double
/// steps past a pawn that might capture en passant.
#[derive(Clone, Debug)]
pub struct QuietMoves<'t> {
    table: &'t Table,
    turn: Color,
    neighbours: Neighbours<'t>,
}

/// Which moves count, and what they are worth.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'v> {
    /// What each position after a move has, by number: 0 where there is none.
    pub values: &'v [f64],
    /// The bytes of the positions that are asked about.
    pub wanted: &'v [bool; 256],
    /// Which moves count.
    pub which: Which<'v>,
    /// By number, the byte whose rule holds for a position; its own if there are none.
    pub rules: Option<&'v [u8]>,
}

/// Which moves count.
#[derive(Clone, Copy, Debug)]
pub enum Which<'v> {
    /// All of them.
    All,
    /// Those the mover allows himself.
    Allowed(&'v AllowedCodes),
    /// Of those, the ones after which another number is greatest, or least; of several the mean.
    Best {
        /// Which moves may be made.
        allowed: &'v AllowedCodes,
        /// What is compared, by number.
        by: &'v [f64],
        /// Whether the least is wanted.
        least: bool,
    },
}

/// For each byte of a position, the bytes that a move may lead to: the first, and how many more.
#[derive(Clone, Debug)]
pub struct AllowedCodes(Box<[(u8, u8); 256]>);

impl AllowedCodes {
    /// A mover who makes no move that is worth less than this; of a position's own worth, the worst
    /// that he accepts.
    pub fn at_least(table: &Table, turn: Color, worst: impl Fn(Outcome) -> Outcome) -> Self {
        let codec = table.codec();
        let range = |code: usize| match codec.outcome(code as u8, turn) {
            None => (0, 0),
            Some(outcome) => at_least(codec, turn, worst(outcome)),
        };
        AllowedCodes(Box::new(std::array::from_fn(range)))
    }

    /// A mover who only makes moves to positions with the byte that is named instead of the position's
    /// own: none for 0, and any draw for a draw.
    pub fn exactly() -> AllowedCodes {
        AllowedCodes(Box::new(std::array::from_fn(|code| match code as u8 {
            DRAW | STALEMATE => (DRAW, STALEMATE - DRAW),
            code => (code, 0),
        })))
    }
}

/// The bytes after a move that is worth so much to the mover, or more: a range that may go on from 255
/// to 0, the byte of no position, which means nothing.
fn at_least(codec: Codec, mover: Color, worst: Outcome) -> (u8, u8) {
    let last_white = codec.wins(Color::White).1;
    let (first, last) = match (mover, worst) {
        (Color::White, Outcome::Win(depth)) => (FIRST_WHITE, FIRST_WHITE + depth.0 as u8),
        (Color::White, Outcome::Draw) => (DRAW, last_white),
        (Color::White, Outcome::Loss(depth)) => (DRAW, 255 - depth.0 as u8),
        (Color::Black, Outcome::Win(depth)) => (255 - depth.0 as u8, 255),
        (Color::Black, Outcome::Draw) => (last_white.wrapping_add(1), STALEMATE),
        (Color::Black, Outcome::Loss(depth)) => (FIRST_WHITE + depth.0 as u8, STALEMATE),
    };
    (first, last.wrapping_sub(first))
}

impl<'t> QuietMoves<'t> {
    /// The moves of this side.
    pub fn new(table: &'t Table, turn: Color) -> QuietMoves<'t> {
        QuietMoves { table, turn, neighbours: Neighbours::new(table.index()) }
    }

    /// Calls a function with each cell that has a wanted position, the places of those, and for each
    /// place the sum over its moves.
    pub fn sweep(
        &self,
        cells: Range<usize>,
        reading: Reading<'_>,
        each: impl FnMut(usize, u64, &Sums),
    ) {
        dispatch(Sweep { moves: self, cells, reading, each });
    }

    /// All men but the inner one; none if two of them share a square.
    #[inline(always)]
    fn occupied(&self, at: &Decoded) -> Option<u64> {
        let index = self.table.index();
        let mut occupied = at.pawns.white | at.pawns.black | 1 << at.king;
        let mut men = occupied.count_ones();
        if index.inner_seat().is_some() {
            occupied |= 1 << at.black_king;
            men += 1;
        }
        for &square in &at.seats[..index.outer_seats()] {
            occupied |= 1 << square;
            men += 1;
        }
        (occupied.count_ones() == men).then_some(occupied)
    }

    /// Adds up every move of a cell.
    #[inline(always)]
    fn gather(&self, at: &Decoded, occupied: u64, gathering: &mut impl MoveTaker) {
        let index = self.table.index();
        let empty = !occupied;
        if index.inner_seat().is_some() || self.turn == Color::White {
            let king = self.turn.fold_wb(at.king, at.black_king);
            for step in Role::King.steps(1 << king, empty) {
                let to = step.reached.trailing_zeros() as u8;
                let (white, black) = self.turn.fold_wb((to, at.black_king), (at.king, to));
                let number = match self.turn {
                    Color::White => self.neighbours.king_moved(at, to),
                    Color::Black => self.neighbours.black_king_moved(at, to),
                };
                let symmetry = match index.kings() {
                    Kings::Triangle => Kings::homeward(white, black),
                    _ => Symmetry::IDENTITY,
                };
                if let Some(number) = number {
                    gathering.line(number & !63, symmetry, !0);
                }
            }
        }
        for seat in (0..index.outer_seats()).filter(|&s| index.seats()[s].color == self.turn) {
            for step in index.seats()[seat].role.steps(1 << at.seats[seat], empty) {
                let to = step.reached.trailing_zeros() as u8;
                let number = self.neighbours.seat_moved(at, seat, to);
                gathering.line(number & !63, Symmetry::IDENTITY, !step.passed);
            }
        }
        let inner = index.inner_seat().map_or(Role::King.of(Color::Black), |s| index.seats()[s]);
        if inner.color == self.turn {
            gathering.open(at.number);
            for step in inner.role.steps(gathering.wanted(), empty) {
                gathering.shifted(step.by, shift(step.reached, -step.by));
            }
        }
        self.push(at, occupied, gathering);
    }

    /// The pawns' quiet moves.
    #[inline(always)]
    fn push(&self, at: &Decoded, occupied: u64, gathering: &mut impl MoveTaker) {
        let (own, others) =
            self.turn.fold_wb((at.pawns.white, at.pawns.black), (at.pawns.black, at.pawns.white));
        if own == 0 {
            return;
        }
        // Where a push ends the count, the game goes on only if it draws.
        let only_draws = matches!(self.table.metric(), Metric::Dtz | Metric::Dtz50);
        let ahead = self.turn.fold_wb(8, -8);
        let home = self.turn.fold_wb(1, 6);
        let last = self.turn.fold_wb(7, 0);
        for from in squares(own) {
            let mut moved = |by: i32, hidden: u64| {
                let step = 1 << from | shift(1 << from, by);
                let pawns = self.turn.fold_wb(
                    Pawns { white: at.pawns.white ^ step, ..at.pawns },
                    Pawns { black: at.pawns.black ^ step, ..at.pawns },
                );
                let symmetry = self.table.index().orient_pawns(pawns).0;
                if let Some(number) = self.neighbours.pawns_moved(at, pawns) {
                    let places = match only_draws {
                        true => gathering.drawn(number & !63, symmetry),
                        false => !0,
                    };
                    gathering.line(number & !63, symmetry, places & !hidden);
                }
            };
            let once = shift(1 << from, ahead);
            if once & occupied != 0 || once.trailing_zeros() / 8 == last {
                continue;
            }
            moved(ahead, 0);
            let twice = shift(once, ahead);
            if u32::from(from / 8) == home && twice & occupied == 0 && beside(twice) & others == 0 {
                moved(2 * ahead, once);
            }
        }
    }
}

/// The squares to the left and to the right.
#[inline(always)]
pub(crate) fn beside(square: u64) -> u64 {
    square << 1 & NOT_A | square >> 1 & NOT_H
}

struct Sweep<'s, 't, 'v, F> {
    moves: &'s QuietMoves<'t>,
    cells: Range<usize>,
    reading: Reading<'v>,
    each: F,
}

impl<F: FnMut(usize, u64, &Sums)> Kernel for Sweep<'_, '_, '_, F> {
    #[inline(always)]
    fn run(mut self) {
        let table = self.moves.table;
        let own = table.codes(self.moves.turn);
        let mut gathering = Gathering::new(self.reading, table.codes(self.moves.turn.other()));
        for cell in self.cells {
            let codes = own[cell * 64..cell * 64 + 64].try_into().expect("64 bytes");
            if !gathering.begin(codes, cell) {
                continue;
            }
            let at = self.moves.neighbours.decode(cell);
            if let Some(occupied) = self.moves.occupied(&at) {
                self.moves.gather(&at, occupied, &mut gathering);
                (self.each)(cell, gathering.wanted, gathering.finish());
            }
        }
    }
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// A step in the numbers of squares, and the squares on which it can end; rook's, then bishop's.
const DIRECTIONS: [(i32, u64); 8] =
    [(1, NOT_A), (8, !0), (-1, NOT_H), (-8, !0), (9, NOT_A), (7, NOT_H), (-9, NOT_H), (-7, NOT_A)];
const KNIGHT: [(i32, u64); 8] = [
    (17, NOT_A),
    (15, NOT_H),
    (10, NOT_AB),
    (6, NOT_GH),
    (-17, NOT_H),
    (-15, NOT_A),
    (-10, NOT_GH),
    (-6, NOT_AB),
];

#[inline(always)]
fn shift(set: u64, by: i32) -> u64 {
    if by >= 0 { set << by } else { set >> -by }
}

/// Steps of a man, direction by direction, through empty squares.
struct Steps {
    directions: &'static [(i32, u64)],
    is_slider: bool,
    from: u64,
    empty: u64,
    last: Step,
}

/// So far on from where men stand, all in one direction.
#[derive(Clone, Copy)]
struct Step {
    /// In the numbers of squares.
    by: i32,
    /// The squares reached.
    reached: u64,
    /// The squares passed on the way, those of all men together.
    passed: u64,
}

trait Moves {
    /// The steps of such a man on any square of a set.
    fn steps(self, from: u64, empty: u64) -> Steps;
}

impl Moves for Role {
    #[inline(always)]
    fn steps(self, from: u64, empty: u64) -> Steps {
        let (directions, is_slider) = match self {
            Role::King => (&DIRECTIONS[..], false),
            Role::Knight => (&KNIGHT[..], false),
            Role::Queen => (&DIRECTIONS[..], true),
            Role::Rook => (&DIRECTIONS[..4], true),
            Role::Bishop => (&DIRECTIONS[4..], true),
            Role::Pawn => (&[][..], false),
        };
        Steps { directions, is_slider, from, empty, last: Step { by: 0, reached: from, passed: 0 } }
    }
}

impl Iterator for Steps {
    type Item = Step;

    #[inline(always)]
    fn next(&mut self) -> Option<Step> {
        while let Some(&(direction, onto)) = self.directions.first() {
            let Step { by, reached, passed } = self.last;
            if by == 0 || self.is_slider {
                let next = shift(reached, direction) & onto & self.empty;
                if next != 0 {
                    let passed = if by == 0 { 0 } else { passed | reached };
                    self.last = Step { by: by + direction, reached: next, passed };
                    return Some(self.last);
                }
            }
            self.directions = &self.directions[1..];
            self.last = Step { by: 0, reached: self.from, passed: 0 };
        }
        None
    }
}
