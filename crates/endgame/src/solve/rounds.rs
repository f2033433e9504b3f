//! Jansen's algorithm (1992, Fig 2.2) on sets of positions, for one winner.
//!
//! ```text
//! L_i  <-  complement of S^-1 (positions of the winner not yet won)      the loser cannot escape
//! W_i  <-  S^-1 (L_i)                                                    the winner gets there
//! ```
//!
//! Two sets shrink as it goes: `unwon`, the winner's legal positions not yet won, and `unlost`, the
//! loser's that may still be lost. A step looks only at rows that the previous one has touched.

use rayon::prelude::*;

use super::departures::Departure;
use super::frame::Frame;
use super::legal::BySide;
use super::log::Log;
use super::seeds::{Calendar, Seeds};
use super::set::{Fresh, Set};
use super::simd;
use super::steps::{LosersStep, Touched, WinnersStep};
use super::{Progress, Watch};
use crate::code;
use crate::memory::Words;
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
    /// For each run of rows, the logs by side to move.
    pub(super) logs: BySide<Vec<Log>>,
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
    departures: &[Departure<'_>],
    seeds: &mut Seeds,
    winner: Color,
    clock: Clock,
    watch: &Watch<'_>,
) -> Result<Won, Unfinished> {
    let mut pass = Pass::new(frame, departures, seeds, winner, clock);
    let mut deepest = None;
    let last_event = pass.enter.iter().chain(&pass.hold).filter_map(Calendar::last).max();
    for round in 0.. {
        if watch.stopped() {
            return Err(Unfinished::Stopped);
        }
        if round > 0 && frame.index.placements().len() == 1 {
            let material = frame.index.material();
            (watch.report)(Progress { material, done: usize::from(round), total: 0 });
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
    let logs = if winner == Color::White {
        [pass.winner_logs, pass.loser_logs]
    } else {
        [pass.loser_logs, pass.winner_logs]
    };
    Ok(Won { logs, deepest })
}

/// Rows with positions that fell, and in which lanes.
struct Marks {
    lanes: Vec<u64>,
    rows: Fresh,
}

impl Marks {
    fn none(frame: &Frame<'_>) -> Marks {
        Marks { lanes: vec![0; frame.rows()], rows: Fresh::none(frame.slices()) }
    }
}

struct Pass<'s, 'f> {
    frame: &'s Frame<'f>,
    departures: &'s [Departure<'s>],
    winner: Color,
    clock: Clock,
    enter: Vec<Calendar>,
    hold: Vec<Calendar>,
    unwon: Set,
    unlost: Set,
    /// Losers' positions waiting for a move out of the frame to lose in time.
    held: Words,
    /// The losers' positions that fell in the last step.
    lost: Set,
    lost_rows: Fresh,
    /// The winner's positions last taken from `unwon`.
    won: Marks,
    /// Those that fell in the last step: with a clock of plies the losers must not yet know of them.
    won_now: Marks,
    /// With a clock of plies: the words of those.
    pending: Words,
    touched: Touched,
    winner_logs: Vec<Log>,
    loser_logs: Vec<Log>,
}

impl<'s, 'f> Pass<'s, 'f> {
    /// Takes the winner's wins and the loser's escapes from the seeds: nobody needs them after.
    fn new(
        frame: &'s Frame<'f>,
        departures: &'s [Departure<'s>],
        seeds: &mut Seeds,
        winner: Color,
        clock: Clock,
    ) -> Pass<'s, 'f> {
        let loser = side(winner.other());
        let mut unwon = Words::zeroed(frame.rows() * 64);
        unwon.copy_from_slice(&seeds.legal[side(winner)]);
        let mut unlost = std::mem::take(&mut seeds.escapes[loser]);
        for (word, legal) in unlost.iter_mut().zip(&*seeds.legal[loser]) {
            *word = legal & !*word;
        }
        let wins = std::mem::take(&mut seeds.wins[side(winner)]);
        let hold = std::mem::take(&mut seeds.hold[loser]);
        let any_held = hold.iter().any(|calendar| calendar.last().is_some());
        let mut held = Words::zeroed(if any_held { frame.rows() * 64 } else { 0 });
        for event in hold.iter().flat_map(Calendar::all) {
            held[event.cell as usize] |= event.places;
        }
        let pending = if clock == Clock::Moves { 0 } else { frame.rows() * 64 };
        let logs = || vec![Log::default(); frame.rows() / frame.rows_per_log()];
        Pass {
            frame,
            departures,
            winner,
            clock,
            enter: std::mem::take(&mut seeds.enter[side(winner)]),
            hold,
            unwon: Set::from_words(unwon),
            unlost: Set::from_words(unlost),
            held,
            lost: Set::empty(frame.rows()),
            lost_rows: Fresh::none(frame.slices()),
            won: Marks::none(frame),
            won_now: Marks::none(frame),
            pending: Words::zeroed(pending),
            touched: Touched::new(frame.rows(), frame.slices(), wins),
            winner_logs: logs(),
            loser_logs: logs(),
        }
    }

    /// `W_i <- S^-1(L_i)`; says whether any position was added.
    fn winners_step(&mut self, round: u8) -> bool {
        let rows = self.frame.rows_per_slice();
        let runs = rows / self.frame.rows_per_log();
        let pending = pieces(&mut self.pending, rows * 64, self.frame.slices());
        (
            self.unwon.words.par_chunks_mut(rows * 64),
            self.unwon.lanes.par_chunks_mut(rows),
            self.won_now.lanes.par_chunks_mut(rows),
            &mut self.won_now.rows.0,
            pending,
            self.touched.slices(rows),
            self.winner_logs.par_chunks_mut(runs),
        )
            .into_par_iter()
            .enumerate()
            .for_each(
                |(slice, (unwon, unwon_lanes, won_lanes, won_rows, pending, touched, logs))| {
                    simd::dispatch(WinnersStep {
                        frame: self.frame,
                        winner: self.winner,
                        slice,
                        lost: &self.lost,
                        lost_rows: &self.lost_rows,
                        look_everywhere: round == 1,
                        events: self.enter[slice * runs..(slice + 1) * runs]
                            .iter()
                            .map(|c| c.at(round))
                            .collect(),
                        unwon,
                        unwon_lanes,
                        won_lanes,
                        won_rows,
                        pending,
                        touched,
                        logs,
                        code: code::win(self.winner, self.clock.winner_depth(round)),
                    });
                },
            );
        let any = self.won_now.rows.any();
        if self.clock == Clock::Moves {
            std::mem::swap(&mut self.won, &mut self.won_now);
        }
        any
    }

    /// `L_i <- complement of S^-1(W_i)`; says whether any position was added.
    fn losers_step(&mut self, round: u8) -> bool {
        let rows = self.frame.rows_per_slice();
        let runs = rows / self.frame.rows_per_log();
        let loser = self.winner.other();
        let look_everywhere = match self.clock {
            Clock::Moves => round == 0,
            Clock::Plies(_) => round <= 1,
        };
        let held = pieces(&mut self.held, rows * 64, self.frame.slices());
        (
            self.unlost.words.par_chunks_mut(rows * 64),
            self.unlost.lanes.par_chunks_mut(rows),
            self.lost.words.par_chunks_mut(rows * 64),
            self.lost.lanes.par_chunks_mut(rows),
            &mut self.lost_rows.0,
            held,
            self.touched.slices(rows),
            self.loser_logs.par_chunks_mut(runs),
        )
            .into_par_iter()
            .enumerate()
            .for_each(
                |(
                    slice,
                    (unlost, unlost_lanes, lost, lost_lanes, lost_rows, held, touched, logs),
                )| {
                    simd::dispatch(LosersStep {
                        frame: self.frame,
                        loser,
                        slice,
                        unwon: &self.unwon,
                        won_lanes: &self.won.lanes,
                        won_rows: &self.won.rows,
                        look_everywhere,
                        first_round: round == 0,
                        departures: self.departures,
                        mates_only: self.clock != Clock::Moves,
                        events: self.hold[slice * runs..(slice + 1) * runs]
                            .iter()
                            .map(|c| c.at(round))
                            .collect(),
                        unlost,
                        unlost_lanes,
                        lost,
                        lost_lanes,
                        lost_rows,
                        held,
                        touched,
                        logs,
                        code: code::win(self.winner, self.clock.loser_depth(round)),
                    });
                },
            );
        if self.clock != Clock::Moves {
            self.apply_pending();
        }
        self.lost_rows.any()
    }

    /// With a clock of plies a win counts for the losers' next step, not for this one.
    fn apply_pending(&mut self) {
        std::mem::swap(&mut self.won, &mut self.won_now);
        for &row in self.won.rows.0.iter().flatten() {
            let words = row as usize * 64..row as usize * 64 + 64;
            let pending = &mut self.pending[words.clone()];
            for (word, gone) in self.unwon.words[words].iter_mut().zip(pending) {
                *word &= !std::mem::take(gone);
            }
            self.unwon.refresh(row as usize);
        }
    }
}

/// The chunks of a vector that may be empty, one for each slice.
fn pieces(words: &mut [u64], chunk: usize, slices: usize) -> Vec<&mut [u64]> {
    if words.is_empty() {
        (0..slices).map(|_| Default::default()).collect()
    } else {
        words.chunks_mut(chunk).collect()
    }
}
