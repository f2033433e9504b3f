//! The two steps of a round, for one slice: the work that is done millions of times.
//!
//! Quiet moves can be taken back, so Jansen's `S^-1` of a word is made of the same words its men can
//! move to. Illegal moves need no test: the sets hold legal positions only, so an illegal move
//! leads nowhere.

use super::departures::Departure;
use super::frame::{Frame, OuterMan, Scan};
use super::geometry::{empty_board, remove_spreads, spread};
use super::legal::Guard;
use super::log::{Event, Log};
use super::scan::{Board, add_row_moves, add_slab_moves};
use super::seeds::{self, Calendar};
use super::simd::Kernel;
use crate::code;
use crate::index::{pair_squares, squares};
use crate::rules::{Color, side};

/// Events of a slice from which moves are made one by one; from more, many at once.
const FEW: usize = 4;
/// The same for the events of one row of 64 words, of eight columns, and of a pair's slice.
const FEW_IN_ROW: u32 = 3;
const FEW_IN_COLUMNS: usize = 10;
const FEW_OF_PAIR: usize = 128;

/// Words of a row from which on all 64 are looked at together.
const MANY_IN_ROW: u32 = 10;

/// Words of a slice that a step must look at, and what it has heard of them; empty between steps.
pub(super) struct Touched {
    words: Vec<u64>,
    /// One bit for each word.
    marks: Vec<u64>,
    /// What it hears from, word by word, and which words those are.
    from: Vec<u64>,
    from_marks: Vec<u64>,
    /// The words of a pair's slice as 64 rows of 64, and the moves from there.
    square: [Vec<u64>; 2],
}

impl Touched {
    pub(super) fn new(frame: &Frame<'_>) -> Touched {
        let words = frame.words_per_slice();
        let pair = Color::ALL.iter().flat_map(|&c| frame.movers(c)).any(|m| m.scan == Scan::Pair);
        let square = if pair { 64 * 64 } else { 0 };
        Touched {
            words: vec![0; words],
            marks: vec![0; words.div_ceil(64)],
            from: vec![0; words],
            from_marks: vec![0; words.div_ceil(64)],
            square: [vec![0; square], vec![0; square]],
        }
    }

    #[inline(always)]
    fn mark(&mut self, word: usize) {
        self.marks[word / 64] |= 1 << (word % 64);
    }

    #[inline(always)]
    fn add(&mut self, word: usize, places: u64) {
        self.words[word] |= places;
        self.mark(word);
    }
}

/// What both steps know.
#[derive(Clone, Copy)]
pub(super) struct Step<'s, 'f> {
    pub(super) frame: &'s Frame<'f>,
    /// Who moves.
    pub(super) mover: Color,
    pub(super) slice: usize,
    pub(super) round: u8,
    /// The round whose events the step starts from.
    pub(super) since: u8,
    /// What positions that fall now are worth.
    pub(super) code: u8,
}

/// `W_i <- S^-1(L_i)` for one slice: the winner's moves that led to the losers' fresh positions are
/// taken back.
pub(super) struct WinnersStep<'s, 'f> {
    pub(super) step: Step<'s, 'f>,
    pub(super) lost: &'s [Log],
    /// In the first step: positions won by a move out of the frame.
    pub(super) wins: Option<&'s [u64]>,
    pub(super) enter: &'s [Event],
    pub(super) unwon: &'s mut [u64],
    /// Whether those that fall leave `unwon` at once.
    pub(super) at_once: bool,
    pub(super) log: &'s mut Log,
    pub(super) touched: &'s mut Touched,
}

impl Kernel for WinnersStep<'_, '_> {
    #[inline(always)]
    fn run(mut self) {
        self.take_back_moves();
        for event in self.enter {
            self.touched.add(event.word as usize, event.places);
        }
        if let Some(wins) = self.wins {
            for (word, &places) in wins.iter().enumerate() {
                self.touched.add(word, places);
            }
        }
        self.settle();
    }
}

impl WinnersStep<'_, '_> {
    #[inline(always)]
    fn take_back_moves(&mut self) {
        let Step { frame, mover, slice, .. } = self.step;
        let kings = frame.kings(slice);
        let inner = frame.inner();
        let fresh = self.lost[slice].of_round(self.step.since);
        if inner.color == mover {
            for event in fresh {
                let word = event.word as usize;
                let outer = frame.outer(word).expect("a word with a position");
                let empty = !(outer.fixed | kings);
                self.touched.add(word, spread(inner.role, event.places, empty));
            }
        }
        let movers = frame.movers(mover);
        if fresh.len() < FEW {
            movers.iter().for_each(|man| self.one_by_one(man, fresh));
        } else if !movers.is_empty() {
            self.many_at_once(movers, fresh);
        }
        for link in frame.links(slice, mover).iter() {
            let back = link.symmetry.inverse();
            for event in self.lost[link.slice()].of_round(self.step.since) {
                let word = frame.turn(event.word as usize, back);
                self.touched.add(word, back.set(event.places));
            }
        }
    }

