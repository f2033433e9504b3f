//! The two steps of a round, for one slice: the work that is done millions of times.

use rayon::prelude::*;

use super::departures::Departure;
use super::frame::{Frame, Row};
use super::geometry::{king_spread, knight_spread};
use super::legal::legality;
use super::log::Log;
use super::reach::{Scratch, add_king_moves, add_lane_moves, add_row, add_turned, without_escapes};
use super::seeds::{self, Event};
use super::set::{Fresh, RowWords, Set, as_row_mut, lanes_of};
use super::simd::Kernel;
use crate::code;
use crate::index::{Symmetry, squares};
use crate::memory::Words;
use crate::rules::{Color, Role, side};

/// Rows a step must look at, and what it has heard of them; empty between steps.
pub(super) struct Touched {
    lanes: Vec<u64>,
    words: Words,
    /// One bit a row, each slice with its own words: rows come out in order.
    rows: Vec<Vec<u64>>,
}

/// One slice of it.
pub(super) struct TouchedSlice<'t> {
    first_row: usize,
    lanes: &'t mut [u64],
    words: &'t mut [u64],
    rows: &'t mut Vec<u64>,
}

impl Touched {
    /// Nothing is touched yet, but these words are already there for the winner's first step.
    pub(super) fn new(rows: usize, slices: usize, words: Words) -> Touched {
        Touched {
            lanes: vec![0; rows],
            words,
            rows: vec![vec![0; (rows / slices).div_ceil(64)]; slices],
        }
    }

    pub(super) fn slices(
        &mut self,
        rows_per_slice: usize,
    ) -> impl IndexedParallelIterator<Item = TouchedSlice<'_>> {
        (
            self.lanes.par_chunks_mut(rows_per_slice),
            self.words.par_chunks_mut(rows_per_slice * 64),
            &mut self.rows,
        )
            .into_par_iter()
            .enumerate()
            .map(move |(slice, (lanes, words, rows))| TouchedSlice {
                first_row: slice * rows_per_slice,
                lanes,
                words,
                rows,
            })
    }
}

/// The numbers of the bits that are set, in order; clears them.
#[inline(always)]
fn drain_bits(words: &mut [u64]) -> impl Iterator<Item = usize> {
    words.iter_mut().enumerate().flat_map(|(n, word)| {
        squares(std::mem::take(word)).map(move |bit| n * 64 + usize::from(bit))
    })
}

impl TouchedSlice<'_> {
    /// Marks lanes of a row to be looked at.
    #[inline(always)]
    fn mark(&mut self, row: usize, lanes: u64) {
        let n = row - self.first_row;
        self.rows[n / 64] |= u64::from(lanes != 0) << (n % 64);
        self.lanes[n] |= lanes;
    }

    #[inline(always)]
    fn words(&mut self, row: usize) -> &mut RowWords {
        let at = (row - self.first_row) * 64;
        as_row_mut(&mut self.words[at..at + 64])
    }
}

/// `W_i <- S^-1(L_i)` for one slice: the winner's moves that led to the losers' fresh positions are
/// taken back.
pub(super) struct WinnersStep<'s, 'f> {
    pub(super) frame: &'s Frame<'f>,
    pub(super) winner: Color,
    pub(super) slice: usize,
    pub(super) lost: &'s Set,
    pub(super) lost_rows: &'s Fresh,
    /// In the first step: positions won by a move out of the frame wait among the touched words.
    pub(super) look_everywhere: bool,
    pub(super) events: Vec<&'s [Event]>,
    pub(super) unwon: &'s mut [u64],
    pub(super) unwon_lanes: &'s mut [u64],
    pub(super) won_lanes: &'s mut [u64],
    pub(super) won_rows: &'s mut Vec<u32>,
    pub(super) pending: &'s mut [u64],
    pub(super) touched: TouchedSlice<'s>,
    pub(super) logs: &'s mut [Log],
    pub(super) code: u8,
}

impl Kernel for WinnersStep<'_, '_> {
    #[inline(always)]
    fn run(mut self) {
        for row in self.won_rows.drain(..) {
            self.won_lanes[row as usize - self.touched.first_row] = 0;
        }
        self.take_back_moves();
        for event in self.events.iter().copied().flatten() {
            let (row, lane) = (event.cell as usize / 64, event.cell as usize % 64);
            self.touched.mark(row, 1 << lane);
            self.touched.words(row)[lane] |= event.places;
        }
        if self.look_everywhere {
            for row in self.touched.first_row..self.touched.first_row + self.unwon_lanes.len() {
                self.touched.mark(row, !0);
            }
        }
        self.settle();
    }
}

