//! The winner's step: moves into lost positions are taken back.

use super::frontier::Frontier;
use super::geometry::spread;
use super::log::Event;
use super::pawn_slice::{OuterMan, Scan};
use super::scan::{add_row_moves, add_slab_moves};
use super::scratch::{Fallen, Scratch, StepContext};
use crate::index::{pair_squares, squares};
use crate::simd::Kernel;

/// Events of a king slice from which moves are made one by one; from more, many at once.
const FEW: usize = 4;
/// The same for the events of one row of 64 words, of eight columns, and of a pair's king slice.
const FEW_IN_ROW: u32 = 3;
const FEW_IN_COLUMNS: usize = 10;
const FEW_OF_PAIR: usize = 128;

/// `W_i <- S^-1(L_i)` for one king slice: the winner's moves that led to the losers' fresh positions are
/// taken back.
pub(super) struct WinnersStep<'s, 'f, 'p> {
    pub(super) step: StepContext<'s, 'f>,
    pub(super) lost: &'s Frontier,
    /// In the first step: positions won by a move out of the slice.
    pub(super) wins: Option<&'s [u64]>,
    pub(super) enter: &'s [Event],
    pub(super) unwon: &'s mut [u64],
    /// Whether those that fall leave `unwon` at once.
    pub(super) at_once: bool,
    /// Marks for the words in which something falls.
    pub(super) fell: &'s mut [u64],
    pub(super) fallen: Fallen<'s, 'p>,
    pub(super) scratch: &'s mut Scratch,
}

impl Kernel for WinnersStep<'_, '_, '_> {
    #[inline(always)]
    fn run(mut self) {
        if self.step.slice.is_one_part() {
            self.take_back_in_one_part();
        } else {
            self.take_back_moves();
        }
        for event in self.enter {
            self.scratch.add(event.word as usize, event.places);
        }
        if let Some(wins) = self.wins {
            for (word, places) in self.scratch.words.iter_mut().zip(wins) {
                *word |= places;
            }
            self.scratch.mark_all();
        }
        self.settle();
    }
}

