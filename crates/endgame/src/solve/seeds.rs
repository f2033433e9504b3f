//! What is known of a frame before the first step: legality, and what moves out of it are worth.

use rayon::prelude::*;
use value::Metric;

use super::departures::{Departure, Inner, Mover, Spot};
use super::frame::{Frame, Run};
use super::geometry::{KING, attacks};
use super::legal::{BySide, Guard};
use super::lines::{Line, places_between, places_of};
use super::log::Event;
use super::reader::Reader;
use super::simd::{self, Kernel};
use super::verdicts::{Verdict, Verdicts};
use crate::code;
use crate::index::{Symmetry, squares};
use crate::rules::{Color, side};

/// Positions of a slice that a move out of the frame settles, in the order of their depths.
#[derive(Default)]
pub(super) struct Calendar {
    events: Vec<Event>,
    next: usize,
}

impl Calendar {
    fn add(&mut self, depth: u8, word: u32, places: u64) {
        self.events.push(Event { places, word, code: depth });
    }

    fn sort(&mut self) {
        self.events.sort_unstable_by_key(|event| (event.code, event.word));
    }

    /// The depth of the last event, if there is one.
    pub(super) fn last(&self) -> Option<u8> {
        self.events.last().map(|event| event.code)
    }

    /// Whether there are events of this depth.
    #[inline(always)]
    pub(super) fn is_due(&self, depth: u8) -> bool {
        self.events.get(self.next).is_some_and(|event| event.code <= depth)
    }

    /// The events of a depth; depths are asked for one after the other.
    #[inline(always)]
    pub(super) fn take(&mut self, depth: u8) -> &[Event] {
        let first = self.next;
        while self.is_due(depth) {
            self.next += 1;
        }
        &self.events[first..self.next]
    }

    /// All events, whatever their depth.
    pub(super) fn all(&self) -> &[Event] {
        &self.events
    }
}

/// Sets of positions with one side to move, a word for each cell of a frame.
pub(super) struct SideSets<'c> {
    /// All legal positions: those not yet won, to begin with.
    pub(super) unwon: &'c mut [u64],
    /// Legal positions without a move out of the frame that does not lose.
    pub(super) unlost: &'c mut [u64],
    /// A move out of the frame wins and ends the clock: a win in one.
    pub(super) wins: &'c mut [u64],
    /// Room for a set more.
    pub(super) held: &'c mut [u64],
}

