//! What is known of a frame before the first step: legality, and what moves out of it are worth.

use rayon::prelude::*;
use value::Metric;

use super::departures::{Departure, Mover};
use super::frame::{Frame, Row};
use super::legal::{BySide, legality};
use super::lines::{Line, places_between, places_of};
use super::set::as_row_mut;
use super::simd::{self, Kernel};
use crate::code::{self, Codec};
use crate::index::{Lane, Symmetry};
use crate::memory::Words;
use crate::rules::{Color, side};

/// Positions that a move out of the frame settles at a certain depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) cell: u32,
    pub(super) places: u64,
}

/// Events by depth.
#[derive(Default)]
pub(super) struct Calendar(Vec<Vec<Event>>);

impl Calendar {
    fn add(&mut self, depth: u8, event: Event) {
        let depth = usize::from(depth);
        if self.0.len() <= depth {
            self.0.resize_with(depth + 1, Vec::new);
        }
        self.0[depth].push(event);
    }

    /// The depth of the last event, if there is one.
    pub(super) fn last(&self) -> Option<u8> {
        self.0.len().checked_sub(1).map(|last| last as u8)
    }

    /// The events of a depth.
    pub(super) fn at(&self, depth: u8) -> &[Event] {
        self.0.get(usize::from(depth)).map_or(&[], Vec::as_slice)
    }

    /// All events, whatever their depth.
    pub(super) fn all(&self) -> impl Iterator<Item = &Event> {
        self.0.iter().flatten()
    }
}

/// All sets are by side to move; events come by run of rows (see `Frame::rows_per_log`).
pub(super) struct Seeds {
    pub(super) legal: BySide<Words>,
    /// A move out of the frame wins and ends the clock: a win in one.
    pub(super) wins: BySide<Words>,
    /// A move out of the frame does not lose.
    pub(super) escapes: BySide<Words>,
    /// A move out of the frame wins, at the depth said, the clock running on.
    pub(super) enter: BySide<Vec<Calendar>>,
    /// Every move out of the frame loses, the longest at the depth said.
    pub(super) hold: BySide<Vec<Calendar>>,
}

pub(super) fn seeds(frame: &Frame<'_>, departures: &[Departure<'_>], metric: Metric) -> Seeds {
    let words = || Words::zeroed(frame.rows() * 64);
    let pair = || [words(), words()];
    let mut seeds = Seeds {
        legal: pair(),
        wins: pair(),
        escapes: pair(),
        enter: [Vec::new(), Vec::new()],
        hold: [Vec::new(), Vec::new()],
    };
    let Seeds { legal, wins, escapes, .. } = &mut seeds;
    let rows = frame.rows_per_log();
    let events: Vec<Events> = (split(legal, rows), split(wins, rows), split(escapes, rows))
        .into_par_iter()
        .enumerate()
        .map(|(task, (legal, wins, escapes))| {
            let mut sowing = Sowing {
                frame,
                departures,
                possible: Vec::new(),
                metric,
                first_row: task * rows,
                legal: [legal.0, legal.1],
                wins: [wins.0, wins.1],
                escapes: [escapes.0, escapes.1],
                events: Events::default(),
            };
            simd::dispatch(&mut sowing);
            sowing.events
        })
        .collect();
    for task in events {
        for (side, (enter, hold)) in task.enter.into_iter().zip(task.hold).enumerate() {
            seeds.enter[side].push(enter);
            seeds.hold[side].push(hold);
        }
    }
    seeds
}

#[derive(Default)]
struct Events {
    enter: BySide<Calendar>,
    hold: BySide<Calendar>,
}

/// The chunks of each task, for both sides.
fn split(
    [white, black]: &mut BySide<Words>,
    rows: usize,
) -> impl IndexedParallelIterator<Item = (&mut [u64], &mut [u64])> {
    white.par_chunks_mut(rows * 64).zip(black.par_chunks_mut(rows * 64))
}

/// One task: the rows of one chunk.
struct Sowing<'s, 'f> {
    frame: &'s Frame<'f>,
    departures: &'s [Departure<'s>],
    /// Those that the row at hand allows.
    possible: Vec<&'s Departure<'s>>,
    metric: Metric,
    first_row: usize,
    legal: BySide<&'s mut [u64]>,
    wins: BySide<&'s mut [u64]>,
    escapes: BySide<&'s mut [u64]>,
    events: Events,
}

impl Kernel for &mut Sowing<'_, '_> {
    #[inline(always)]
    fn run(self) {
        for n in 0..self.legal[0].len() / 64 {
            if let Some(row) = self.frame.row(self.first_row + n) {
                self.row(n, &row);
            }
        }
    }
}

/// What the moves out of one cell are worth so far, to one side.
#[derive(Default)]
struct Worth {
    leaves: u64,
    wins: u64,
    escapes: u64,
    enter: Vec<(u8, u64)>,
    hold: Vec<(u8, u64)>,
    /// Moves that have entries in those two: those of one move do not overlap.
    timed: u32,
}

