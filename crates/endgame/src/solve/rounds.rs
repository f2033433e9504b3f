//! Jansen's algorithm (1992, Fig 2.2) on sets of positions, for one winner.
//!
//! ```text
//! L_i  <-  complement of S^-1 (positions of the winner not yet won)      the loser cannot escape
//! W_i  <-  S^-1 (L_i)                                                    the winner gets there
//! ```
//!
//! Two sets shrink as it goes: `unwon`, the winner's legal positions not yet won, and `unlost`, the
//! loser's that may still be lost. Each step looks at a row only if something it depends on has
//! changed.

use rayon::prelude::*;

use super::frame::Frame;
use super::legal::{BySide, legality};
use super::log::Log;
use super::reach::{reach, touched_lanes};
use super::seeds::{Event, ROWS_PER_TASK, Seeds};
use super::set::{RowWords, Set, as_row, as_row_mut, lanes_of};
use super::simd::{self, Kernel};
use super::Watch;
use crate::code;
use crate::index::squares;
use crate::rules::{Color, side};

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
pub(super) struct Won {
    /// For each task, the logs by side to move.
    pub(super) logs: Vec<BySide<Log>>,
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

pub(super) fn pass(
    frame: &Frame<'_>,
    seeds: &Seeds,
    winner: Color,
    clock: Clock,
    watch: &Watch<'_>,
) -> Result<Won, Unfinished> {
    let mut pass = Pass::new(frame, seeds, winner, clock);
    let mut deepest = None;
    let last_event = pass.enter.last().max(pass.hold.last());
    for round in 0.. {
        if watch.stopped() {
            return Err(Unfinished::Stopped);
        }
        let won = round > 0 && pass.winners_step(round);
        let lost = pass.losers_step(round);
        if won || lost {
            let depth = if won { clock.winner_depth(round) } else { clock.loser_depth(round) };
            deepest = deepest.max(Some(depth));
        }
        let waiting = last_event.is_some_and(|last| last > round) || round == 0;
        if !(won || lost || waiting) || clock == Clock::Plies(round) {
            break;
        }
        if round == LAST_ROUND {
            return Err(Unfinished::TooDeep);
        }
    }
    Ok(Won { logs: pass.logs, deepest })
}

/// Events by depth.
struct Calendar(Vec<Vec<Event>>);

impl Calendar {
    fn new(events: &[Event]) -> Calendar {
        let days = events.iter().map(|e| usize::from(e.depth) + 1).max().unwrap_or(0);
        let mut calendar = vec![Vec::new(); days];
        for event in events {
            calendar[usize::from(event.depth)].push(*event);
        }
        Calendar(calendar)
    }

    fn last(&self) -> Option<u8> {
        self.0.len().checked_sub(1).map(|last| last as u8)
    }

    /// The events of a round that fall into a task's rows.
    fn of(&self, round: u8, task: usize) -> &[Event] {
        let Some(today) = self.0.get(usize::from(round)) else { return &[] };
        let cell = |task: usize| (task * ROWS_PER_TASK * 64) as u32;
        let first = today.partition_point(|e| e.cell < cell(task));
        let end = today.partition_point(|e| e.cell < cell(task + 1));
        &today[first..end]
    }
}

struct Pass<'s, 'f> {
    frame: &'s Frame<'f>,
    seeds: &'s Seeds,
    winner: Color,
    clock: Clock,
    enter: Calendar,
    hold: Calendar,
    unwon: Set,
    unlost: Set,
    /// Losers' positions waiting for a move out of the frame to lose in time.
    held: Vec<u64>,
    /// The losers' positions that fell in this round.
    fresh: Set,
    /// Lanes of the winner's positions that fell since the losers last looked.
    changed: Vec<u64>,
    /// With a clock of plies: the winner's positions that fell in this round.
    pending: Vec<u64>,
    logs: Vec<BySide<Log>>,
}

impl<'s, 'f> Pass<'s, 'f> {
    fn new(frame: &'s Frame<'f>, seeds: &'s Seeds, winner: Color, clock: Clock) -> Pass<'s, 'f> {
        let loser = side(winner.other());
        let unlost = seeds.legal[loser].iter().zip(&seeds.escapes[loser]).map(|(l, e)| l & !e);
        let mut held = Vec::new();
        if !seeds.hold[loser].is_empty() {
            held = vec![0; frame.rows() * 64];
            for event in &seeds.hold[loser] {
                held[event.cell as usize] |= event.places;
            }
        }
        let tasks = frame.rows().div_ceil(ROWS_PER_TASK);
        let pending = if clock == Clock::Moves { 0 } else { frame.rows() * 64 };
        Pass {
            frame,
            seeds,
            winner,
            clock,
            enter: Calendar::new(&seeds.enter[side(winner)]),
            hold: Calendar::new(&seeds.hold[loser]),
            unwon: Set::from_words(seeds.legal[side(winner)].clone()),
            unlost: Set::from_words(unlost.collect()),
            held,
            fresh: Set::empty(frame.rows()),
            changed: vec![0; frame.rows()],
            pending: vec![0; pending],
            logs: (0..tasks).map(|_| Default::default()).collect(),
        }
    }

