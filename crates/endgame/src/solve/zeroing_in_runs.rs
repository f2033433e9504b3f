//! What a move out of the slice is worth in a run of words, all at once.
//!
//! Along a run only the last outer man, the runner, moves. So one line of another table says all
//! there is to say of a run, or lines side by side do, and where a man's way is blocked is told for
//! all squares of the runner by a table.

use super::geometry::{KING, attacks, beyond, empty_board, hidden_by, lines_from};
use super::legal::BySide;
use super::pawn_slice::{PawnSlice, Run};
use super::probe_results::{ProbeResult, ProbeResults};
use super::scan::Board;
use super::zeroing_moves::{Inner, Mover, Runner, Spot, Taken, ZeroingMove};
use crate::index::squares;
use crate::rules::{Color, Role, side};

static NOTHING: Board = [0; 64];

/// The role of a runner who takes the inner man, or of an inner man who takes the runner, and his reach
/// from each square with pawns alone in the way; none for other moves.
pub(super) fn reach_past_pawns(
    slice: &PawnSlice<'_>,
    zeroing: &ZeroingMove<'_>,
) -> Option<(Role, Board)> {
    let runner = slice.index.runner();
    let role = match (zeroing.inner, zeroing.mover, zeroing.taken) {
        (Inner::Takes, _, Taken::Seat(taken)) if Some(taken) == runner => slice.inner().role,
        (Inner::IsTaken, Mover::Seat(seat), _) if Some(seat) == runner => {
            slice.index.seats()[seat].role
        }
        _ => return None,
    };
    let reach = |from| attacks(role, from as u8, slice.pawns.all());
    Some((role, std::array::from_fn(reach)))
}

/// One kind of move out of one king slice.
pub(super) struct RunEvaluator<'w, 'f> {
    slice: &'w PawnSlice<'f>,
    zeroing: &'w ZeroingMove<'w>,
    results: &'w ProbeResults,
    kings: BySide<u8>,
    /// Squares taken by pawns and kings.
    occupied: u64,
    runner: Option<usize>,
    /// For each square of a runner who takes, his reach with pawns and kings alone in the way; for
    /// each square of the man whom the inner man takes, from where he comes.
    reach: Board,
}

/// All lanes if the condition holds, else none.
#[inline(always)]
fn all(yes: bool) -> u64 {
    if yes { !0 } else { 0 }
}

impl<'w, 'f> RunEvaluator<'w, 'f> {
    #[inline(always)]
    pub(super) fn new(
        slice: &'w PawnSlice<'f>,
        king_slice: usize,
        zeroing: &'w ZeroingMove<'w>,
        results: &'w ProbeResults,
    ) -> RunEvaluator<'w, 'f> {
        let kings = slice.index.kings().squares(king_slice);
        let occupied = slice.pawns.all() | slice.kings(king_slice);
        let runner = slice.index.runner();
        let mut reach = NOTHING;
        if let Some((role, past_pawns)) = &results.reach {
            reach = *past_pawns;
            for king in squares(slice.kings(king_slice)).filter(|_| *role != Role::Knight) {
                for (reach, hidden) in reach.iter_mut().zip(hidden_by(king)) {
                    *reach &= !hidden;
                }
            }
        }
        RunEvaluator { slice, zeroing, results, kings, occupied, runner, reach }
    }

