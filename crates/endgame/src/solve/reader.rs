//! Reading the tables a move can lead into: smaller endgames, and pushed pawns of the same one.

use std::sync::Arc;

use value::Outcome;

use super::legal::BySide;
use super::promoted_lines::PromotedLines;
use crate::codec::{self, Codec};
use crate::index::{Index, Kings, Pawns, Seats, Symmetry};
use crate::line::Line;
use crate::rules::Color;

/// Codes of one endgame with one side to move and one placement of the pawns.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) index: &'a Index,
    pub(super) codes: &'a [u8],
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

    /// Whether lines of this man can be read as they are stored.
    pub(super) fn is_direct(&self, free: Free) -> bool {
        match free {
            Free::Seat(seat) => self.index.inner_seat() == Some(seat),
            Free::BlackKing => self.index.kings() == Kings::White && !self.exchanged,
        }
    }

    /// The same with the pawns placed as the table has them at a number.
    fn at_placement(&self, placement: usize) -> Source<'a> {
        Source { placement, symmetry: Symmetry::IDENTITY, ..*self }
    }

    /// The number of the pawns' placement, and whether our board has to be mirrored to meet it.
    #[inline(always)]
    pub(super) fn placement(&self) -> (usize, Symmetry) {
        (self.placement, self.symmetry)
    }

    /// With pawns, how our board is turned to meet the table's, wherever the kings stand.
    #[inline(always)]
    pub(super) fn symmetry(&self) -> Symmetry {
        if self.exchanged { self.symmetry.after_flipped_ranks() } else { self.symmetry }
    }

    /// The number of our kings and of the pawns, and how our board is turned to meet them; none if the
    /// kings touch.
    #[inline(always)]
    pub(super) fn king_slice(&self, [white, black]: BySide<u8>) -> Option<(usize, Symmetry)> {
        let (first, second) =
            if self.exchanged { (black ^ 56, white ^ 56) } else { (white, black) };
        let kings = self.index.kings();
        let (symmetry, number) = if kings == Kings::Triangle {
            Kings::at_home(first, second)?
        } else {
            let (first, second) = (self.symmetry.square(first), self.symmetry.square(second));
            (self.symmetry, kings.number(first, second)?)
        };
        let king_slice = self.placement * kings.len() + number;
        Some((king_slice, if self.exchanged { symmetry.after_flipped_ranks() } else { symmetry }))
    }

    /// The lines of the pawns' placement if our board needs not be turned to meet them.
    pub(super) fn own_slice(&self) -> Option<&'a [Line]> {
        let cells = self.index.cells_per_placement();
        let lines = &self.codes.as_chunks().0[self.placement * cells..];
        (self.symmetry() == Symmetry::IDENTITY && self.index.kings() != Kings::Triangle)
            .then(|| &lines[..cells])
    }

    /// The cell of our men, and how our board is turned to meet it; none if the kings touch.
    #[inline(always)]
    fn locate(&self, kings: BySide<u8>, seats: &Seats) -> Option<(usize, Symmetry)> {
        let (king_slice, symmetry) = self.king_slice(kings)?;
        let turned = seats.map(|square| symmetry.square(square));
        Some((king_slice * self.index.words() + self.index.word(&turned), symmetry))
    }

    #[inline(always)]
    fn line(&self, cell: usize) -> &'a Line {
        self.codes[cell * 64..cell * 64 + 64].try_into().expect("a cell has 64 codes")
    }

    /// The square, on our board, of the table's inner man.
    #[inline(always)]
    pub(super) fn inner(&self, kings: BySide<u8>, seats: &Seats) -> u8 {
        match self.index.inner_seat() {
            Some(inner) => seats[inner],
            None => self.inner_king(kings),
        }
    }

    /// The same where that is a king: the table's black one.
    #[inline(always)]
    pub(super) fn inner_king(&self, [white, black]: BySide<u8>) -> u8 {
        if self.exchanged { white } else { black }
    }

    #[inline(always)]
    fn code(&self, kings: BySide<u8>, seats: &Seats) -> u8 {
        let Some((cell, symmetry)) = self.locate(kings, seats) else {
            return codec::ILLEGAL;
        };
        let inner = self.inner(kings, seats);
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

/// What a move out of the slice leads to.
pub(super) enum Reader<'a> {
    /// Two bare kings: a draw wherever they stand apart.
    Kings,
    /// The free man is the table's inner man, or nobody needs lines.
    Direct(Source<'a>),
    /// The free man is another one: a line is put together when it is asked for.
    Column(Source<'a>, Free),
    /// Every line was put together beforehand.
    Gathered(Source<'a>, Arc<Gathered>),
    /// The same of those that a promotion can lead to.
    Promoted(Source<'a>, Arc<PromotedLines>),
}

impl<'a> Reader<'a> {
    pub(super) fn source(&self) -> Option<&Source<'a>> {
        match self {
            Reader::Kings => None,
            Reader::Direct(source)
            | Reader::Column(source, _)
            | Reader::Gathered(source, _)
            | Reader::Promoted(source, _) => Some(source),
        }
    }

    /// The same with the pawns placed as the table has them at a number; none if lines were put
    /// together.
    pub(super) fn at_placement(&self, placement: usize) -> Option<Reader<'a>> {
        match self {
            Reader::Direct(source) => Some(Reader::Direct(source.at_placement(placement))),
            Reader::Column(source, free) => {
                Some(Reader::Column(source.at_placement(placement), *free))
            }
            _ => None,
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
    /// is turned to meet it; none if the kings touch. A line that must be put together is put into
    /// `room`.
    #[inline(always)]
    pub(super) fn line<'l>(
        &'l self,
        kings: BySide<u8>,
        seats: &Seats,
        room: &'l mut Line,
    ) -> Option<(&'l Line, Symmetry)> {
        match self {
            Reader::Kings => None,
            Reader::Direct(source) => {
                let (cell, symmetry) = source.locate(kings, seats)?;
                Some((source.line(cell), symmetry))
            }
            Reader::Column(source, free) => {
                *room = source.column(kings, seats, *free);
                Some((room, Symmetry::IDENTITY))
            }
            Reader::Gathered(_, gathered) => gathered.line(kings, seats),
            Reader::Promoted(source, lines) => Some(lines.line(source, kings[0], seats)),
        }
    }

    /// The code of one position.
    #[inline(always)]
    pub(super) fn code(&self, kings: BySide<u8>, seats: &Seats) -> u8 {
        if let Reader::Promoted(source, lines) = self {
            let (line, turned) = lines.line(source, kings[0], seats);
            return line[usize::from(turned.square(kings[1]))];
        }
        match self.source() {
            Some(source) => source.code(kings, seats),
            None if Kings::Apart.number(kings[0], kings[1]).is_some() => codec::DRAW,
            None => codec::ILLEGAL,
        }
    }
}

/// Lines of a man who is not the inner man of his table, gathered once and kept: without pawns each
/// is read many times.
pub(super) struct Gathered {
    /// The seats that number the lines, after the kings: all but the free man's.
    outer: Vec<usize>,
    lines: Vec<Line>,
}

impl Gathered {
    /// Gathers the lines of the free man.
    pub(super) fn new(source: &Source<'_>, seats: usize, free: Free) -> Gathered {
        let outer: Vec<usize> = (0..seats).filter(|&seat| free != Free::Seat(seat)).collect();
        let per_kings = 1usize << (6 * outer.len());
        let kings = Kings::Triangle;
        let mut lines = Vec::with_capacity(kings.len() * per_kings);
        let mut seats = Seats::default();
        for number in 0..kings.len() {
            for rest in 0..per_kings {
                for (at, &seat) in outer.iter().rev().enumerate() {
                    seats[seat] = (rest >> (6 * at) & 63) as u8;
                }
                lines.push(source.column(kings.squares(number), &seats, free));
            }
        }
        Gathered { outer, lines }
    }

    #[inline(always)]
    fn line(&self, [white, black]: BySide<u8>, seats: &Seats) -> Option<(&Line, Symmetry)> {
        let (symmetry, number) = Kings::at_home(white, black)?;
        let square = |seat: usize| usize::from(symmetry.square(seats[seat]));
        let number = self.outer.iter().fold(number, |number, &seat| number * 64 + square(seat));
        Some((&self.lines[number], symmetry))
    }
}
