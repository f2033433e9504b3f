//! Reading the tables a move can lead into: smaller endgames, and pushed pawns of the same one.

use std::sync::Arc;

use value::Outcome;

use super::lines::Line;
use crate::code::{self, Codec};
use crate::index::{Index, Kings, Pawns, Seats, Symmetry};
use crate::rules::Color;

/// Codes of one endgame with one side to move and one placement of the pawns.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    index: &'a Index,
    codes: &'a [u8],
    codec: Codec,
    /// The table's White is our Black.
    exchanged: bool,
    placement: usize,
    /// How pawns turn the board.
    symmetry: Symmetry,
}

impl<'a> Source<'a> {
    pub(super) fn new(
        index: &'a Index,
        codes: &'a [u8],
        codec: Codec,
        exchanged: bool,
        pawns: Pawns,
    ) -> Source<'a> {
        let theirs = if exchanged {
            Pawns { white: pawns.black.swap_bytes(), black: pawns.white.swap_bytes() }
        } else {
            pawns
        };
        let (symmetry, placement) = index.orient_pawns(theirs);
        Source { index, codes, codec, exchanged, placement, symmetry }
    }

    pub(super) fn index(&self) -> &'a Index {
        self.index
    }

    /// The cell of our men, and how our board is turned to meet it; none if the kings touch.
    #[inline(always)]
    fn locate(&self, white_king: u8, black_king: u8, seats: &Seats) -> Option<(usize, Symmetry)> {
        let (first, second) =
            if self.exchanged { (black_king, white_king) } else { (white_king, black_king) };
        let flip = if self.exchanged { 56 } else { 0 };
        let mut symmetry = if self.index.kings() == Kings::Triangle {
            Kings::homeward(first ^ flip, second ^ flip)
        } else {
            self.symmetry
        };
        if self.exchanged {
            symmetry = symmetry.after_flipped_ranks();
        }
        let turned = seats.map(|square| symmetry.square(square));
        let (first, second) = (symmetry.square(first), symmetry.square(second));
        Some((self.index.cell(self.placement, first, second, &turned)?, symmetry))
    }

    #[inline(always)]
    fn line(&self, cell: usize) -> &'a Line {
        self.codes[cell * 64..cell * 64 + 64].try_into().expect("a cell has 64 codes")
    }

    /// The line of an outer man who is not one of a pair, his words being so far apart.
    fn outer_line(
        &self,
        white_king: u8,
        black_king: u8,
        mut seats: Seats,
        seat: usize,
        stride: usize,
    ) -> Line {
        seats[seat] = 0;
        let Some((cell, symmetry)) = self.locate(white_king, black_king, &seats) else {
            return [code::ILLEGAL; 64];
        };
        let cell = cell - usize::from(symmetry.square(0)) * stride;
        let inner = self.index.inner_seat().map_or(0, |inner| symmetry.square(seats[inner]));
        std::array::from_fn(|place| {
            let there = cell + usize::from(symmetry.square(place as u8)) * stride;
            self.codes[there * 64 + usize::from(inner)]
        })
    }

    #[inline(always)]
    fn code(&self, white_king: u8, black_king: u8, seats: &Seats) -> u8 {
        let Some((cell, symmetry)) = self.locate(white_king, black_king, seats) else {
            return code::ILLEGAL;
        };
        let inner = match self.index.inner_seat() {
            Some(inner) => seats[inner],
            None if self.exchanged => white_king,
            None => black_king,
        };
        self.codes[cell * 64 + usize::from(symmetry.square(inner))]
    }
}

/// The man whose 64 squares make a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Free {
    /// A man of the table we read: its seat.
    Seat(usize),
    /// Our black king.
    BlackKing,
}

