//! Moves that leave a frame: captures, promotions and pawn moves, each with the table it leads to.

use value::Metric;

use super::frame::Row;
use super::geometry::{KING, between, empty_board, pawn_attacks};
use super::library::Library;
use super::lines::Line;
use super::reader::Reader;
use crate::code;
use crate::index::{Lane, MOST_SEATS, Pawns, Seats, Symmetry, squares};
use crate::material::{Material, PROMOTIONS};
use crate::rules::{Color, Piece, Role};

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    King,
    Seat(usize),
    Pawn(u8),
}

/// Who is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Nobody,
    Seat(usize),
    Pawn(u8),
}

/// Where a man of the table we read stands: where ours stands, or where the move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    Seat(usize),
    Target,
}

/// One kind of move out of a frame.
pub(super) struct Departure<'a> {
    pub(super) side: Color,
    pub(super) mover: Mover,
    pub(super) taken: Taken,
    /// A pawn move's target.
    to: u8,
    /// Squares that must be empty.
    through: u64,
    pub(super) promotion: Option<Role>,
    pub(super) after: After<'a>,
    /// Captures en passant that a double step allows in reply.
    pub(super) en_passant: Vec<After<'a>>,
}

/// The endgame and placement of pawns after a move.
pub(super) struct After<'a> {
    pub(super) reader: Reader<'a>,
    seats: Vec<Stands>,
}

impl After<'_> {
    /// The line after the move.
    #[inline(always)]
    pub(super) fn line(&self, king: u8, seats: &Seats, to: u8) -> (&Line, Symmetry) {
        let mut theirs = [0; MOST_SEATS];
        for (their, stands) in theirs.iter_mut().zip(&self.seats) {
            *their = match *stands {
                Stands::Seat(seat) => seats[seat],
                Stands::Target => to,
            };
        }
        self.reader.line(king, &theirs)
    }
}

/// A move that can be made: where it goes, and the black king's squares that allow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: u8,
    pub(super) allowed: u64,
}

impl Departure<'_> {
    /// Whether the move can be made with these men, the black king aside.
    #[inline(always)]
    pub(super) fn way(
        &self,
        pieces: &[Piece],
        king: u8,
        seats: &Seats,
        occupied: u64,
    ) -> Option<Way> {
        let to = match self.taken {
            Taken::Seat(seat) => seats[seat],
            Taken::Pawn(square) => square,
            Taken::Nobody => self.to,
        };
        match self.mover {
            Mover::Seat(seat) => {
                let from = seats[seat];
                let role = pieces[seat].role;
                if empty_board(role, from) >> to & 1 == 0 {
                    return None;
                }
                let line = if role == Role::Knight { 0 } else { between(from, to) };
                (line & occupied == 0).then_some(Way { to, allowed: !line })
            }
            Mover::King if self.side == Color::White => {
                (KING[usize::from(king)] >> to & 1 == 1).then_some(Way { to, allowed: !0 })
            }
            Mover::King => Some(Way { to, allowed: KING[usize::from(to)] }),
            Mover::Pawn(_) => (to == self.to && self.through & occupied == 0)
                .then_some(Way { to, allowed: !self.through }),
        }
    }

    /// Whether the move can be made by some lane man and black king, the other men of a row being
    /// where they are.
    pub(super) fn possible(&self, lane: Lane, pieces: &[Piece], row: &Row) -> bool {
        let lane_moves = match lane {
            Lane::King => self.mover == Mover::King && self.side == Color::White,
            Lane::Seat(seat) => self.mover == Mover::Seat(seat) || self.taken == Taken::Seat(seat),
        };
        lane_moves || self.way(pieces, row.king, &row.seats, row.fixed).is_some()
    }

    /// The line after a double step, the board turned back to ours and the replies in passing taken
    /// into account.
    #[cold]
    pub(super) fn with_en_passant(
        &self,
        metric: Metric,
        line: &Line,
        symmetry: Symmetry,
        king: u8,
        seats: &Seats,
    ) -> Line {
        let replier = self.side.other();
        let codec = self.after.reader.codec();
        let mut combined: Line =
            std::array::from_fn(|place| line[usize::from(symmetry.square(place as u8))]);
        for reply in &self.en_passant {
            let (after, turned) = reply.line(king, seats, 0);
            for (place, code) in combined.iter_mut().enumerate() {
                let found = after[usize::from(turned.square(place as u8))];
                if *code == code::ILLEGAL || found == code::ILLEGAL {
                    continue;
                }
                let taken = match reply.reader.codec().winner(found) {
                    None => code::DRAW,
                    Some((winner, depth)) => {
                        let depth = if metric == Metric::Dtm { depth } else { 0 };
                        code::win(winner, depth + u8::from(winner == replier))
                    }
                };
                // A stalemate was no choice of the replier's: taking in passing is the only move.
                let old = codec.outcome(*code, replier);
                if *code == code::STALEMATE || codec.outcome(taken, replier) > old {
                    *code = taken;
                }
            }
        }
        combined
    }

    /// Whether the metric's clock ends with this move.
    pub(super) fn ends_the_clock(&self, metric: Metric) -> bool {
        match metric {
            Metric::Dtc => self.taken != Taken::Nobody || self.promotion.is_some(),
            Metric::Dtm => false,
            Metric::Dtz | Metric::Dtz50 => true,
        }
    }
}

/// Lists every kind of move out of a frame.
pub(super) fn departures<'a>(
    material: Material,
    pieces: &[Piece],
    pawns: Pawns,
    library: &Library<'a>,
) -> Vec<Departure<'a>> {
    let mut list = Lister { material, pieces, pawns, library, found: Vec::new() };
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
    library: &'p Library<'a>,
    found: Vec<Departure<'a>>,
}

impl<'a> Lister<'_, 'a> {
    fn of(&self, side: Color) -> u64 {
        side.fold_wb(self.pawns.white, self.pawns.black)
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
        let after = self.after(side, mover, taken, to, promotion);
        let en_passant = Vec::new();
        self.found.push(Departure {
            side,
            mover,
            taken,
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
            library: self.library,
        };
        let replies = squares(takers)
            .map(|taker| {
                here.after(side.other(), Mover::Pawn(taker), Taken::Pawn(landed), passed, None)
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

    /// What is on the board after a move, and where it is read.
    fn after(
        &self,
        side: Color,
        mover: Mover,
        taken: Taken,
        to: u8,
        promotion: Option<Role>,
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
        let seats: Vec<Stands> = self
            .library
            .seats(material)
            .into_iter()
            .map(|piece| {
                let at = men.iter().position(|m| m.0 == piece).expect("the same men sit there");
                men.swap_remove(at).1
            })
            .collect();
        let pinned: Vec<Option<u8>> =
            seats.iter().map(|stands| pin.filter(|_| *stands == Stands::Target)).collect();
        After { reader: self.library.reader(material, pawns, side.other(), &pinned), seats }
    }
}