    /// The moves of one outer man, or of a pair, from a few words.
    #[inline(always)]
    fn one_by_one<'e>(&mut self, man: &OuterMan, events: impl IntoIterator<Item = &'e Event>) {
        let kings = self.step.frame.kings(self.step.slice);
        for event in events {
            let word = event.word as usize;
            let outer = self.step.frame.outer(word).expect("a word with a position");
            man.each_move(word, &outer.seats, outer.fixed | kings, |to, passed| {
                self.touched.add(to, event.places & !passed);
            });
        }
    }

    #[inline(always)]
    fn many_at_once(&mut self, movers: &[OuterMan], fresh: &[Event]) {
        for event in fresh {
            let word = event.word as usize;
            self.touched.from[word] = event.places;
            self.touched.from_marks[word / 64] |= 1 << (word % 64);
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
            self.touched.from[event.word as usize] = 0;
        }
        self.touched.from_marks.fill(0);
    }

    #[inline(always)]
    fn row_by_row(&mut self, man: &OuterMan) {
        let Step { frame, slice, .. } = self.step;
        for row in 0..self.touched.from_marks.len() {
            let marks = self.touched.from_marks[row];
            if marks.count_ones() < FEW_IN_ROW {
                for bit in squares(marks) {
                    let word = row * 64 + usize::from(bit);
                    let event =
                        Event { places: self.touched.from[word], word: word as u32, code: 0 };
                    self.one_by_one(man, [&event]);
                }
                continue;
            }
            let word = row * 64 + marks.trailing_zeros() as usize;
            let outer = frame.outer(word).expect("a word with a position");
            let blockers = outer.fixed & !(1 << outer.seats[man.seat]) | frame.kings(slice);
            let words = row * 64..row * 64 + 64;
            let from = self.touched.from[words.clone()].try_into().expect("64 words");
            let out = (&mut self.touched.words[words]).try_into().expect("64 words");
            add_row_moves(man.role, blockers, from, out);
            self.touched.marks[row] = !0;
        }
    }

    #[inline(always)]
    fn eight_columns_at_once(&mut self, man: &OuterMan, fresh: &[Event]) {
        let Step { frame, slice, .. } = self.step;
        let mut events = [0; 8];
        for event in fresh {
            events[event.word as usize % 64 / 8] += 1;
        }
        let few = |event: &&Event| events[event.word as usize % 64 / 8] < FEW_IN_COLUMNS;
        self.one_by_one(man, fresh.iter().filter(few));
        let blockers = frame.pawns.all() | frame.kings(slice);
        for (eight, _) in events.iter().enumerate().filter(|e| *e.1 >= FEW_IN_COLUMNS) {
            let Touched { from, words, marks, .. } = &mut *self.touched;
            add_slab_moves(man.role, blockers, eight * 8, from, words);
            marks.iter_mut().for_each(|marks| *marks |= 0xff << (eight * 8));
        }
    }

    #[inline(always)]
    fn pair_at_once(&mut self, man: &OuterMan, fresh: &[Event]) {
        let Step { frame, slice, .. } = self.step;
        let Touched { words, marks, square: [square, moves], .. } = &mut *self.touched;
        moves.fill(0);
        unfold(fresh, square, |places| places);
        let blockers = frame.pawns.all() | frame.kings(slice);
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
        marks.fill(!0);
        if let Some(last) = marks.last_mut() {
            *last = !0 >> (marks_beyond(words.len()));
        }
    }

    /// What was touched and not yet won is won now.
    #[inline(always)]
    fn settle(&mut self) {
        for (n, marks) in self.touched.marks.iter_mut().enumerate() {
            let words = n * 64..n * 64 + 64;
            if marks.count_ones() >= 16 && words.end <= self.unwon.len() {
                *marks = 0;
                let heard = &mut self.touched.words[words.clone()];
                for (word, unwon) in heard.iter_mut().zip(&self.unwon[words]) {
                    *word &= unwon;
                }
                for (bit, word) in heard.iter().enumerate() {
                    *marks |= u64::from(*word != 0) << bit;
                }
            }
            for bit in squares(std::mem::take(marks)) {
                let word = n * 64 + usize::from(bit);
                let places = std::mem::take(&mut self.touched.words[word]) & self.unwon[word];
                if places != 0 {
                    if self.at_once {
                        self.unwon[word] &= !places;
                    }
                    self.log.note(
                        self.step.round,
                        Event { places, word: word as u32, code: self.step.code },
                    );
                }
            }
        }
    }
}

/// Writes the events of a pair's slice into 64 rows of 64 words, both ways round.
#[inline(always)]
fn unfold(events: &[Event], square: &mut [u64], fill: impl Fn(u64) -> u64) {
    for event in events {
        let (a, b) = pair_squares(event.word as usize);
        let (a, b) = (usize::from(a), usize::from(b));
        square[a * 64 + b] = fill(event.places);
        square[b * 64 + a] = fill(event.places);
    }
}

/// How many bits of the last mark have no word.
fn marks_beyond(words: usize) -> u32 {
    (words.wrapping_neg() % 64) as u32
}

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
            self.mark_touched();
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

    #[inline(always)]
    fn settle(&mut self) {
        let full_rows = self.unlost.len() / 64;
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
                if places != 0 {
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
                    let turned = &turned[row.clone()];
                    std::array::from_fn(|at| there[turned[at] as usize])
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
        let quiet = places & !Guard::new(frame, slice).word(word).check[side(mover)];
        let leaves = if quiet != 0 || self.mates_only {
            seeds::leaves(frame, self.departures, slice, word, mover)
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