    /// `W_i <- S^-1(L_i)`; says whether any position was added.
    fn winners_step(&mut self, round: u8) -> bool {
        let side = side(self.winner);
        let wins = (round == 1).then_some(self.seeds.wins[side].as_slice());
        let pending = pieces(&mut self.pending, ROWS_PER_TASK * 64, self.logs.len());
        (
            self.unwon.words.par_chunks_mut(ROWS_PER_TASK * 64),
            self.unwon.lanes.par_chunks_mut(ROWS_PER_TASK),
            self.changed.par_chunks_mut(ROWS_PER_TASK),
            pending,
            &mut self.logs,
        )
            .into_par_iter()
            .enumerate()
            .map(|(task, (unwon, lanes, changed, pending, logs))| {
                let mut any = false;
                simd::dispatch(WinnersTask {
                    frame: self.frame,
                    winner: self.winner,
                    first_row: task * ROWS_PER_TASK,
                    fresh: &self.fresh,
                    wins,
                    events: self.enter.of(round, task),
                    unwon,
                    lanes,
                    changed,
                    pending,
                    log: &mut logs[side],
                    code: code::win(self.winner, self.clock.winner_depth(round)),
                    any: &mut any,
                });
                any
            })
            .reduce(|| false, |a, b| a | b)
    }

    /// `L_i <- complement of S^-1(W_i)`; says whether any position was added.
    fn losers_step(&mut self, round: u8) -> bool {
        let side = side(self.winner.other());
        let look_everywhere = match self.clock {
            Clock::Moves => round == 0,
            Clock::Plies(_) => round <= 1,
        };
        let held = pieces(&mut self.held, ROWS_PER_TASK * 64, self.logs.len());
        let any = (
            self.unlost.words.par_chunks_mut(ROWS_PER_TASK * 64),
            self.unlost.lanes.par_chunks_mut(ROWS_PER_TASK),
            self.fresh.words.par_chunks_mut(ROWS_PER_TASK * 64),
            self.fresh.lanes.par_chunks_mut(ROWS_PER_TASK),
            held,
            &mut self.logs,
        )
            .into_par_iter()
            .enumerate()
            .map(|(task, (unlost, lanes, fresh, fresh_lanes, held, logs))| {
                let mut any = false;
                simd::dispatch(LosersTask {
                    frame: self.frame,
                    loser: self.winner.other(),
                    first_row: task * ROWS_PER_TASK,
                    unwon: &self.unwon,
                    changed: (!look_everywhere).then_some(self.changed.as_slice()),
                    leaves: (round == 0).then_some(self.seeds.leaves[side].as_slice()),
                    mates_only: self.clock != Clock::Moves,
                    events: self.hold.of(round, task),
                    unlost,
                    lanes,
                    fresh,
                    fresh_lanes,
                    held,
                    log: &mut logs[side],
                    code: code::win(self.winner, self.clock.loser_depth(round)),
                    any: &mut any,
                });
                any
            })
            .reduce(|| false, |a, b| a | b);
        if self.clock != Clock::Moves {
            self.apply_pending();
        }
        any
    }