impl<'c> SideSets<'c> {
    /// The codes are painted last: until then their room serves for the sets.
    pub(super) fn in_place_of(codes: &'c mut [u8]) -> SideSets<'c> {
        let words: &mut [u64] = bytemuck::cast_slice_mut(codes);
        let cells = words.len() / 8;
        let (unwon, rest) = words.split_at_mut(cells);
        let (unlost, rest) = rest.split_at_mut(cells);
        let (wins, rest) = rest.split_at_mut(cells);
        SideSets { unwon, unlost, wins, held: &mut rest[..cells] }
    }
}

/// Moves out of the frame with the clock running on, by slice.
#[derive(Default)]
pub(super) struct Timed {
    /// One wins, at the depth said.
    pub(super) enter: Vec<Calendar>,
    /// All lose, the longest at the depth said.
    pub(super) hold: Vec<Calendar>,
}

/// Fills the sets; returns what is timed, by side to move.
pub(super) fn sow(
    frame: &Frame<'_>,
    departures: &[Departure<'_>],
    metric: Metric,
    [white, black]: &mut BySide<SideSets<'_>>,
) -> BySide<Timed> {
    let words = frame.words_per_slice();
    let events: Vec<[[Calendar; 2]; 2]> = (
        white.unwon.par_chunks_mut(words),
        white.unlost.par_chunks_mut(words),
        white.wins.par_chunks_mut(words),
        black.unwon.par_chunks_mut(words),
        black.unlost.par_chunks_mut(words),
        black.wins.par_chunks_mut(words),
    )
        .into_par_iter()
        .enumerate()
        .with_min_len(frame.slices_per_task())
        .map_init(
            || departures.iter().map(Verdicts::new).collect(),
            |verdicts: &mut Vec<Verdicts>, (slice, sets)| {
                let mut sowing = Sowing {
                    frame,
                    departures,
                    metric,
                    slice,
                    unwon: [sets.0, sets.3],
                    unlost: [sets.1, sets.4],
                    wins: [sets.2, sets.5],
                    events: Default::default(),
                    verdicts,
                };
                simd::dispatch(&mut sowing);
                sowing.events
            },
        )
        .collect();
    let mut timed = [Timed::default(), Timed::default()];
    for slice in events {
        for (timed, [enter, hold]) in timed.iter_mut().zip(slice) {
            timed.enter.push(enter);
            timed.hold.push(hold);
        }
    }
    timed
}

/// One slice.
struct Sowing<'s, 'f> {
    frame: &'s Frame<'f>,
    departures: &'s [Departure<'s>],
    metric: Metric,
    slice: usize,
    unwon: BySide<&'s mut [u64]>,
    unlost: BySide<&'s mut [u64]>,
    wins: BySide<&'s mut [u64]>,
    /// By side to move: what enters, and what is held.
    events: BySide<[Calendar; 2]>,
    /// For each departure.
    verdicts: &'s mut [Verdicts],
}

/// What the moves out of one word are worth so far, to one side.
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

impl Kernel for &mut Sowing<'_, '_> {
    #[inline(always)]
    fn run(self) {
        let guard = Guard::new(self.frame, self.slice);
        for word in 0..self.frame.words_per_slice() {
            let legal = guard.word(word).to_move;
            for side in 0..2 {
                self.unwon[side][word] = legal[side];
                self.wins[side][word] = 0;
                // The escapes, until all are known.
                self.unlost[side][word] = 0;
            }
        }
        for (n, departure) in self.departures.iter().enumerate() {
            if departure.ends_the_clock(self.metric) {
                let runs = self.frame.runs();
                match (departure.inner, departure.mover, runs) {
                    (Inner::IsTaken, Mover::King, Some((seat, runs)))
                        if departure.after.runs_along(seat) =>
                    {
                        self.take_inner_with_king(departure, runs);
                    }
                    _ => self.weigh_all_words(departure, n),
                }
            }
        }
        if self.departures.iter().any(|departure| !departure.ends_the_clock(self.metric)) {
            self.note_the_timed();
        }
        for side in 0..2 {
            for (unlost, legal) in self.unlost[side].iter_mut().zip(&*self.unwon[side]) {
                *unlost = legal & !*unlost;
            }
        }
    }
}

impl Sowing<'_, '_> {
    /// Weighs the king's captures of the inner man: one line tells of all the words of a run.
    #[inline(always)]
    fn take_inner_with_king(&mut self, departure: &Departure<'_>, runs: &[Run]) {
        let (frame, mover) = (self.frame, departure.side);
        let (white_king, black_king) = frame.index.kings().squares(self.slice);
        let from = mover.fold_wb(white_king, black_king);
        let occupied = frame.pawns.all() | frame.kings(self.slice);
        for to in squares(KING[usize::from(from)] & !occupied) {
            for run in runs {
                let spot = Spot { white_king, black_king, seats: run.seats, occupied };
                let spot = spot.with_king(mover, to);
                let Some((line, turned)) = departure.after.line(&spot, to) else { continue };
                let verdict = Verdict::of(&departure.after.reader, line, turned, mover);
                let words = run.first..run.first + run.len;
                let wins = &mut self.wins[side(mover)][words.clone()];
                for (place, word) in wins.iter_mut().enumerate() {
                    *word |= (verdict.wins >> place & 1) << to;
                }
                let escapes = &mut self.unlost[side(mover)][words];
                for (place, word) in escapes.iter_mut().enumerate() {
                    *word |= (verdict.escapes >> place & 1) << to;
                }
            }
        }
    }

