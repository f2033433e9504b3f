//! The moves of the 64 positions of a cell, worked out together.
//!
//! Only the inner man's square tells the positions of a cell apart. So a quiet move of any other man
//! leads all of them into one cell, those apart in which the inner man stands in its way: where to
//! is worked out once, and a position asks for a byte.

use value::Outcome;

use super::moves::{Mover, men_of};
use super::{Destination, Successor};
use crate::bitboards::{Bitboards, Step};
use crate::codec::ILLEGAL;
use crate::index::{Decoded, Symmetry, squares};
use crate::rules::{Color, Piece, Role, between, reach};
use crate::tables::TablesError;

/// A quiet move of a man other than the inner one.
#[derive(Clone, Copy, Debug)]
struct QuietMove<'s> {
    /// The bytes of the cell it leads to, and the number of the first of them.
    line: &'s [u8; 64],
    first: usize,
    /// How the board is turned there.
    turned: Symmetry,
    /// The squares on which the inner man is in the way.
    blocked: u64,
    step: Step,
}

/// A man of the side to move, pawns apart.
#[derive(Clone, Copy, Debug)]
struct MovingMan {
    role: Role,
    /// His square; none if he is the inner man.
    from: Option<u8>,
    /// Where his quiet moves end in the list.
    quiet: usize,
    /// What he attacks if the inner man is out of the way.
    attacked: u64,
}

/// The positions of one cell, and how one side moves there.
pub(super) struct CellMoves<'m, 's, 't> {
    mover: &'m Mover<'s, 't>,
    inner: Piece,
    /// The cell, the inner man on a1.
    at: Decoded,
    /// All men but the inner one.
    men: Bitboards,
    occupied: u64,
    /// The opponent's, the inner man apart.
    theirs: u64,
    quiet: Vec<QuietMove<'s>>,
    moving: Vec<MovingMan>,
    /// The bytes of the cell itself with the opponent to move: where the inner man's moves lead.
    line: &'s [u8; 64],
    /// Captures, promotions and pawn moves of the position at hand.
    zeroing: Vec<Successor>,
}

