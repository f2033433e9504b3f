//! The moves of one position, on sets of squares: no legality test, the table after knows.

use value::{Metric, Outcome};

use super::exits::{Exit, Values};
use super::{Destination, Successor, Successors};
use crate::bitboards::{Bitboards, Step};
use crate::codec::ILLEGAL;
use crate::conversion::Kind;
use crate::index::{Decoded, Index, Neighbours, Pawns, squares};
use crate::material::PROMOTIONS;
use crate::rules::{Color, Piece, Position, Role, Square, reach, side};
use crate::tables::TablesError;

const FIRST_AND_LAST: u64 = 0xff00_0000_0000_00ff;

/// The men of a decoded number, seated as its index seats them.
pub(super) fn men_of(at: &Decoded, seats: &[Piece]) -> Bitboards {
    let mut men = Bitboards::default();
    *men.set(Role::Pawn.of(Color::White)) = at.pawns.white;
    *men.set(Role::Pawn.of(Color::Black)) = at.pawns.black;
    *men.set(Role::King.of(Color::White)) = 1 << at.king;
    *men.set(Role::King.of(Color::Black)) = 1 << at.black_king;
    for (&man, &square) in seats.iter().zip(&at.seats) {
        *men.set(man) |= 1 << square;
    }
    men
}

/// One side's moves from the positions of one table.
pub(super) struct Mover<'s, 't> {
    all: &'s Successors<'t>,
    neighbours: Neighbours<'s>,
    turn: Color,
    /// The bytes with the other side to move.
    after: &'s [u8],
    quiet: &'s Values,
    push: &'s Values,
}

impl<'s, 't> Mover<'s, 't> {
    pub(super) fn new(all: &'s Successors<'t>, turn: Color) -> Mover<'s, 't> {
        Mover {
            all,
            neighbours: Neighbours::new(all.table.index()),
            turn,
            after: all.table.codes(turn.other()),
            quiet: &all.quiet[side(turn)],
            push: &all.push[side(turn)],
        }
    }

