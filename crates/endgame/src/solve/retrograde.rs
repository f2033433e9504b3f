//! Jansen's algorithm (1992, Fig 2.2) on sets of positions, for one winner.
//!
//! ```text
//! L_i  <-  complement of S^-1 (positions of the winner not yet won)      the loser cannot escape
//! W_i  <-  S^-1 (L_i)                                                    the winner gets there
//! ```
//!
//! Two sets shrink as it goes: `unwon`, the winner's legal positions not yet won, and `unlost`, the
//! loser's that may still be lost. A step looks only at words that the previous one has touched.

use rayon::prelude::*;

use super::depth_buckets::{DepthBuckets, DueParts, Timed};
use super::frontier::Frontier;
use super::initial_positions::SideSets;
use super::legal::BySide;
use super::log::{Destination, Log};
use super::losers_step::LosersStep;
use super::pawn_slice::PawnSlice;
use super::record::WORD_BITS;
use super::scratch::{Fallen, ScratchPool, StepContext};
use super::winners_step::WinnersStep;
use super::zeroing_moves::ZeroingMove;
use crate::codec;
use crate::memory::OutOfMemory;
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
    Memory(OutOfMemory),
}

impl From<OutOfMemory> for Unfinished {
    fn from(error: OutOfMemory) -> Unfinished {
        Unfinished::Memory(error)
    }
}

/// Words of parts that are awake up to which one thread looks at all of them: another would take longer to
/// begin.
const FEW_WORDS: usize = 1 << 13;

/// The last round whose depth still has a code.
const LAST_ROUND: u8 = 252;

/// What both winners' passes over a pawn slice have in common.
#[derive(Clone, Copy)]
pub(super) struct Task<'s> {
    pub(super) slice: &'s PawnSlice<'s>,
    pub(super) zeroing_moves: &'s [ZeroingMove<'s>],
    pub(super) clock: Clock,
}

/// One winner's pass: his `unwon` and `wins`, and the loser's `unlost` and `held`, are used up.
pub(super) fn pass<'p>(
    task: Task<'_>,
    winner: Color,
    destination: Destination<'p>,
    sets: &mut BySide<SideSets<'_>>,
    timed: &mut BySide<Timed>,
    monitor: &Monitor<'_>,
) -> Result<Won<'p>, Unfinished> {
    let Task { slice, clock, .. } = task;
    let mut pass = Pass::new(task, winner, destination, sets, timed);
    let mut deepest = None;
    let last_event = pass.enter_due.last().max(pass.hold_due.last());
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
    task: Task<'s>,
    winner: Color,
    unwon: &'s mut [u64],
    wins: &'s [u64],
    unlost: &'s mut [u64],
    /// Losers' positions waiting for a move out of the slice to lose in time; empty if there are
    /// none.
    held: &'s mut [u64],
    enter: &'s mut [DepthBuckets],
    hold: &'s mut [DepthBuckets],
    enter_due: DueParts,
    hold_due: DueParts,
    winner_logs: Vec<Log<'p>>,
    loser_logs: Vec<Log<'p>>,
    /// The words in which the winner's positions fell in the last round and in the one before: a bit
    /// for each word of a part.
    won_words: [Vec<u64>; 2],
    /// What fell in the winner's last step and in the one before, and in the losers' last.
    won: [Frontier; 2],
    lost: Frontier,
    /// The parts that the next step must look at.
    awake: Vec<bool>,
    idle: ScratchPool,
}

