//! Every kind of move out of a pawn slice, listed.

use value::Metric;

use super::{After, Inner, Mover, Runner, Stands, Taken, ZeroingMove, ends_the_clock};
use crate::index::{Pawns, squares};
use crate::material::{Material, PROMOTIONS};
use crate::rules::{Color, Piece, Role};
use crate::solve::geometry::pawn_attacks;
use crate::solve::known_tables::KnownTables;
use crate::solve::reader::{Free, Source};

/// Lists every kind of move out of a pawn slice.
pub(in crate::solve) fn zeroing_moves<'a>(
    material: Material,
    pieces: &[Piece],
    pawns: Pawns,
    metric: Metric,
    known: &KnownTables<'a>,
) -> Vec<ZeroingMove<'a>> {
    let mut list = Lister { material, pieces, pawns, metric, known, found: Vec::new() };
    for side in Color::ALL {
        let mut movers = vec![Mover::King];
        movers.extend(
            pieces.iter().enumerate().filter(|(_, p)| p.color == side).map(|(s, _)| Mover::Seat(s)),
        );
        let enemies: Vec<Taken> = pieces
            .iter()
            .enumerate()
            .filter(|(_, p)| p.color != side)
            .map(|(seat, _)| Taken::Seat(seat))
            .collect();
        for mover in movers {
            for &taken in &enemies {
                list.add(side, mover, taken, 0, 0, None);
            }
            for square in squares(list.of(side.other())) {
                list.add(side, mover, Taken::Pawn(square), 0, 0, None);
            }
        }
        for pawn in squares(list.of(side)) {
            list.pawn_moves(side, pawn, &enemies);
        }
    }
    list.found
}

struct Lister<'p, 'a> {
    material: Material,
    pieces: &'p [Piece],
    pawns: Pawns,
    metric: Metric,
    known: &'p KnownTables<'a>,
    found: Vec<ZeroingMove<'a>>,
}

