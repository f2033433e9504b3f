//! Jansen's algorithm (1992, Fig 2.2) on sets of positions, for one winner.
//!
//! ```text
//! L_i  <-  complement of S^-1 (positions of the winner not yet won)      the loser cannot escape
//! W_i  <-  S^-1 (L_i)                                                    the winner gets there
//! ```
//!
//! Two sets shrink as it goes: `unwon`, the winner's legal positions not yet won, and `unlost`, the
//! loser's that may still be lost. A step looks only at words that the previous one has touched.

use std::sync::Arc;

use rayon::prelude::*;

use super::chunk_pool::ChunkPool;
use super::depth_buckets::{DepthBuckets, Timed};
use super::initial_positions::SideSets;
use super::legal::BySide;
use super::log::{Log, WORD_BITS};
use super::losers_step::LosersStep;
use super::pawn_slice::PawnSlice;
use super::scratch::{ScratchPool, StepContext};
use super::winners_step::WinnersStep;
use super::zeroing_moves::ZeroingMove;
use crate::codec;
use crate::progress::{Monitor, Progress};
use crate::rules::Color;
use crate::simd;

/// What one round of the algorithm is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// A move of the winner's.
    Moves,
    /// A half-move; wins count only within so many.
    Plies(u8),
}

impl Clock {
    fn winner_depth(self, round: u8) -> u8 {
        match self {
            Clock::Moves => round,
            Clock::Plies(_) => round.div_ceil(2),
        }
    }

    fn loser_depth(self, round: u8) -> u8 {
        match self {
            Clock::Moves => round,
            Clock::Plies(_) => round / 2,
        }
    }
}

/// What one winner's pass found.
pub(super) struct Won<'p> {
    /// For each part of the pawn slice, the logs by side to move.
    pub(super) logs: BySide<Vec<Log<'p>>>,
    /// The deepest position found, if any.
    pub(super) deepest: Option<u8>,
}

/// A pass that did not finish.
pub(super) enum Unfinished {
    Stopped,
    TooDeep,
}

/// The last round whose depth still has a code.
const LAST_ROUND: u8 = 252;

/// What both winners' passes over a pawn slice have in common.
#[derive(Clone, Copy)]
pub(super) struct Task<'s, 'p> {
    pub(super) slice: &'s PawnSlice<'s>,
    pub(super) zeroing_moves: &'s [ZeroingMove<'s>],
    pub(super) clock: Clock,
    pub(super) pool: &'s Arc<ChunkPool<'p>>,
}

/// One winner's pass: his `unwon` and `wins`, and the loser's `unlost` and `held`, are used up.
pub(super) fn pass<'p>(
    task: Task<'_, 'p>,
    winner: Color,
    sets: &mut BySide<SideSets<'_>>,
    timed: &mut BySide<Timed>,
    monitor: &Monitor<'_>,
) -> Result<Won<'p>, Unfinished> {
    let Task { slice, clock, .. } = task;
    let mut pass = Pass::new(task, winner, sets, timed);
    let mut deepest = None;
    let last_event = pass.enter.iter().chain(&*pass.hold).filter_map(DepthBuckets::last).max();
    for round in 0.. {
        if monitor.stopped() {
            return Err(Unfinished::Stopped);
        }
        if round > 0 && slice.index.placements().len() == 1 {
            let material = slice.index.material();
            (monitor.report)(Progress { material, done: usize::from(round), total: 0 });
        }
        let won = round > 0 && pass.winners_step(round);
        let lost = pass.losers_step(round);
        if won {
            deepest = deepest.max(Some(clock.winner_depth(round)));
        }
        if lost {
            deepest = deepest.max(Some(clock.loser_depth(round)));
        }
        let waiting = last_event.is_some_and(|last| last > round) || round == 0;
        if !(won || lost || waiting) || clock == Clock::Plies(round) {
            break;
        }
        if round == LAST_ROUND {
            return Err(Unfinished::TooDeep);
        }
    }
    let mut logs = [pass.winner_logs, pass.loser_logs];
    if winner == Color::Black {
        logs.reverse();
    }
    Ok(Won { logs, deepest })
}

