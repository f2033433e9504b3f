//! What lines of other tables say to the side that moves into them, each read once for a slice.

use super::columns::Block;
use super::departures::{After, Departure, Mover, Spot};
use super::frame::Frame;
use super::lines::{Line, places_between, places_of};
use super::reader::Reader;
use crate::code;
use crate::index::{Seats, Symmetry};
use crate::rules::Color;

/// The places of a line that a move into it wins at, and those where it does not lose.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verdict {
    pub(super) wins: u64,
    pub(super) escapes: u64,
}

impl Verdict {
    /// Reads a line, our board being turned to meet it.
    #[inline(always)]
    pub(super) fn of(reader: &Reader<'_>, line: &Line, turned: Symmetry, mover: Color) -> Verdict {
        let back = turned.inverse();
        let won = places_between(line, reader.wins(mover));
        let lost = places_between(line, reader.wins(mover.other()));
        let escapes = !(places_of(line, code::ILLEGAL) | lost);
        Verdict { wins: back.set(won), escapes: back.set(escapes) }
    }

    fn of_code(reader: &Reader<'_>, code: u8, mover: Color) -> Verdict {
        if code == code::ILLEGAL {
            return Verdict::default();
        }
        let winner = reader.winner(code).map(|(winner, _)| winner);
        let all = |yes| if yes { !0 } else { 0 };
        Verdict { wins: all(winner == Some(mover)), escapes: all(winner != Some(mover.other())) }
    }
}

/// The number of the line after a move; `king` tells the moves of a king apart.
#[inline(always)]
fn number(after: &After<'_>, seats: &Seats, to: u8, king: u32) -> usize {
    let seats = after.seats(seats, to);
    let apart = after.apart.iter();
    apart.fold(king as usize, |number, &seat| number * 64 + usize::from(seats[seat]))
}

/// The verdicts of one departure in one slice.
pub(super) struct Verdicts {
    known: Vec<Option<Verdict>>,
    /// Which of them are known.
    used: Vec<u32>,
    /// The lines of a slice that are put together at once, and their numbers.
    block: Option<(Block, Vec<u32>)>,
}

impl Verdicts {
    pub(super) fn new(frame: &Frame<'_>, departure: &Departure<'_>) -> Verdicts {
        let After { reader, apart, .. } = &departure.after;
        let kings = if departure.mover == Mover::King { 8 } else { 1 };
        let lines = if matches!(reader, Reader::Kings) { 0 } else { kings << (6 * apart.len()) };
        let block = Block::new(frame, departure).map(|block| {
            let numbers = (0..frame.words_per_slice()).map(|word| {
                let seats = frame.index.seats_of_word(word);
                number(&departure.after, &seats, departure.to, 0) as u32
            });
            (block, numbers.collect())
        });
        Verdicts { known: vec![None; lines], used: Vec::new(), block }
    }

    /// Forgets everything: another slice, with the white king there.
    #[inline(always)]
    pub(super) fn clear(&mut self, departure: &Departure<'_>, white_king: u8) {
        let reader = &departure.after.reader;
        if let (Some((block, numbers)), Some(source)) = (&mut self.block, reader.source()) {
            let lines = block.fill(source, white_king);
            for (line, &number) in lines.iter().zip(&*numbers) {
                let verdict = Verdict::of(reader, line, Symmetry::IDENTITY, departure.side);
                self.known[number as usize] = Some(verdict);
            }
            return;
        }
        for &number in &self.used {
            self.known[number as usize] = None;
        }
        self.used.clear();
    }

    /// The verdict on the line after a move; `king` tells the moves of a king apart.
    #[inline(always)]
    pub(super) fn line(
        &mut self,
        departure: &Departure<'_>,
        spot: &Spot,
        to: u8,
        king: u32,
    ) -> Verdict {
        let after = &departure.after;
        let number = number(after, &spot.seats, to, king);
        if let Some(verdict) = self.known[number] {
            return verdict;
        }
        let mut room = [code::ILLEGAL; 64];
        let verdict = match after.line(spot, to, &mut room) {
            Some((line, turned)) => Verdict::of(&after.reader, line, turned, departure.side),
            None => Verdict::default(),
        };
        self.known[number] = Some(verdict);
        self.used.push(number as u32);
        verdict
    }

    /// The verdict on one position after a move, at all places or none.
    #[inline(always)]
    pub(super) fn position(
        &mut self,
        departure: &Departure<'_>,
        spot: &Spot,
        to: u8,
        king: u32,
    ) -> Verdict {
        let Some(place) = departure.after.place(&spot.seats, to) else {
            let code = departure.after.code(spot, to);
            return Verdict::of_code(&departure.after.reader, code, departure.side);
        };
        let line = self.line(departure, spot, to, king);
        let all = |set: u64| (set >> place & 1).wrapping_neg();
        Verdict { wins: all(line.wins), escapes: all(line.escapes) }
    }
}
