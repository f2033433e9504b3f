//! Position <-> number, with the symmetries of the board taken out.
//!
//! See `README.md` beside this file for the picture. In short: a table is a list of *cells*, a cell
//! is one byte for each square of the black king, and a cell's number is made of the pawns'
//! placement, the outer men, and the *lane* man, slowest first.

mod neighbours;
mod pawns;
mod symmetry;

pub use pawns::{PawnPlacements, Pawns};
pub use symmetry::Symmetry;

pub(crate) use neighbours::{Neighbours, Standing};
pub(crate) use pawns::squares;

use crate::material::Material;
use crate::rules::{Color, Move, Piece, Position, Role, Square};

/// Men other than kings and pawns that an index can seat.
pub(crate) const MOST_SEATS: usize = 4;

/// Squares of the seated men, in the order of [`Index::seats`].
pub(crate) type Seats = [u8; MOST_SEATS];

/// One outer coordinate of a cell's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// The white king in the triangle a1-d1-d4 (without pawns).
    Triangle,
    /// One man on 64 squares: its seat.
    Single(usize),
    /// Two like men, unordered: their seats, side by side.
    Pair(usize, usize),
}

impl Axis {
    pub(crate) fn size(self) -> usize {
        match self {
            Axis::Triangle => 10,
            Axis::Single(_) => 64,
            Axis::Pair(..) => 64 * 65 / 2,
        }
    }
}

/// Who runs along the 64 lanes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The white king, with pawns on the board.
    King,
    /// A seated man, without pawns: its seat, the last.
    Seat(usize),
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
pub(crate) struct Turned<'p> {
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
    /// Men other than kings and pawns, in the order in which they are numbered.
    seats: Vec<Piece>,
    axes: Vec<Axis>,
    lane: Lane,
    rows: usize,
}

/// The triangle a1-d1-d4 in the order of its numbers.
pub(crate) const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// The number of a triangle square; meaningless elsewhere.
const TRIANGLE_NUMBER: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut n = 0;
    while n < 10 {
        numbers[TRIANGLE[n] as usize] = n as u8;
        n += 1;
    }
    numbers
};

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

