//! Numbers one move apart: what a number becomes when one man moves.
//!
//! Whoever walks over a whole table moves one man at a time. The others keep their share of the
//! number, so a step costs an addition, except where the board must be turned again.

use super::{Axis, Index, Lane, MOST_SEATS, Pawns, Seats, Symmetry, TRIANGLE_NUMBER, pair_number};
use crate::rules::Piece;

/// The men of a number, turned the way they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) number: usize,
    placement: usize,
    pub(crate) pawns: Pawns,
    pub(crate) king: u8,
    pub(crate) black_king: u8,
    pub(crate) seats: Seats,
}

impl Standing {
    /// The same men with the black king elsewhere.
    #[inline(always)]
    pub(crate) fn with_black_king(self, square: u8) -> Standing {
        let number = moved(self.number, self.black_king.into(), square.into(), 1);
        Standing { number, black_king: square, ..self }
    }
}

/// What a seat's square contributes to a number.
#[derive(Clone, Copy, Debug)]
enum Share {
    /// Its square, so many times.
    Square(usize),
    /// The number of the pair it forms with another seat, so many times.
    Pair { other: usize, times: usize },
}

/// How much each man contributes to a number of one [`Index`].
#[derive(Clone, Debug)]
pub(crate) struct Neighbours<'a> {
    index: &'a Index,
    seats: [Share; MOST_SEATS],
    king: usize,
    placement: usize,
}