    /// Weighs a move that ends the clock, in all words of the slice.
    #[inline(always)]
    fn weigh_all_words(&mut self, departure: &Departure<'_>, n: usize) {
        let (frame, mover) = (self.frame, departure.side);
        let pieces = frame.index.seats();
        let kings = frame.kings(self.slice);
        let (white_king, black_king) = frame.index.kings().squares(self.slice);
        let king_moves = KING[usize::from(mover.fold_wb(white_king, black_king))];
        let verdicts = &mut self.verdicts[n];
        verdicts.clear();
        let sliding = match (departure.inner, departure.mover) {
            (Inner::Takes, _) => Some(frame.inner().role),
            (Inner::IsTaken, Mover::Seat(seat)) => Some(pieces[seat].role),
            _ => None,
        };
        // Reach with the pawns and kings alone in the way: mostly the outer men are not.
        let alone = frame.pawns.all() | kings;
        let reach: [u64; 64] = std::array::from_fn(|from| {
            sliding.map_or(0, |role| attacks(role, from as u8, alone & !(1 << from)))
        });
        let reach = |from: u8, occupied: u64| {
            let reach = reach[usize::from(from)];
            if reach & occupied & !alone == 0 {
                return reach & !occupied;
            }
            sliding.map_or(0, |role| attacks(role, from, occupied & !(1 << from)) & !occupied)
        };
        for word in 0..frame.words_per_slice() {
            if self.unwon[side(mover)][word] == 0 {
                continue;
            }
            let Some(outer) = frame.outer(word) else { continue };
            let occupied = outer.fixed | kings;
            let spot = Spot { white_king, black_king, seats: outer.seats, occupied };
            let wins = &mut self.wins[side(mover)][word];
            let escapes = &mut self.unlost[side(mover)][word];
            let mut add = |verdict: Verdict, allowed: u64| {
                *wins |= verdict.wins & allowed;
                *escapes |= verdict.escapes & allowed;
            };
            match (departure.inner, departure.mover) {
                (Inner::Stays, _) => {
                    let Some(way) = departure.way(pieces, &spot) else { continue };
                    if departure.mover == Mover::King {
                        let there = spot.with_king(mover, way.to);
                        let number = (king_moves & ((1 << way.to) - 1)).count_ones();
                        add(verdicts.line(departure, &there, way.to, number), way.allowed);
                    } else if departure.en_passant.is_empty() {
                        add(verdicts.line(departure, &spot, way.to, 0), way.allowed);
                    } else if let Some((line, symmetry)) = departure.after.line(&spot, way.to) {
                        let line = departure.with_en_passant(self.metric, line, symmetry, &spot);
                        let reader = &departure.after.reader;
                        let straight = Symmetry::IDENTITY;
                        add(Verdict::of(reader, &line, straight, mover), way.allowed);
                    }
                }
                (Inner::Takes, _) => {
                    let to = departure.target(&spot);
                    let there = match departure.mover {
                        Mover::King => spot.with_king(mover, to),
                        _ => spot,
                    };
                    add(verdicts.position(departure, &there, to, 0), reach(to, occupied));
                }
                (Inner::IsTaken, Mover::King) => {
                    for (number, to) in (0..).zip(squares(king_moves)) {
                        if occupied >> to & 1 == 0 {
                            let there = spot.with_king(mover, to);
                            add(verdicts.position(departure, &there, to, number), 1 << to);
                        }
                    }
                }
                (Inner::IsTaken, Mover::Seat(seat)) => {
                    let verdict = verdicts.line(departure, &spot, 0, 0);
                    add(verdict, reach(spot.seats[seat], occupied));
                }
                (Inner::IsTaken, Mover::Pawn(_)) => {
                    let to = departure.to;
                    add(verdicts.position(departure, &spot, to, 0), 1 << to & !occupied);
                }
            }
        }
    }

