//! What moves out of a word are worth when the clock runs on: each with its depth.

use value::Metric;

use super::geometry::{KING, attacks};
use super::legal::BySide;
use super::log::Event;
use super::pawn_slice::PawnSlice;
use super::reader::Reader;
use super::zeroing_moves::{Inner, Mover, Spot, ZeroingMove};
use crate::bitboards::Bitboards;
use crate::codec;
use crate::index::{Symmetry, squares};
use crate::line::{Line, places_between, places_of};
use crate::rules::{Color, Role, side};

/// Places of a line that are read one by one where the line would have to be put together.
const FEW: u32 = 16;

/// What the moves out of one word are worth so far, to one side.
#[derive(Default)]
pub(super) struct Worth {
    leaves: u64,
    pub(super) escapes: u64,
    enter: Vec<(u8, u64)>,
    hold: Vec<(u8, u64)>,
    /// Moves that have entries in those two: those of one move do not overlap.
    timed: u32,
}

/// The men of a word; none if two share a square.
#[inline(always)]
pub(super) fn spot(slice: &PawnSlice<'_>, king_slice: usize, word: usize) -> Option<Spot> {
    let outer = slice.outer(word)?;
    let taken = slice.kings(king_slice);
    let kings = slice.index.kings().squares(king_slice);
    let occupied = outer.fixed | taken;
    (outer.fixed & taken == 0).then_some(Spot { kings, seats: outer.seats, occupied })
}