    /// Adds what the move is worth to the winning positions and to those with an escape.
    #[inline(always)]
    pub(super) fn evaluate(&self, run: &Run, out: &mut Words<'_>) {
        let zeroing = self.zeroing;
        match (zeroing.inner, zeroing.mover) {
            (Inner::Stays, Mover::King) => self.king_takes(run, out),
            (Inner::Stays, _) => {
                if let Some(allowed) = self.ways(run) {
                    self.add_lines(run, 0, &allowed, out);
                }
            }
            (Inner::IsTaken, Mover::Seat(seat)) => {
                let reach = self.reach(run, seat);
                self.add_lines(run, 0, &reach, out);
            }
            (Inner::IsTaken, Mover::King) => {
                for (king, to) in self.king_moves().enumerate() {
                    if (run.fixed | self.occupied) >> to & 1 == 0 {
                        self.add_places(run, king, to, &[1 << to; 64], out);
                    }
                }
            }
            (Inner::IsTaken, Mover::Pawn(_)) => {
                let to = zeroing.to;
                self.add_places(run, 0, to, &[1 << to; 64], out);
            }
            (Inner::Takes, Mover::King) if !matches!(zeroing.taken, Taken::Pawn(_)) => {
                self.inner_king_takes(run, out);
            }
            (Inner::Takes, _) => {
                let to = zeroing.target(&self.spot(run));
                let from = match zeroing.taken {
                    Taken::Seat(seat) => self.reach(run, seat),
                    _ => self.reach_of_square(run, to),
                };
                self.add_places(run, 0, to, &from, out);
            }
        }
    }

    fn spot(&self, run: &Run) -> Spot {
        Spot { kings: self.kings, seats: run.seats, occupied: run.fixed | self.occupied }
    }

    fn king_moves(&self) -> impl Iterator<Item = u8> {
        let from = self.kings[side(self.zeroing.side)];
        squares(KING[usize::from(from)])
    }

