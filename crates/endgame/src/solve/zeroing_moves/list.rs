//! Every kind of move out of a pawn slice, listed.

use value::Metric;

use super::{After, Inner, Mover, Runner, Stands, Taken, ZeroingMove, ends_the_clock};
use crate::index::{Index, Pawns, squares};
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
        let seats = |wanted: Color| {
            let of_side = move |&seat: &usize| pieces[seat].color == wanted;
            (0..pieces.len()).filter(of_side)
        };
        let movers = std::iter::once(Mover::King).chain(seats(side).map(Mover::Seat));
        let enemies: Vec<Taken> = seats(side.other()).map(Taken::Seat).collect();
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

/// What is read after promotions into an endgame, one for each man that a pawn of either side becomes
/// there, with whatever placement of the pawns: all are read alike.
pub(in crate::solve) fn promotions<'a>(
    index: &Index,
    metric: Metric,
    known: &KnownTables<'a>,
    promoted: Material,
) -> Vec<After<'a>> {
    let (material, pieces, placements) = (index.material(), index.seats(), index.placements());
    let mut found = Vec::new();
    for side in Color::ALL {
        let last_step = |pawns: Pawns| {
            let own = side.fold_wb(pawns.white, pawns.black);
            let ahead = |from: u8| side.fold_wb(from + 8, from - 8);
            let mut about_to = squares(own).filter(|from| from >> 3 == side.fold_wb(6, 1));
            let from = about_to.find(|&from| pawns.all() >> ahead(from) & 1 == 0)?;
            Some((pawns, from, ahead(from)))
        };
        let step = (0..placements.len()).find_map(|number| last_step(placements.get(number)));
        let Some((pawns, from, to)) = step else { continue };
        let list = Lister { material, pieces, pawns, metric, known, found: Vec::new() };
        for role in PROMOTIONS {
            let (mover, taken) = (Mover::Pawn(from), Taken::Nobody);
            let play = Play { side, mover, taken, to, promotion: Some(role) };
            if list.board_after(play).0.normalized() == promoted {
                found.push(list.after(play, ends_the_clock(metric, taken, Some(role))));
            }
        }
    }
    found
}

/// A move as it is listed.
#[derive(Clone, Copy)]
struct Play {
    side: Color,
    mover: Mover,
    taken: Taken,
    /// A pawn move's target.
    to: u8,
    promotion: Option<Role>,
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
        let is_last_rank = to >> 3 == side.fold_wb(7, 0);
        let becomes = if is_last_rank { PROMOTIONS.map(Some).to_vec() } else { vec![None] };
        for promotion in becomes {
            self.add(side, Mover::Pawn(pawn), taken, to, through, promotion);
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
        let after = self.after(Play { side, mover, taken, to, promotion }, ends);
        let inner = self.inner(side, mover, taken);
        let en_passant = Vec::new();
        self.found.push(ZeroingMove {
            side,
            mover,
            taken,
            inner,
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
        let here = Lister { pawns: self.moved(side, from, landed), found: Vec::new(), ..*self };
        let replies = squares(takers).map(|taker| {
            let (mover, taken) = (Mover::Pawn(taker), Taken::Pawn(landed));
            let side = side.other();
            here.after(Play { side, mover, taken, to: passed, promotion: None }, false)
        });
        self.found.last_mut().expect("the double step was just listed").en_passant =
            replies.collect();
    }

    fn moved(&self, side: Color, from: u8, to: u8) -> Pawns {
        let own = self.of(side) & !(1 << from) | 1 << to;
        match side {
            Color::White => Pawns { white: own, ..self.pawns },
            Color::Black => Pawns { black: own, ..self.pawns },
        }
    }

    /// What is on the board after a move: the endgame, the pawns, and where the other men stand.
    fn board_after(&self, play: Play) -> (Material, Pawns, Vec<(Piece, Stands)>) {
        let Play { side, mover, taken, to, promotion } = play;
        let [mut own, mut other] = [side, side.other()].map(|side| self.material.army(side));
        let [mut own_pawns, mut other_pawns] = [side, side.other()].map(|side| self.of(side));
        let stands = |seat| match mover {
            Mover::Seat(mover) if mover == seat => Stands::Target,
            _ => Stands::Seat(seat),
        };
        let left = self.pieces.iter().enumerate().filter(|&(seat, _)| taken != Taken::Seat(seat));
        let mut men: Vec<_> = left.map(|(seat, &piece)| (piece, stands(seat))).collect();
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
        let (white, black) = side.fold_wb((own, other), (other, own));
        let pawns = side.fold_wb((own_pawns, other_pawns), (other_pawns, own_pawns));
        (Material { white, black }, Pawns { white: pawns.0, black: pawns.1 }, men)
    }

    /// Where the men of a table's seats stand; among like men `first` takes the last seat, if he can.
    fn seated(
        &self,
        material: Material,
        mut men: Vec<(Piece, Stands)>,
        first: Option<Stands>,
    ) -> Vec<Stands> {
        men.sort_by_key(|&(_, stands)| Some(stands) != first);
        let mut seats: Vec<Stands> = (self.known.seats(material).into_iter().rev())
            .map(|piece| {
                let at = men.iter().position(|m| m.0 == piece).expect("the same men sit there");
                men.remove(at).1
            })
            .collect();
        seats.reverse();
        seats
    }

    /// What is on the board after a move, and where it is read: as sets if the clock ends.
    fn after(&self, play: Play, ends: bool) -> After<'a> {
        let Play { side, mover, taken, to, promotion } = play;
        let (material, pawns, men) = self.board_after(play);
        // The man whose lines are wanted.
        let inner = self.inner(side, mover, taken);
        let index = self.known.index;
        let first = match (inner, mover) {
            (Inner::Stays, _) => index.inner_seat().map(Stands::Seat),
            (Inner::IsTaken, Mover::Seat(_)) => Some(Stands::Target),
            (Inner::IsTaken, Mover::King) => index.outer_seats().checked_sub(1).map(Stands::Seat),
            _ => None,
        };
        let seats = self.seated(material, men, first);
        let free = match first {
            Some(first) => seats.iter().position(|&stands| stands == first).map(Free::Seat),
            None => (inner == Inner::Stays).then_some(Free::BlackKing),
        };
        let mut reader = self.known.reader(material, pawns, side.other(), free, !ends);
        let sets = if ends { self.known.sets(material, side, &reader) } else { None };
        let push = matches!(mover, Mover::Pawn(_)) && taken == Taken::Nobody;
        let target = seats.iter().position(|&stands| stands == Stands::Target);
        let new_man = target.filter(|_| push && promotion.is_some());
        let promoted = new_man
            .filter(|_| ends && seats.len() == 2)
            .and_then(|seat| self.known.promoted(material, side, &reader, seat, to));
        if let Some(seat) = new_man.filter(|_| !ends) {
            reader = self.known.promoted_lines(material, side, reader, seat, to);
        }
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
        // Where a pawn moves or is taken, the target is one square.
        let is_fixed = matches!(mover, Mover::Pawn(_)) || matches!(taken, Taken::Pawn(_));
        let is_pinned = |seat: usize| is_fixed && seats[seat] == Stands::Target;
        let mut apart: Vec<usize> =
            (0..seats.len()).filter(|&seat| Some(seat) != free && !is_pinned(seat)).collect();
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
