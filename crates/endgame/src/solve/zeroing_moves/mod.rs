//! Moves that leave a pawn slice: captures, promotions and pawn moves, each with the table it leads to.

mod list;

use std::sync::Arc;

use value::Metric;

pub(super) use list::{promotions, zeroing_moves};

use super::geometry::{KING, between, empty_board};
use super::legal::BySide;
use super::promoted::Promoted;
use super::reader::Reader;
use super::sets::Sets;
use crate::codec;
use crate::index::{MOST_SEATS, Seats, Symmetry};
use crate::line::Line;
use crate::rules::{Color, Piece, Role, side};

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

impl Stands {
    /// His square, our men being seated so and the move going there.
    #[inline(always)]
    fn square(self, seats: &Seats, to: u8) -> u8 {
        match self {
            Stands::Seat(seat) => seats[seat],
            Stands::Target => to,
        }
    }
}

/// What becomes of the inner man in a move out of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inner {
    /// It stands where it stood.
    Stays,
    /// It is the one who takes.
    Takes,
    /// It is taken.
    IsTaken,
}

/// One kind of move out of a pawn slice.
pub(super) struct ZeroingMove<'a> {
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
    /// What it tells, where that is enough and can be had.
    pub(super) sets: Option<Arc<Sets>>,
    /// The same to a pawn that promotes, where lines would be the black king's.
    pub(super) promoted: Option<Arc<Promoted>>,
    /// The lines of the pawn slice that a pushed pawn leads to, numbered as ours are.
    pub(super) pushed: Option<&'a [Line]>,
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
    pub(super) kings: BySide<u8>,
    pub(super) seats: Seats,
    /// Squares taken by anybody but the inner man.
    pub(super) occupied: u64,
}

impl Spot {
    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> u8 {
        self.kings[side(color)]
    }

    #[inline(always)]
    pub(super) fn with_king(mut self, color: Color, to: u8) -> Spot {
        self.kings[side(color)] = to;
        self
    }
}

impl After<'_> {
    /// Where the man who runs along a line stands.
    #[inline(always)]
    pub(super) fn place(&self, seats: &Seats, to: u8) -> Option<u8> {
        self.free.map(|free| self.seats[free].square(seats, to))
    }

    /// How many lines there are with kings given.
    pub(super) fn lines(&self) -> usize {
        1 << (6 * self.apart.len())
    }

    /// The number of the line after a move, among those.
    #[inline(always)]
    pub(super) fn line_number(&self, seats: &Seats, to: u8) -> usize {
        self.apart
            .iter()
            .fold(0, |number, &seat| number * 64 + usize::from(self.seats[seat].square(seats, to)))
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
            *their = stands.square(seats, to);
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
        self.reader.line(spot.kings, &self.seats(&spot.seats, to), room)
    }

    /// Whether only the sets of the table are left.
    pub(super) fn is_without_codes(&self) -> bool {
        let has_lines = matches!(self.reader, Reader::Promoted(..));
        !has_lines && self.reader.source().is_some_and(|source| source.codes.is_empty())
    }

    /// Whether all that is asked after a promotion has been made of the table, so that its bytes are not
    /// needed.
    pub(super) fn is_extracted(&self) -> bool {
        let has_lines = matches!(self.reader, Reader::Promoted(..));
        has_lines || self.sets.is_some() || self.promoted.is_some()
    }

    /// The code of one position after the move.
    #[inline(always)]
    pub(super) fn code(&self, spot: &Spot, to: u8) -> u8 {
        self.reader.code(spot.kings, &self.seats(&spot.seats, to))
    }
}

/// A move that can be made: where it goes, and the inner man's squares that allow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: u8,
    pub(super) allowed: u64,
}

impl ZeroingMove<'_> {
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
        let mut combined = [codec::ILLEGAL; 64];
        for (place, code) in (0..).zip(&mut combined) {
            *code = line[usize::from(symmetry.square(place))];
        }
        let mut room = [codec::ILLEGAL; 64];
        for reply in &self.en_passant {
            let Some((after, turned)) = reply.line(spot, 0, &mut room) else { continue };
            for (place, code) in combined.iter_mut().enumerate() {
                let found = after[usize::from(turned.square(place as u8))];
                if *code == codec::ILLEGAL || found == codec::ILLEGAL {
                    continue;
                }
                let taken = match reply.reader.winner(found) {
                    None => codec::DRAW,
                    Some((winner, depth)) => {
                        let depth = if metric == Metric::Dtm { depth } else { 0 };
                        codec::win(winner, depth + u8::from(winner == replier))
                    }
                };
                // A stalemate was no choice of the replier's: taking in passing is the only move.
                let old = self.after.reader.outcome(*code, replier);
                if *code == codec::STALEMATE || self.after.reader.outcome(taken, replier) > old {
                    *code = taken;
                }
            }
        }
        combined
    }

    /// Whether the metric's clock ends with this move.
    pub(super) fn ends_the_clock(&self, metric: Metric) -> bool {
        ends_the_clock(metric, self.taken, self.promotion)
    }
}

fn ends_the_clock(metric: Metric, taken: Taken, promotion: Option<Role>) -> bool {
    match metric {
        Metric::Dtc => taken != Taken::Nobody || promotion.is_some(),
        Metric::Dtm => false,
        Metric::Dtz | Metric::Dtz50 => true,
    }
}