impl WinnersStep<'_, '_, '_> {
    #[inline(always)]
    fn take_back_moves(&mut self) {
        let step = self.step;
        let fresh = self.lost.of(step.king_slice);
        if let Some(role) = step.inner_mover() {
            let kings = step.kings();
            for event in fresh {
                let word = event.word as usize;
                let empty = !(step.outer(word).fixed | kings);
                self.scratch.add(word, spread(role, event.places, empty));
            }
        }
        let movers = step.outer_movers();
        if fresh.len() < FEW {
            movers.iter().for_each(|man| self.one_by_one(man, fresh));
        } else if !movers.is_empty() {
            self.many_at_once(movers, fresh);
        }
        for link in step.links() {
            let back = link.symmetry.inverse();
            let events = self.lost.of(link.king_slice());
            match step.slice.turned(back) {
                None => {
                    for event in events {
                        self.scratch.add(event.word as usize, event.places);
                    }
                }
                Some(turned) => {
                    for event in events {
                        let word = turned[event.word as usize] as usize;
                        self.scratch.add(word, back.set(event.places));
                    }
                }
            }
        }
    }

    /// Where each king slice is one word.
    #[inline(always)]
    fn take_back_in_one_part(&mut self) {
        let StepContext { slice, mover, .. } = self.step;
        let inner = slice.inner();
        for event in self.lost.of(0) {
            let king_slice = event.word as usize;
            if inner.color == mover {
                let empty = !(slice.pawns.all() | slice.kings(king_slice));
                self.scratch.add(king_slice, spread(inner.role, event.places, empty));
            }
            for link in slice.links(king_slice, mover).iter() {
                self.scratch.add(link.king_slice(), event.places);
            }
        }
    }

    /// The moves of one outer man, or of a pair, from a few words.
    #[inline(always)]
    fn one_by_one<'e>(&mut self, man: &OuterMan, events: impl IntoIterator<Item = &'e Event>) {
        let kings = self.step.kings();
        for event in events {
            let word = event.word as usize;
            let outer = self.step.outer(word);
            man.each_move(word, &outer.seats, outer.fixed | kings, |to, passed| {
                self.scratch.add(to, event.places & !passed);
            });
        }
    }

    #[inline(always)]
    fn many_at_once(&mut self, movers: &[OuterMan], fresh: &[Event]) {
        for event in fresh {
            let word = event.word as usize;
            self.scratch.from[word] = event.places;
            self.scratch.from_marks[word / 64] |= 1 << (word % 64);
        }
        for man in movers {
            match man.scan {
                Scan::Row => self.row_by_row(man),
                Scan::Slab => self.eight_columns_at_once(man, fresh),
                Scan::Pair if fresh.len() >= FEW_OF_PAIR => self.pair_at_once(man, fresh),
                _ => self.one_by_one(man, fresh),
            }
        }
        for event in fresh {
            self.scratch.from[event.word as usize] = 0;
        }
        self.scratch.from_marks.fill(0);
    }

    #[inline(always)]
    fn row_by_row(&mut self, man: &OuterMan) {
        for row in 0..self.scratch.from_marks.len() {
            let marks = self.scratch.from_marks[row];
            if marks.count_ones() < FEW_IN_ROW {
                for bit in squares(marks) {
                    let word = row * 64 + usize::from(bit);
                    let event =
                        Event { places: self.scratch.from[word], word: word as u32, code: 0 };
                    self.one_by_one(man, [&event]);
                }
                continue;
            }
            let word = row * 64 + marks.trailing_zeros() as usize;
            let outer = self.step.outer(word);
            let blockers = outer.fixed & !(1 << outer.seats[man.seat]) | self.step.kings();
            let words = row * 64..row * 64 + 64;
            let from = self.scratch.from[words.clone()].try_into().expect("64 words");
            let out = (&mut self.scratch.words[words]).try_into().expect("64 words");
            add_row_moves(man.role, blockers, from, out);
            self.scratch.marks[row] = !0;
        }
    }

    #[inline(always)]
    fn eight_columns_at_once(&mut self, man: &OuterMan, fresh: &[Event]) {
        let mut events = [0; 8];
        for event in fresh {
            events[event.word as usize % 64 / 8] += 1;
        }
        let few = |event: &&Event| events[event.word as usize % 64 / 8] < FEW_IN_COLUMNS;
        self.one_by_one(man, fresh.iter().filter(few));
        let blockers = self.step.blockers();
        for (eight, _) in events.iter().enumerate().filter(|e| *e.1 >= FEW_IN_COLUMNS) {
            let Scratch { from, words, marks, .. } = &mut *self.scratch;
            add_slab_moves(man.role, blockers, eight * 8, from, words);
            marks.iter_mut().for_each(|marks| *marks |= 0xff << (eight * 8));
        }
    }

    #[inline(always)]
    fn pair_at_once(&mut self, man: &OuterMan, fresh: &[Event]) {
        let Scratch { words, square: [square, moves], .. } = &mut *self.scratch;
        moves.fill(0);
        unfold(fresh, square, |places| places);
        let blockers = self.step.blockers();
        for eight in 0..8 {
            add_slab_moves(man.role, blockers, eight * 8, square, moves);
        }
        unfold(fresh, square, |_| 0);
        for (a, row) in moves.chunks_exact(64).enumerate() {
            let first = a * (a + 1) / 2;
            for (b, word) in words[first..first + a].iter_mut().enumerate() {
                *word |= row[b] | moves[b * 64 + a];
            }
        }
        self.scratch.mark_all();
    }

    /// What was touched and not yet won is won now.
    #[inline(always)]
    fn settle(&mut self) {
        for (n, marks) in self.scratch.marks.iter_mut().enumerate() {
            let words = n * 64..n * 64 + 64;
            if marks.count_ones() >= 16 && words.end <= self.unwon.len() {
                *marks = 0;
                let heard = &mut self.scratch.words[words.clone()];
                for (word, unwon) in heard.iter_mut().zip(&self.unwon[words]) {
                    *word &= unwon;
                }
                for (bit, word) in heard.iter().enumerate() {
                    *marks |= u64::from(*word != 0) << bit;
                }
            }
            for bit in squares(std::mem::take(marks)) {
                let word = n * 64 + usize::from(bit);
                let places = std::mem::take(&mut self.scratch.words[word]) & self.unwon[word];
                if places != 0 {
                    if self.at_once {
                        self.unwon[word] &= !places;
                    }
                    self.fell[n] |= 1 << bit;
                    self.fallen.note(Event { places, word: word as u32, code: self.step.code });
                }
            }
        }
    }
}

/// Writes the events of a pair's king slice into 64 rows of 64 words, both ways round.
#[inline(always)]
fn unfold(events: &[Event], square: &mut [u64], fill: impl Fn(u64) -> u64) {
    for event in events {
        let (a, b) = pair_squares(event.word as usize);
        let (a, b) = (usize::from(a), usize::from(b));
        square[a * 64 + b] = fill(event.places);
        square[b * 64 + a] = fill(event.places);
    }
}