impl<'a> Neighbours<'a> {
    pub(crate) fn new(index: &'a Index) -> Neighbours<'a> {
        let mut seats = [Share::Square(0); MOST_SEATS];
        let mut king = 0;
        match index.lane {
            Lane::King => king = 64,
            Lane::Seat(seat) => seats[seat] = Share::Square(64),
        }
        let mut times = 64 * 64;
        for axis in index.axes.iter().rev() {
            match *axis {
                Axis::Triangle => king = times,
                Axis::Single(seat) => seats[seat] = Share::Square(times),
                Axis::Pair(a, b) => {
                    seats[a] = Share::Pair { other: b, times };
                    seats[b] = Share::Pair { other: a, times };
                }
            }
            times *= axis.size();
        }
        Neighbours { index, seats, king, placement: times }
    }

    /// The men of a cell, the black king on a1.
    pub(crate) fn standing(&self, cell: usize) -> Standing {
        let (placement, king, seats) = self.index.men_of_cell(cell);
        let pawns = self.index.placements.get(placement);
        Standing { number: cell * 64, placement, pawns, king, black_king: 0, seats }
    }

    /// The number after the man of a seat moves.
    #[inline(always)]
    pub(crate) fn seat_moved(&self, at: &Standing, seat: usize, to: u8) -> usize {
        let from = at.seats[seat];
        match self.seats[seat] {
            Share::Square(times) => moved(at.number, from.into(), to.into(), times),
            Share::Pair { other, times } => {
                let pair = |square| pair_number(square, at.seats[other]);
                moved(at.number, pair(from), pair(to), times)
            }
        }
    }

    /// The number after the black king moves.
    #[inline(always)]
    pub(crate) fn black_king_moved(&self, at: &Standing, to: u8) -> usize {
        moved(at.number, at.black_king.into(), to.into(), 1)
    }

    /// The number after the white king moves.
    #[inline]
    pub(crate) fn king_moved(&self, at: &Standing, to: u8) -> usize {
        if self.index.lane == Lane::King {
            return moved(at.number, at.king.into(), to.into(), self.king);
        }
        let symmetry = Symmetry::into_triangle(to);
        if symmetry == Symmetry::IDENTITY {
            let number = |square: u8| TRIANGLE_NUMBER[usize::from(square)].into();
            return moved(at.number, number(at.king), number(to), self.king);
        }
        self.turned(&Standing { king: to, ..*at }, symmetry, 0)
    }

    /// The number after pawns move.
    pub(crate) fn pawns_moved(&self, at: &Standing, pawns: Pawns) -> usize {
        let (symmetry, placement) = self.index.orient(pawns, at.king);
        if symmetry == Symmetry::IDENTITY {
            return moved(at.number, at.placement, placement, self.placement);
        }
        self.turned(at, symmetry, placement)
    }

    fn turned(&self, at: &Standing, symmetry: Symmetry, placement: usize) -> usize {
        let seats = at.seats.map(|square| symmetry.square(square));
        let cell = self.index.cell(placement, symmetry.square(at.king), &seats);
        cell * 64 + usize::from(symmetry.square(at.black_king))
    }
}

/// A number of which one share changes.
#[inline(always)]
fn moved(number: usize, from: usize, to: usize, times: usize) -> usize {
    number + to * times - from * times
}

impl Index {
    /// The number that represents the class of a number: the smallest of its images.
    ///
    /// Where [`class_mask`](Index::class_mask) counts a position, this is the position's own number.
    pub fn representative(&self, number: usize) -> usize {
        let (placement, king, seats) = self.men_of_cell(number / 64);
        let black_king = (number % 64) as u8;
        let pawns = self.placements.get(placement);
        let men = |man: Piece| {
            let seated = self.seats.iter().zip(seats).filter(|&(&seated, _)| seated == man);
            seated.fold(0u64, |set, (_, square)| set | 1 << square)
        };
        let image = |symmetry: Symmetry, placement| {
            let seats = self.seat(&men, symmetry);
            let cell = self.cell(placement, symmetry.square(king), &seats);
            cell * 64 + usize::from(symmetry.square(black_king))
        };
        let own = image(Symmetry::IDENTITY, placement);
        match self.lane {
            Lane::King => {
                let mirrored = self.placements.find(pawns.mirrored());
                mirrored.map_or(own, |placement| own.min(image(Symmetry::MIRROR, placement)))
            }
            Lane::Seat(_) if Symmetry::TRANSPOSE.square(king) == king => {
                own.min(image(Symmetry::TRANSPOSE, placement))
            }
            Lane::Seat(_) => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose men stand on different squares, spread over the whole index.
    fn numbers(index: &Index) -> impl Iterator<Item = usize> {
        let step = index.len() / 5_000 + 1;
        (0..index.len()).step_by(step | 1).filter(|&number| index.men(number).is_some())
    }

    #[test]
    fn a_class_has_one_representative() {
        for name in ["KQK", "KQKR", "KBBKN", "KQQQK", "KPK", "KPKP", "KRPKB"] {
            let index = Index::new(&name.parse().unwrap());
            for number in numbers(&index) {
                let representative = index.representative(number);
                assert_eq!(index.representative(representative), representative, "{name} {number}");
                let counts = index.class_mask(number / 64).representatives >> (number % 64) & 1;
                assert_eq!(counts == 1, representative == number, "{name} {number}");
            }
        }
    }

    #[test]
    fn a_number_follows_its_men() {
        for name in ["KQKR", "KBBKN", "KQQQK", "KPKP", "KRPKB"] {
            let index = Index::new(&name.parse().unwrap());
            let neighbours = Neighbours::new(&index);
            let same = |a: usize, b: usize| index.representative(a) == index.representative(b);
            for number in numbers(&index) {
                let black_king = (number % 64) as u8;
                let at = neighbours.standing(number / 64).with_black_king(black_king);
                let to = (number * 7 % 61) as u8;
                for seat in 0..index.seats.len() {
                    let seats = std::array::from_fn(|s| if s == seat { to } else { at.seats[s] });
                    let by_hand = index.cell(at.placement, at.king, &seats) * 64;
                    let by_hand = by_hand + usize::from(black_king);
                    assert_eq!(neighbours.seat_moved(&at, seat, to), by_hand, "{name} {number}");
                }
                let king = |square: u8| {
                    let men = |man: Piece| {
                        let mut set = index
                            .men(number)
                            .unwrap()
                            .iter()
                            .filter(|&&(_, other)| other == man)
                            .fold(0u64, |set, &(square, _)| set | 1 << u32::from(square));
                        if man == crate::rules::Role::King.of(crate::rules::Color::White) {
                            set = 1 << square;
                        }
                        set
                    };
                    index.encode_men(&men)
                };
                assert!(same(neighbours.king_moved(&at, to), king(to)), "{name} {number}");
            }
        }
    }
}