/// What a move out of the frame leads to.
pub(super) enum Reader<'a> {
    /// Two bare kings: a draw wherever they stand apart.
    Kings,
    /// The free man is the table's inner man, or nobody needs lines.
    Direct(Source<'a>),
    /// Every line was made beforehand.
    Gathered(Source<'a>, Arc<Gathered>),
}

impl<'a> Reader<'a> {
    /// Whether lines of this man can be read as they are stored.
    pub(super) fn is_direct(index: &Index, exchanged: bool, free: Free) -> bool {
        match free {
            Free::Seat(seat) => index.inner_seat() == Some(seat),
            Free::BlackKing => index.kings() == Kings::White && !exchanged,
        }
    }

    fn source(&self) -> Option<&Source<'a>> {
        match self {
            Reader::Kings => None,
            Reader::Direct(source) | Reader::Gathered(source, _) => Some(source),
        }
    }

    /// The bytes that mean a win of ours, the least and the greatest.
    #[inline(always)]
    pub(super) fn wins(&self, side: Color) -> (u8, u8) {
        match self.source() {
            None => (1, 0),
            Some(source) => source.codec.wins(if source.exchanged { side.other() } else { side }),
        }
    }

    /// Who wins, in our colours, and how deep.
    #[inline(always)]
    pub(super) fn winner(&self, code: u8) -> Option<(Color, u8)> {
        let source = self.source()?;
        let (winner, depth) = source.codec.winner(code)?;
        Some((if source.exchanged { winner.other() } else { winner }, depth))
    }

    /// What a code of a table in our colours says to a side.
    pub(super) fn outcome(&self, code: u8, side: Color) -> Option<Outcome> {
        self.source()?.codec.outcome(code, side)
    }

    /// The line of these kings and seated men (in the order of the table's seats), and how our board
    /// is turned to meet it; none if the kings touch.
    #[inline(always)]
    pub(super) fn line(&self, white: u8, black: u8, seats: &Seats) -> Option<(&Line, Symmetry)> {
        match self {
            Reader::Kings => None,
            Reader::Direct(source) => {
                let (cell, symmetry) = source.locate(white, black, seats)?;
                Some((source.line(cell), symmetry))
            }
            Reader::Gathered(_, gathered) => gathered.line(white, black, seats),
        }
    }

    /// The code of one position.
    #[inline(always)]
    pub(super) fn code(&self, white: u8, black: u8, seats: &Seats) -> u8 {
        match self.source() {
            Some(source) => source.code(white, black, seats),
            None if Kings::Apart.number(white, black).is_some() => code::DRAW,
            None => code::ILLEGAL,
        }
    }
}

/// Lines of a man who is not the inner man of his table, gathered once and kept.
pub(super) struct Gathered {
    kings: Kings,
    /// The seats that number the lines: neither the free man's nor pinned to one square.
    outer: Vec<usize>,
    lines: Vec<Line>,
}

impl Gathered {
    /// Gathers the lines of the free man with our kings numbered like this.
    pub(super) fn new(
        source: &Source<'_>,
        kings: Kings,
        free: Free,
        pinned: &[Option<u8>],
    ) -> Gathered {
        let outer: Vec<usize> = (0..pinned.len())
            .filter(|&seat| pinned[seat].is_none() && free != Free::Seat(seat))
            .collect();
        let per_kings = 1usize << (6 * outer.len());
        let mut lines = Vec::with_capacity(kings.len() * per_kings);
        let mut seats = Seats::default();
        for (square, pin) in seats.iter_mut().zip(pinned) {
            *square = pin.unwrap_or(0);
        }
        let stride = match free {
            Free::Seat(seat) => source.index.stride(seat),
            Free::BlackKing => None,
        };
        for number in 0..kings.len() {
            let (white, black) = kings.squares(number);
            for rest in 0..per_kings {
                for (at, &seat) in outer.iter().rev().enumerate() {
                    seats[seat] = (rest >> (6 * at) & 63) as u8;
                }
                lines.push(match (free, stride) {
                    (Free::Seat(seat), Some(stride)) => {
                        source.outer_line(white, black, seats, seat, stride)
                    }
                    (Free::Seat(seat), None) => std::array::from_fn(|place| {
                        seats[seat] = place as u8;
                        source.code(white, black, &seats)
                    }),
                    (Free::BlackKing, _) => {
                        std::array::from_fn(|place| source.code(white, place as u8, &seats))
                    }
                });
            }
        }
        Gathered { kings, outer, lines }
    }

    #[inline(always)]
    fn line(&self, white: u8, black: u8, seats: &Seats) -> Option<(&Line, Symmetry)> {
        let (symmetry, number) = match self.kings {
            Kings::Triangle => {
                let home = Kings::homeward(white, black);
                (home, Kings::Triangle.number(home.square(white), home.square(black))?)
            }
            Kings::Apart => (Symmetry::IDENTITY, Kings::Apart.number(white, black)?),
            Kings::White => (Symmetry::IDENTITY, usize::from(white)),
        };
        let number = self
            .outer
            .iter()
            .fold(number, |number, &seat| number * 64 + usize::from(symmetry.square(seats[seat])));
        Some((&self.lines[number], symmetry))
    }
}