impl<'m, 's, 't> CellMoves<'m, 's, 't> {
    /// The positions of the first cell.
    pub(super) fn new(mover: &'m Mover<'s, 't>) -> CellMoves<'m, 's, 't> {
        let index = mover.index();
        let inner = index.inner_seat().map(|seat| index.seats()[seat]);
        let mut moves = CellMoves {
            mover,
            inner: inner.unwrap_or(Role::King.of(Color::Black)),
            at: mover.neighbours().decode(0),
            men: Bitboards::default(),
            occupied: 0,
            theirs: 0,
            quiet: Vec::with_capacity(128),
            moving: Vec::with_capacity(8),
            line: mover.line(0),
            zeroing: Vec::with_capacity(64),
        };
        moves.enter(0);
        moves
    }

    pub(super) fn turn(&self) -> Color {
        self.mover.turn()
    }

    /// Goes on to another cell.
    pub(super) fn enter(&mut self, cell: usize) {
        let (index, turn) = (self.mover.index(), self.mover.turn());
        self.at = self.mover.neighbours().decode(cell);
        self.line = self.mover.line(cell * 64);
        self.men = men_of(&self.at, &index.seats()[..index.outer_seats()]);
        if index.inner_seat().is_none() {
            *self.men.set(self.inner) = 0;
        }
        self.theirs = self.men.of(turn.other());
        self.occupied = self.men.occupied();
        self.quiet.clear();
        self.moving.clear();
        self.king();
        for (seat, &man) in index.seats().iter().enumerate() {
            if man.color == turn && Some(seat) == index.inner_seat() {
                self.moving(man.role, None, 0);
            } else if man.color == turn {
                let (neighbours, at) = (self.mover.neighbours(), self.at);
                let to = |to| Some((neighbours.seat_moved(&at, seat, to), Symmetry::IDENTITY));
                self.outer(man, at.seats[seat], to);
            }
        }
    }

    fn king(&mut self) {
        let (neighbours, at) = (self.mover.neighbours(), self.at);
        let king = Role::King.of(self.mover.turn());
        if king == self.inner {
            return self.moving(Role::King, None, 0);
        }
        match king.color {
            Color::White => {
                let turned = |to| neighbours.turned(to, at.black_king);
                self.outer(king, at.king, |to| Some((neighbours.king_moved(&at, to)?, turned(to))));
            }
            Color::Black => {
                let moved = |to| neighbours.black_king_moved(&at, to);
                let turned = |to| neighbours.turned(at.king, to);
                self.outer(king, at.black_king, |to| Some((moved(to)?, turned(to))));
            }
        }
    }

    /// Lists the quiet moves of a man, told the number each leads to and how the board is turned there.
    #[inline(always)]
    fn outer(&mut self, man: Piece, from: u8, moved: impl Fn(u8) -> Option<(usize, Symmetry)>) {
        let attacked = reach(man, from, self.occupied);
        for to in squares(attacked & !self.occupied) {
            if let Some((number, turned)) = moved(to) {
                let first = number & !63;
                let blocked = between(from, to) | 1 << to;
                let step = Step { from, to, promotes: None };
                let line = self.mover.line(first);
                self.quiet.push(QuietMove { line, first, turned, blocked, step });
            }
        }
        self.moving(man.role, Some(from), attacked);
    }

    fn moving(&mut self, role: Role, from: Option<u8>, attacked: u64) {
        self.moving.push(MovingMan { role, from, quiet: self.quiet.len(), attacked });
    }

    /// Hands out every move of the position with the inner man on a square, in the order of
    /// [`Mover::list`]: its value, its step, and where it leads. Values are looked up by the byte that
    /// a quiet move leads to, illegal moves included, and else made of what a legal move is worth.
    #[inline(always)]
    pub(super) fn each<V: Copy>(
        &mut self,
        place: u8,
        values: &[V; 256],
        value: impl Fn(Outcome) -> V,
        mut found: impl FnMut(V, Step, Destination),
    ) -> Result<(), TablesError> {
        let (mover, turn) = (self.mover, self.mover.turn());
        let mut next = 0;
        for at in 0..self.moving.len() {
            let MovingMan { role, from, quiet, attacked } = self.moving[at];
            let captured = match from {
                Some(from) => {
                    for one in &self.quiet[next..quiet] {
                        let there = one.turned.place(place);
                        let code = one.line[usize::from(there & 63)];
                        let code = if one.blocked >> place & 1 == 0 { code } else { ILLEGAL };
                        let to = Destination::Here(one.first + usize::from(there));
                        found(values[usize::from(code)], one.step, to);
                    }
                    next = quiet;
                    self.captured(from, attacked, place)
                }
                None => {
                    let attacked = reach(role.of(turn), place, self.occupied);
                    for to in squares(attacked & !self.occupied) {
                        let code = self.line[usize::from(to)];
                        let number = self.at.number + usize::from(to);
                        let step = Step { from: place, to, promotes: None };
                        found(values[usize::from(code)], step, Destination::Here(number));
                    }
                    attacked & self.theirs
                }
            };
            if captured != 0 {
                let men = self.men(place);
                let from = from.unwrap_or(place);
                mover.captures(&men, role, from, captured, &mut self.zeroing);
                self.hand_out(&value, &mut found);
            }
        }
        let pawns = self.men.get(Role::Pawn.of(turn));
        if pawns != 0 {
            let men = self.men(place);
            let at = mover.neighbours().with_inner(self.at, place);
            for from in squares(pawns) {
                mover.pawn::<true>(&at, &men, from, &mut self.zeroing)?;
            }
            self.hand_out(&value, &mut found);
        }
        Ok(())
    }

    #[inline(always)]
    fn hand_out<V>(
        &mut self,
        value: &impl Fn(Outcome) -> V,
        found: &mut impl FnMut(V, Step, Destination),
    ) {
        for one in self.zeroing.drain(..) {
            found(value(one.value), one.step, one.to);
        }
    }

    /// The men that an outer man can capture.
    #[inline(always)]
    fn captured(&self, from: u8, attacked: u64, place: u8) -> u64 {
        let mut captured = attacked & self.theirs;
        for to in squares(captured) {
            if between(from, to) >> place & 1 == 1 {
                captured ^= 1 << to;
            }
        }
        if self.inner.color == self.mover.turn() {
            captured
        } else {
            captured | attacked & 1 << place
        }
    }

    /// All men with the inner one on a square.
    #[inline(always)]
    pub(super) fn men(&self, place: u8) -> Bitboards {
        let mut men = self.men;
        *men.set(self.inner) |= 1 << place;
        men
    }
}