impl WinnersStep<'_, '_> {
    #[inline(always)]
    fn take_back_moves(&mut self) {
        let mut targets = Vec::new();
        let man = self.frame.lane_man();
        for &number in &self.lost_rows.0[self.slice] {
            let number = number as usize;
            let lanes = self.lost.lanes[number];
            let from = self.lost.row(number);
            let row = self.frame.row(number).expect("a row with a position");
            if self.winner == Color::Black {
                self.touched.mark(number, lanes);
                add_king_moves(from, lanes, self.touched.words(number));
            }
            if man.color == self.winner {
                let out = self.touched.words(number);
                let reached = add_lane_moves(man.role, row.fixed, from, lanes, out);
                self.touched.mark(number, reached);
            }
            self.frame.targets(&row, self.winner, &mut targets);
            for target in &targets {
                let unwon = self.unwon_lanes[target.row - self.touched.first_row];
                let lanes = lanes & unwon & !target.passed;
                if lanes != 0 {
                    self.touched.mark(target.row, lanes);
                    add_row(from, lanes, target.passed, self.touched.words(target.row));
                }
            }
        }
        if self.winner == Color::White {
            for (from_slice, links) in self.frame.links_into(self.slice) {
                if links.is_empty() {
                    continue;
                }
                for &number in &self.lost_rows.0[from_slice] {
                    let number = number as usize;
                    let row = self.frame.row(number).expect("a row with a position");
                    let lanes = self.lost.lanes[number];
                    let from = self.lost.row(number);
                    for link in &links {
                        let Some(target) = self.frame.follow(&row, link) else { continue };
                        let unwon = self.unwon_lanes[target - self.touched.first_row];
                        let lanes = lanes & link.symmetry.inverse().set(unwon);
                        if lanes == 0 {
                            continue;
                        }
                        self.touched.mark(target, link.symmetry.set(lanes));
                        let out = self.touched.words(target);
                        if link.symmetry == Symmetry::IDENTITY {
                            add_row(from, lanes, 0, out);
                        } else {
                            add_turned(from, lanes, link.symmetry, out);
                        }
                    }
                }
            }
        }
    }

    /// What was touched and not yet won is won now.
    #[inline(always)]
    fn settle(&mut self) {
        let mut rows = std::mem::take(self.touched.rows);
        for n in drain_bits(&mut rows) {
            let touched = std::mem::take(&mut self.touched.lanes[n]);
            let words = n * 64..n * 64 + 64;
            let heard = as_row_mut(&mut self.touched.words[words.clone()]);
            let unwon = as_row_mut(&mut self.unwon[words.clone()]);
            let mut fell = 0;
            if touched.count_ones() < 16 {
                for lane in squares(touched & self.unwon_lanes[n]) {
                    let at = usize::from(lane);
                    heard[at] &= unwon[at];
                    fell |= u64::from(heard[at] != 0) << lane;
                }
            } else {
                for at in 0..64 {
                    heard[at] &= unwon[at];
                }
                fell = lanes_of(heard);
            }
            if fell != 0 {
                self.won_lanes[n] = fell;
                self.won_rows.push((self.touched.first_row + n) as u32);
                let log = &mut self.logs[n / self.frame.rows_per_log()];
                log.note(n % self.frame.rows_per_log(), self.code, fell);
                for lane in squares(fell) {
                    let at = usize::from(lane);
                    log.word(heard[at]);
                    if self.pending.is_empty() {
                        unwon[at] &= !heard[at];
                        self.unwon_lanes[n] &= !(u64::from(unwon[at] == 0) << lane);
                    } else {
                        self.pending[n * 64 + at] = heard[at];
                    }
                }
            }
            if touched.count_ones() < 16 {
                for lane in squares(touched) {
                    heard[usize::from(lane)] = 0;
                }
            } else {
                *heard = [0; 64];
            }
        }
        *self.touched.rows = rows;
    }
}

/// `L_i <- complement of S^-1(W_i)` for one slice: the losers' positions that had a move to the
/// winner's fresh ones, and now have no other.
pub(super) struct LosersStep<'s, 'f> {
    pub(super) frame: &'s Frame<'f>,
    pub(super) loser: Color,
    pub(super) slice: usize,
    pub(super) unwon: &'s Set,
    pub(super) won_lanes: &'s [u64],
    pub(super) won_rows: &'s Fresh,
    pub(super) look_everywhere: bool,
    pub(super) first_round: bool,
    pub(super) departures: &'s [Departure<'s>],
    /// In the first round, of those without a quiet move only the mated are lost now.
    pub(super) mates_only: bool,
    pub(super) events: Vec<&'s [Event]>,
    pub(super) unlost: &'s mut [u64],
    pub(super) unlost_lanes: &'s mut [u64],
    pub(super) lost: &'s mut [u64],
    pub(super) lost_lanes: &'s mut [u64],
    pub(super) lost_rows: &'s mut Vec<u32>,
    pub(super) held: &'s mut [u64],
    pub(super) touched: TouchedSlice<'s>,
    pub(super) logs: &'s mut [Log],
    pub(super) code: u8,
}

