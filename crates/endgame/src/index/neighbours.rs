//! Numbers one move apart: what a number becomes when one man moves.
//!
//! Whoever walks over a whole table moves one man at a time. The others keep their share of the
//! number, so a step costs an addition, except where the board must be turned again.

use super::{Axis, Index, Kings, MOST_SEATS, Pawns, Seats, StoredMen, Symmetry, pair_number};
use crate::rules::Piece;

/// The men of a number, turned the way they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) number: usize,
    placement: usize,
    pub(crate) pawns: Pawns,
    /// The number of the kings.
    kings: usize,
    pub(crate) king: u8,
    pub(crate) black_king: u8,
    pub(crate) seats: Seats,
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
    kings: usize,
    placement: usize,
}

impl<'a> Neighbours<'a> {
    pub(crate) fn new(index: &'a Index) -> Neighbours<'a> {
        let mut seats = [Share::Square(0); MOST_SEATS];
        if let Some(inner) = index.inner_seat() {
            seats[inner] = Share::Square(1);
        }
        let mut times = 64;
        for axis in index.axes.iter().rev() {
            match *axis {
                Axis::Single(seat) => seats[seat] = Share::Square(times),
                Axis::Pair(a, b) => {
                    seats[a] = Share::Pair { other: b, times };
                    seats[b] = Share::Pair { other: a, times };
                }
            }
            times *= axis.size();
        }
        Neighbours { index, seats, kings: times, placement: times * index.kings.len() }
    }

    /// The men of a cell, the inner man on a1.
    pub(crate) fn decode(&self, cell: usize) -> Decoded {
        let at = self.index.men_of_cell(cell);
        Decoded {
            number: cell * 64,
            placement: at.placement,
            pawns: self.index.placements.get(at.placement),
            kings: cell / self.index.words % self.index.kings.len(),
            king: at.kings[0],
            black_king: at.kings[1],
            seats: at.seats,
        }
    }

    /// The men of a cell with the inner man on a square.
    #[inline(always)]
    pub(crate) fn with_inner(&self, mut cell: Decoded, square: u8) -> Decoded {
        cell.number = cell.number & !63 | usize::from(square);
        match self.index.inner_seat() {
            Some(inner) => cell.seats[inner] = square,
            None => cell.black_king = square,
        }
        cell
    }

    /// The number after the man of a seat moves.
    #[inline(always)]
    pub(crate) fn seat_moved(&self, at: &Decoded, seat: usize, to: u8) -> usize {
        let from = at.seats[seat];
        match self.seats[seat] {
            Share::Square(times) => moved(at.number, from.into(), to.into(), times),
            Share::Pair { other, times } => {
                let pair = |square| pair_number(square, at.seats[other]);
                moved(at.number, pair(from), pair(to), times)
            }
        }
    }

    /// The number after the black king moves; none if the kings touch then, unless he is the inner
    /// man.
    #[inline(always)]
    pub(crate) fn black_king_moved(&self, at: &Decoded, to: u8) -> Option<usize> {
        match self.index.kings {
            Kings::White => Some(moved(at.number, at.black_king.into(), to.into(), 1)),
            _ => self.kings_moved(at, at.king, to),
        }
    }

    /// The number after the white king moves; none if the kings touch then, unless the black one is
    /// the inner man.
    #[inline(always)]
    pub(crate) fn king_moved(&self, at: &Decoded, to: u8) -> Option<usize> {
        self.kings_moved(at, to, at.black_king)
    }

    #[inline(always)]
    fn kings_moved(&self, at: &Decoded, white: u8, black: u8) -> Option<usize> {
        let symmetry = self.turned(white, black);
        if symmetry != Symmetry::IDENTITY {
            return self.number_of(&Decoded { king: white, black_king: black, ..*at }, symmetry, 0);
        }
        let kings = self.index.kings.number(white, black)?;
        Some(moved(at.number, at.kings, kings, self.kings))
    }

    /// How the board is turned once the kings stand there.
    #[inline(always)]
    pub(crate) fn turned(&self, white: u8, black: u8) -> Symmetry {
        match self.index.kings {
            Kings::Triangle => Kings::homeward(white, black),
            Kings::Apart | Kings::White => Symmetry::IDENTITY,
        }
    }

    /// The number after pawns move; none only if the kings touch.
    pub(crate) fn pawns_moved(&self, at: &Decoded, pawns: Pawns) -> Option<usize> {
        let (symmetry, placement) = self.index.orient_pawns(pawns);
        if symmetry == Symmetry::IDENTITY {
            return Some(moved(at.number, at.placement, placement, self.placement));
        }
        self.number_of(at, symmetry, placement)
    }

    fn number_of(&self, at: &Decoded, symmetry: Symmetry, placement: usize) -> Option<usize> {
        let kings = [at.king, at.black_king].map(|square| symmetry.square(square));
        let seats = at.seats.map(|square| symmetry.square(square));
        self.index.number(&StoredMen { placement, kings, seats })
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
        let at = self.men_of_number(number);
        let men = |man: Piece| {
            let seated = self.seats.iter().zip(at.seats).filter(|&(&seated, _)| seated == man);
            seated.fold(0u64, |set, (_, square)| set | 1 << square)
        };
        let image = |symmetry: Symmetry, placement| {
            let kings = at.kings.map(|square| symmetry.square(square));
            let seats = self.seat(&men, symmetry);
            // Kings that touch have no number to begin with, and turning parts or joins nobody.
            self.number(&StoredMen { placement, kings, seats }).unwrap_or(number)
        };
        let own = image(Symmetry::IDENTITY, at.placement);
        let diagonal = |square| Symmetry::TRANSPOSE.square(square) == square;
        if self.kings != Kings::Triangle {
            let mirrored = self.placements.find(self.placements.get(at.placement).mirrored());
            mirrored.map_or(own, |placement| own.min(image(Symmetry::MIRROR, placement)))
        } else if at.kings.into_iter().all(diagonal) {
            own.min(image(Symmetry::TRANSPOSE, at.placement))
        } else {
            own
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Role};

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
            let class = |number: Option<usize>| number.map(|number| index.representative(number));
            let same = |a, b| class(a) == class(b);
            for number in numbers(&index) {
                let cell = neighbours.decode(number / 64);
                let at = neighbours.with_inner(cell, (number % 64) as u8);
                let to = (number * 7 % 61) as u8;
                for seat in 0..index.seats.len() {
                    let seats = std::array::from_fn(|s| if s == seat { to } else { at.seats[s] });
                    let kings = [at.king, at.black_king];
                    let by_hand =
                        index.number(&StoredMen { placement: at.placement, kings, seats });
                    let moved = neighbours.seat_moved(&at, seat, to);
                    assert_eq!(Some(moved), by_hand, "{name} {number}");
                }
                let king = |color: Color, square: u8| {
                    index.encode_men(&|man: Piece| {
                        let men = index.men(number).unwrap().into_iter();
                        let like = men.filter(|&(_, other)| other == man);
                        if man == Role::King.of(color) {
                            1 << square
                        } else {
                            like.fold(0u64, |set, (square, _)| set | 1 << u32::from(square))
                        }
                    })
                };
                let white = neighbours.king_moved(&at, to);
                assert!(same(white, king(Color::White, to)), "{name} {number}");
                let black = neighbours.black_king_moved(&at, to);
                assert!(same(black, king(Color::Black, to)), "{name} {number}");
            }
        }
    }
}
