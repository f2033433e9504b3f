//! Moves that leave a frame: captures, promotions and pawn moves, each with the table it leads to.

use value::Metric;

use super::geometry::{KING, between, empty_board, pawn_attacks};
use super::library::Library;
use super::lines::Line;
use super::reader::{Free, Reader};
use crate::code;
use crate::index::{MOST_SEATS, Pawns, Seats, Symmetry, squares};
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

/// What becomes of the inner man in a move out of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inner {
    /// It stands where it stood.
    Stays,
    /// It is the one who takes.
    Takes,
    /// It is taken.
    IsTaken,
}

/// One kind of move out of a frame.
pub(super) struct Departure<'a> {
    pub(super) side: Color,
    pub(super) mover: Mover,
    pub(super) taken: Taken,
    pub(super) inner: Inner,
    /// A pawn move's target.
    pub(super) to: u8,
    /// Squares that must be empty.
    pub(super) through: u64,
    pub(super) promotion: Option<Role>,
    pub(super) after: After<'a>,
    /// Captures en passant that a double step allows in reply.
    pub(super) en_passant: Vec<After<'a>>,
}

/// The endgame and placement of pawns after a move.
pub(super) struct After<'a> {
    pub(super) reader: Reader<'a>,
    seats: Vec<Stands>,
    /// The seat whose man runs along a line; none if a line would be a king's.
    free: Option<usize>,
    /// The other seats whose men are not pinned to one square: they tell lines apart.
    apart: Vec<usize>,
    /// Where along a run of words these lines lie.
    pub(super) runner: Runner,
}

/// Where our last outer man, whose squares are words side by side, is in the table we read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    /// His squares are the places of one line.
    Along,
    /// His squares are lines side by side.
    Across,
    /// He is gone, or stands where the move goes.
    Nowhere,
}

/// Where the kings and the outer men stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) white_king: u8,
    pub(super) black_king: u8,
    pub(super) seats: Seats,
    /// Squares taken by anybody but the inner man.
    pub(super) occupied: u64,
}

impl Spot {
    #[inline(always)]
    pub(super) fn king(&self, side: Color) -> u8 {
        side.fold_wb(self.white_king, self.black_king)
    }

    #[inline(always)]
    pub(super) fn with_king(mut self, side: Color, to: u8) -> Spot {
        match side {
            Color::White => self.white_king = to,
            Color::Black => self.black_king = to,
        }
        self
    }
}

impl After<'_> {
    /// Where the man who runs along a line stands.
    #[inline(always)]
    pub(super) fn place(&self, seats: &Seats, to: u8) -> Option<u8> {
        self.free.map(|free| match self.seats[free] {
            Stands::Seat(seat) => seats[seat],
            Stands::Target => to,
        })
    }

    /// How many lines there are with kings given.
    pub(super) fn lines(&self) -> usize {
        1 << (6 * self.apart.len())
    }

    /// The number of the line after a move, among those.
    #[inline(always)]
    pub(super) fn line_number(&self, seats: &Seats, to: u8) -> usize {
        self.apart.iter().fold(0, |number, &seat| {
            let square = match self.seats[seat] {
                Stands::Seat(seat) => seats[seat],
                Stands::Target => to,
            };
            number * 64 + usize::from(square)
        })
    }

    /// Where our men stand, and the move goes, if it leads to the line of this number; `to` unless
    /// the number says so.
    #[inline(always)]
    pub(super) fn men_of_line(&self, mut number: usize, mut to: u8) -> (Seats, u8) {
        let mut seats = Seats::default();
        for &seat in self.apart.iter().rev() {
            let square = (number % 64) as u8;
            match self.seats[seat] {
                Stands::Seat(seat) => seats[seat] = square,
                Stands::Target => to = square,
            }
            number /= 64;
        }
        (seats, to)
    }

    /// Where the men sit in the table we read.
    #[inline(always)]
    pub(super) fn seats(&self, seats: &Seats, to: u8) -> Seats {
        let mut theirs = [0; MOST_SEATS];
        for (their, stands) in theirs.iter_mut().zip(&self.seats) {
            *their = match *stands {
                Stands::Seat(seat) => seats[seat],
                Stands::Target => to,
            };
        }
        theirs
    }

    /// The line after the move; none if the kings touch.
    #[inline(always)]
    pub(super) fn line<'l>(
        &'l self,
        spot: &Spot,
        to: u8,
        room: &'l mut Line,
    ) -> Option<(&'l Line, Symmetry)> {
        self.reader.line(spot.white_king, spot.black_king, &self.seats(&spot.seats, to), room)
    }

    /// The code of one position after the move.
    #[inline(always)]
    pub(super) fn code(&self, spot: &Spot, to: u8) -> u8 {
        self.reader.code(spot.white_king, spot.black_king, &self.seats(&spot.seats, to))
    }
}