    /// Notes the moves with which the clock runs on, word by word.
    #[inline(always)]
    fn note_the_timed(&mut self) {
        let metric = self.metric;
        let mut worth = [Worth::default(), Worth::default()];
        for word in 0..self.frame.words_per_slice() {
            let legal = [self.unwon[0][word], self.unwon[1][word]];
            if legal == [0, 0] {
                continue;
            }
            let Some(spot) = spot(self.frame, self.slice, word) else { continue };
            let timed = self.departures.iter().filter(|d| !d.ends_the_clock(metric));
            weigh(self.frame, timed, metric, &spot, &mut worth);
            for (side, worth) in worth.iter_mut().enumerate() {
                self.unlost[side][word] |= worth.escapes;
                if worth.timed > 1 {
                    worth.enter.sort_unstable_by_key(|&(depth, _)| depth);
                    worth.hold.sort_unstable_by_key(|&(depth, _)| std::cmp::Reverse(depth));
                }
                let [enter, hold] = &mut self.events[side];
                keep_first(&worth.enter, legal[side], word as u32, enter);
                let held = legal[side] & !self.unlost[side][word];
                keep_first(&worth.hold, held, word as u32, hold);
                worth.clear();
            }
        }
        self.events.iter_mut().flatten().for_each(Calendar::sort);
    }
}

/// The men of a word; none if two share a square.
#[inline(always)]
fn spot(frame: &Frame<'_>, slice: usize, word: usize) -> Option<Spot> {
    let outer = frame.outer(word)?;
    let kings = frame.kings(slice);
    let (white_king, black_king) = frame.index.kings().squares(slice);
    let occupied = outer.fixed | kings;
    (outer.fixed & kings == 0).then_some(Spot {
        white_king,
        black_king,
        seats: outer.seats,
        occupied,
    })
}

/// The positions of a word in which a side has a legal move out of the frame.
#[cold]
pub(super) fn leaves(
    frame: &Frame<'_>,
    departures: &[Departure<'_>],
    slice: usize,
    word: usize,
    mover: Color,
) -> u64 {
    let mut worth = [Worth::default(), Worth::default()];
    let ours = departures.iter().filter(|departure| departure.side == mover);
    if let Some(spot) = spot(frame, slice, word) {
        weigh(frame, ours, Metric::Dtz, &spot, &mut worth);
    }
    worth[side(mover)].leaves
}

/// Adds up what the moves out of one word are worth to either side.
#[inline(always)]
fn weigh<'d>(
    frame: &Frame<'_>,
    departures: impl Iterator<Item = &'d Departure<'d>>,
    metric: Metric,
    spot: &Spot,
    worth: &mut BySide<Worth>,
) {
    let pieces = frame.index.seats();
    let empty = !spot.occupied;
    for departure in departures {
        let mover = departure.side;
        let worth = &mut worth[side(mover)];
        let after = &departure.after;
        let ends = departure.ends_the_clock(metric);
        match (departure.inner, departure.mover) {
            (Inner::Stays, _) => {
                let Some(way) = departure.way(pieces, spot) else { continue };
                let there = match departure.mover {
                    Mover::King => spot.with_king(mover, way.to),
                    _ => *spot,
                };
                let Some((line, symmetry)) = after.line(&there, way.to) else { continue };
                if departure.en_passant.is_empty() {
                    worth.note_line(mover, &after.reader, line, symmetry, way.allowed, ends);
                } else {
                    let line = departure.with_en_passant(metric, line, symmetry, spot);
                    let straight = Symmetry::IDENTITY;
                    worth.note_line(mover, &after.reader, &line, straight, way.allowed, ends);
                }
            }
            (Inner::Takes, _) => {
                let to = departure.target(spot);
                let allowed = attacks(frame.inner().role, to, spot.occupied) & empty;
                let there = match departure.mover {
                    Mover::King => spot.with_king(mover, to),
                    _ => *spot,
                };
                worth.note_one(mover, &after.reader, after.code(&there, to), allowed, ends);
            }
            (Inner::IsTaken, Mover::King) => {
                for to in squares(KING[usize::from(spot.king(mover))] & empty) {
                    let code = after.code(&spot.with_king(mover, to), to);
                    worth.note_one(mover, &after.reader, code, 1 << to, ends);
                }
            }
            (Inner::IsTaken, Mover::Seat(seat)) => {
                let allowed = attacks(pieces[seat].role, spot.seats[seat], spot.occupied) & empty;
                if let Some((line, symmetry)) = after.line(spot, 0) {
                    worth.note_line(mover, &after.reader, line, symmetry, allowed, ends);
                }
            }
            (Inner::IsTaken, Mover::Pawn(_)) => {
                let code = after.code(spot, departure.to);
                worth.note_one(mover, &after.reader, code, 1 << departure.to & empty, ends);
            }
        }
    }
}

/// Gives each place the first of its entries.
fn keep_first(entries: &[(u8, u64)], mut open: u64, word: u32, events: &mut Calendar) {
    for &(depth, places) in entries {
        let places = places & open;
        if places != 0 {
            events.add(depth, word, places);
            open &= !places;
        }
    }
}

impl Worth {
    #[inline(always)]
    fn clear(&mut self) {
        (self.leaves, self.wins, self.escapes, self.timed) = (0, 0, 0, 0);
        self.enter.clear();
        self.hold.clear();
    }

    /// Notes a move whose line is in hand, our board being turned to meet it.
    #[inline(always)]
    fn note_line(
        &mut self,
        side: Color,
        reader: &Reader<'_>,
        line: &Line,
        symmetry: Symmetry,
        allowed: u64,
        ends: bool,
    ) {
        let back = symmetry.inverse();
        let illegal = places_of(line, code::ILLEGAL);
        if illegal == !0 {
            return;
        }
        let won = places_between(line, reader.wins(side));
        let lost = places_between(line, reader.wins(side.other()));
        self.leaves |= !back.set(illegal) & allowed;
        self.escapes |= !back.set(illegal | lost) & allowed;
        if ends {
            self.wins |= back.set(won) & allowed;
            return;
        }
        self.timed += 1;
        for (mut rest, winning) in [(won, true), (lost, false)] {
            while rest != 0 {
                let code = line[rest.trailing_zeros() as usize];
                let places = places_of(line, code);
                self.note_depth(reader, code, winning, back.set(places) & allowed);
                rest &= !places;
            }
        }
    }

    /// Notes a move that leads to one position from all the places allowed.
    #[inline(always)]
    fn note_one(&mut self, side: Color, reader: &Reader<'_>, code: u8, allowed: u64, ends: bool) {
        if code == code::ILLEGAL {
            return;
        }
        self.leaves |= allowed;
        let winner = reader.winner(code).map(|(winner, _)| winner);
        if winner != Some(side.other()) {
            self.escapes |= allowed;
        }
        if winner == Some(side) && ends {
            self.wins |= allowed;
        } else if let Some(winner) = winner
            && !ends
        {
            self.timed += 1;
            self.note_depth(reader, code, winner == side, allowed);
        }
    }

    fn note_depth(&mut self, reader: &Reader<'_>, code: u8, winning: bool, places: u64) {
        let (_, depth) = reader.winner(code).expect("a win's code");
        if places != 0 && winning {
            self.enter.push((depth + 1, places));
        } else if places != 0 {
            self.hold.push((depth, places));
        }
    }
}