impl Sowing<'_, '_> {
    #[inline(always)]
    fn row(&mut self, n: usize, row: &Row) {
        let words = n * 64..n * 64 + 64;
        let legality = legality(self.frame, row);
        for side in 0..2 {
            *as_row_mut(&mut self.legal[side][words.clone()]) = legality.to_move[side];
        }
        let mut worth = [Worth::default(), Worth::default()];
        let (lane, pieces) = (self.frame.index.lane(), self.frame.index.seats());
        self.possible.clear();
        self.possible.extend(self.departures.iter().filter(|d| d.possible(lane, pieces, row)));
        for lane in 0..64u8 {
            let at = n * 64 + usize::from(lane);
            if self.legal[0][at] | self.legal[1][at] == 0 {
                continue;
            }
            weigh(self.frame, self.possible.iter().copied(), self.metric, row, lane, &mut worth);
            for (side, worth) in worth.iter_mut().enumerate() {
                self.wins[side][at] = worth.wins;
                self.escapes[side][at] = worth.escapes;
                let cell = (row.number * 64 + usize::from(lane)) as u32;
                let legal = self.legal[side][at];
                if worth.timed > 1 {
                    worth.enter.sort_unstable_by_key(|&(depth, _)| depth);
                    worth.hold.sort_unstable_by_key(|&(depth, _)| std::cmp::Reverse(depth));
                }
                keep_first(&worth.enter, legal, cell, &mut self.events.enter[side]);
                let held = legal & !worth.escapes;
                keep_first(&worth.hold, held, cell, &mut self.events.hold[side]);
                worth.clear();
            }
        }
    }
}

/// The positions of a cell in which a side has a legal move out of the frame.
#[cold]
pub(super) fn leaves(
    frame: &Frame<'_>,
    departures: &[Departure<'_>],
    row: &Row,
    lane: u8,
    mover: Color,
) -> u64 {
    let mut worth = [Worth::default(), Worth::default()];
    let ours = departures.iter().filter(|departure| departure.side == mover);
    weigh(frame, ours, Metric::Dtz, row, lane, &mut worth);
    worth[side(mover)].leaves
}

/// Adds up what the moves out of one cell are worth to either side.
#[inline(always)]
fn weigh<'d>(
    frame: &Frame<'_>,
    departures: impl Iterator<Item = &'d Departure<'d>>,
    metric: Metric,
    row: &Row,
    lane: u8,
    worth: &mut BySide<Worth>,
) {
    let occupied = row.fixed | 1 << lane;
    let mut seats = row.seats;
    let mut king = row.king;
    match frame.index.lane() {
        Lane::King => king = lane,
        Lane::Seat(seat) => seats[seat] = lane,
    }
    for departure in departures {
        let Some(way) = departure.way(frame.index.seats(), king, &seats, occupied) else {
            continue;
        };
        let mover = (departure.mover, departure.side);
        let their_king = if mover == (Mover::King, Color::White) { way.to } else { king };
        let worth = &mut worth[side(departure.side)];
        let codec = departure.after.reader.codec();
        let (line, symmetry) = departure.after.line(their_king, &seats, way.to);
        let ends = departure.ends_the_clock(metric);
        if mover == (Mover::King, Color::Black) {
            let code = line[usize::from(symmetry.square(way.to))];
            worth.note_one(departure.side, codec, code, way.allowed, ends);
        } else if departure.en_passant.is_empty() {
            let back = symmetry.inverse();
            worth.note_line(departure.side, codec, line, back, way.allowed, ends);
        } else {
            let line = departure.with_en_passant(metric, line, symmetry, king, &seats);
            let straight = Symmetry::IDENTITY;
            worth.note_line(departure.side, codec, &line, straight, way.allowed, ends);
        }
    }
}

/// Gives each place the first of its entries.
fn keep_first(entries: &[(u8, u64)], mut open: u64, cell: u32, events: &mut Calendar) {
    for &(depth, places) in entries {
        let places = places & open;
        if places != 0 {
            events.add(depth, Event { cell, places });
            open &= !places;
        }
    }
}

impl Worth {
    fn clear(&mut self) {
        (self.leaves, self.wins, self.escapes, self.timed) = (0, 0, 0, 0);
        self.enter.clear();
        self.hold.clear();
    }

    /// Notes a move whose line is in hand.
    #[inline(always)]
    fn note_line(
        &mut self,
        side: Color,
        codec: Codec,
        line: &Line,
        back: Symmetry,
        allowed: u64,
        ends: bool,
    ) {
        let legal = !places_of(line, code::ILLEGAL);
        if legal == 0 {
            return;
        }
        let won = places_between(line, codec.wins(side));
        let lost = places_between(line, codec.wins(side.other()));
        self.leaves |= back.set(legal) & allowed;
        self.escapes |= back.set(legal & !lost) & allowed;
        if ends {
            self.wins |= back.set(won) & allowed;
            return;
        }
        self.timed += 1;
        for (mut rest, winning) in [(won, true), (lost, false)] {
            while rest != 0 {
                let code = line[rest.trailing_zeros() as usize];
                let places = places_of(line, code);
                self.note_depth(codec, code, winning, back.set(places) & allowed);
                rest &= !places;
            }
        }
    }

    /// Notes a capture by the black king: one code for all the squares it comes from.
    #[inline(always)]
    fn note_one(&mut self, side: Color, codec: Codec, code: u8, allowed: u64, ends: bool) {
        if code == code::ILLEGAL {
            return;
        }
        self.leaves |= allowed;
        let winner = codec.winner(code).map(|(winner, _)| winner);
        if winner != Some(side.other()) {
            self.escapes |= allowed;
        }
        if winner == Some(side) && ends {
            self.wins |= allowed;
        } else if let Some(winner) = winner
            && !ends
        {
            self.timed += 1;
            self.note_depth(codec, code, winner == side, allowed);
        }
    }

    fn note_depth(&mut self, codec: Codec, code: u8, winning: bool, places: u64) {
        let (_, depth) = codec.winner(code).expect("a win's code");
        if places != 0 && winning {
            self.enter.push((depth + 1, places));
        } else if places != 0 {
            self.hold.push((depth, places));
        }
    }
}
