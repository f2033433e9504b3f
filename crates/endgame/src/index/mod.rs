//! Position <-> number, with the symmetries of the board taken out.
//!
//! See `README.md` beside this file for the picture. In short: a table is a list of *cells*, a cell
//! is one byte for each square of the *inner* man, and a cell's number is made of the pawns'
//! placement, the two kings, and the outer men, slowest first.

mod axes;
mod classes;
mod encode;
mod kings;
mod neighbours;
mod order;
mod pawns;
mod symmetry;

pub use classes::ClassMask;
pub use encode::Slot;

pub(crate) use axes::{Axis, pair_number, pair_squares};
pub(crate) use kings::Kings;
pub(crate) use neighbours::{Decoded, Neighbours};
pub(crate) use pawns::{PawnPlacements, Pawns, squares};
pub(crate) use symmetry::Symmetry;

use crate::material::Material;
use crate::rules::{Color, Piece, Position, Role, Square};

/// Men other than kings and pawns that an index can seat.
pub(crate) const MOST_SEATS: usize = 4;

/// Squares of the seated men, in the order of [`Index::seats`].
pub(crate) type Seats = [u8; MOST_SEATS];

/// How the positions of one endgame are numbered.
#[derive(Clone, Debug)]
pub struct Index {
    material: Material,
    placements: PawnPlacements,
    kings: Kings,
    /// Men other than kings and pawns, in the order in which they are numbered: the inner man last,
    /// unless that is the black king.
    seats: Vec<Piece>,
    /// How many of the seats are outer men's: they come first.
    outer: usize,
    axes: Vec<Axis>,
    words: usize,
    /// Whether a man's seat follows from his colour and role, the two of a pair being as one.
    is_seated_freely: bool,
}

/// Everybody's square, turned the way they are stored. Of a cell, the inner man's is meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StoredMen {
    placement: usize,
    /// White's, then Black's.
    kings: [u8; 2],
    seats: Seats,
}

impl Index {
    /// The numbering for an endgame, whichever colour is named first.
    pub fn new(material: &Material) -> Index {
        let material = material.normalized();
        let [white, black] = Color::ALL.map(|color| material.army(color).count(Role::Pawn));
        let placements = PawnPlacements::new(white, black);
        let mut men: Vec<Piece> = material.pieces().filter(|man| man.role != Role::Pawn).collect();
        let kings = if material.pawns() == 0 {
            Kings::Triangle
        } else if men.iter().all(|&man| man == men[0]) {
            Kings::White
        } else {
            Kings::Apart
        };
        let inner = (0..men.len()).min_by_key(|&at| inner_cost(&men, men[at]));
        let inner = inner.filter(|_| kings != Kings::White);
        if let Some(inner) = inner {
            let man = men.remove(inner);
            men.push(man);
        }
        let outer = men.len() - usize::from(inner.is_some());
        let alike = men[..outer].chunk_by(|a, b| a == b).flat_map(|alike| alike.chunks(2));
        let mut seats = 0..outer;
        let axes: Vec<Axis> = alike
            .map_while(|alike| match alike {
                [_, _] => Some(Axis::Pair(seats.next()?, seats.next()?)),
                _ => seats.next().map(Axis::Single),
            })
            .collect();
        let words = axes.iter().map(|axis| axis.size()).product();
        // Of three like men, or two beside an inner man like them, the order tells who sits where.
        let kinds = (0..men.len()).filter(|&at| !men[..at].contains(&men[at])).count();
        let is_seated_freely = kinds == axes.len() + usize::from(inner.is_some());
        Index { material, placements, kings, seats: men, outer, axes, words, is_seated_freely }
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.material
    }

    /// How many numbers there are for each side to move, those of impossible positions included.
    pub fn len(&self) -> usize {
        self.cells() * 64
    }

    /// How many bytes a table takes, both sides to move.
    pub(crate) fn table_bytes(&self) -> usize {
        2 * self.len()
    }

    /// Never true: two kings alone have positions.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many cells of 64 numbers.
    pub fn cells(&self) -> usize {
        self.placements.len() * self.cells_per_placement()
    }

    /// The numbers of each placement of the pawns; all of them without pawns.
    pub fn pawn_placements(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let each = self.cells_per_placement() * 64;
        (0..self.placements.len()).map(move |at| at * each..(at + 1) * each)
    }

    /// How many numbers the pawns and the kings have.
    pub(crate) fn king_slices(&self) -> usize {
        self.placements.len() * self.kings.len()
    }

    /// How many cells each pawn placement has.
    pub(crate) fn cells_per_placement(&self) -> usize {
        self.kings.len() * self.words
    }

    /// How many cells each pair of kings has.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Where the pawns can stand.
    pub(crate) fn placements(&self) -> &PawnPlacements {
        &self.placements
    }

    /// How the kings are numbered.
    pub(crate) fn kings(&self) -> Kings {
        self.kings
    }

    /// Men other than kings and pawns, in the order in which they are numbered: the inner man last,
    /// unless that is the black king.
    pub(crate) fn seats(&self) -> &[Piece] {
        &self.seats
    }

