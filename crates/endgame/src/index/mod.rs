//! Position <-> number, with the symmetries of the board taken out.
//!
//! See `README.md` beside this file for the picture. In short: a table is a list of *cells*, a cell
//! is one byte for each square of the *inner* man, and a cell's number is made of the pawns'
//! placement, the two kings, and the outer men, slowest first.

mod classes;
mod kings;
mod neighbours;
mod pawns;
mod symmetry;

pub use classes::ClassMask;
pub use pawns::{PawnPlacements, Pawns};
pub use symmetry::Symmetry;

pub(crate) use kings::Kings;
pub(crate) use neighbours::{Decoded, Neighbours};
pub(crate) use pawns::squares;

use crate::material::Material;
use crate::rules::{Color, Move, Piece, Position, Role, Square, side};

/// Men other than kings and pawns that an index can seat.
pub(crate) const MOST_SEATS: usize = 4;

/// Squares of the seated men, in the order of [`Index::seats`].
pub(crate) type Seats = [u8; MOST_SEATS];

/// One outer coordinate of a cell's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// One man on 64 squares: its seat.
    Single(usize),
    /// Two like men, unordered: their seats, side by side.
    Pair(usize, usize),
}

impl Axis {
    pub(crate) fn size(self) -> usize {
        match self {
            Axis::Single(_) => 64,
            Axis::Pair(..) => 64 * 65 / 2,
        }
    }
}

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
    placement: usize,
    king: u8,
    black_king: u8,
    seats: Seats,
}

/// How the positions of one endgame are numbered.
#[derive(Clone, Debug)]
pub struct Index {
    material: Material,
    placements: PawnPlacements,
    kings: Kings,
    /// Men other than kings and pawns, in the order in which they are numbered: the inner man last,
    /// unless that is the black king.
    seats: Vec<Piece>,
    axes: Vec<Axis>,
    words: usize,
}

/// Everybody's square in a cell, the inner man's being meaningless.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellMen {
    pub(crate) placement: usize,
    pub(crate) white_king: u8,
    pub(crate) black_king: u8,
    pub(crate) seats: Seats,
}

/// The number of an unordered pair of squares.
#[inline(always)]
pub(crate) fn pair_number(a: u8, b: u8) -> usize {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    usize::from(high) * (usize::from(high) + 1) / 2 + usize::from(low)
}

/// The pair with a number, the greater square first.
#[inline(always)]
pub(crate) fn pair_squares(number: usize) -> (u8, u8) {
    PAIRS[number]
}

static PAIRS: [(u8, u8); 2080] = {
    let mut pairs = [(0, 0); 2080];
    let mut number = 0;
    let (mut high, mut low) = (0, 0);
    while number < 2080 {
        pairs[number] = (high, low);
        (high, low) = if low == high { (high + 1, 0) } else { (high, low + 1) };
        number += 1;
    }
    pairs
};

impl Index {
    /// The numbering for an endgame, whichever colour is named first.
    pub fn new(material: &Material) -> Index {
        let material = material.normalized();
        let pawns = |color: Color| material.army(color).count(Role::Pawn);
        let placements = PawnPlacements::new(pawns(Color::White), pawns(Color::Black));
        let mut men: Vec<Piece> = Color::ALL
            .into_iter()
            .flat_map(|color| {
                let army = material.army(color);
                army.roles()
                    .filter(|&r| r != Role::Pawn)
                    .map(move |r| r.of(color))
                    .collect::<Vec<_>>()
            })
            .collect();
        let kings = if material.pawns() == 0 {
            Kings::Triangle
        } else if men.iter().all(|&man| man == men[0]) {
            Kings::White
        } else {
            Kings::Apart
        };
        let inner = (0..men.len()).min_by_key(|&at| inner_cost(&men, men[at]));
        if let Some(inner) = inner.filter(|_| kings != Kings::White) {
            let man = men.remove(inner);
            men.push(man);
        }
        let outer = outer_seats(kings, &men);
        let mut axes = Vec::new();
        let mut seat = 0;
        while seat < outer {
            if seat + 1 < outer && men[seat] == men[seat + 1] {
                axes.push(Axis::Pair(seat, seat + 1));
                seat += 2;
            } else {
                axes.push(Axis::Single(seat));
                seat += 1;
            }
        }
        let words = axes.iter().map(|axis| axis.size()).product();
        Index { material, placements, kings, seats: men, axes, words }
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.material
    }