impl<'a> Lister<'_, 'a> {
    fn of(&self, side: Color) -> u64 {
        side.fold_wb(self.pawns.white, self.pawns.black)
    }

    fn inner(&self, side: Color, mover: Mover, taken: Taken) -> Inner {
        let inner = self.known.index.inner_seat();
        let mover = match mover {
            Mover::Seat(seat) => Some(seat) == inner,
            Mover::King => inner.is_none() && side == Color::Black,
            Mover::Pawn(_) => false,
        };
        if mover {
            Inner::Takes
        } else if inner.is_some_and(|inner| taken == Taken::Seat(inner)) {
            Inner::IsTaken
        } else {
            Inner::Stays
        }
    }

    fn pawn_moves(&mut self, side: Color, pawn: u8, enemies: &[Taken]) {
        let ahead = |from: u8| side.fold_wb(from.wrapping_add(8), from.wrapping_sub(8));
        let to = ahead(pawn);
        if self.pawns.all() >> to & 1 == 0 {
            self.add_promoting(side, pawn, Taken::Nobody, to, 1 << to);
            let twice = ahead(to);
            if pawn >> 3 == side.fold_wb(1, 6) && self.pawns.all() >> twice & 1 == 0 {
                self.add(side, Mover::Pawn(pawn), Taken::Nobody, twice, 1 << to | 1 << twice, None);
                self.add_en_passant(side, pawn, to, twice);
            }
        }
        for to in squares(pawn_attacks(side == Color::White, pawn)) {
            if self.of(side.other()) >> to & 1 == 1 {
                self.add(side, Mover::Pawn(pawn), Taken::Pawn(to), to, 0, None);
            }
            if self.pawns.all() >> to & 1 == 1 {
                continue;
            }
            for &taken in enemies {
                self.add_promoting(side, pawn, taken, to, 0);
            }
        }
    }

    fn add_promoting(&mut self, side: Color, pawn: u8, taken: Taken, to: u8, through: u64) {
        if to >> 3 == side.fold_wb(7, 0) {
            for role in PROMOTIONS {
                self.add(side, Mover::Pawn(pawn), taken, to, through, Some(role));
            }
        } else {
            self.add(side, Mover::Pawn(pawn), taken, to, through, None);
        }
    }

    fn add(
        &mut self,
        side: Color,
        mover: Mover,
        taken: Taken,
        to: u8,
        through: u64,
        promotion: Option<Role>,
    ) {
        let ends = ends_the_clock(self.metric, taken, promotion);
        let after = self.after(side, mover, taken, to, promotion, ends);
        let en_passant = Vec::new();
        self.found.push(ZeroingMove {
            side,
            mover,
            taken,
            inner: self.inner(side, mover, taken),
            to,
            through,
            promotion,
            after,
            en_passant,
        });
    }

    /// Adds to the double step just listed the replies that take it in passing.
    fn add_en_passant(&mut self, side: Color, from: u8, passed: u8, landed: u8) {
        // Those who take stand where a pawn of ours on the passed square would attack them.
        let takers = pawn_attacks(side == Color::White, passed) & self.of(side.other());
        let here = Lister {
            pawns: self.moved(side, from, landed),
            found: Vec::new(),
            material: self.material,
            pieces: self.pieces,
            metric: self.metric,
            known: self.known,
        };
        let replies = squares(takers)
            .map(|taker| {
                let (replier, taker) = (side.other(), Mover::Pawn(taker));
                here.after(replier, taker, Taken::Pawn(landed), passed, None, false)
            })
            .collect();
        self.found.last_mut().expect("the double step was just listed").en_passant = replies;
    }

    fn moved(&self, side: Color, from: u8, to: u8) -> Pawns {
        let own = self.of(side) & !(1 << from) | 1 << to;
        match side {
            Color::White => Pawns { white: own, ..self.pawns },
            Color::Black => Pawns { black: own, ..self.pawns },
        }
    }

    /// What is on the board after a move, and where it is read: as sets if the clock ends.
    fn after(
        &self,
        side: Color,
        mover: Mover,
        taken: Taken,
        to: u8,
        promotion: Option<Role>,
        ends: bool,
    ) -> After<'a> {
        let mut own = self.material.army(side);
        let mut other = self.material.army(side.other());
        let mut own_pawns = self.of(side);
        let mut other_pawns = self.of(side.other());
        let mut men: Vec<(Piece, Stands)> = self
            .pieces
            .iter()
            .enumerate()
            .filter(|&(seat, _)| taken != Taken::Seat(seat))
            .map(|(seat, &piece)| {
                (
                    piece,
                    if mover == Mover::Seat(seat) { Stands::Target } else { Stands::Seat(seat) },
                )
            })
            .collect();
        if let Mover::Pawn(from) = mover {
            own_pawns &= !(1 << from);
            match promotion {
                None => own_pawns |= 1 << to,
                Some(role) => {
                    own = own.without(Role::Pawn).expect("the pawn that promotes").with(role);
                    men.push((role.of(side), Stands::Target));
                }
            }
        }
        let gone = match taken {
            Taken::Nobody => None,
            Taken::Seat(seat) => Some(self.pieces[seat].role),
            Taken::Pawn(square) => {
                other_pawns &= !(1 << square);
                Some(Role::Pawn)
            }
        };
        if let Some(role) = gone {
            other = other.without(role).expect("the man that is taken");
        }
        let (material, pawns) = match side {
            Color::White => (
                Material { white: own, black: other },
                Pawns { white: own_pawns, black: other_pawns },
            ),
            Color::Black => (
                Material { white: other, black: own },
                Pawns { white: other_pawns, black: own_pawns },
            ),
        };
        let pin = match (mover, taken) {
            (Mover::Pawn(_), _) => Some(to),
            (_, Taken::Pawn(square)) => Some(square),
            _ => None,
        };
        // Among like men the one whose lines are wanted takes the inner seat, if he can.
        let inner = self.inner(side, mover, taken);
        let index = self.known.index;
        let first = match (inner, mover) {
            (Inner::Stays, _) => index.inner_seat().map(Stands::Seat),
            (Inner::IsTaken, Mover::Seat(_)) => Some(Stands::Target),
            (Inner::IsTaken, Mover::King) => index.outer_seats().checked_sub(1).map(Stands::Seat),
            _ => None,
        };
        men.sort_by_key(|&(_, stands)| Some(stands) != first);
        let mut seats: Vec<Stands> = self
            .known
            .seats(material)
            .into_iter()
            .rev()
            .map(|piece| {
                let at = men.iter().position(|m| m.0 == piece).expect("the same men sit there");
                men.remove(at).1
            })
            .collect();
        seats.reverse();
        let pinned: Vec<Option<u8>> =
            seats.iter().map(|stands| pin.filter(|_| *stands == Stands::Target)).collect();
        let free = match first {
            Some(first) => seats.iter().position(|&stands| stands == first).map(Free::Seat),
            None => (inner == Inner::Stays).then_some(Free::BlackKing),
        };
        let reader = self.known.reader(material, pawns, side.other(), free, !ends);
        let sets = if ends { self.known.sets(material, side, &reader) } else { None };
        let push = matches!(mover, Mover::Pawn(_)) && taken == Taken::Nobody;
        let target = seats.iter().position(|&stands| stands == Stands::Target);
        let promoted = target
            .filter(|_| ends && push && promotion.is_some() && seats.len() == 2)
            .and_then(|seat| self.known.promoted(material, side, &reader, seat, to));
        let same_table = reader.source().filter(|_| push && promotion.is_none());
        let pushed = same_table.and_then(Source::own_slice);
        let free = match free {
            Some(Free::Seat(seat)) => Some(seat),
            Some(Free::BlackKing) => None,
            None => self.known.inner_seat(material),
        };
        let is_runner = |seat: usize| match (seats[seat], taken) {
            (Stands::Seat(seat), _) | (Stands::Target, Taken::Seat(seat)) => {
                Some(seat) == index.runner()
            }
            _ => false,
        };
        let mut apart: Vec<usize> =
            (0..seats.len()).filter(|&seat| Some(seat) != free && pinned[seat].is_none()).collect();
        apart.sort_by_key(|&seat| is_runner(seat));
        let runner = if free.is_some_and(is_runner) {
            Runner::Along
        } else if apart.last().is_some_and(|&seat| is_runner(seat)) {
            Runner::Across
        } else {
            Runner::Nowhere
        };
        After { reader, sets, promoted, pushed, seats, free, apart, runner }
    }
}