    /// The inner man's seat; none if the black king is the inner man.
    pub(crate) fn inner_seat(&self) -> Option<usize> {
        (self.outer < self.seats.len()).then_some(self.outer)
    }

    /// How many of the seats are outer men's: they come first.
    pub(crate) fn outer_seats(&self) -> usize {
        self.outer
    }

    /// The last outer man's seat: his squares are cells side by side.
    #[inline(always)]
    pub(crate) fn runner(&self) -> Option<usize> {
        self.outer.checked_sub(1)
    }

    pub(crate) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The number of the outer men among the cells of a pair of kings.
    #[inline(always)]
    pub(crate) fn word(&self, seats: &Seats) -> usize {
        let mut word = 0;
        for axis in &self.axes {
            word = match *axis {
                Axis::Single(seat) => word * 64 + usize::from(seats[seat]),
                Axis::Pair(a, b) => word * 2080 + pair_number(seats[a], seats[b]),
            };
        }
        word
    }

    /// How many words further a man is found a square further; none if he is one of a pair, or the
    /// inner man.
    pub(crate) fn stride(&self, seat: usize) -> Option<usize> {
        let at = self.axes.iter().position(|&axis| axis == Axis::Single(seat))?;
        Some(self.axes[at + 1..].iter().map(|axis| axis.size()).product())
    }

    /// The outer men of a number among the cells of a pair of kings.
    pub(crate) fn seats_of_word(&self, mut word: usize) -> Seats {
        let mut seats = Seats::default();
        // Each size is written out: dividing by what the compiler knows is much faster.
        for axis in self.axes.iter().rev() {
            match *axis {
                Axis::Single(seat) => {
                    seats[seat] = (word % 64) as u8;
                    word /= 64;
                }
                Axis::Pair(a, b) => {
                    (seats[a], seats[b]) = pair_squares(word % 2080);
                    word /= 2080;
                }
            }
        }
        seats
    }

    /// The number of men turned the way they are stored; none if the kings touch, unless the black
    /// one is the inner man.
    #[inline]
    fn number(&self, men: &StoredMen) -> Option<usize> {
        let StoredMen { placement, kings: [white_king, black_king], ref seats } = *men;
        let kings = self.kings.number(white_king, black_king)?;
        let cell = (placement * self.kings.len() + kings) * self.words + self.word(seats);
        let place = self.inner_seat().map_or(black_king, |inner| seats[inner]);
        Some(cell * 64 + usize::from(place))
    }

    fn men_of_cell(&self, cell: usize) -> StoredMen {
        let kings = cell / self.words;
        StoredMen {
            placement: kings / self.kings.len(),
            kings: self.kings.squares(kings % self.kings.len()),
            seats: self.seats_of_word(cell % self.words),
        }
    }

    fn men_of_number(&self, number: usize) -> StoredMen {
        let mut men = self.men_of_cell(number / 64);
        let place = (number % 64) as u8;
        match self.inner_seat() {
            Some(inner) => men.seats[inner] = place,
            None => men.kings[1] = place,
        }
        men
    }

    /// How to turn a placement of pawns so that it is stored, and its number then.
    pub(crate) fn orient_pawns(&self, pawns: Pawns) -> (Symmetry, usize) {
        match self.placements.find(pawns) {
            Some(number) => (Symmetry::IDENTITY, number),
            None => {
                let number = self.placements.find(pawns.mirrored());
                (Symmetry::MIRROR, number.expect("a placement or its mirror image is stored"))
            }
        }
    }

    /// The men of a number, whether or not they make a legal position; none if two share a square.
    pub fn men(&self, index: usize) -> Option<Vec<(Square, Piece)>> {
        let StoredMen { placement, kings, seats } = self.men_of_number(index);
        let pawns = self.placements.get(placement);
        let mut men: Vec<(u8, Piece)> = Vec::new();
        for (color, king, pawns) in
            [(Color::White, kings[0], pawns.white), (Color::Black, kings[1], pawns.black)]
        {
            men.push((king, Role::King.of(color)));
            men.extend(squares(pawns).map(|square| (square, Role::Pawn.of(color))));
        }
        men.extend(seats.into_iter().zip(self.seats.iter().copied()));
        let occupied = men.iter().fold(0u64, |set, (square, _)| set | 1 << square);
        (occupied.count_ones() as usize == men.len()).then(|| {
            men.into_iter().map(|(square, man)| (Square::new(u32::from(square)), man)).collect()
        })
    }

    /// The position of a number; none where no legal position has it.
    pub fn decode(&self, slot: Slot) -> Option<Position> {
        Position::from_men(self.men(slot.index)?, slot.turn).ok()
    }
}

/// How dear a man is as the inner man, the least being chosen: one of two like men would break up
/// their pair and double the table. Black's before White's: with fewer men on that side, the squares
/// of its man fall together, many to a word. Then the man of fewest moves.
fn inner_cost(men: &[Piece], man: Piece) -> (bool, bool, u8) {
    let like = men.iter().filter(|&&other| other == man).count();
    let reach = match man.role {
        Role::Knight => 0,
        Role::Bishop => 1,
        Role::Rook => 2,
        _ => 3,
    };
    (like == 2 && men.len() > 2, man.color == Color::White, reach)
}

#[cfg(test)]
mod tests;
