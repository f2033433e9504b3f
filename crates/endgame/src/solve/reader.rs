//! Reading the tables a move can lead into: smaller endgames, and pushed pawns of the same one.

use std::sync::Arc;

use super::lines::Line;
use crate::code::{self, Codec};
use crate::index::{Index, MOST_SEATS, Pawns, Seats, Symmetry, TRIANGLE};
use crate::rules::Color;
use crate::table::Table;

/// Codes of one endgame with one side to move.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) index: &'a Index,
    pub(super) codes: &'a [u8],
    pub(super) codec: Codec,
}

impl<'a> Source<'a> {
    pub(super) fn of(table: &'a Table, turn: Color) -> Source<'a> {
        Source { index: table.index(), codes: table.codes(turn), codec: table.codec() }
    }
}

/// Where the cells with one placement of pawns are read from.
pub(super) enum Reader<'a> {
    /// Two bare kings: a draw wherever they stand apart.
    Kings,
    /// The same colours as ours.
    Straight { source: Source<'a>, placement: usize, symmetry: Symmetry },
    /// The weaker side is ours first: every line was made beforehand, in our colours.
    Crossed(Arc<Crossed>),
}

impl<'a> Reader<'a> {
    /// Reads a table whose White is our White.
    pub(super) fn straight(source: Source<'a>, pawns: Pawns) -> Reader<'a> {
        let (symmetry, placement) = source.index.orient(pawns, 0);
        Reader::Straight { source, placement, symmetry }
    }

    pub(super) fn codec(&self) -> Codec {
        match self {
            Reader::Kings => Codec::new(None),
            Reader::Straight { source, .. } => source.codec,
            Reader::Crossed(crossed) => crossed.codec,
        }
    }

    /// The line of a white king and seated men (in the order of the table's seats), and how our
    /// board is turned to meet it.
    #[inline(always)]
    pub(super) fn line(&self, king: u8, seats: &Seats) -> (&Line, Symmetry) {
        match self {
            Reader::Kings => (&BARE_KINGS[usize::from(king)], Symmetry::IDENTITY),
            Reader::Straight { source, placement, symmetry } => {
                let symmetry = if source.index.material().pawns() == 0 {
                    Symmetry::into_triangle(king)
                } else {
                    *symmetry
                };
                let mut turned = Seats::default();
                for (to, &from) in turned.iter_mut().zip(seats) {
                    *to = symmetry.square(from);
                }
                let cell = source.index.cell(*placement, symmetry.square(king), &turned);
                (line_of(source.codes, cell), symmetry)
            }
            Reader::Crossed(crossed) => (crossed.line(king, seats), Symmetry::IDENTITY),
        }
    }
}

fn line_of(codes: &[u8], cell: usize) -> &Line {
    codes[cell * 64..cell * 64 + 64].try_into().expect("a cell has 64 codes")
}

static BARE_KINGS: [Line; 64] = {
    let mut lines = [[code::DRAW; 64]; 64];
    let mut king = 0;
    while king < 64 {
        let mut other = 0;
        while other < 64 {
            let files = (king % 8) as i32 - (other % 8) as i32;
            let ranks = (king / 8) as i32 - (other / 8) as i32;
            if -2 < files && files < 2 && -2 < ranks && ranks < 2 {
                lines[king][other] = code::ILLEGAL;
            }
            other += 1;
        }
        king += 1;
    }
    lines
};

/// Lines of a table whose Black is our White: there our black king is the white one, which moves
/// along cells, so each line is gathered once and kept.
pub(super) struct Crossed {
    codec: Codec,
    /// The seats whose men are not pinned to one square.
    free: Vec<usize>,
    triangle: bool,
    lines: Vec<Line>,
}

impl Crossed {
    /// Gathers the lines for our pawns; with `triangle` only for white kings there.
    ///
    /// `table` is read with the side to move that is `turn` in its own colours.
    pub(super) fn gather(
        table: &Table,
        turn: Color,
        pawns: Pawns,
        triangle: bool,
        pinned: &[Option<u8>],
    ) -> Crossed {
        let index = table.index();
        let seats = index.seats().len();
        let free: Vec<usize> = (0..seats).filter(|&seat| pinned[seat].is_none()).collect();
        let kings: Vec<u8> = if triangle { TRIANGLE.to_vec() } else { (0..64).collect() };
        let placements = 1usize << (6 * free.len());
        let exchanged = exchange(table.codec());
        let their_pawns =
            Pawns { white: pawns.black.swap_bytes(), black: pawns.white.swap_bytes() };
        let mut lines = vec![[code::ILLEGAL; 64]; kings.len() * placements];
        for placement in 0..placements {
            let ours = seats_of(placement, &free, pinned);
            for black_king in 0..64u8 {
                let (symmetry, number) = index.orient(their_pawns, black_king ^ 56);
                let mut theirs = Seats::default();
                for (to, &from) in theirs[..seats].iter_mut().zip(&ours) {
                    *to = symmetry.square(from ^ 56);
                }
                let cell = index.cell(number, symmetry.square(black_king ^ 56), &theirs);
                let line = line_of(table.codes(turn), cell);
                for (n, &king) in kings.iter().enumerate() {
                    let found = line[usize::from(symmetry.square(king ^ 56))];
                    lines[n * placements + placement][usize::from(black_king)] =
                        exchanged[usize::from(found)];
                }
            }
        }
        Crossed { codec: Codec::new(table.deepest(Color::Black)), free, triangle, lines }
    }

    #[inline(always)]
    fn line(&self, king: u8, seats: &Seats) -> &Line {
        let mut number = if self.triangle { triangle_number(king) } else { usize::from(king) };
        for &seat in &self.free {
            number = number * 64 + usize::from(seats[seat]);
        }
        &self.lines[number]
    }
}

fn triangle_number(king: u8) -> usize {
    TRIANGLE
        .iter()
        .position(|&square| square == king)
        .expect("the white king stays in the triangle")
}

fn seats_of(mut number: usize, free: &[usize], pinned: &[Option<u8>]) -> Seats {
    let mut squares = [0; MOST_SEATS];
    for (square, pin) in squares.iter_mut().zip(pinned) {
        *square = pin.unwrap_or(0);
    }
    for &seat in free.iter().rev() {
        squares[seat] = (number % 64) as u8;
        number /= 64;
    }
    squares
}

/// Each code with the colours exchanged.
fn exchange(codec: Codec) -> [u8; 256] {
    std::array::from_fn(|code| match codec.winner(code as u8) {
        Some((winner, depth)) => code::win(winner.other(), depth),
        None => code as u8,
    })
}
