//! What is known of a pawn slice before the first step: legality, and what moves out of it are worth.

use rayon::prelude::*;
use value::Metric;

use super::depth_buckets::{DepthBuckets, Timed};
use super::legal::{BySide, LegalRuns};
use super::log::Event;
use super::pawn_slice::PawnSlice;
use super::probe_results::ProbeResults;
use super::zeroing_in_runs::{RunEvaluator, Words};
use super::zeroing_in_words::{Worth, evaluate, spot};
use super::zeroing_moves::ZeroingMove;
use crate::rules::side;
use crate::simd::{self, Kernel};

/// Sets of positions with one side to move, a word for each cell of a pawn slice.
pub(super) struct SideSets<'c> {
    /// All legal positions: those not yet won, to begin with.
    pub(super) unwon: &'c mut [u64],
    /// Legal positions without a move out of the slice that does not lose.
    pub(super) unlost: &'c mut [u64],
    /// A move out of the slice wins and ends the clock: a win in one.
    pub(super) wins: &'c mut [u64],
    /// Room for a set more.
    pub(super) held: &'c mut [u64],
}

impl<'c> SideSets<'c> {
    /// Sets of so many cells in room for half a byte a position, or more: in that of codes that are
    /// written last.
    pub(super) fn within(room: &'c mut [u8], cells: usize) -> SideSets<'c> {
        let words: &mut [u64] = bytemuck::cast_slice_mut(room);
        let (unwon, rest) = words.split_at_mut(cells);
        let (unlost, rest) = rest.split_at_mut(cells);
        let (wins, rest) = rest.split_at_mut(cells);
        SideSets { unwon, unlost, wins, held: &mut rest[..cells] }
    }
}

/// Fills the sets; returns what is timed, by side to move.
pub(super) fn initial_positions(
    slice: &PawnSlice<'_>,
    zeroing_moves: &[ZeroingMove<'_>],
    metric: Metric,
    [white, black]: &mut BySide<SideSets<'_>>,
) -> BySide<Timed> {
    let words = slice.words_per_king_slice();
    let in_part = slice.words_per_part();
    let results =
        || zeroing_moves.iter().map(|d| ProbeResults::new(slice, d)).collect::<Vec<ProbeResults>>();
    let events: Vec<BySide<[DepthBuckets; 2]>> = (
        white.unwon.par_chunks_mut(in_part),
        white.unlost.par_chunks_mut(in_part),
        white.wins.par_chunks_mut(in_part),
        black.unwon.par_chunks_mut(in_part),
        black.unlost.par_chunks_mut(in_part),
        black.wins.par_chunks_mut(in_part),
    )
        .into_par_iter()
        .enumerate()
        .with_min_len(slice.king_slices_per_task())
        .map_init(
            || (results(), Default::default(), Default::default()),
            |(results, worth, events): &mut (_, BySide<Worth>, BySide<[Vec<Event>; 2]>),
             (part, sets)| {
                for (n, first) in (0..in_part).step_by(words).enumerate() {
                    let own = first..first + words;
                    simd::dispatch(&mut Filling {
                        slice,
                        zeroing_moves,
                        metric,
                        king_slice: part * slice.king_slices_per_part() + n,
                        first,
                        unwon: [&mut sets.0[own.clone()], &mut sets.3[own.clone()]],
                        unlost: [&mut sets.1[own.clone()], &mut sets.4[own.clone()]],
                        wins: [&mut sets.2[own.clone()], &mut sets.5[own]],
                        events,
                        worth,
                        results,
                    });
                }
                events.each_mut().map(|events| {
                    events.each_mut().map(|events| {
                        let buckets = DepthBuckets::of(events);
                        events.clear();
                        buckets
                    })
                })
            },
        )
        .collect();
    let mut timed = [Timed::default(), Timed::default()];
    for part in events {
        for (timed, [enter, hold]) in timed.iter_mut().zip(part) {
            timed.enter.push(enter);
            timed.hold.push(hold);
        }
    }
    timed
}

/// One king slice.
struct Filling<'s, 'f> {
    slice: &'s PawnSlice<'f>,
    zeroing_moves: &'s [ZeroingMove<'s>],
    metric: Metric,
    king_slice: usize,
    /// The king slice's first word in its part of the pawn slice.
    first: usize,
    unwon: BySide<&'s mut [u64]>,
    unlost: BySide<&'s mut [u64]>,
    wins: BySide<&'s mut [u64]>,
    /// By side to move: what enters, and what is held.
    events: &'s mut BySide<[Vec<Event>; 2]>,
    worth: &'s mut BySide<Worth>,
    /// For each zeroing move.
    results: &'s mut [ProbeResults],
}

impl Kernel for &mut Filling<'_, '_> {
    #[inline(always)]
    fn run(self) {
        let legal = LegalRuns::new(self.slice, self.king_slice);
        for run in &self.slice.runs {
            for (unwon, legal) in self.unwon.iter_mut().zip(&legal.run(run)) {
                unwon[run.words()].copy_from_slice(&legal[..run.len]);
            }
        }
        for side in 0..2 {
            self.wins[side].fill(0);
            // The escapes, until all are known.
            self.unlost[side].fill(0);
        }
        for (n, zeroing) in self.zeroing_moves.iter().enumerate() {
            if zeroing.ends_the_clock(self.metric) {
                self.evaluate(zeroing, n);
            }
        }
        if self.zeroing_moves.iter().any(|zeroing| !zeroing.ends_the_clock(self.metric)) {
            self.note_the_timed();
        }
        for side in 0..2 {
            for (unlost, legal) in self.unlost[side].iter_mut().zip(&*self.unwon[side]) {
                *unlost = legal & !*unlost;
            }
        }
    }
}

impl Filling<'_, '_> {
    /// Evaluates a move that ends the clock, in all words of the king slice.
    #[inline(always)]
    fn evaluate(&mut self, zeroing: &ZeroingMove<'_>, n: usize) {
        let results = &mut self.results[n];
        results.read(zeroing, self.metric, self.slice.index.kings().squares(self.king_slice));
        let evaluator = RunEvaluator::new(self.slice, self.king_slice, zeroing, results);
        let mover = side(zeroing.side);
        let kings = self.slice.kings(self.king_slice);
        for run in self.slice.runs.iter().filter(|run| run.fixed & kings == 0) {
            let wins = &mut self.wins[mover][run.words()];
            let escapes = &mut self.unlost[mover][run.words()];
            evaluator.evaluate(run, &mut Words { wins, escapes });
        }
    }

    /// Notes the moves with which the clock runs on, word by word.
    #[inline(always)]
    fn note_the_timed(&mut self) {
        let metric = self.metric;
        for word in 0..self.slice.words_per_king_slice() {
            let legal = [self.unwon[0][word], self.unwon[1][word]];
            if legal == [0, 0] {
                continue;
            }
            let Some(spot) = spot(self.slice, self.king_slice, word) else { continue };
            let timed = self.zeroing_moves.iter().filter(|d| !d.ends_the_clock(metric));
            let cell = self.king_slice * self.slice.words_per_king_slice() + word;
            evaluate(self.slice, timed, metric, cell, &spot, legal, self.worth);
            for (side, worth) in self.worth.iter_mut().enumerate() {
                self.unlost[side][word] |= worth.escapes;
                let escapes = self.unlost[side][word];
                let open = [legal[side] & !self.wins[side][word], legal[side] & !escapes];
                worth.enter_into(self.first + word, open, &mut self.events[side]);
            }
        }
    }
}