    pub(super) fn neighbours(&self) -> &Neighbours<'s> {
        &self.neighbours
    }

    pub(super) fn index(&self) -> &'s Index {
        self.all.table.index()
    }

    pub(super) fn turn(&self) -> Color {
        self.turn
    }

    /// The bytes of a cell with the other side to move, by its first number.
    pub(super) fn line(&self, first: usize) -> &'s [u8; 64] {
        self.after[first..].first_chunk().expect("a cell has 64 numbers")
    }

    /// Lists every legal move of a position.
    pub(super) fn list(&self, at: &Decoded, found: &mut Vec<Successor>) -> Result<(), TablesError> {
        self.list_if::<true>(at, found)
    }

    /// Lists the legal moves of a position, or only those that are not among its
    /// [quiet ones](crate::quiet_moves).
    pub(super) fn list_if<const QUIET: bool>(
        &self,
        at: &Decoded,
        found: &mut Vec<Successor>,
    ) -> Result<(), TablesError> {
        found.clear();
        let seats = self.all.table.index().seats();
        let men = men_of(at, seats);
        let theirs = men.of(self.turn.other());
        let own = men.of(self.turn);
        let occupied = own | theirs;
        let king = self.turn.fold_wb(at.king, at.black_king);
        let reached = reach(Role::King.of(self.turn), king, occupied);
        for to in squares(if QUIET { reached & !occupied } else { 0 }) {
            let number = match self.turn {
                Color::White => self.neighbours.king_moved(at, to),
                Color::Black => self.neighbours.black_king_moved(at, to),
            };
            if let Some(number) = number {
                self.stay(found, number, quiet(king, to));
            }
        }
        self.captures(&men, Role::King, king, reached & theirs, found);
        for (seat, &man) in seats.iter().enumerate() {
            if man.color == self.turn {
                let from = at.seats[seat];
                let reached = reach(man, from, occupied);
                for to in squares(if QUIET { reached & !occupied } else { 0 }) {
                    self.stay(found, self.neighbours.seat_moved(at, seat, to), quiet(from, to));
                }
                self.captures(&men, man.role, from, reached & theirs, found);
            }
        }
        let pawns = men.get(Role::Pawn.of(self.turn));
        if pawns != 0 {
            for from in squares(pawns) {
                self.pawn::<QUIET>(at, &men, from, found)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn stay(&self, found: &mut Vec<Successor>, number: usize, step: Step) {
        if let Some(value) = self.quiet[usize::from(self.after[number])] {
            found.push(Successor { value, step, to: Destination::Here(number) });
        }
    }

    pub(super) fn pawn<const QUIET: bool>(
        &self,
        at: &Decoded,
        men: &Bitboards,
        from: u8,
        found: &mut Vec<Successor>,
    ) -> Result<(), TablesError> {
        let man = Role::Pawn.of(self.turn);
        let theirs = men.of(self.turn.other());
        let occupied = theirs | men.of(self.turn);
        self.captures(men, Role::Pawn, from, reach(man, from, occupied) & theirs, found);
        let ahead = |square: u8| self.turn.fold_wb(square + 8, square.wrapping_sub(8));
        let free = |square: u8| occupied >> square & 1 == 0;
        let once = ahead(from);
        if !free(once) {
            return Ok(());
        }
        if FIRST_AND_LAST >> once & 1 == 1 {
            self.leave(men, Role::Pawn, from, once, None, found);
            return Ok(());
        }
        let pushed = |to: u8| {
            let step = 1 << from | 1 << to;
            let mut pawns = at.pawns;
            match self.turn {
                Color::White => pawns.white ^= step,
                Color::Black => pawns.black ^= step,
            }
            pawns
        };
        self.push::<QUIET>(at, pushed(once), quiet(from, once), found);
        let twice = ahead(once);
        if from >> 3 == self.turn.fold_wb(1, 6) && free(twice) {
            let beside = reach(man.role.of(self.turn), once, occupied);
            let capturers = men.get(Role::Pawn.of(self.turn.other()));
            // A pawn that could capture en passant stands beside the square reached, where the
            // skipped square's pawn attacks.
            if beside & capturers == 0 {
                self.push::<QUIET>(at, pushed(twice), quiet(from, twice), found);
            } else {
                self.push_beside(at, men, pushed(twice), from, twice, found)?;
            }
        }
        Ok(())
    }

    /// A push; if it is a quiet one, only where it ends the count of the metric.
    fn push<const QUIET: bool>(
        &self,
        at: &Decoded,
        pawns: Pawns,
        step: Step,
        found: &mut Vec<Successor>,
    ) {
        let counts = matches!(self.all.tables.metric(), Metric::Dtz | Metric::Dtz50);
        if !QUIET && !counts {
            return;
        }
        let Some(number) = self.neighbours.pawns_moved(at, pawns) else { return };
        if let Some(value) = self.push[usize::from(self.after[number])]
            && (QUIET || value != Outcome::Draw)
        {
            found.push(Successor { value, step, to: Destination::Here(number) });
        }
    }

    /// A double step past a pawn that may capture it: the table knows the position without that
    /// right, the tables with it.
    fn push_beside(
        &self,
        at: &Decoded,
        men: &Bitboards,
        pawns: Pawns,
        from: u8,
        to: u8,
        found: &mut Vec<Successor>,
    ) -> Result<(), TablesError> {
        let Some(number) = self.neighbours.pawns_moved(at, pawns) else { return Ok(()) };
        if self.after[number] == ILLEGAL {
            return Ok(());
        }
        let mut men = *men;
        *men.set(Role::Pawn.of(self.turn)) ^= 1 << from | 1 << to;
        let plain = Position::from_men(men.pieces(), self.turn.other());
        let stepped = Square::new(u32::from(to));
        match plain.ok().and_then(|plain| plain.with_en_passant_of(stepped)) {
            None => self.push::<true>(at, pawns, quiet(from, to), found),
            Some(position) => {
                let after = self.all.tables.fresh_outcome(&position)?;
                let value = Kind::Push.value(self.all.tables.metric(), after);
                let step = quiet(from, to);
                found.push(Successor { value, step, to: Destination::WithRight(number) });
            }
        }
        Ok(())
    }

    pub(super) fn captures(
        &self,
        men: &Bitboards,
        role: Role,
        from: u8,
        targets: u64,
        found: &mut Vec<Successor>,
    ) {
        for to in squares(targets) {
            let captured = men.role_at(self.turn.other(), to);
            self.leave(men, role, from, to, captured, found);
        }
    }

    /// A capture, a promotion or both.
    fn leave(
        &self,
        men: &Bitboards,
        role: Role,
        from: u8,
        to: u8,
        captured: Option<Role>,
        found: &mut Vec<Successor>,
    ) {
        let mut left = *men;
        *left.set(role.of(self.turn)) ^= 1 << from;
        if let Some(captured) = captured {
            *left.set(captured.of(self.turn.other())) ^= 1 << to;
        }
        let promotes = role == Role::Pawn && FIRST_AND_LAST >> to & 1 == 1;
        let becomes: &[Role] = if promotes { &PROMOTIONS } else { &[role] };
        for &became in becomes {
            let mut left = left;
            *left.set(became.of(self.turn)) |= 1 << to;
            let promoted = promotes.then_some(became);
            let value = match self.all.exits.get(self.turn, captured, promoted) {
                Some(Exit::Kings) => bare_kings(&left),
                Some(Exit::Smaller { table, flip, values }) => {
                    let sets = |man: Piece| match flip {
                        false => left.get(man),
                        true => left.get(man.role.of(man.color.other())).swap_bytes(),
                    };
                    let next = if *flip { self.turn } else { self.turn.other() };
                    let number = table.index().encode_men(&sets);
                    number.and_then(|number| values[usize::from(table.codes(next)[number])])
                }
                None => None,
            };
            if let Some(value) = value {
                let step = Step { from, to, promotes: promoted };
                found.push(Successor { value, step, to: Destination::Elsewhere });
            }
        }
    }
}

/// A step without promotion.
#[inline(always)]
fn quiet(from: u8, to: u8) -> Step {
    Step { from, to, promotes: None }
}

/// A draw, unless the kings touch.
fn bare_kings(men: &Bitboards) -> Option<Outcome> {
    let white = Role::King.of(Color::White);
    let king = men.get(white).trailing_zeros() as u8;
    let touch = reach(white, king, 0) & men.get(Role::King.of(Color::Black)) != 0;
    (!touch).then_some(Outcome::Draw)
}