    /// For each square of the runner what he hides from a square.
    #[inline(always)]
    fn hidden(&self, from: u8) -> &'static Board {
        if self.runner.is_some() { beyond(from) } else { &NOTHING }
    }

    /// Where the man of a seat reaches to take the inner man, or the inner man stands to take him.
    #[inline(always)]
    fn reach(&self, run: &Run, seat: usize) -> Board {
        if Some(seat) != self.runner {
            return self.reach_of_square(run, run.seats[seat]);
        }
        let mut reach = self.reach;
        for &other in &run.seats[..seat] {
            let hidden = hidden_by(other);
            for (reach, hidden) in reach.iter_mut().zip(hidden) {
                *reach &= !hidden;
            }
        }
        reach
    }

    /// The same for a man who stands still along the run, or a pawn.
    #[inline(always)]
    fn reach_of_square(&self, run: &Run, square: u8) -> Board {
        let role = match (self.zeroing.inner, self.zeroing.mover) {
            (Inner::IsTaken, Mover::Seat(seat)) => self.slice.index.seats()[seat].role,
            _ => self.slice.inner().role,
        };
        let whole = attacks(role, square, run.fixed | self.occupied);
        self.hidden(square).map(|hidden| whole & !hidden)
    }

    /// For each square of the runner, the inner man's squares that leave the way free to a man or a
    /// pawn; none if the way is never free.
    #[inline(always)]
    fn ways(&self, run: &Run) -> Option<Board> {
        let zeroing = self.zeroing;
        let occupied = run.fixed | self.occupied;
        let taken_runs = matches!(zeroing.taken, Taken::Seat(seat) if Some(seat) == self.runner);
        let to = zeroing.target(&self.spot(run));
        let (possible, through) = if let Mover::Seat(mover) = zeroing.mover {
            let role = self.slice.index.seats()[mover].role;
            let mover_runs = Some(mover) == self.runner;
            if mover_runs || taken_runs {
                // The way is as long as the runner is far.
                let end = if mover_runs { to } else { run.seats[mover] };
                let reach = empty_board(role, end);
                let mut ways = if role == Role::Knight { NOTHING } else { *lines_from(end) };
                for (square, way) in ways.iter_mut().enumerate() {
                    *way = !*way & all(reach >> square & 1 == 1 && *way & occupied == 0);
                }
                return Some(ways);
            }
            let from = run.seats[mover];
            let line = if role == Role::Knight { 0 } else { lines_from(from)[usize::from(to)] };
            (empty_board(role, from) >> to & 1 == 1, line)
        } else {
            (taken_runs || to == zeroing.to, zeroing.through)
        };
        (possible && through & occupied == 0).then(|| {
            let mut ways = [!through; 64];
            for (square, way) in (0..).zip(&mut ways) {
                let elsewhere = taken_runs && square != zeroing.to;
                *way &= all(self.runner.is_none() || through >> square & 1 == 0 && !elsewhere);
            }
            ways
        })
    }

    /// A king takes an outer man or a pawn.
    #[inline(always)]
    fn king_takes(&self, run: &Run, out: &mut Words<'_>) {
        let taken_runs =
            matches!(self.zeroing.taken, Taken::Seat(seat) if Some(seat) == self.runner);
        let target = self.zeroing.target(&self.spot(run));
        for (king, to) in self.king_moves().enumerate() {
            if taken_runs && usize::from(to) < run.len {
                let number = self.zeroing.after.line_number(&run.seats, to);
                out.add_one(usize::from(to), self.results.line(king, number), !0);
            } else if !taken_runs && to == target {
                self.add_lines(run, king, &[!0; 64], out);
            }
        }
    }

    /// A king who is the inner man takes another one, and may come from anywhere around him. If nobody
    /// is left but pawns, one line of his tells all; else each position is read.
    #[inline(always)]
    fn inner_king_takes(&self, run: &Run, out: &mut Words<'_>) {
        let zeroing = self.zeroing;
        if let Some(result) = self.results.inner_king {
            out.add(&KING, |square| result.at(square));
            return;
        }
        let mut spot = self.spot(run);
        for square in 0..run.len {
            if let Some(runner) = self.runner {
                spot.seats[runner] = square as u8;
            }
            let to = zeroing.target(&spot);
            let code = zeroing.after.code(&spot.with_king(Color::Black, to), to);
            let result = ProbeResult::of_code(&zeroing.after.reader, code, zeroing.side);
            out.add_one(square, result, KING[usize::from(to)]);
        }
    }

    /// Adds lines whose places are the inner man's squares.
    #[inline(always)]
    fn add_lines(&self, run: &Run, king: usize, allowed: &Board, out: &mut Words<'_>) {
        let after = &self.zeroing.after;
        let number = after.line_number(&run.seats, self.zeroing.target(&self.spot(run)));
        if after.runner == Runner::Across {
            let lines = self.results.lines(king, number);
            out.add(allowed, lines);
        } else {
            let result = self.results.line(king, number);
            out.add(allowed, |_| result);
        }
    }

    /// Adds what single places of lines say, at all the squares allowed.
    #[inline(always)]
    fn add_places(&self, run: &Run, king: usize, to: u8, allowed: &Board, out: &mut Words<'_>) {
        let after = &self.zeroing.after;
        let number = after.line_number(&run.seats, to);
        let place = usize::from(after.place(&run.seats, to).unwrap_or(0));
        if after.runner == Runner::Across {
            let lines = self.results.lines(king, number);
            return out.add(allowed, |square| lines(square).at(place));
        }
        let result = self.results.line(king, number);
        if after.runner == Runner::Along {
            out.add(allowed, |square| result.at(square));
        } else {
            let result = result.at(place);
            out.add(allowed, |_| result);
        }
    }
}

/// The words of a run to which results are added.
pub(super) struct Words<'w> {
    /// Positions that a move wins.
    pub(super) wins: &'w mut [u64],
    /// Positions with a move that does not lose.
    pub(super) escapes: &'w mut [u64],
}

impl Words<'_> {
    /// Adds to each word what is found for it, at the places allowed.
    #[inline(always)]
    fn add(&mut self, allowed: &Board, found: impl Fn(usize) -> ProbeResult) {
        for (square, (word, allowed)) in self.wins.iter_mut().zip(allowed).enumerate() {
            *word |= found(square & 63).wins & allowed;
        }
        for (square, (word, allowed)) in self.escapes.iter_mut().zip(allowed).enumerate() {
            *word |= found(square & 63).escapes & allowed;
        }
    }

    #[inline(always)]
    fn add_one(&mut self, word: usize, found: ProbeResult, allowed: u64) {
        self.wins[word] |= found.wins & allowed;
        self.escapes[word] |= found.escapes & allowed;
    }
}