    /// With a clock of plies a win counts for the loser's next step, not for this one's.
    fn apply_pending(&mut self) {
        for row in 0..self.frame.rows() {
            if self.changed[row] != 0 {
                let words = row * 64..row * 64 + 64;
                let unwon = as_row_mut(&mut self.unwon.words[words.clone()]);
                for (word, gone) in unwon.iter_mut().zip(&self.pending[words]) {
                    *word &= !gone;
                }
                self.unwon.lanes[row] = lanes_of(unwon);
            }
        }
    }
}

/// The chunks of a vector that may be empty, one for each task.
fn pieces(words: &mut [u64], chunk: usize, tasks: usize) -> Vec<&mut [u64]> {
    if words.is_empty() {
        (0..tasks).map(|_| Default::default()).collect()
    } else {
        words.chunks_mut(chunk).collect()
    }
}

struct WinnersTask<'s, 'f> {
    frame: &'s Frame<'f>,
    winner: Color,
    first_row: usize,
    fresh: &'s Set,
    wins: Option<&'s [u64]>,
    events: &'s [Event],
    unwon: &'s mut [u64],
    lanes: &'s mut [u64],
    changed: &'s mut [u64],
    pending: &'s mut [u64],
    log: &'s mut Log,
    code: u8,
    any: &'s mut bool,
}

impl Kernel for WinnersTask<'_, '_> {
    #[inline(always)]
    fn run(self) {
        let mut events = self.events;
        for n in 0..self.lanes.len() {
            self.changed[n] = 0;
            let number = self.first_row + n;
            let words = n * 64..n * 64 + 64;
            let today = take_row(&mut events, number);
            if self.lanes[n] == 0 {
                continue;
            }
            let Some(row) = self.frame.row(number) else { continue };
            let unwon = as_row_mut(&mut self.unwon[words.clone()]);
            let mut out: RowWords = [0; 64];
            reach(self.frame, &row, self.winner, self.fresh, unwon, &mut out);
            for event in today {
                out[event.cell as usize % 64] |= event.places;
            }
            if let Some(wins) = self.wins {
                let wins = as_row(&wins[number * 64..number * 64 + 64]);
                for lane in 0..64 {
                    out[lane] |= wins[lane];
                }
            }
            for lane in 0..64 {
                out[lane] &= unwon[lane];
            }
            let fell = lanes_of(&out);
            if fell == 0 {
                continue;
            }
            *self.any = true;
            self.changed[n] = fell;
            self.log.note(n, self.code, fell, &out);
            if self.pending.is_empty() {
                for lane in 0..64 {
                    unwon[lane] &= !out[lane];
                }
                self.lanes[n] = lanes_of(unwon);
            } else {
                *as_row_mut(&mut self.pending[words]) = out;
            }
        }
    }
}

struct LosersTask<'s, 'f> {
    frame: &'s Frame<'f>,
    loser: Color,
    first_row: usize,
    unwon: &'s Set,
    /// Lanes that changed since last time; none to look at everything.
    changed: Option<&'s [u64]>,
    /// In the first round: positions with a legal move out of the frame.
    leaves: Option<&'s [u64]>,
    /// In the first round, of those without a quiet move only the mated are lost now.
    mates_only: bool,
    events: &'s [Event],
    unlost: &'s mut [u64],
    lanes: &'s mut [u64],
    fresh: &'s mut [u64],
    fresh_lanes: &'s mut [u64],
    held: &'s mut [u64],
    log: &'s mut Log,
    code: u8,
    any: &'s mut bool,
}

impl Kernel for LosersTask<'_, '_> {
    #[inline(always)]
    fn run(mut self) {
        let mut events = self.events;
        for n in 0..self.lanes.len() {
            let number = self.first_row + n;
            let words = n * 64..n * 64 + 64;
            if self.fresh_lanes[n] != 0 {
                self.fresh_lanes[n] = 0;
                self.fresh[words.clone()].fill(0);
            }
            let mut lanes = 0;
            for event in take_row(&mut events, number) {
                self.held[n * 64 + event.cell as usize % 64] &= !event.places;
                lanes |= 1 << (event.cell % 64);
            }
            if self.lanes[n] == 0 {
                continue;
            }
            let Some(row) = self.frame.row(number) else { continue };
            lanes = match self.changed {
                None => !0,
                Some(changed) => lanes | touched_lanes(self.frame, &row, self.loser, changed),
            } & self.lanes[n];
            if lanes == 0 {
                continue;
            }
            let mut wanted: RowWords = [0; 64];
            for lane in squares(lanes) {
                let lane = usize::from(lane);
                wanted[lane] = self.unlost[n * 64 + lane];
            }
            if !self.held.is_empty() {
                for lane in 0..64 {
                    wanted[lane] &= !self.held[n * 64 + lane];
                }
            }
            let mut out: RowWords = [0; 64];
            reach(self.frame, &row, self.loser, self.unwon, &wanted, &mut out);
            for lane in 0..64 {
                out[lane] = wanted[lane] & !out[lane];
            }
            if self.leaves.is_some() {
                self.first_round(n, &row, &mut out);
            }
            let fell = lanes_of(&out);
            if fell == 0 {
                continue;
            }
            *self.any = true;
            self.log.note(n, self.code, fell, &out);
            let unlost = as_row_mut(&mut self.unlost[words.clone()]);
            for lane in 0..64 {
                unlost[lane] &= !out[lane];
            }
            self.lanes[n] = lanes_of(unlost);
            *as_row_mut(&mut self.fresh[words]) = out;
            self.fresh_lanes[n] = fell;
        }
    }
}

impl LosersTask<'_, '_> {
    /// Tells mate from stalemate among the positions without a quiet move.
    fn first_round(&mut self, n: usize, row: &super::frame::Row, out: &mut RowWords) {
        let Some(leaves) = self.leaves else { return };
        let leaves = as_row(&leaves[row.number * 64..row.number * 64 + 64]);
        if (0..64).all(|lane| out[lane] & !leaves[lane] == 0) && !self.mates_only {
            return;
        }
        let check = legality(self.frame, row).check[side(self.loser)];
        let mut stalemates: RowWords = [0; 64];
        for lane in 0..64 {
            stalemates[lane] = out[lane] & !leaves[lane] & !check[lane];
            out[lane] &= !stalemates[lane];
            if self.mates_only {
                out[lane] &= !leaves[lane];
            }
            self.unlost[n * 64 + lane] &= !stalemates[lane];
        }
        let lanes = lanes_of(&stalemates);
        if lanes != 0 {
            self.log.note(n, code::STALEMATE, lanes, &stalemates);
        }
    }
}

/// Takes the events of one row off the front.
#[inline(always)]
fn take_row<'s>(events: &mut &'s [Event], row: usize) -> &'s [Event] {
    let count = events.iter().take_while(|e| e.cell as usize / 64 == row).count();
    let (today, rest) = events.split_at(count);
    *events = rest;
    today
}