/// The positions among these of a word in which a side has a legal move out of the slice.
#[cold]
pub(super) fn leaves(
    slice: &PawnSlice<'_>,
    zeroing_moves: &[ZeroingMove<'_>],
    king_slice: usize,
    word: usize,
    mover: Color,
    asked: u64,
) -> u64 {
    let cell = king_slice * slice.words_per_king_slice() + word;
    let mut worth = [Worth::default(), Worth::default()];
    let ours = zeroing_moves.iter().filter(|zeroing| zeroing.side == mover);
    if let Some(spot) = spot(slice, king_slice, word).filter(|_| asked != 0) {
        evaluate(slice, ours, Metric::Dtz, cell, &spot, [asked; 2], &mut worth);
    }
    worth[side(mover)].leaves
}

/// Adds up what the moves out of one word, the pawn slice's cell of this number, are worth to either side in
/// positions of `legal`.
#[inline(always)]
pub(super) fn evaluate<'d>(
    slice: &PawnSlice<'_>,
    zeroing_moves: impl Iterator<Item = &'d ZeroingMove<'d>>,
    metric: Metric,
    cell: usize,
    spot: &Spot,
    legal: BySide<u64>,
    worth: &mut BySide<Worth>,
) {
    let pieces = slice.index.seats();
    let mut room = [codec::ILLEGAL; 64];
    for zeroing in zeroing_moves {
        let mover = zeroing.side;
        let worth = &mut worth[side(mover)];
        let empty = !spot.occupied & legal[side(mover)];
        let after = &zeroing.after;
        let ends = zeroing.ends_the_clock(metric);
        match (zeroing.inner, zeroing.mover) {
            (Inner::Stays, _) => {
                let Some(way) = zeroing.way(pieces, spot) else { continue };
                let allowed = way.allowed & legal[side(mover)];
                if allowed == 0 {
                    continue;
                }
                if after.is_without_codes() {
                    debug_assert!(ends, "a move whose depth counts reads bytes");
                    worth.leaves |= legal_promotions(slice, zeroing, spot, allowed);
                    continue;
                }
                let mut there = match zeroing.mover {
                    Mover::King => spot.with_king(mover, way.to),
                    _ => *spot,
                };
                // A line that has to be put together is not worth it for a few places.
                if allowed.count_ones() <= FEW && matches!(after.reader, Reader::Column(..)) {
                    for place in squares(allowed) {
                        match slice.index.inner_seat() {
                            Some(inner) => there.seats[inner] = place,
                            None => there.kings[1] = place,
                        }
                        let code = after.code(&there, way.to);
                        worth.note_one(mover, &after.reader, code, 1 << place, ends);
                    }
                    continue;
                }
                let line = match after.pushed {
                    Some(lines) => Some((&lines[cell], Symmetry::IDENTITY)),
                    None => after.line(&there, way.to, &mut room),
                };
                let Some((line, symmetry)) = line else { continue };
                if zeroing.en_passant.is_empty() {
                    worth.note_line(mover, &after.reader, line, symmetry, allowed, ends);
                } else {
                    let line = zeroing.with_en_passant(metric, line, symmetry, spot);
                    let straight = Symmetry::IDENTITY;
                    worth.note_line(mover, &after.reader, &line, straight, allowed, ends);
                }
            }
            (Inner::Takes, _) => {
                let to = zeroing.target(spot);
                let allowed = attacks(slice.inner().role, to, spot.occupied) & empty;
                let there = match zeroing.mover {
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
                if let Some((line, symmetry)) = after.line(spot, 0, &mut room) {
                    worth.note_line(mover, &after.reader, line, symmetry, allowed, ends);
                }
            }
            (Inner::IsTaken, Mover::Pawn(_)) => {
                let code = after.code(spot, zeroing.to);
                worth.note_one(mover, &after.reader, code, 1 << zeroing.to & empty, ends);
            }
        }
    }
}

/// The places from which a pawn may promote without leaving his king in check: what a table's bytes
/// would say if they were still there.
#[cold]
fn legal_promotions(
    slice: &PawnSlice<'_>,
    zeroing: &ZeroingMove<'_>,
    spot: &Spot,
    allowed: u64,
) -> u64 {
    let (Mover::Pawn(from), Some(role)) = (zeroing.mover, zeroing.promotion) else { return 0 };
    let (index, mover) = (slice.index, zeroing.side);
    let mut men = Bitboards::default();
    *men.set(Role::Pawn.of(Color::White)) = slice.pawns.white & !(1 << from);
    *men.set(Role::Pawn.of(Color::Black)) = slice.pawns.black & !(1 << from);
    *men.set(role.of(mover)) |= 1 << zeroing.to;
    for (&man, &square) in index.seats()[..index.outer_seats()].iter().zip(&spot.seats) {
        *men.set(man) |= 1 << square;
    }
    let legal = |&place: &u8| {
        let mut men = men;
        let mut kings = spot.kings;
        match index.inner_seat() {
            Some(inner) => *men.set(index.seats()[inner]) |= 1 << place,
            None => kings[side(Color::Black)] = place,
        }
        for color in Color::ALL {
            *men.set(Role::King.of(color)) = 1 << kings[side(color)];
        }
        !men.in_check(mover)
    };
    squares(allowed).filter(legal).fold(0, |places, place| places | 1 << place)
}

/// Gives each place the first of its entries.
fn keep_first(entries: &[(u8, u64)], mut open: u64, word: u32, events: &mut Vec<Event>) {
    for &(depth, places) in entries {
        let places = places & open;
        if places != 0 {
            events.push(Event { places, word, code: depth });
            open &= !places;
        }
    }
}

impl Worth {
    /// Moves what is known to the depth buckets: wins of the positions of the first set, losses
    /// of those of the second.
    #[inline(always)]
    pub(super) fn enter_into(
        &mut self,
        word: usize,
        [unwon, unlost]: [u64; 2],
        [enter, hold]: &mut [Vec<Event>; 2],
    ) {
        if self.timed > 1 {
            self.enter.sort_unstable_by_key(|&(depth, _)| depth);
            self.hold.sort_unstable_by_key(|&(depth, _)| std::cmp::Reverse(depth));
        }
        keep_first(&self.enter, unwon, word as u32, enter);
        keep_first(&self.hold, unlost, word as u32, hold);
        self.clear();
    }

    #[inline(always)]
    fn clear(&mut self) {
        (self.leaves, self.escapes, self.timed) = (0, 0, 0);
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
        let there = symmetry.set(allowed) & !places_of(line, codec::ILLEGAL);
        if there == 0 {
            return;
        }
        let won = places_between(line, reader.wins(side)) & there;
        let lost = places_between(line, reader.wins(side.other())) & there;
        self.leaves |= back.set(there);
        self.escapes |= back.set(there & !lost);
        if ends {
            return;
        }
        self.timed += 1;
        for (mut rest, winning) in [(won, true), (lost, false)] {
            while rest != 0 {
                let code = line[rest.trailing_zeros() as usize];
                let places = places_of(line, code) & rest;
                self.note_depth(reader, code, winning, back.set(places));
                rest &= !places;
            }
        }
    }

    /// Notes a move that leads to one position from all the places allowed.
    #[inline(always)]
    fn note_one(&mut self, side: Color, reader: &Reader<'_>, code: u8, allowed: u64, ends: bool) {
        if code == codec::ILLEGAL {
            return;
        }
        self.leaves |= allowed;
        let winner = reader.winner(code).map(|(winner, _)| winner);
        if winner != Some(side.other()) {
            self.escapes |= allowed;
        }
        if let Some(winner) = winner.filter(|_| !ends) {
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