struct Pass<'s, 'p> {
    task: Task<'s, 'p>,
    winner: Color,
    unwon: &'s mut [u64],
    wins: &'s [u64],
    unlost: &'s mut [u64],
    /// Losers' positions waiting for a move out of the slice to lose in time; empty if there are
    /// none.
    held: &'s mut [u64],
    enter: &'s mut [DepthBuckets],
    hold: &'s mut [DepthBuckets],
    winner_logs: Vec<Log<'p>>,
    loser_logs: Vec<Log<'p>>,
    /// The words in which the winner's positions fell in the last round and in the one before: a bit
    /// for each word of a part.
    won_words: [Vec<u64>; 2],
    /// Pieces in which something fell in the last step of each side.
    won: Vec<bool>,
    lost: Vec<bool>,
    /// Pieces that the next step must look at.
    awake: Vec<bool>,
    idle: ScratchPool,
}

impl<'s, 'p> Pass<'s, 'p> {
    fn new(
        task: Task<'s, 'p>,
        winner: Color,
        sets: &'s mut BySide<SideSets<'_>>,
        timed: &'s mut BySide<Timed>,
    ) -> Pass<'s, 'p> {
        let Task { slice, clock, pool, .. } = task;
        let ([ours, theirs], [ours_timed, theirs_timed]) = (sets, timed);
        let ((ours, theirs), (ours_timed, theirs_timed)) = match winner {
            Color::White => ((ours, theirs), (ours_timed, theirs_timed)),
            Color::Black => ((theirs, ours), (theirs_timed, ours_timed)),
        };
        let (enter, hold) = (&mut ours_timed.enter, &mut theirs_timed.hold);
        let words = slice.words_per_part();
        let any_held = hold.iter().any(|buckets| buckets.last().is_some());
        let held: &mut [u64] = if any_held { theirs.held } else { &mut [] };
        held.fill(0);
        for (king_slice, buckets) in hold.iter().enumerate().take(held.len()) {
            for event in buckets.all() {
                held[king_slice * words + event.word as usize] |= event.places;
            }
        }
        assert!(slice.words_per_part() <= 1 << WORD_BITS, "a log has room for their numbers");
        // With a clock of plies the losers start from the winner's last round but one.
        let last_two = clock != Clock::Moves;
        let logs = || (0..slice.parts()).map(|_| Log::new(pool, last_two)).collect();
        Pass {
            task,
            winner,
            unwon: ours.unwon,
            wins: ours.wins,
            unlost: theirs.unlost,
            held,
            enter,
            hold,
            winner_logs: logs(),
            loser_logs: logs(),
            won_words: [(); 2].map(|()| vec![0; slice.parts() * slice.marks_per_part()]),
            won: vec![false; slice.parts()],
            lost: vec![false; slice.parts()],
            awake: vec![false; slice.parts()],
            idle: ScratchPool::default(),
        }
    }

    /// `W_i <- S^-1(L_i)`; says whether any position was added.
    fn winners_step(&mut self, round: u8) -> bool {
        let Task { slice, clock, .. } = self.task;
        let words = slice.words_per_part();
        let code = codec::win(self.winner, clock.winner_depth(round));
        let (mover, wins, idle) = (self.winner, self.wins, &self.idle);
        let (lost, at_once) = (&self.loser_logs, clock == Clock::Moves);
        wake(slice, mover, &self.lost, &mut self.awake);
        if round == 1 {
            self.awake.fill(true);
        }
        self.won_words.swap(0, 1);
        let (marks, task) = (slice.marks_per_part(), slice.parts_per_task());
        (
            self.unwon.par_chunks_mut(words * task),
            self.enter.par_chunks_mut(task),
            self.won_words[0].par_chunks_mut(marks * task),
            self.winner_logs.par_chunks_mut(task),
            self.won.par_chunks_mut(task),
            self.awake.par_chunks(task),
        )
            .into_par_iter()
            .enumerate()
            .map_init(
                || idle.take(slice),
                |scratch, (n, (unwon, enter, fell, logs, won, awake))| {
                    won.fill(false);
                    fell.fill(0);
                    for at in 0..awake.len() {
                        if !(awake[at] || enter[at].is_due(round)) {
                            continue;
                        }
                        let king_slice = n * task + at;
                        simd::dispatch(WinnersStep {
                            step: StepContext {
                                slice,
                                mover,
                                king_slice,
                                round,
                                since: round - 1,
                                code,
                            },
                            lost,
                            wins: (round == 1)
                                .then(|| &wins[king_slice * words..(king_slice + 1) * words]),
                            enter: enter[at].take(round),
                            unwon: &mut unwon[at * words..(at + 1) * words],
                            at_once,
                            fell: &mut fell[at * marks..(at + 1) * marks],
                            log: &mut logs[at],
                            scratch,
                        });
                        won[at] = !logs[at].of_round(round).is_empty();
                    }
                    won.contains(&true)
                },
            )
            .reduce(|| false, |a, b| a | b)
    }

