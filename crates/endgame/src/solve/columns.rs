//! Lines of men who are not the inner man of their table: put together byte by byte.

use super::legal::BySide;
use super::pawn_slice::PawnSlice;
use super::reader::{Free, Reader, Source};
use super::zeroing_moves::{After, Mover, Taken, ZeroingMove};
use crate::codec;
use crate::index::{Seats, Symmetry};
use crate::line::Line;

impl Source<'_> {
    /// The line of a man who is not the table's inner man, turned as our board is.
    #[inline(always)]
    pub(super) fn column(&self, kings: BySide<u8>, seats: &Seats, free: Free) -> Line {
        match free {
            Free::Seat(seat) => self.column_of_seat(kings, *seats, seat),
            Free::BlackKing => self.column_of_black_king(kings[0], seats),
        }
    }

    #[inline(always)]
    fn column_of_seat(&self, kings: BySide<u8>, mut seats: Seats, seat: usize) -> Line {
        let mut line = [codec::ILLEGAL; 64];
        let Some((king_slice, symmetry)) = self.king_slice(kings) else { return line };
        let inner = symmetry.square(self.inner(kings, &seats));
        seats = seats.map(|square| symmetry.square(square));
        let stride = self.index.stride(seat);
        seats[seat] = 0;
        let cell = king_slice * self.index.words();
        let first = self.index.word(&seats);
        for (place, code) in (0..).zip(&mut line) {
            let place = symmetry.square(place);
            let word = match stride {
                Some(stride) => first + usize::from(place) * stride,
                None => {
                    seats[seat] = place;
                    self.index.word(&seats)
                }
            };
            *code = self.codes[(cell + word) * 64 + usize::from(inner)];
        }
        line
    }

    #[inline(always)]
    fn column_of_black_king(&self, white_king: u8, seats: &Seats) -> Line {
        let inner = self.inner([white_king, 0], seats);
        // Each square of his may turn the board in another way: where the others stand then.
        let mut there = [0; 8];
        for symmetry in Symmetry::all() {
            let word = self.index.word(&seats.map(|square| symmetry.square(square)));
            there[symmetry.number()] = word * 64 + usize::from(symmetry.square(inner));
        }
        let mut line = [codec::ILLEGAL; 64];
        for (place, code) in (0..).zip(&mut line) {
            if let Some((king_slice, symmetry)) = self.king_slice([white_king, place]) {
                *code = self.codes[king_slice * self.index.words() * 64 + there[symmetry.number()]];
            }
        }
        line
    }
}

/// The black king's lines of all words of a king slice, put together at once: the table is read along its
/// words, and not with a leap to other kings from byte to byte.
pub(super) struct KingLines {
    /// Where the men of each word are found after the move, for each symmetry, from the first byte
    /// of their kings on.
    there: [Vec<u32>; 8],
    lines: Vec<Line>,
}

impl KingLines {
    /// Room for the lines that a promotion leads to; none if they are lines of the table itself or
    /// [`Promoted`](super::promoted::Promoted) tells of them, and
    /// for other moves, which are made from few of the words.
    pub(super) fn new(slice: &PawnSlice<'_>, zeroing: &ZeroingMove<'_>) -> Option<KingLines> {
        let After { reader: Reader::Column(source, Free::BlackKing), .. } = &zeroing.after else {
            return None;
        };
        let pushed = matches!(zeroing.mover, Mover::Pawn(_)) && zeroing.taken == Taken::Nobody;
        if !pushed || slice.words_per_king_slice() == 1 || zeroing.after.promoted.is_some() {
            return None;
        }
        let index = source.index;
        let mut there: [Vec<u32>; 8] = Default::default();
        for symmetry in Symmetry::all() {
            let words = (0..slice.words_per_king_slice()).map(|word| {
                let seats = slice.index.seats_of_word(word);
                let seats = zeroing.after.seats(&seats, zeroing.to);
                let turned = seats.map(|square| symmetry.square(square));
                let inner = index.inner_seat().map_or(0, |inner| turned[inner]);
                index.word(&turned) as u32 * 64 + u32::from(inner)
            });
            there[symmetry.number()] = words.collect();
        }
        Some(KingLines { there, lines: vec![[codec::ILLEGAL; 64]; slice.words_per_king_slice()] })
    }

    /// Puts the lines of a king slice together, a line for each word.
    #[inline(always)]
    pub(super) fn fill(&mut self, source: &Source<'_>, white_king: u8) -> &[Line] {
        for place in 0..64 {
            let Some((king_slice, symmetry)) = source.king_slice([white_king, place]) else {
                self.lines.iter_mut().for_each(|line| line[usize::from(place)] = codec::ILLEGAL);
                continue;
            };
            // Where a king is the inner man, it is the white one: else the lines would be the table's.
            let inner = match source.index.inner_seat() {
                Some(_) => 0,
                None => usize::from(symmetry.square(white_king)),
            };
            let codes = &source.codes[king_slice * source.index.words() * 64 + inner..];
            for (line, &there) in self.lines.iter_mut().zip(&self.there[symmetry.number()]) {
                line[usize::from(place)] = codes[there as usize];
            }
        }
        &self.lines
    }
}