    /// How many numbers there are for each side to move, those of impossible positions included.
    pub fn len(&self) -> usize {
        self.cells() * 64
    }

    /// Never true: two kings alone have positions.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many cells of 64 numbers.
    pub fn cells(&self) -> usize {
        self.placements.len() * self.cells_per_placement()
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
    pub fn placements(&self) -> &PawnPlacements {
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
        if self.kings == Kings::White { None } else { self.seats.len().checked_sub(1) }
    }

    /// How many of the seats are outer men's: they come first.
    pub(crate) fn outer_seats(&self) -> usize {
        outer_seats(self.kings, &self.seats)
    }

    /// The last outer man's seat: his squares are cells side by side.
    #[inline(always)]
    pub(crate) fn runner(&self) -> Option<usize> {
        self.outer_seats().checked_sub(1)
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

    /// The cell of men already turned the way they are stored; none if the kings touch.
    #[inline(always)]
    pub(crate) fn cell(
        &self,
        placement: usize,
        white_king: u8,
        black_king: u8,
        seats: &Seats,
    ) -> Option<usize> {
        let kings = self.kings.number(white_king, black_king)?;
        Some((placement * self.kings.len() + kings) * self.words + self.word(seats))
    }

    /// The number of men already turned the way they are stored; none if the kings touch, unless
    /// the black one is the inner man.
    #[inline]
    fn number(&self, placement: usize, king: u8, black_king: u8, seats: &Seats) -> Option<usize> {
        let cell = self.cell(placement, king, black_king, seats)?;
        let place = self.inner_seat().map_or(black_king, |inner| seats[inner]);
        Some(cell * 64 + usize::from(place))
    }

    pub(crate) fn men_of_cell(&self, cell: usize) -> CellMen {
        let kings = cell / self.words;
        let (white_king, black_king) = self.kings.squares(kings % self.kings.len());
        CellMen {
            placement: kings / self.kings.len(),
            white_king,
            black_king,
            seats: self.seats_of_word(cell % self.words),
        }
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

    /// Seats men given as sets of squares, turned by a symmetry: like men by ascending square.
    fn seat(&self, men: &impl Fn(Piece) -> u64, symmetry: Symmetry) -> Seats {
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

    /// The number of a position of this endgame, either colour stronger; none for other material.
    ///
    /// The right to capture en passant is not part of the number.
    pub fn encode(&self, position: &Position) -> Option<Slot> {
        let flip = if position.has_material(&self.material) {
            false
        } else if position.has_material(&self.material.flipped()) {
            true
        } else {
            return None;
        };
        self.encode_known(position, flip)
    }

    /// The number of a position known to have these men, the colours exchanged or not.
    #[inline]
    fn encode_known(&self, position: &Position, flip: bool) -> Option<Slot> {
        let turn = position.turn();
        self.encode_sets(flip, turn, |man| position.squares(man.color, man.role))
    }

    /// A position known to have these men, the colours exchanged or not, turned as it is stored:
    /// what its quiet moves have in common.
    pub(crate) fn canonical<'p>(&self, position: &'p Position, flip: bool) -> Canonical<'p> {
        let men = |man: Piece| {
            if flip {
                position.squares(man.color.other(), man.role).swap_bytes()
            } else {
                position.squares(man.color, man.role)
            }
        };
        let pawns = Pawns {
            white: men(Role::Pawn.of(Color::White)),
            black: men(Role::Pawn.of(Color::Black)),
        };
        let king = men(Role::King.of(Color::White)).trailing_zeros() as u8;
        let black_king = men(Role::King.of(Color::Black)).trailing_zeros() as u8;
        let (symmetry, placement) = if self.kings == Kings::Triangle {
            (Kings::homeward(king, black_king), 0)
        } else {
            self.orient_pawns(pawns)
        };
        Canonical {
            position,
            flip,
            symmetry,
            placement,
            king: symmetry.square(king),
            black_king: symmetry.square(black_king),
            seats: self.seat(&men, symmetry),
        }
    }

    /// The number of the position after a move that leaves the men as they are, one of them on
    /// another square.
    #[inline]
    pub(crate) fn encode_after(&self, from: &Canonical<'_>, play: Move) -> Option<Slot> {
        let position = from.position;
        let mover = position.turn();
        let color = if from.flip { mover.other() } else { mover };
        let man = play.role().of(color);
        let square = |square: Square| {
            let square = if from.flip { square.flip_vertical() } else { square };
            from.symmetry.square(square as u8)
        };
        let (left, reached) = (square(play.from()?), square(play.to()));
        let (mut kings, mut seats) = ([from.king, from.black_king], from.seats);
        let mut own = self.seats.iter().enumerate().filter(|&(_, &seated)| seated == man);
        match (man.role, own.next(), own.next()) {
            (Role::King, ..) if self.kings != Kings::Triangle => kings[side(color)] = reached,
            (_, Some((seat, _)), None) if seats[seat] == left => seats[seat] = reached,
            // Without pawns a king may turn the board, and like men change their order.
            _ => return self.encode_moved(position, play, from.flip),
        }
        let index = self.number(from.placement, kings[0], kings[1], &seats)?;
        Some(Slot { turn: color.other(), index })
    }

    /// The same for any man, from the beginning.
    fn encode_moved(&self, position: &Position, play: Move, flip: bool) -> Option<Slot> {
        let mover = play.role().of(position.turn());
        let from = play.from().map_or(0, |from| 1u64 << from as u32);
        let moved = from | 1u64 << play.to() as u32;
        let turn = position.turn().other();
        self.encode_sets(flip, turn, |man| {
            let set = position.squares(man.color, man.role);
            if man == mover { set ^ moved } else { set }
        })
    }

    #[inline]
    fn encode_sets(&self, flip: bool, turn: Color, sets: impl Fn(Piece) -> u64) -> Option<Slot> {
        if flip {
            let men = |man: Piece| sets(man.role.of(man.color.other())).swap_bytes();
            Some(Slot { turn: turn.other(), index: self.encode_men(&men)? })
        } else {
            Some(Slot { turn, index: self.encode_men(&sets)? })
        }
    }

    /// The number of men given as sets of squares for each piece, in the table's colours; none if
    /// the kings touch.
    pub(crate) fn encode_men(&self, men: &impl Fn(Piece) -> u64) -> Option<usize> {
        let pawns = Pawns {
            white: men(Role::Pawn.of(Color::White)),
            black: men(Role::Pawn.of(Color::Black)),
        };
        let white_king = men(Role::King.of(Color::White)).trailing_zeros() as u8;
        let black_king = men(Role::King.of(Color::Black)).trailing_zeros() as u8;
        let (symmetry, placement) = if self.kings == Kings::Triangle {
            (Kings::homeward(white_king, black_king), 0)
        } else {
            self.orient_pawns(pawns)
        };
        let seats = self.seat(men, symmetry);
        let black_king = symmetry.square(black_king);
        self.number(placement, symmetry.square(white_king), black_king, &seats)
    }

    /// The men of a number, whether or not they make a legal position; none if two share a square.
    pub fn men(&self, index: usize) -> Option<Vec<(Square, Piece)>> {
        let mut at = self.men_of_cell(index / 64);
        let place = (index % 64) as u8;
        match self.inner_seat() {
            Some(inner) => at.seats[inner] = place,
            None => at.black_king = place,
        }
        let pawns = self.placements.get(at.placement);
        let mut men = vec![
            (at.white_king, Role::King.of(Color::White)),
            (at.black_king, Role::King.of(Color::Black)),
        ];
        men.extend(squares(pawns.white).map(|s| (s, Role::Pawn.of(Color::White))));
        men.extend(squares(pawns.black).map(|s| (s, Role::Pawn.of(Color::Black))));
        men.extend(at.seats.into_iter().zip(self.seats.iter().copied()));
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

/// All men but the inner one.
fn outer_seats(kings: Kings, seats: &[Piece]) -> usize {
    if kings == Kings::White { seats.len() } else { seats.len().saturating_sub(1) }
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