/// The positions of a cell that stand for their class of symmetric images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassMask {
    /// Black-king squares whose position represents its class.
    pub representatives: u64,
    /// Those among them that are their own mirror image in the diagonal: half as many boards.
    pub self_symmetric: u64,
}

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
        let with_pawns = material.pawns() > 0;
        let lane = if with_pawns {
            Lane::King
        } else {
            let best = (0..men.len())
                .min_by_key(|&at| lane_cost(&men, men[at]))
                .expect("an endgame without pawns has a man beside the kings");
            let man = men.remove(best);
            men.push(man);
            Lane::Seat(men.len() - 1)
        };
        let outer = if with_pawns { men.len() } else { men.len() - 1 };
        let mut axes = if with_pawns { vec![] } else { vec![Axis::Triangle] };
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
        let rows = axes.iter().map(|axis| axis.size()).product();
        Index { material, placements, seats: men, axes, lane, rows }
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.material
    }

    /// How many numbers there are for each side to move, those of impossible positions included.
    pub fn len(&self) -> usize {
        self.cells() * 64
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many cells of 64 numbers.
    pub fn cells(&self) -> usize {
        self.placements.len() * self.rows * 64
    }

    /// How many rows of 64 cells each pawn placement has.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Where the pawns can stand.
    pub fn placements(&self) -> &PawnPlacements {
        &self.placements
    }

    /// Men other than kings and pawns, in the order in which they are numbered.
    pub(crate) fn seats(&self) -> &[Piece] {
        &self.seats
    }

    pub(crate) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    pub(crate) fn lane(&self) -> Lane {
        self.lane
    }

    /// The cell of a placement of pawns, a white king and seated men, all already turned the way
    /// they are stored.
    #[inline]
    pub(crate) fn cell(&self, placement: usize, king: u8, seats: &Seats) -> usize {
        let mut row = placement;
        for axis in &self.axes {
            row = match *axis {
                Axis::Triangle => row * 10 + usize::from(TRIANGLE_NUMBER[usize::from(king)]),
                Axis::Single(seat) => row * 64 + usize::from(seats[seat]),
                Axis::Pair(a, b) => row * 2080 + pair_number(seats[a], seats[b]),
            };
        }
        let lane = match self.lane {
            Lane::King => king,
            Lane::Seat(seat) => seats[seat],
        };
        row * 64 + usize::from(lane)
    }

    /// The pawns, the white king and the seated men of a cell.
    pub(crate) fn men_of_cell(&self, cell: usize) -> (usize, u8, Seats) {
        let mut seats = Seats::default();
        let mut king = 0;
        let lane = (cell % 64) as u8;
        match self.lane {
            Lane::King => king = lane,
            Lane::Seat(seat) => seats[seat] = lane,
        }
        let mut row = cell / 64;
        for axis in self.axes.iter().rev() {
            let value = row % axis.size();
            row /= axis.size();
            match *axis {
                Axis::Triangle => king = TRIANGLE[value],
                Axis::Single(seat) => seats[seat] = value as u8,
                Axis::Pair(a, b) => (seats[a], seats[b]) = pair_squares(value),
            }
        }
        (row, king, seats)
    }

    /// How to turn a placement of pawns and a white king so that they are stored, and the pawns'
    /// number then.
    #[inline]
    pub(crate) fn orient(&self, pawns: Pawns, king: u8) -> (Symmetry, usize) {
        if self.material.pawns() == 0 {
            return (Symmetry::into_triangle(king), 0);
        }
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
        Some(self.encode_known(position, flip))
    }

    /// The number of a position known to have these men, the colours exchanged or not.
    #[inline]
    fn encode_known(&self, position: &Position, flip: bool) -> Slot {
        let turn = position.turn();
        self.encode_sets(flip, turn, |man| position.squares(man.color, man.role))
    }

    /// A position known to have these men, the colours exchanged or not, turned as it is stored:
    /// what its quiet moves have in common.
    pub(crate) fn turned<'p>(&self, position: &'p Position, flip: bool) -> Turned<'p> {
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
        let (symmetry, placement) = self.orient(pawns, king);
        Turned {
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
    pub(crate) fn encode_after(&self, from: &Turned<'_>, play: Move) -> Option<Slot> {
        let position = from.position;
        let mover = position.turn();
        let color = if from.flip { mover.other() } else { mover };
        let man = play.role().of(color);
        let square = |square: Square| {
            let square = if from.flip { square.flip_vertical() } else { square };
            from.symmetry.square(square as u8)
        };
        let (left, reached) = (square(play.from()?), square(play.to()));
        let (mut black_king, mut seats) = (from.black_king, from.seats);
        let mut own = self.seats.iter().enumerate().filter(|&(_, &seated)| seated == man);
        match (man.role, own.next(), own.next()) {
            (Role::King, ..) if color == Color::Black => black_king = reached,
            (_, Some((seat, _)), None) if seats[seat] == left => seats[seat] = reached,
            // The white king may turn the board, and like men change their order.
            _ => return Some(self.encode_moved(position, play, from.flip)),
        }
        let cell = self.cell(from.placement, from.king, &seats);
        Some(Slot { turn: color.other(), index: cell * 64 + usize::from(black_king) })
    }

    /// The same for any man, from the beginning.
    fn encode_moved(&self, position: &Position, play: Move, flip: bool) -> Slot {
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
    fn encode_sets(&self, flip: bool, turn: Color, sets: impl Fn(Piece) -> u64) -> Slot {
        if flip {
            let men = |man: Piece| sets(man.role.of(man.color.other())).swap_bytes();
            Slot { turn: turn.other(), index: self.encode_men(&men) }
        } else {
            Slot { turn, index: self.encode_men(&sets) }
        }
    }

    /// The number of men given as sets of squares for each piece, in the table's colours.
    pub(crate) fn encode_men(&self, men: &impl Fn(Piece) -> u64) -> usize {
        let pawns = Pawns {
            white: men(Role::Pawn.of(Color::White)),
            black: men(Role::Pawn.of(Color::Black)),
        };
        let king = men(Role::King.of(Color::White)).trailing_zeros() as u8;
        let black_king = men(Role::King.of(Color::Black)).trailing_zeros() as u8;
        let (symmetry, placement) = self.orient(pawns, king);
        let seats = self.seat(men, symmetry);
        let cell = self.cell(placement, symmetry.square(king), &seats);
        cell * 64 + usize::from(symmetry.square(black_king))
    }

    /// The men of a number, whether or not they make a legal position; none if two share a square.
    pub fn men(&self, index: usize) -> Option<Vec<(Square, Piece)>> {
        let (placement, king, seats) = self.men_of_cell(index / 64);
        let pawns = self.placements.get(placement);
        let mut men = vec![
            (king, Role::King.of(Color::White)),
            ((index % 64) as u8, Role::King.of(Color::Black)),
        ];
        men.extend(squares(pawns.white).map(|s| (s, Role::Pawn.of(Color::White))));
        men.extend(squares(pawns.black).map(|s| (s, Role::Pawn.of(Color::Black))));
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

    /// Which positions of a cell stand for their class of symmetric images.
    ///
    /// A class can be stored more than once: the white king on the diagonal leaves the reflection
    /// in it, pawns on mirrored files the mirror image, and three like men can be seated in three
    /// ways. The smallest number of a class represents it.
    pub fn class_mask(&self, cell: usize) -> ClassMask {
        const BELOW_DIAGONAL: u64 = 0x80c0_e0f0_f8fc_feff;
        const DIAGONAL: u64 = 0x8040_2010_0804_0201;
        let nobody = ClassMask { representatives: 0, self_symmetric: 0 };
        let (placement, king, seats) = self.men_of_cell(cell);
        let pawns = self.placements.get(placement);
        let seated = seats[..self.seats.len()].iter().fold(0u64, |set, square| set | 1 << square);
        if seated.count_ones() as usize != self.seats.len() {
            return nobody;
        }
        let men = |man: Piece| match man.role {
            Role::Pawn => {
                if man.color == Color::White {
                    pawns.white
                } else {
                    pawns.black
                }
            }
            _ => self
                .seats
                .iter()
                .zip(seats)
                .filter(|&(&seated, _)| seated == man)
                .fold(0u64, |set, (_, square)| set | 1 << square),
        };
        if self.cell(placement, king, &self.seat(&men, Symmetry::IDENTITY)) != cell {
            return nobody;
        }
        let image = match self.lane {
            Lane::King => {
                let Some(mirrored) = self.placements.find(pawns.mirrored()) else {
                    return ClassMask { representatives: !0, self_symmetric: 0 };
                };
                let seats = self.seat(&men, Symmetry::MIRROR);
                self.cell(mirrored, Symmetry::MIRROR.square(king), &seats)
            }
            Lane::Seat(_) if Symmetry::TRANSPOSE.square(king) == king => {
                self.cell(placement, king, &self.seat(&men, Symmetry::TRANSPOSE))
            }
            Lane::Seat(_) => return ClassMask { representatives: !0, self_symmetric: 0 },
        };
        match cell.cmp(&image) {
            std::cmp::Ordering::Less => ClassMask { representatives: !0, self_symmetric: 0 },
            std::cmp::Ordering::Greater => nobody,
            std::cmp::Ordering::Equal => {
                ClassMask { representatives: BELOW_DIAGONAL, self_symmetric: DIAGONAL }
            }
        }
    }

    /// How many boards a class has: 8 images without pawns, 2 with.
    pub fn images(&self) -> u64 {
        if self.material.pawns() == 0 { 8 } else { 2 }
    }
}

/// How dear a man is in the lane, the least being chosen: one of two like men would break up their
/// pair and double the table. Among the rest the choice hardly matters (docs/numbers.md): the man of
/// fewest moves, White's before Black's.
fn lane_cost(men: &[Piece], man: Piece) -> (bool, u8, bool) {
    let like = men.iter().filter(|&&other| other == man).count();
    let reach = match man.role {
        Role::Knight => 0,
        Role::Bishop => 1,
        Role::Rook => 2,
        _ => 3,
    };
    (like == 2 && men.len() > 2, reach, man.color == Color::Black)
}

#[cfg(test)]
mod tests;