impl Kernel for LosersStep<'_, '_> {
    #[inline(always)]
    fn run(mut self) {
        for row in self.lost_rows.drain(..) {
            let n = row as usize - self.touched.first_row;
            for lane in squares(std::mem::take(&mut self.lost_lanes[n])) {
                self.lost[n * 64 + usize::from(lane)] = 0;
            }
        }
        for event in self.events.iter().copied().flatten() {
            let (row, lane) = (event.cell as usize / 64, event.cell as usize % 64);
            self.held[(row - self.touched.first_row) * 64 + lane] &= !event.places;
            self.touched.mark(row, 1 << lane);
        }
        if self.look_everywhere {
            for row in self.touched.first_row..self.touched.first_row + self.unlost_lanes.len() {
                self.touched.mark(row, self.unlost_lanes[row - self.touched.first_row]);
            }
        } else {
            self.mark_touched();
        }
        self.settle();
    }
}

impl LosersStep<'_, '_> {
    /// Marks the positions with a move to one of the winner's fresh positions: at least those.
    #[inline(always)]
    fn mark_touched(&mut self) {
        let mut targets = Vec::new();
        let man = self.frame.lane_man();
        for &number in &self.won_rows.0[self.slice] {
            let number = number as usize;
            let lanes = self.won_lanes[number];
            if self.loser == Color::Black {
                self.touched.mark(number, lanes);
            }
            if man.color == self.loser {
                let spread = match man.role {
                    Role::King => king_spread(lanes),
                    Role::Knight => knight_spread(lanes),
                    _ => !0,
                };
                self.touched.mark(number, spread);
            }
            let row = self.frame.row(number).expect("a row with a position");
            self.frame.targets(&row, self.loser, &mut targets);
            for target in &targets {
                let open = lanes & self.unlost_lanes[target.row - self.touched.first_row];
                self.touched.mark(target.row, open);
            }
        }
        if self.loser == Color::White {
            for (from_slice, links) in self.frame.links_into(self.slice) {
                for &number in &self.won_rows.0[from_slice] {
                    let row = self.frame.row(number as usize).expect("a row with a position");
                    let lanes = self.won_lanes[number as usize];
                    for link in &links {
                        if let Some(target) = self.frame.follow(&row, link) {
                            self.touched.mark(target, link.symmetry.set(lanes));
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn settle(&mut self) {
        let mut rows = std::mem::take(self.touched.rows);
        let mut scratch = Scratch::default();
        let mut wanted: RowWords = [0; 64];
        for n in drain_bits(&mut rows) {
            let number = self.touched.first_row + n;
            let lanes = std::mem::take(&mut self.touched.lanes[n]) & self.unlost_lanes[n];
            let from = self.unwon.row(number);
            let mut left = 0;
            for lane in squares(lanes) {
                let at = usize::from(lane);
                let mut word = self.unlost[n * 64 + at];
                if !self.held.is_empty() {
                    word &= !self.held[n * 64 + at];
                }
                if self.loser == Color::Black {
                    word &= !king_spread(from[at]);
                }
                wanted[at] = word;
                left |= u64::from(word != 0) << lane;
            }
            if left == 0 {
                continue;
            }
            let row = self.frame.row(number).expect("a row with a position");
            left = without_escapes(
                self.frame,
                &row,
                self.loser,
                self.unwon,
                &mut wanted,
                left,
                &mut scratch,
            );
            if self.first_round && left != 0 {
                left = self.tell_mate_from_stalemate(n, &row, &mut wanted, left);
            }
            if left == 0 {
                continue;
            }
            self.lost_rows.push(number as u32);
            self.lost_lanes[n] = left;
            let log = &mut self.logs[n / self.frame.rows_per_log()];
            log.note(n % self.frame.rows_per_log(), self.code, left);
            for lane in squares(left) {
                let at = usize::from(lane);
                log.word(wanted[at]);
                self.lost[n * 64 + at] = wanted[at];
                let unlost = &mut self.unlost[n * 64 + at];
                *unlost &= !wanted[at];
                self.unlost_lanes[n] &= !(u64::from(*unlost == 0) << lane);
            }
        }
        *self.touched.rows = rows;
    }

    /// In the first round, among the positions without a quiet move: returns the lanes with one
    /// that is lost.
    #[cold]
    fn tell_mate_from_stalemate(
        &mut self,
        n: usize,
        row: &Row,
        out: &mut RowWords,
        lanes: u64,
    ) -> u64 {
        let check = legality(self.frame, row).check[side(self.loser)];
        let mut left = 0;
        let mut stalemates = 0;
        let log = &mut self.logs[n / self.frame.rows_per_log()];
        for lane in squares(lanes) {
            let at = usize::from(lane);
            let quiet = out[at] & !check[at];
            let leaves = if quiet != 0 || self.mates_only {
                seeds::leaves(self.frame, self.departures, row, lane, self.loser)
            } else {
                0
            };
            let stalemate = quiet & !leaves;
            if stalemate != 0 {
                stalemates |= 1 << lane;
                log.word(stalemate);
            }
            out[at] &= !stalemate;
            if self.mates_only {
                out[at] &= !leaves;
            }
            self.unlost[n * 64 + at] &= !stalemate;
            left |= u64::from(out[at] != 0) << lane;
        }
        if stalemates != 0 {
            log.note(n % self.frame.rows_per_log(), code::STALEMATE, stalemates);
        }
        left
    }
}
