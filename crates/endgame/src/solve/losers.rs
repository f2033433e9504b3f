//! The losers' step: who has no escape left is lost.

use super::calendar::Calendar;
use super::departures::Departure;
use super::frame::Scan;
use super::geometry::{empty_board, remove_spreads, spread};
use super::legal::Guard;
use super::log::{Event, Log};
use super::scan::Board;
use super::simd::Kernel;
use super::steps::{Step, Touched};
use super::timed;
use crate::code;
use crate::index::squares;
use crate::rules::side;

/// Words of a row from which on all 64 are looked at together.
const MANY_IN_ROW: u32 = 10;

/// `L_i <- complement of S^-1(W_i)` for one slice: the losers' positions that had a move to the
/// winner's fresh ones, and now have no other.
pub(super) struct LosersStep<'s, 'f> {
    pub(super) step: Step<'s, 'f>,
    pub(super) unwon: &'s [u64],
    pub(super) won: &'s [Log],
    pub(super) look_everywhere: bool,
    pub(super) first_round: bool,
    pub(super) departures: &'s [Departure<'s>],
    /// In the first round, of those without a quiet move only the mated are lost now.
    pub(super) mates_only: bool,
    pub(super) hold: &'s mut Calendar,
    pub(super) unlost: &'s mut [u64],
    /// Losers' positions waiting for a move out of the frame to lose in time; empty if there are
    /// none.
    pub(super) held: &'s mut [u64],
    pub(super) log: &'s mut Log,
    pub(super) touched: &'s mut Touched,
}

impl Kernel for LosersStep<'_, '_> {
    #[inline(always)]
    fn run(mut self) {
        for event in self.hold.take(self.step.round) {
            self.held[event.word as usize] &= !event.places;
            self.touched.mark(event.word as usize);
        }
        if self.look_everywhere {
            (0..self.unlost.len()).for_each(|word| self.touched.mark(word));
        } else {
            if self.step.frame.is_one_piece() {
                self.mark_in_one_piece();
            } else {
                self.mark_touched();
            }
        }
        self.settle();
    }
}

