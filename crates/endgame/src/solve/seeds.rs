//! What is known of a frame before the first step: legality, and what moves out of it are worth.

use rayon::prelude::*;
use value::Metric;

use super::calendar::{Calendar, Timed};
use super::departures::{Departure, Inner, Mover, Spot};
use super::frame::{Frame, Run};
use super::geometry::{KING, attacks};
use super::legal::{BySide, Guard};
use super::simd::{self, Kernel};
use super::timed::{Worth, spot, weigh};
use super::verdicts::{Verdict, Verdicts};
use crate::code;
use crate::index::{Symmetry, squares};
use crate::rules::side;

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

/// Fills the sets; returns what is timed, by side to move.
pub(super) fn sow(
    frame: &Frame<'_>,
    departures: &[Departure<'_>],
    metric: Metric,
    [white, black]: &mut BySide<SideSets<'_>>,
) -> BySide<Timed> {
    let words = frame.words_per_slice();
    let in_piece = frame.words_per_piece();
    let verdicts = || departures.iter().map(|departure| Verdicts::new(frame, departure)).collect();
    let events: Vec<BySide<[Calendar; 2]>> = (
        white.unwon.par_chunks_mut(in_piece),
        white.unlost.par_chunks_mut(in_piece),
        white.wins.par_chunks_mut(in_piece),
        black.unwon.par_chunks_mut(in_piece),
        black.unlost.par_chunks_mut(in_piece),
        black.wins.par_chunks_mut(in_piece),
    )
        .into_par_iter()
        .enumerate()
        .with_min_len(frame.slices_per_task())
        .map_init(
            || (verdicts(), Default::default()),
            |(verdicts, worth): &mut (Vec<Verdicts>, BySide<Worth>), (piece, sets)| {
                let mut events = BySide::<[Calendar; 2]>::default();
                for (n, first) in (0..in_piece).step_by(words).enumerate() {
                    let own = first..first + words;
                    simd::dispatch(&mut Sowing {
                        frame,
                        departures,
                        metric,
                        slice: piece * frame.slices_per_piece() + n,
                        first,
                        unwon: [&mut sets.0[own.clone()], &mut sets.3[own.clone()]],
                        unlost: [&mut sets.1[own.clone()], &mut sets.4[own.clone()]],
                        wins: [&mut sets.2[own.clone()], &mut sets.5[own]],
                        events: &mut events,
                        worth,
                        verdicts,
                    });
                }
                events.iter_mut().flatten().for_each(Calendar::sort);
                events
            },
        )
        .collect();
    let mut timed = [Timed::default(), Timed::default()];
    for piece in events {
        for (timed, [enter, hold]) in timed.iter_mut().zip(piece) {
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
    /// The slice's first word in its piece of the frame.
    first: usize,
    unwon: BySide<&'s mut [u64]>,
    unlost: BySide<&'s mut [u64]>,
    wins: BySide<&'s mut [u64]>,
    /// By side to move: what enters, and what is held.
    events: &'s mut BySide<[Calendar; 2]>,
    worth: &'s mut BySide<Worth>,
    /// For each departure.
    verdicts: &'s mut [Verdicts],
}

impl Kernel for &mut Sowing<'_, '_> {
    #[inline(always)]
    fn run(self) {
        let guard = Guard::new(self.frame, self.slice);
        for word in 0..self.frame.words_per_slice() {
            let legal = guard.word(word).to_move;
            for (side, legal) in legal.into_iter().enumerate() {
                self.unwon[side][word] = legal;
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
        let mut room = [code::ILLEGAL; 64];
        for to in squares(KING[usize::from(from)] & !occupied) {
            for run in runs {
                let spot = Spot { white_king, black_king, seats: run.seats, occupied };
                let spot = spot.with_king(mover, to);
                let Some((line, turned)) = departure.after.line(&spot, to, &mut room) else {
                    continue;
                };
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
        let mut room = [code::ILLEGAL; 64];
        let verdicts = &mut self.verdicts[n];
        verdicts.clear(departure, white_king);
        let sliding = match (departure.inner, departure.mover) {
            (Inner::Takes, _) => Some(frame.inner().role),
            (Inner::IsTaken, Mover::Seat(seat)) => Some(pieces[seat].role),
            _ => None,
        };
        // Reach with the pawns and kings alone in the way: mostly the outer men are not.
        let alone = frame.pawns.all() | kings;
        let many = frame.words_per_slice() > 64;
        let mut reach = [0; 64];
        if let Some(role) = sliding.filter(|_| many) {
            for (from, reach) in (0..).zip(&mut reach) {
                *reach = attacks(role, from, alone & !(1 << from));
            }
        }
        let reach = |from: u8, occupied: u64| {
            let reach = reach[usize::from(from)];
            if many && reach & occupied & !alone == 0 {
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
                    } else if let Some((line, symmetry)) =
                        departure.after.line(&spot, way.to, &mut room)
                    {
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
        for word in 0..self.frame.words_per_slice() {
            let legal = [self.unwon[0][word], self.unwon[1][word]];
            if legal == [0, 0] {
                continue;
            }
            let Some(spot) = spot(self.frame, self.slice, word) else { continue };
            let timed = self.departures.iter().filter(|d| !d.ends_the_clock(metric));
            weigh(self.frame, timed, metric, &spot, self.worth);
            for (side, worth) in self.worth.iter_mut().enumerate() {
                self.unlost[side][word] |= worth.escapes;
                let escapes = self.unlost[side][word];
                worth.enter_into(self.first + word, legal[side], escapes, &mut self.events[side]);
            }
        }
    }
}
