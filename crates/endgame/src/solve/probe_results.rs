//! What lines of other tables say to the side that moves into them, each read once for a king slice.

use value::Metric;

use super::columns::KingLines;
use super::geometry::KING;
use super::legal::BySide;
use super::pawn_slice::PawnSlice;
use super::reader::{Free, Reader, Source};
use super::scan::Board;
use super::sets::Sets;
use super::zeroing_in_runs::reach_past_pawns;
use super::zeroing_moves::{After, Inner, Mover, Spot, Taken, ZeroingMove};
use crate::codec;
use crate::index::{Seats, Symmetry, squares};
use crate::line::{Line, places_between, places_of};
use crate::rules::{Color, Role};

/// The places of a line that a move into it wins at, and those where it does not lose.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProbeResult {
    pub(super) wins: u64,
    pub(super) escapes: u64,
}

impl ProbeResult {
    /// Reads a line, our board being turned to meet it.
    #[inline(always)]
    pub(super) fn of(
        reader: &Reader<'_>,
        line: &Line,
        turned: Symmetry,
        mover: Color,
    ) -> ProbeResult {
        let back = turned.inverse();
        let won = places_between(line, reader.wins(mover));
        let lost = places_between(line, reader.wins(mover.other()));
        let escapes = !(places_of(line, codec::ILLEGAL) | lost);
        ProbeResult { wins: back.set(won), escapes: back.set(escapes) }
    }

    /// What it says of one place, at all places.
    #[inline(always)]
    pub(super) fn at(self, place: usize) -> ProbeResult {
        let all = |set: u64| (set >> place & 1).wrapping_neg();
        ProbeResult { wins: all(self.wins), escapes: all(self.escapes) }
    }

    /// The same at all places or none.
    pub(super) fn of_code(reader: &Reader<'_>, code: u8, mover: Color) -> ProbeResult {
        if code == codec::ILLEGAL {
            return ProbeResult::default();
        }
        let winner = reader.winner(code).map(|(winner, _)| winner);
        let all = |yes| if yes { !0 } else { 0 };
        ProbeResult {
            wins: all(winner == Some(mover)),
            escapes: all(winner != Some(mover.other())),
        }
    }
}

/// The probe results of one zeroing move in one king slice.
pub(super) struct ProbeResults {
    /// ProbeResults of all lines, those of a king's first move first.
    wins: Vec<u64>,
    escapes: Vec<u64>,
    lines: usize,
    /// Where among the sets of a king slice those lines are, for each symmetry: found when first asked for.
    there: [Vec<u32>; 8],
    /// The lines of a king slice that are put together at once, and their numbers.
    block: Option<(KingLines, Vec<u32>)>,
    /// What the inner king hears who takes the last man beside the pawns, wherever he goes to; none if
    /// each position must be read.
    pub(super) inner_king: Option<ProbeResult>,
    /// What [`reach_past_pawns`] says of the zeroing move.
    pub(super) reach: Option<(Role, Board)>,
}

impl ProbeResults {
    pub(super) fn new(slice: &PawnSlice<'_>, zeroing: &ZeroingMove<'_>) -> ProbeResults {
        let kings = if zeroing.mover == Mover::King { 8 } else { 1 };
        let lines = zeroing.after.lines();
        let block = KingLines::new(slice, zeroing).map(|block| {
            let numbers = (0..slice.words_per_king_slice()).map(|word| {
                let seats = slice.index.seats_of_word(word);
                zeroing.after.line_number(&seats, zeroing.to) as u32
            });
            (block, numbers.collect())
        });
        let [wins, escapes] = [(); 2].map(|()| vec![0; kings * lines]);
        let reach = reach_past_pawns(slice, zeroing);
        let there = Default::default();
        ProbeResults { wins, escapes, lines, there, block, inner_king: None, reach }
    }

    /// Reads all lines that a king slice's moves lead to.
    #[inline(always)]
    pub(super) fn read(&mut self, zeroing: &ZeroingMove<'_>, metric: Metric, kings: BySide<u8>) {
        let After { reader, promoted, .. } = &zeroing.after;
        if let (Some(promoted), Some(source)) = (promoted, reader.source()) {
            let [wins, escapes] = promoted.read(source, kings[0], zeroing.to);
            self.wins.copy_from_slice(&wins);
            self.escapes.copy_from_slice(&escapes);
            return;
        }
        if let (Some((block, numbers)), Some(source)) = (&mut self.block, reader.source()) {
            let lines = block.fill(source, kings[0]);
            for (line, &number) in lines.iter().zip(&*numbers) {
                let result = ProbeResult::of(reader, line, Symmetry::IDENTITY, zeroing.side);
                self.wins[number as usize] = result.wins;
                self.escapes[number as usize] = result.escapes;
            }
            return;
        }
        let spot = Spot { kings, seats: Seats::default(), occupied: 0 };
        match zeroing.mover {
            Mover::Pawn(_) => self.read_lines(zeroing, metric, spot, zeroing.to, 0),
            Mover::Seat(_) => self.read_lines(zeroing, metric, spot, zeroing.target(&spot), 0),
            Mover::King => match (zeroing.inner, zeroing.taken) {
                (Inner::Takes, Taken::Pawn(to)) => {
                    let spot = spot.with_king(zeroing.side, to);
                    self.read_lines(zeroing, metric, spot, to, 0);
                }
                (Inner::Takes, _) => self.read_inner_king(zeroing, kings[0]),
                _ => self.read_after_king_moves(zeroing, metric, spot),
            },
        }
    }