    /// `L_i <- complement of S^-1(W_i)`; says whether any position was added.
    fn losers_step(&mut self, round: u8) -> bool {
        let Task { slice, clock, zeroing_moves, .. } = self.task;
        let words = slice.words_per_part();
        let code = codec::win(self.winner, clock.loser_depth(round));
        let (mover, idle) = (self.winner.other(), &self.idle);
        // With a clock of plies a win counts for the losers' next step, not for this one.
        let late = clock != Clock::Moves;
        let since = if late { round.saturating_sub(1) } else { round };
        let look_everywhere = round == 0 || late && round == 1;
        let won_before = late.then(|| {
            let fell = |log: &Log<'_>| !log.of_round(since).is_empty();
            self.winner_logs.iter().map(fell).collect::<Vec<bool>>()
        });
        wake(slice, mover, won_before.as_ref().unwrap_or(&self.won), &mut self.awake);
        if look_everywhere {
            self.awake.fill(true);
        }
        let task = slice.parts_per_task();
        let held = parts(self.held, words * task, slice.parts().div_ceil(task));
        let (unwon, won) = (&*self.unwon, &self.winner_logs);
        let won_words = &*self.won_words[usize::from(late)];
        let any = (
            self.unlost.par_chunks_mut(words * task),
            held,
            self.hold.par_chunks_mut(task),
            self.loser_logs.par_chunks_mut(task),
            self.lost.par_chunks_mut(task),
            self.awake.par_chunks(task),
        )
            .into_par_iter()
            .enumerate()
            .map_init(
                || idle.take(slice),
                |scratch, (n, (unlost, held, hold, logs, lost, awake))| {
                    lost.fill(false);
                    for at in 0..awake.len() {
                        if !(awake[at] || hold[at].is_due(round)) {
                            continue;
                        }
                        let own = at * words..(at + 1) * words;
                        let king_slice = n * task + at;
                        simd::dispatch(LosersStep {
                            step: StepContext { slice, mover, king_slice, round, since, code },
                            unwon,
                            won,
                            won_words,
                            look_everywhere,
                            first_round: round == 0,
                            zeroing_moves,
                            mates_only: late,
                            hold: &mut hold[at],
                            unlost: &mut unlost[own.clone()],
                            held: held.get_mut(own).unwrap_or_default(),
                            log: &mut logs[at],
                            scratch,
                        });
                        lost[at] = !logs[at].of_round(round).is_empty();
                    }
                    lost.contains(&true)
                },
            )
            .reduce(|| false, |a, b| a | b);
        if late {
            self.take_won_from_unwon(round);
        }
        any
    }

    /// With a clock of plies the winner's positions leave `unwon` after both steps.
    fn take_won_from_unwon(&mut self, round: u8) {
        let words = self.task.slice.words_per_part();
        for (unwon, log) in self.unwon.chunks_mut(words).zip(&self.winner_logs) {
            for event in log.of_round(round) {
                unwon[event.word as usize] &= !event.places;
            }
        }
    }
}

/// Wakes the king slices in which something fell, and those from which a king moves there.
fn wake(slice: &PawnSlice<'_>, mover: Color, fell: &[bool], awake: &mut [bool]) {
    awake.copy_from_slice(fell);
    if slice.is_one_part() {
        return;
    }
    for (king_slice, _) in fell.iter().enumerate().filter(|(_, fell)| **fell) {
        for link in slice.links(king_slice, mover).iter() {
            awake[link.king_slice()] = true;
        }
    }
}

/// The chunks of a set that may be empty, one for each task.
fn parts(words: &mut [u64], chunk: usize, tasks: usize) -> Vec<&mut [u64]> {
    if words.is_empty() {
        (0..tasks).map(|_| Default::default()).collect()
    } else {
        words.chunks_mut(chunk).collect()
    }
}