impl<'s, 'p> Pass<'s, 'p> {
    fn new(
        task: Task<'s>,
        winner: Color,
        destination: Destination<'p>,
        sets: &'s mut BySide<SideSets<'_>>,
        timed: &'s mut BySide<Timed>,
    ) -> Pass<'s, 'p> {
        let Task { slice, .. } = task;
        let ([ours, theirs], [ours_timed, theirs_timed]) = (sets, timed);
        let ((ours, theirs), (ours_timed, theirs_timed)) = match winner {
            Color::White => ((ours, theirs), (ours_timed, theirs_timed)),
            Color::Black => ((theirs, ours), (theirs_timed, ours_timed)),
        };
        let (enter, hold) = (&mut ours_timed.enter, &mut theirs_timed.hold);
        let words = slice.words_per_part();
        let [enter_due, hold_due] = [&*enter, &*hold].map(|buckets| DueParts::of(buckets));
        let held: &mut [u64] = if hold_due.last().is_some() { theirs.held } else { &mut [] };
        held.fill(0);
        for (king_slice, buckets) in hold.iter().enumerate().take(held.len()) {
            for event in buckets.all() {
                held[king_slice * words + event.word as usize] |= event.places;
            }
        }
        assert!(slice.words_per_part() <= 1 << WORD_BITS, "a log has room for their numbers");
        let mut logs = destination.logs(slice);
        if winner == Color::Black {
            logs.reverse();
        }
        let [winner_logs, loser_logs] = logs;
        Pass {
            task,
            winner,
            unwon: ours.unwon,
            wins: ours.wins,
            unlost: theirs.unlost,
            held,
            enter,
            hold,
            enter_due,
            hold_due,
            winner_logs,
            loser_logs,
            won_words: [(); 2].map(|()| vec![0; slice.parts() * slice.marks_per_part()]),
            won: [(); 2].map(|()| Frontier::new(slice.parts())),
            lost: Frontier::new(slice.parts()),
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
        let (lost, at_once) = (&self.lost, clock == Clock::Moves);
        wake(slice, mover, lost, self.enter_due.at(round), &mut self.awake);
        if round == 1 {
            self.awake.fill(true);
        }
        let task = parts_per_task(slice, &self.awake);
        self.won_words.swap(0, 1);
        self.won.swap(0, 1);
        let (lists, spans) = self.won[0].begin(task);
        let marks = slice.marks_per_part();
        (
            self.unwon.par_chunks_mut(words * task),
            self.enter.par_chunks_mut(task),
            self.won_words[0].par_chunks_mut(marks * task),
            self.winner_logs.par_chunks_mut(task),
            (lists, spans.par_chunks_mut(task)),
            self.awake.par_chunks(task),
        )
            .into_par_iter()
            .enumerate()
            .map_init(
                || idle.take(slice),
                |scratch, (n, (unwon, enter, fell, logs, (events, spans), awake))| {
                    fell.fill(0);
                    for at in (0..awake.len()).filter(|&at| awake[at]) {
                        let king_slice = n * task + at;
                        let first = events.len();
                        simd::dispatch(WinnersStep {
                            step: StepContext { slice, mover, king_slice, round, code },
                            lost,
                            wins: (round == 1)
                                .then(|| &wins[king_slice * words..(king_slice + 1) * words]),
                            enter: enter[at].take(round),
                            unwon: &mut unwon[at * words..(at + 1) * words],
                            at_once,
                            fell: &mut fell[at * marks..(at + 1) * marks],
                            fallen: Fallen { events, log: &mut logs[at] },
                            scratch,
                        });
                        logs[at].put_away(&events[first..]);
                        spans[at] = [first as u32, events.len() as u32];
                    }
                    !events.is_empty()
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
        let look_everywhere = round == 0 || late && round == 1;
        let (won, won_words) = (&self.won[usize::from(late)], &*self.won_words[usize::from(late)]);
        wake(slice, mover, won, self.hold_due.at(round), &mut self.awake);
        if look_everywhere {
            self.awake.fill(true);
        }
        let task = parts_per_task(slice, &self.awake);
        let held = parts(self.held, words * task, slice.parts().div_ceil(task));
        let unwon = &*self.unwon;
        let (lists, spans) = self.lost.begin(task);
        let any = (
            self.unlost.par_chunks_mut(words * task),
            held,
            self.hold.par_chunks_mut(task),
            self.loser_logs.par_chunks_mut(task),
            (lists, spans.par_chunks_mut(task)),
            self.awake.par_chunks(task),
        )
            .into_par_iter()
            .enumerate()
            .map_init(
                || idle.take(slice),
                |scratch, (n, (unlost, held, hold, logs, (events, spans), awake))| {
                    for at in (0..awake.len()).filter(|&at| awake[at]) {
                        let own = at * words..(at + 1) * words;
                        let king_slice = n * task + at;
                        let first = events.len();
                        simd::dispatch(LosersStep {
                            step: StepContext { slice, mover, king_slice, round, code },
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
                            fallen: Fallen { events, log: &mut logs[at] },
                            scratch,
                        });
                        logs[at].put_away(&events[first..]);
                        spans[at] = [first as u32, events.len() as u32];
                    }
                    !events.is_empty()
                },
            )
            .reduce(|| false, |a, b| a | b);
        if late {
            self.take_won_from_unwon();
        }
        any
    }

    /// With a clock of plies the winner's positions leave `unwon` after both steps.
    fn take_won_from_unwon(&mut self) {
        let words = self.task.slice.words_per_part();
        let won = &self.won[0];
        for part in won.parts() {
            let unwon = &mut self.unwon[part * words..(part + 1) * words];
            for event in won.of(part) {
                unwon[event.word as usize] &= !event.places;
            }
        }
    }
}

/// Wakes the parts that are due, those in which something fell, and those from which a king moves there.
fn wake(
    slice: &PawnSlice<'_>,
    mover: Color,
    fell: &Frontier,
    due: impl Iterator<Item = usize>,
    awake: &mut [bool],
) {
    awake.fill(false);
    due.for_each(|part| awake[part] = true);
    for part in fell.parts() {
        awake[part] = true;
        if !slice.is_one_part() {
            slice.links(part, mover).iter().for_each(|link| awake[link.king_slice()] = true);
        }
    }
}

/// How many parts one thread works on before it looks for others: all of them where few are awake.
fn parts_per_task(slice: &PawnSlice<'_>, awake: &[bool]) -> usize {
    let (all, usual) = (slice.parts(), slice.parts_per_task());
    let words = awake.iter().filter(|awake| **awake).count() * slice.words_per_part();
    if words <= FEW_WORDS { all } else { usual }
}

/// The chunks of a set that may be empty, one for each task.
fn parts(words: &mut [u64], chunk: usize, tasks: usize) -> Vec<&mut [u64]> {
    if words.is_empty() {
        (0..tasks).map(|_| Default::default()).collect()
    } else {
        words.chunks_mut(chunk).collect()
    }
}