    /// Reads the line of the inner king who takes the last man beside the pawns, if there is such a line.
    #[inline(always)]
    fn read_inner_king(&mut self, zeroing: &ZeroingMove<'_>, white_king: u8) {
        let After { reader, .. } = &zeroing.after;
        let own = reader.source().is_some_and(|source| source.is_direct(Free::BlackKing));
        if !own || self.lines > 1 {
            return;
        }
        let mut room = [codec::ILLEGAL; 64];
        let line = reader.line([white_king, 0], &Seats::default(), &mut room);
        let result = line.map(|(line, turned)| ProbeResult::of(reader, line, turned, zeroing.side));
        self.inner_king = Some(result.unwrap_or_default());
    }

    #[inline(always)]
    fn read_after_king_moves(&mut self, zeroing: &ZeroingMove<'_>, metric: Metric, spot: Spot) {
        for (king, to) in squares(KING[usize::from(spot.king(zeroing.side))]).enumerate() {
            if !matches!(zeroing.taken, Taken::Pawn(pawn) if pawn != to) {
                let spot = spot.with_king(zeroing.side, to);
                self.read_lines(zeroing, metric, spot, to, king);
            }
        }
    }

    /// Reads the lines with these kings.
    #[inline(always)]
    fn read_lines(
        &mut self,
        zeroing: &ZeroingMove<'_>,
        metric: Metric,
        mut spot: Spot,
        to: u8,
        king: usize,
    ) {
        let after = &zeroing.after;
        let one_by_one = match (zeroing.inner, zeroing.mover) {
            (Inner::Stays, _) | (Inner::IsTaken, Mover::Seat(_)) => false,
            _ => after.place(&spot.seats, to).is_none(),
        };
        if let (Some(sets), Some(source)) = (&after.sets, after.reader.source()) {
            let Some(([wins, escapes], symmetry)) = sets.king_slice(source, spot.kings) else {
                self.read_nothing(king);
                return;
            };
            self.look_up(zeroing, sets, source, symmetry, to);
            let place = one_by_one.then(|| symmetry.square(source.inner_king(spot.kings)));
            self.read_sets(wins, escapes, symmetry, place, king);
            return;
        }
        let mut room = [codec::ILLEGAL; 64];
        for number in 0..self.lines {
            let (seats, to) = after.men_of_line(number, to);
            spot.seats = seats;
            let result = if one_by_one {
                ProbeResult::of_code(&after.reader, after.code(&spot, to), zeroing.side)
            } else {
                match after.line(&spot, to, &mut room) {
                    None => ProbeResult::default(),
                    Some((line, turned)) if zeroing.en_passant.is_empty() => {
                        ProbeResult::of(&after.reader, line, turned, zeroing.side)
                    }
                    Some((line, turned)) => {
                        let line = zeroing.with_en_passant(metric, line, turned, &spot);
                        ProbeResult::of(&after.reader, &line, Symmetry::IDENTITY, zeroing.side)
                    }
                }
            };
            self.wins[king * self.lines + number] = result.wins;
            self.escapes[king * self.lines + number] = result.escapes;
        }
    }

    fn read_nothing(&mut self, king: usize) {
        let own = king * self.lines..(king + 1) * self.lines;
        self.wins[own.clone()].fill(0);
        self.escapes[own].fill(0);
    }

    /// Finds out where the lines are among the sets of a king slice.
    #[inline(always)]
    fn look_up(
        &mut self,
        zeroing: &ZeroingMove<'_>,
        sets: &Sets,
        source: &Source<'_>,
        symmetry: Symmetry,
        to: u8,
    ) {
        let there = &mut self.there[symmetry.number()];
        if there.is_empty() {
            let after = &zeroing.after;
            there.extend((0..self.lines).map(|number| {
                let (seats, to) = after.men_of_line(number, to);
                let turned = after.seats(&seats, to).map(|square| symmetry.square(square));
                sets.number(source, &turned) as u32
            }));
        }
    }

    /// Reads the sets of all lines, or of each what it says of one place.
    #[inline(always)]
    fn read_sets(
        &mut self,
        wins: &[u64],
        escapes: &[u64],
        symmetry: Symmetry,
        place: Option<u8>,
        king: usize,
    ) {
        let there = &self.there[symmetry.number()];
        let own = king * self.lines..(king + 1) * self.lines;
        for (out, sets) in [(&mut self.wins, wins), (&mut self.escapes, escapes)] {
            let out = &mut out[own.clone()];
            for (out, &at) in out.iter_mut().zip(there) {
                *out = sets[at as usize];
            }
            match place {
                Some(place) => {
                    out.iter_mut().for_each(|set| *set = (*set >> place & 1).wrapping_neg());
                }
                None => symmetry.inverse().set_all(out),
            }
        }
    }

    /// The probe result on a line; `king` tells the moves of a king apart.
    #[inline(always)]
    pub(super) fn line(&self, king: usize, number: usize) -> ProbeResult {
        let at = king * self.lines + number;
        ProbeResult { wins: self.wins[at], escapes: self.escapes[at] }
    }

    /// The probe results on 64 lines side by side, by line.
    #[inline(always)]
    pub(super) fn lines(&self, king: usize, first: usize) -> impl Fn(usize) -> ProbeResult + '_ {
        let at = king * self.lines + first;
        let [wins, escapes] = [&self.wins, &self.escapes]
            .map(|sets| -> &Board { sets[at..at + 64].try_into().expect("64 lines") });
        move |line| ProbeResult { wins: wins[line], escapes: escapes[line] }
    }
}
