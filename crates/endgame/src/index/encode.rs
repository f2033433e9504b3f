//! The number of a position, and of the positions that its quiet moves lead to.

use super::{Axis, Index, Kings, Pawns, Seats, StoredMen, Symmetry, pair_number};
use crate::rules::{Color, Piece, Position, Role, Square, side};

/// Where a position is stored: whose move it is in the table's colours, and the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The side to move after the colours were exchanged, if they were.
    pub turn: Color,
    /// The number among the positions of that side.
    pub index: usize,
}

/// A position turned as it is stored, and what its quiet moves have in common.
#[derive(Debug)]
pub(crate) struct Canonical<'p> {
    position: &'p Position,
    flip: bool,
    symmetry: Symmetry,
    men: StoredMen,
    number: Option<usize>,
    /// How the number changes as a man of the side to move does, by his role.
    steps: [Step; 7],
    /// The men's squares in the table's colours, not turned.
    unturned: Seats,
}

/// How a number changes as one man moves.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// By more than a difference.
    Otherwise,
    /// He stands there, and the number grows so much with each square.
    Single(u8, usize),
    /// The pair stands there, and the number grows so much with each of the pair's numbers.
    Pair([u8; 2], usize),
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
        let set = |man| in_table_colors(position, flip, man);
        let (symmetry, men) = self.turned(&set);
        let steps = if self.is_seated_freely {
            self.steps(&men.seats, flipped(position.turn(), flip))
        } else {
            [Step::Otherwise; 7]
        };
        let unturned = self.seat(&set, Symmetry::IDENTITY);
        Canonical { position, flip, symmetry, men, number: self.number(&men), steps, unturned }
    }

    /// How the number changes as the men of a colour move.
    fn steps(&self, seats: &Seats, color: Color) -> [Step; 7] {
        let mut steps = [Step::Otherwise; 7];
        let mut found = |seat: usize, step: Step| {
            if self.seats[seat].color == color {
                steps[self.seats[seat].role as usize] = step;
            }
        };
        let mut stride = 64;
        for axis in self.axes.iter().rev() {
            match *axis {
                Axis::Single(seat) => found(seat, Step::Single(seats[seat], stride)),
                Axis::Pair(a, b) => found(a, Step::Pair([seats[a], seats[b]], stride)),
            }
            stride *= axis.size();
        }
        if let Some(inner) = self.inner_seat() {
            found(inner, Step::Single(seats[inner], 1));
        }
        steps
    }

    /// The number of the position after a man of this role, no pawn, has gone from one square to
    /// another, nobody being captured; none if the kings touch then.
    #[inline]
    pub(crate) fn encode_after(
        &self,
        from: &Canonical<'_>,
        role: Role,
        [left, reached]: [Square; 2],
    ) -> Option<usize> {
        let Canonical { flip, symmetry, steps, .. } = from;
        let square = |square: Square| if *flip { square.flip_vertical() } else { square } as u8;
        let (left, reached) = (square(left), square(reached));
        let number = from.number?;
        match steps[role as usize] {
            Step::Single(square, stride) => {
                let reached = symmetry.place(reached);
                Some(number + usize::from(reached) * stride - usize::from(square) * stride)
            }
            Step::Pair([a, b], stride) => {
                let stays = if symmetry.place(left) == a { b } else { a };
                let after = pair_number(symmetry.place(reached), stays);
                Some(number + after * stride - pair_number(a, b) * stride)
            }
            Step::Otherwise if role == Role::King => self.encode_king(from, left, reached),
            Step::Otherwise => self.encode_moved(from, role, left, reached),
        }
    }

    /// The number after a king's move.
    #[inline]
    fn encode_king(&self, from: &Canonical<'_>, left: u8, reached: u8) -> Option<usize> {
        let mut men = from.men;
        let mover = side(flipped(from.position.turn(), from.flip));
        if self.kings != Kings::Triangle {
            men.kings[mover] = from.symmetry.place(reached);
            return self.number(&men);
        }
        if !self.is_seated_freely {
            return self.encode_moved(from, Role::King, left, reached);
        }
        // The board may have to be turned another way.
        let back = from.symmetry.inverse();
        let mut kings = men.kings.map(|square| back.place(square));
        kings[mover] = reached;
        let symmetry = Kings::homeward(kings[0], kings[1]);
        men.kings = kings.map(|square| symmetry.place(square));
        men.seats = from.unturned.map(|square| symmetry.place(square));
        self.number(&men)
    }

    /// The number after any man's move.
    fn encode_moved(
        &self,
        from: &Canonical<'_>,
        role: Role,
        left: u8,
        reached: u8,
    ) -> Option<usize> {
        let man = role.of(flipped(from.position.turn(), from.flip));
        self.encode_men(&|other| {
            let set = in_table_colors(from.position, from.flip, other);
            if other == man { set ^ (1 << left | 1 << reached) } else { set }
        })
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
