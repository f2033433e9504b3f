//! The lines of a table that pawns promote into, where depths count: of its positions only those with
//! the promoted man on the last rank.
//!
//! With pawns left after the promotion no symmetry turns ranks into files, so that one position in eight
//! tells all. A pawn slice of five men asks for lines of the black king, and in the table these are
//! another man's most often: they are put together once for a solve, and the table's bytes can go.

use super::legal::BySide;
use super::reader::{Reader, Source};
use crate::codec;
use crate::index::{Index, Kings, Seats, Symmetry};
use crate::line::Line;
use crate::memory::Bytes;

/// The black king's lines, by the table's placement of the pawns, the white king, the man who was
/// there before, if there is one, and the promoted man's file.
pub(super) struct PromotedLines {
    lines: Bytes,
    /// The seat of the promoted man.
    promoted: usize,
    /// The seat of the man beside him.
    other: Option<usize>,
}

/// Squares of the man beside the promoted one; one if there is nobody.
fn squares_of_other(theirs: &Index) -> usize {
    if theirs.seats().len() > 1 { 64 } else { 1 }
}

fn number_of_lines(theirs: &Index) -> usize {
    theirs.placements().len() * 64 * squares_of_other(theirs) * 8
}

/// How many bytes they take of a table.
pub(super) fn room(theirs: &Index) -> usize {
    number_of_lines(theirs) * 64
}

/// Whether they tell the pawn slices of `ours` all that these ask of a table: slices of pawns and at
/// most one other man, of whom a pawn is left.
pub(super) fn are_enough(theirs: &Index, ours: &Index) -> bool {
    let few = ours.kings() == Kings::White && ours.seats().len() <= 1;
    few && theirs.kings() != Kings::Triangle
}

impl PromotedLines {
    /// Looks through a table in which the man of a seat has promoted on `to`; none if there is no memory,
    /// or nothing left to look through.
    pub(super) fn new(reader: &Reader<'_>, promoted: usize, to: u8) -> Option<PromotedLines> {
        let source = reader.source().filter(|source| !source.codes.is_empty())?;
        let index = source.index;
        let other = (0..index.seats().len()).find(|&seat| seat != promoted);
        let mut lines = Bytes::uncleared(room(index)).ok()?;
        let mut all = lines.as_chunks_mut::<64>().0.iter_mut();
        for placement in 0..index.placements().len() {
            let reader = reader.at_placement(placement)?;
            for white_king in 0..64 {
                for square in 0..squares_of_other(index) {
                    for file in 0..8 {
                        let mut seats = Seats::default();
                        seats[promoted] = to & 56 | file;
                        if let Some(other) = other {
                            seats[other] = square as u8;
                        }
                        let line = all.next().expect("a line for each number");
                        *line = straight_line(&reader, [white_king, 0], &seats);
                    }
                }
            }
        }
        Some(PromotedLines { lines, promoted, other })
    }

    /// The line of the white king and the seated men, and how our board is turned to meet it.
    #[inline(always)]
    pub(super) fn line(
        &self,
        source: &Source<'_>,
        white_king: u8,
        seats: &Seats,
    ) -> (&Line, Symmetry) {
        let (placement, turned) = source.placement();
        let square = |seat: usize| usize::from(turned.square(seats[seat]));
        let mut number = placement * 64 + usize::from(turned.square(white_king));
        if let Some(other) = self.other {
            number = number * 64 + square(other);
        }
        number = number * 8 + square(self.promoted) % 8;
        (&self.lines.as_chunks::<64>().0[number], turned)
    }
}

/// A line as our board would have it.
fn straight_line(reader: &Reader<'_>, kings: BySide<u8>, seats: &Seats) -> Line {
    let mut room = [codec::ILLEGAL; 64];
    match reader.line(kings, seats, &mut room) {
        Some((line, turned)) => turned.before(line),
        None => [codec::ILLEGAL; 64],
    }
}