/// A move that can be made: where it goes, and the inner man's squares that allow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: u8,
    pub(super) allowed: u64,
}

impl Departure<'_> {
    /// The square of the man who is taken, if it is not the inner man.
    #[inline(always)]
    pub(super) fn target(&self, spot: &Spot) -> u8 {
        match self.taken {
            Taken::Seat(seat) => spot.seats[seat],
            Taken::Pawn(square) => square,
            Taken::Nobody => self.to,
        }
    }

    /// Whether a move that leaves the inner man alone can be made.
    #[inline(always)]
    pub(super) fn way(&self, pieces: &[Piece], spot: &Spot) -> Option<Way> {
        let to = self.target(spot);
        match self.mover {
            Mover::Seat(seat) => {
                let from = spot.seats[seat];
                let role = pieces[seat].role;
                if empty_board(role, from) >> to & 1 == 0 {
                    return None;
                }
                let line = if role == Role::Knight { 0 } else { between(from, to) };
                (line & spot.occupied == 0).then_some(Way { to, allowed: !line })
            }
            Mover::King => {
                let king = usize::from(spot.king(self.side));
                (KING[king] >> to & 1 == 1).then_some(Way { to, allowed: !0 })
            }
            Mover::Pawn(_) => (to == self.to && self.through & spot.occupied == 0)
                .then_some(Way { to, allowed: !self.through }),
        }
    }

    /// The line after a double step, the board turned back to ours and the replies in passing taken
    /// into account.
    #[cold]
    pub(super) fn with_en_passant(
        &self,
        metric: Metric,
        line: &Line,
        symmetry: Symmetry,
        spot: &Spot,
    ) -> Line {
        let replier = self.side.other();
        let mut combined = [code::ILLEGAL; 64];
        for (place, code) in (0..).zip(&mut combined) {
            *code = line[usize::from(symmetry.square(place))];
        }
        let mut room = [code::ILLEGAL; 64];
        for reply in &self.en_passant {
            let Some((after, turned)) = reply.line(spot, 0, &mut room) else { continue };
            for (place, code) in combined.iter_mut().enumerate() {
                let found = after[usize::from(turned.square(place as u8))];
                if *code == code::ILLEGAL || found == code::ILLEGAL {
                    continue;
                }
                let taken = match reply.reader.winner(found) {
                    None => code::DRAW,
                    Some((winner, depth)) => {
                        let depth = if metric == Metric::Dtm { depth } else { 0 };
                        code::win(winner, depth + u8::from(winner == replier))
                    }
                };
                // A stalemate was no choice of the replier's: taking in passing is the only move.
                let old = self.after.reader.outcome(*code, replier);
                if *code == code::STALEMATE || self.after.reader.outcome(taken, replier) > old {
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

    fn inner(&self, side: Color, mover: Mover, taken: Taken) -> Inner {
        let inner = self.library.index.inner_seat();
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
        let after = self.after(side, mover, taken, to, promotion);
        let en_passant = Vec::new();
        self.found.push(Departure {
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
        // Among like men the one whose lines are wanted takes the inner seat, if he can.
        let inner = self.inner(side, mover, taken);
        let index = self.library.index;
        let first = match (inner, mover) {
            (Inner::Stays, _) => index.inner_seat().map(Stands::Seat),
            (Inner::IsTaken, Mover::Seat(_)) => Some(Stands::Target),
            (Inner::IsTaken, Mover::King) => index.outer_seats().checked_sub(1).map(Stands::Seat),
            _ => None,
        };
        men.sort_by_key(|&(_, stands)| Some(stands) != first);
        let mut seats: Vec<Stands> = self
            .library
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
        let reader = self.library.reader(material, pawns, side.other(), free);
        let free = match free {
            Some(Free::Seat(seat)) => Some(seat),
            Some(Free::BlackKing) => None,
            None => self.library.inner_seat(material),
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
        After { reader, seats, free, apart, runner }
    }
}
