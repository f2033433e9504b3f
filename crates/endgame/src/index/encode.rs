//! The number of a position, and of the positions that its quiet moves lead to.

use super::{Index, Kings, Pawns, Seats, StoredMen, Symmetry};
use crate::rules::{Color, Move, Piece, Position, Role, Square, side};

/// Where a position is stored: whose move it is in the table's colours, and the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The side to move after the colours were exchanged, if they were.
    pub turn: Color,
    /// The number among the positions of that side.
    pub index: usize,
}

/// A position turned as it is stored.
#[derive(Debug)]
pub(crate) struct Canonical<'p> {
    position: &'p Position,
    flip: bool,
    symmetry: Symmetry,
    men: StoredMen,
}

/// The men of a position in the table's colours.
#[inline]
fn in_table_colors(position: &Position, flip: bool, man: Piece) -> u64 {
    if flip {
        position.squares(man.color.other(), man.role).swap_bytes()
    } else {
        position.squares(man.color, man.role)
    }
}

impl Index {
    /// The number of a position of this endgame, either colour stronger; none for other material.
    ///
    /// The right to capture en passant is not part of the number.
    pub fn encode(&self, position: &Position) -> Option<Slot> {
        let material = position.material();
        let flip = !material.is_normalized();
        if material.normalized() != self.material {
            return None;
        }
        let index = self.encode_men(&|man| in_table_colors(position, flip, man))?;
        Some(Slot { turn: flipped(position.turn(), flip), index })
    }

    /// A position known to have these men, the colours exchanged or not, turned as it is stored:
    /// what its quiet moves have in common.
    pub(crate) fn canonical<'p>(&self, position: &'p Position, flip: bool) -> Canonical<'p> {
        let (symmetry, men) = self.turned(&|man| in_table_colors(position, flip, man));
        Canonical { position, flip, symmetry, men }
    }

    /// The number of the position after a move that leaves the men as they are, one of them on
    /// another square.
    #[inline]
    pub(crate) fn encode_after(&self, from: &Canonical<'_>, play: Move) -> Option<Slot> {
        let Canonical { position, flip, symmetry, mut men } = *from;
        let color = flipped(position.turn(), flip);
        let man = play.role().of(color);
        let square = |square: Square| if flip { square.flip_vertical() } else { square } as u8;
        let (left, reached) = (square(play.from()?), square(play.to()));
        let mut own = (0..).zip(&self.seats).filter(|&(_, &seated)| seated == man);
        let index = match (man.role, own.next(), own.next()) {
            (Role::King, ..) if self.kings != Kings::Triangle => {
                men.kings[side(color)] = symmetry.square(reached);
                self.number(&men)?
            }
            (_, Some((seat, _)), None) if men.seats[seat] == symmetry.square(left) => {
                men.seats[seat] = symmetry.square(reached);
                self.number(&men)?
            }
            // Without pawns a king may turn the board, and like men change their order.
            _ => self.encode_men(&|other| {
                let set = in_table_colors(position, flip, other);
                if other == man { set ^ (1 << left | 1 << reached) } else { set }
            })?,
        };
        Some(Slot { turn: color.other(), index })
    }

    /// The number of men given as sets of squares for each piece, in the table's colours; none if
    /// the kings touch.
    pub(crate) fn encode_men(&self, men: &impl Fn(Piece) -> u64) -> Option<usize> {
        self.number(&self.turned(men).1)
    }

    /// The same men turned as they are stored, and how they were turned.
    fn turned(&self, men: &impl Fn(Piece) -> u64) -> (Symmetry, StoredMen) {
        let [white, black] = Color::ALL.map(|color| men(Role::Pawn.of(color)));
        let kings = Color::ALL.map(|color| men(Role::King.of(color)).trailing_zeros() as u8);
        let (symmetry, placement) = if self.kings == Kings::Triangle {
            (Kings::homeward(kings[0], kings[1]), 0)
        } else {
            self.orient_pawns(Pawns { white, black })
        };
        let kings = kings.map(|square| symmetry.square(square));
        (symmetry, StoredMen { placement, kings, seats: self.seat(men, symmetry) })
    }

    /// Seats men given as sets of squares, turned by a symmetry: like men by ascending square.
    pub(super) fn seat(&self, men: &impl Fn(Piece) -> u64, symmetry: Symmetry) -> Seats {
        let mut seats = Seats::default();
        for (at, &man) in self.seats.iter().enumerate() {
            let mut set = symmetry.set(men(man));
            for _ in self.seats[..at].iter().filter(|&&earlier| earlier == man) {
                set &= set.wrapping_sub(1);
            }
            seats[at] = set.trailing_zeros() as u8;
        }
        seats
    }
}

fn flipped(color: Color, flip: bool) -> Color {
    if flip { color.other() } else { color }
}
