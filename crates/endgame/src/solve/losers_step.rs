//! The losers' step: who has no escape left is lost.

use super::depth_buckets::DepthBuckets;
use super::frontier::Frontier;
use super::geometry::{empty_board, remove_spreads, spread};
use super::legal::CheckDetector;
use super::log::Event;
use super::pawn_slice::{OuterMan, Scan};
use super::scan::{Board, add_row_moves, add_slab_moves};
use super::scratch::{Fallen, Scratch, StepContext};
use super::zeroing_in_words;
use super::zeroing_moves::ZeroingMove;
use crate::codec;
use crate::index::{Symmetry, squares};
use crate::rules::side;
use crate::simd::Kernel;

/// Words of a row from which on all 64 are looked at together.
const MANY_IN_ROW: u32 = 10;
/// Words with positions left to ask the outer men about, from which on they are asked together: in a
/// row, in a slab of rows, in the king slice of a pair.
const MANY_LEFT_IN_ROW: u32 = 4;
const MANY_IN_SLAB: u32 = 128;
const MANY_OF_PAIR: u32 = 128;

/// `L_i <- complement of S^-1(W_i)` for one king slice: the losers' positions that had a move to the
/// winner's fresh ones, and now have no other.
pub(super) struct LosersStep<'s, 'f, 'p> {
    pub(super) step: StepContext<'s, 'f>,
    pub(super) unwon: &'s [u64],
    pub(super) won: &'s Frontier,
    /// The words of all parts in which those are: a bit for each.
    pub(super) won_words: &'s [u64],
    pub(super) look_everywhere: bool,
    pub(super) first_round: bool,
    pub(super) zeroing_moves: &'s [ZeroingMove<'s>],
    /// In the first round, of those without a quiet move only the mated are lost now.
    pub(super) mates_only: bool,
    pub(super) hold: &'s mut DepthBuckets,
    pub(super) unlost: &'s mut [u64],
    /// Losers' positions waiting for a move out of the slice to lose in time; empty if there are
    /// none.
    pub(super) held: &'s mut [u64],
    pub(super) fallen: Fallen<'s, 'p>,
    pub(super) scratch: &'s mut Scratch,
}

impl Kernel for LosersStep<'_, '_, '_> {
    #[inline(always)]
    fn run(mut self) {
        for event in self.hold.take(self.step.round) {
            self.held[event.word as usize] &= !event.places;
            self.scratch.mark(event.word as usize);
        }
        if self.look_everywhere {
            self.scratch.mark_all();
        } else if self.step.slice.is_one_part() {
            self.mark_in_one_part();
        } else {
            self.mark_touched();
        }
        self.settle();
    }
}