impl<'s> LosersStep<'s, '_> {
    fn won(&self, slice: usize) -> &'s [Event] {
        self.won[slice].of_round(self.step.since)
    }

    /// Marks the words with a move to one of the winner's fresh positions: at least those.
    #[inline(always)]
    fn mark_touched(&mut self) {
        let Step { frame, mover, slice, .. } = self.step;
        let kings = frame.kings(slice);
        let inner_moves = frame.inner().color == mover;
        let outer_moves = !frame.movers(mover).is_empty();
        for event in self.won(slice) {
            let word = event.word as usize;
            if inner_moves {
                self.touched.mark(word);
            }
            if outer_moves {
                let outer = frame.outer(word).expect("a word with a position");
                for man in frame.movers(mover) {
                    if man.scan == Scan::Row {
                        let from = outer.seats[man.seat];
                        self.touched.marks[word / 64] |= empty_board(man.role, from);
                        continue;
                    }
                    man.each_move(word, &outer.seats, outer.fixed | kings, |to, _| {
                        self.touched.mark(to);
                    });
                }
            }
        }
        if frame.words_per_slice() == 64 {
            // A word is the square of the one outer man.
            for link in frame.links(slice, mover).iter() {
                let there = self.won[link.slice()].words_of_round(self.step.since);
                self.touched.marks[0] |= link.symmetry.inverse().set(there);
            }
            return;
        }
        for link in frame.links(slice, mover).iter() {
            let back = link.symmetry.inverse();
            for event in self.won(link.slice()) {
                self.touched.mark(frame.turn(event.word as usize, back));
            }
        }
    }

    /// Where each slice is one word.
    #[inline(always)]
    fn mark_in_one_piece(&mut self) {
        let Step { frame, mover, .. } = self.step;
        let inner_moves = frame.inner().color == mover;
        for event in self.won(0) {
            let slice = event.word as usize;
            if inner_moves {
                self.touched.mark(slice);
            }
            for link in frame.links(slice, mover).iter() {
                self.touched.mark(link.slice());
            }
        }
    }

    #[inline(always)]
    fn settle(&mut self) {
        let one_piece = self.step.frame.is_one_piece();
        let full_rows = if one_piece { 0 } else { self.unlost.len() / 64 };
        for n in 0..self.touched.marks.len() {
            let marks = std::mem::take(&mut self.touched.marks[n]);
            if marks.count_ones() >= MANY_IN_ROW && n < full_rows {
                self.settle_row(n);
                continue;
            }
            for bit in squares(marks) {
                let word = n * 64 + usize::from(bit);
                let mut places = self.unlost[word];
                if !self.held.is_empty() {
                    places &= !self.held[word];
                }
                if places != 0 && one_piece {
                    places = self.without_escapes_in_one_piece(word, places);
                } else if places != 0 {
                    places = self.without_escapes(word, places);
                }
                if places != 0 {
                    self.fell(word, places);
                }
            }
        }
    }

    /// All 64 words of a row at once, the unmarked too: nothing falls there.
    #[inline(always)]
    fn settle_row(&mut self, n: usize) {
        let Step { frame, mover, slice, .. } = self.step;
        let per_slice = frame.words_per_slice();
        let row = n * 64..n * 64 + 64;
        let own = slice * per_slice + n * 64;
        let mut places: Board = self.unlost[row.clone()].try_into().expect("64 words");
        if !self.held.is_empty() {
            for (places, held) in places.iter_mut().zip(&self.held[row.clone()]) {
                *places &= !held;
            }
        }
        let any = |places: &Board| places.iter().fold(0, |any, places| any | places) != 0;
        if !any(&places) {
            return;
        }
        let inner = frame.inner();
        if inner.color == mover {
            let kings = frame.kings(slice);
            let mut occupied: Board = frame.fixed()[row.clone()].try_into().expect("64 words");
            occupied.iter_mut().for_each(|occupied| *occupied |= kings);
            let unwon = &self.unwon[own..own + 64];
            remove_spreads(inner.role, unwon, &occupied, &mut places);
        }
        for link in frame.links(slice, mover).iter() {
            if !any(&places) {
                return;
            }
            let there = &self.unwon[link.slice() * per_slice..(link.slice() + 1) * per_slice];
            let mut unwon: Board = match frame.turned(link.symmetry) {
                None => there[row.clone()].try_into().expect("64 words"),
                Some(turned) => {
                    let mut words = [0; 64];
                    for (word, &at) in words.iter_mut().zip(&turned[row.clone()]) {
                        *word = there[at as usize];
                    }
                    words
                }
            };
            link.symmetry.inverse().set_all(&mut unwon);
            for (places, unwon) in places.iter_mut().zip(unwon) {
                *places &= !unwon;
            }
        }
        for (word, places) in row.zip(places) {
            if places != 0 {
                let places = self.without_outer_escapes(word, places);
                if places != 0 {
                    self.fell(word, places);
                }
            }
        }
    }

    /// Positions without an escape are lost.
    #[inline(always)]
    fn fell(&mut self, word: usize, mut places: u64) {
        if self.first_round {
            places = self.tell_mate_from_stalemate(word, places);
        }
        if places != 0 {
            self.unlost[word] &= !places;
            let event = Event { places, word: word as u32, code: self.step.code };
            self.log.note(self.step.round, event);
        }
    }

    /// The positions among these from which no quiet move leads into `unwon`.
    #[inline(always)]
    fn without_escapes(&self, word: usize, mut places: u64) -> u64 {
        let Step { frame, mover, slice, .. } = self.step;
        let inner = frame.inner();
        let outer = frame.outer(word).expect("a word with a position");
        let occupied = outer.fixed | frame.kings(slice);
        let first = slice * frame.words_per_slice();
        if inner.color == mover {
            places &= !spread(inner.role, self.unwon[first + word], !occupied);
            if places == 0 {
                return 0;
            }
        }
        for link in frame.links(slice, mover).iter() {
            let there = link.slice() * frame.words_per_slice() + frame.turn(word, link.symmetry);
            places &= !link.symmetry.inverse().set(self.unwon[there]);
            if places == 0 {
                return 0;
            }
        }
        self.without_outer_escapes(word, places)
    }

    /// The same where each slice is one word.
    #[inline(always)]
    fn without_escapes_in_one_piece(&self, slice: usize, mut places: u64) -> u64 {
        let Step { frame, mover, .. } = self.step;
        let inner = frame.inner();
        if inner.color == mover {
            let empty = !(frame.pawns.all() | frame.kings(slice));
            places &= !spread(inner.role, self.unwon[slice], empty);
        }
        for link in frame.links(slice, mover).iter() {
            if places == 0 {
                return 0;
            }
            places &= !self.unwon[link.slice()];
        }
        places
    }

    /// The positions among these from which no move of an outer man leads into `unwon`.
    #[inline(always)]
    fn without_outer_escapes(&self, word: usize, mut places: u64) -> u64 {
        let Step { frame, mover, slice, .. } = self.step;
        let first = slice * frame.words_per_slice();
        for man in frame.movers(mover) {
            let outer = frame.outer(word).expect("a word with a position");
            man.each_move(word, &outer.seats, outer.fixed | frame.kings(slice), |to, passed| {
                places &= !(self.unwon[first + to] & !passed);
            });
            if places == 0 {
                break;
            }
        }
        places
    }

    /// In the first round, among the positions without a quiet move: those that are lost.
    #[cold]
    fn tell_mate_from_stalemate(&mut self, word: usize, places: u64) -> u64 {
        let Step { frame, mover, slice, .. } = self.step;
        let (slice, own_word) = if frame.is_one_piece() { (word, 0) } else { (slice, word) };
        let quiet = places & !Guard::new(frame, slice).word(own_word).check[side(mover)];
        let leaves = if quiet != 0 || self.mates_only {
            timed::leaves(frame, self.departures, slice, own_word, mover)
        } else {
            0
        };
        let stalemate = quiet & !leaves;
        if stalemate != 0 {
            self.unlost[word] &= !stalemate;
            let event = Event { places: stalemate, word: word as u32, code: code::STALEMATE };
            self.log.note_apart(event);
        }
        places & !stalemate & if self.mates_only { !leaves } else { !0 }
    }
}