impl<'s> LosersStep<'s, '_, '_> {
    /// The words of a king slice in which the winner's fresh positions are.
    #[inline(always)]
    fn fresh(&self, king_slice: usize) -> &'s [u64] {
        let marks = self.step.slice.marks_per_part();
        &self.won_words[king_slice * marks..(king_slice + 1) * marks]
    }

    /// Marks the words with a move to one of the winner's fresh positions: at least those.
    #[inline(always)]
    fn mark_touched(&mut self) {
        let StepContext { slice, king_slice, .. } = self.step;
        let fresh = self.fresh(king_slice);
        if self.step.inner_mover().is_some() {
            for (marks, fresh) in self.scratch.marks.iter_mut().zip(fresh) {
                *marks |= fresh;
            }
        }
        for man in self.step.outer_movers() {
            self.mark_moves(man, fresh);
        }
        for link in self.step.links() {
            let back = link.symmetry.inverse();
            let there = self.fresh(link.king_slice()).iter().enumerate();
            let marks = &mut self.scratch.marks;
            if back == Symmetry::IDENTITY {
                there.for_each(|(n, fresh)| marks[n] |= fresh);
            } else if slice.is_matrix() {
                for (row, fresh) in there.filter(|(_, fresh)| **fresh != 0) {
                    let row = if marks.len() == 1 { 0 } else { back.square(row as u8) };
                    marks[usize::from(row)] |= back.set(*fresh);
                }
            } else {
                for (n, fresh) in there {
                    for bit in squares(*fresh) {
                        self.scratch.mark(slice.turn(n * 64 + usize::from(bit), back));
                    }
                }
            }
        }
    }

    /// Marks the words from which an outer man, or one of a pair, moves to fresh ones, as if nobody
    /// stood in his way.
    #[inline(always)]
    fn mark_moves(&mut self, man: &OuterMan, fresh: &[u64]) {
        let fresh = fresh.iter().enumerate().filter(|(_, fresh)| **fresh != 0);
        match man.scan {
            Scan::Row => {
                for (row, fresh) in fresh {
                    self.scratch.marks[row] |= spread(man.role, *fresh, !0);
                }
            }
            Scan::Slab => {
                for (row, fresh) in fresh {
                    for to in squares(empty_board(man.role, row as u8)) {
                        self.scratch.marks[usize::from(to)] |= fresh;
                    }
                }
            }
            Scan::Pair | Scan::Never => {
                let kings = self.step.kings();
                for (n, fresh) in fresh {
                    for bit in squares(*fresh) {
                        let word = n * 64 + usize::from(bit);
                        let outer = self.step.outer(word);
                        man.each_move(word, &outer.seats, outer.fixed | kings, |to, _| {
                            self.scratch.mark(to);
                        });
                    }
                }
            }
        }
    }

    /// Where each king slice is one word.
    #[inline(always)]
    fn mark_in_one_part(&mut self) {
        let StepContext { slice, mover, .. } = self.step;
        let inner_moves = self.step.inner_mover().is_some();
        for event in self.won.of(0) {
            let king_slice = event.word as usize;
            if inner_moves {
                self.scratch.mark(king_slice);
            }
            for link in slice.links(king_slice, mover).iter() {
                self.scratch.mark(link.king_slice());
            }
        }
    }

    /// Who is left without an escape is lost: first the king and the inner man are asked, of whom
    /// there are few moves, then the others.
    #[inline(always)]
    fn settle(&mut self) {
        let one_part = self.step.slice.is_one_part();
        let full_rows = if one_part { 0 } else { self.unlost.len() / 64 };
        let mut left = 0;
        for n in 0..self.scratch.marks.len() {
            let marks = std::mem::take(&mut self.scratch.marks[n]);
            let rest = if marks.count_ones() >= MANY_IN_ROW && n < full_rows {
                self.settle_row(n)
            } else {
                self.settle_words(n, marks)
            };
            self.scratch.from_marks[n] = rest;
            left += rest.count_ones();
        }
        if left == 0 {
            return;
        }
        for man in self.step.outer_movers() {
            match man.scan {
                Scan::Row => self.remove_row_by_row(man),
                Scan::Slab if left >= MANY_IN_SLAB => self.remove_in_slab(man),
                Scan::Pair if left >= MANY_OF_PAIR => self.remove_of_pair(man),
                _ => {
                    for n in 0..self.scratch.from_marks.len() {
                        self.remove_one_by_one(man, n);
                    }
                }
            }
        }
        for n in 0..self.scratch.from_marks.len() {
            for bit in squares(std::mem::take(&mut self.scratch.from_marks[n])) {
                let word = n * 64 + usize::from(bit);
                let places = std::mem::take(&mut self.scratch.from[word]);
                if places != 0 {
                    self.fell(word, places);
                }
            }
        }
    }

    /// Keeps the positions of these words from which neither the inner man nor the king escapes;
    /// says which words have some.
    #[inline(always)]
    fn settle_words(&mut self, n: usize, marks: u64) -> u64 {
        let one_part = self.step.slice.is_one_part();
        let mut rest = 0;
        for bit in squares(marks) {
            let word = n * 64 + usize::from(bit);
            let mut places = self.unlost[word];
            if !self.held.is_empty() {
                places &= !self.held[word];
            }
            if places != 0 && one_part {
                places = self.without_escapes_in_one_part(word, places);
            } else if places != 0 {
                places = self.without_escapes(word, places);
            }
            if places != 0 {
                self.scratch.from[word] = places;
                rest |= 1 << bit;
            }
        }
        rest
    }

    /// Removes the positions from which an outer man escapes, where few are left.
    #[inline(always)]
    fn remove_one_by_one(&mut self, man: &OuterMan, n: usize) {
        let (own, kings) = (self.own_unwon(), self.step.kings());
        for bit in squares(self.scratch.from_marks[n]) {
            let word = n * 64 + usize::from(bit);
            let outer = self.step.outer(word);
            let mut places = self.scratch.from[word];
            man.each_move(word, &outer.seats, outer.fixed | kings, |to, passed| {
                places &= !(own[to] & !passed);
            });
            self.scratch.from[word] = places;
        }
    }

    /// The same a row at a time, where many are left.
    #[inline(always)]
    fn remove_row_by_row(&mut self, man: &OuterMan) {
        let own = self.own_unwon();
        for row in 0..self.scratch.from_marks.len() {
            let marks = self.scratch.from_marks[row];
            if marks.count_ones() < MANY_LEFT_IN_ROW {
                self.remove_one_by_one(man, row);
                continue;
            }
            let word = row * 64 + marks.trailing_zeros() as usize;
            let outer = self.step.outer(word);
            let blockers = outer.fixed & !(1 << outer.seats[man.seat]) | self.step.kings();
            let words = row * 64..row * 64 + 64;
            let unwon = own[words.clone()].try_into().expect("64 words");
            let mut moves = [0; 64];
            add_row_moves(man.role, blockers, unwon, &mut moves);
            for (places, moves) in self.scratch.from[words].iter_mut().zip(moves) {
                *places &= !moves;
            }
        }
    }

    /// The same for all rows at once, the man's square being the row.
    #[inline(always)]
    fn remove_in_slab(&mut self, man: &OuterMan) {
        let (blockers, unwon) = (self.step.blockers(), self.own_unwon());
        let Scratch { from, words, .. } = &mut *self.scratch;
        for eight in 0..8 {
            add_slab_moves(man.role, blockers, eight * 8, unwon, words);
        }
        for (places, moves) in from.iter_mut().zip(words) {
            *places &= !std::mem::take(moves);
        }
    }

    /// The same for all words of a pair.
    #[inline(always)]
    fn remove_of_pair(&mut self, man: &OuterMan) {
        let (blockers, unwon) = (self.step.blockers(), self.own_unwon());
        let Scratch { from, square: [square, moves], .. } = &mut *self.scratch;
        for a in 0..64 {
            let first = a * (a + 1) / 2;
            for (b, &unwon) in unwon[first..first + a].iter().enumerate() {
                square[a * 64 + b] = unwon;
                square[b * 64 + a] = unwon;
            }
        }
        moves.fill(0);
        for eight in 0..8 {
            add_slab_moves(man.role, blockers, eight * 8, square, moves);
        }
        square.fill(0);
        for a in 0..64 {
            let first = a * (a + 1) / 2;
            for (b, places) in from[first..first + a].iter_mut().enumerate() {
                *places &= !(moves[a * 64 + b] | moves[b * 64 + a]);
            }
        }
    }

    /// A king slice's part of `unwon`.
    #[inline(always)]
    fn unwon_of(&self, king_slice: usize) -> &'s [u64] {
        let words = self.step.slice.words_per_king_slice();
        &self.unwon[king_slice * words..(king_slice + 1) * words]
    }

    #[inline(always)]
    fn own_unwon(&self) -> &'s [u64] {
        self.unwon_of(self.step.king_slice)
    }

    /// The same for all 64 words of a row at once, the unmarked too: nothing falls there.
    #[inline(always)]
    fn settle_row(&mut self, n: usize) -> u64 {
        let slice = self.step.slice;
        let row = n * 64..n * 64 + 64;
        let mut places: Board = self.unlost[row.clone()].try_into().expect("64 words");
        if !self.held.is_empty() {
            for (places, held) in places.iter_mut().zip(&self.held[row.clone()]) {
                *places &= !held;
            }
        }
        let any = |places: &Board| places.iter().fold(0, |any, places| any | places) != 0;
        if !any(&places) {
            return 0;
        }
        for link in self.step.links() {
            if !any(&places) {
                return 0;
            }
            let there = self.unwon_of(link.king_slice());
            let mut unwon: Board = match slice.turned(link.symmetry) {
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
        if let Some(role) = self.step.inner_mover().filter(|_| any(&places)) {
            let kings = self.step.kings();
            let mut occupied: Board = slice.fixed[row.clone()].try_into().expect("64 words");
            occupied.iter_mut().for_each(|occupied| *occupied |= kings);
            remove_spreads(role, &self.own_unwon()[row.clone()], &occupied, &mut places);
        }
        self.scratch.from[row].copy_from_slice(&places);
        let nonempty = places.iter().enumerate();
        nonempty.fold(0, |marks, (at, places)| marks | u64::from(*places != 0) << at)
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
            self.fallen.note(event);
        }
    }

    /// The positions among these from which no move of the inner man or the king leads into `unwon`.
    #[inline(always)]
    fn without_escapes(&self, word: usize, mut places: u64) -> u64 {
        let slice = self.step.slice;
        let per_king_slice = slice.words_per_king_slice();
        if let Some(role) = self.step.inner_mover() {
            let occupied = self.step.outer(word).fixed | self.step.kings();
            let unwon = self.unwon[self.step.king_slice * per_king_slice + word];
            places &= !spread(role, unwon, !occupied);
            if places == 0 {
                return 0;
            }
        }
        for link in self.step.links() {
            let there = link.king_slice() * per_king_slice + slice.turn(word, link.symmetry);
            places &= !link.symmetry.inverse().set(self.unwon[there]);
            if places == 0 {
                return 0;
            }
        }
        places
    }

    /// The same where each king slice is one word.
    #[inline(always)]
    fn without_escapes_in_one_part(&self, king_slice: usize, mut places: u64) -> u64 {
        let StepContext { slice, mover, .. } = self.step;
        if let Some(role) = self.step.inner_mover() {
            let empty = !(slice.pawns.all() | slice.kings(king_slice));
            places &= !spread(role, self.unwon[king_slice], empty);
        }
        for link in slice.links(king_slice, mover).iter() {
            if places == 0 {
                return 0;
            }
            places &= !self.unwon[link.king_slice()];
        }
        places
    }

    /// In the first round, among the positions without a quiet move: those that are lost.
    #[cold]
    fn tell_mate_from_stalemate(&mut self, word: usize, places: u64) -> u64 {
        let StepContext { slice, mover, king_slice, .. } = self.step;
        let (king_slice, own_word) =
            if slice.is_one_part() { (word, 0) } else { (king_slice, word) };
        let quiet =
            places & !CheckDetector::new(slice, king_slice).word(own_word).check[side(mover)];
        let asked = if self.mates_only { places } else { quiet };
        let leaves =
            zeroing_in_words::leaves(slice, self.zeroing_moves, king_slice, own_word, mover, asked);
        let stalemate = quiet & !leaves;
        if stalemate != 0 {
            self.unlost[word] &= !stalemate;
            let event = Event { places: stalemate, word: word as u32, code: codec::STALEMATE };
            self.fallen.note_apart(event);
        }
        places & !stalemate & if self.mates_only { !leaves } else { !0 }
    }
}
