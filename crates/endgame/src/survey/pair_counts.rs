//! One pass over the bytes of a table: both sides' values of each placement, and where the kings are.
//!
//! No move is made here. What a side that may *pass* would have is the value of the same placement
//! with the other side to move, so the pairs of bytes say all there is to say about zugzwang.

use std::ops::Range;

use rayon::prelude::*;
use value::{Depth, Outcome};

use super::{Histogram, NullMoveCounts, SideSurvey};
use crate::codec::STALEMATE;
use crate::index::{Neighbours, Symmetry, squares};
use crate::outcome_histogram::Count;
use crate::rules::{Color, Square, side};
use crate::table::Table;

/// Cells that one thread counts at a time.
const STRETCH: usize = 1 << 12;

/// How often each pair of bytes occurs, and each byte with each square of a king.
pub(super) struct PairCounts<'t> {
    table: &'t Table,
    /// By White's byte and Black's.
    pairs: Vec<u64>,
    /// By the side to move, the king's colour, the byte and the square.
    kings: Vec<u64>,
}

fn king_at(turn: Color, king: Color, code: u8, square: u8) -> usize {
    ((side(turn) * 2 + side(king)) * 256 + usize::from(code)) * 64 + usize::from(square)
}

/// The square that stands for all its images: one of 10 without pawns, of 32 with.
pub(super) fn relevant(with_pawns: bool, square: u8) -> u8 {
    if !with_pawns {
        Symmetry::into_triangle(square).square(square)
    } else if square & 7 > 3 {
        Symmetry::MIRROR.square(square)
    } else {
        square
    }
}

impl<'t> PairCounts<'t> {
    fn none(table: &'t Table) -> PairCounts<'t> {
        PairCounts { table, pairs: vec![0; 256 * 256], kings: vec![0; 4 * 256 * 64] }
    }

    /// Counts a table.
    pub(super) fn of(table: &'t Table, count: Count) -> PairCounts<'t> {
        let cells = table.index().cells();
        (0..cells.div_ceil(STRETCH))
            .into_par_iter()
            .fold(
                || PairCounts::none(table),
                |mut all, stretch| {
                    let first = stretch * STRETCH;
                    all.count(first..cells.min(first + STRETCH), count);
                    all
                },
            )
            .reduce(
                || PairCounts::none(table),
                |mut one, other| {
                    let sums = one.pairs.iter_mut().zip(&other.pairs);
                    sums.chain(one.kings.iter_mut().zip(&other.kings)).for_each(|(a, b)| *a += b);
                    one
                },
            )
    }

    fn count(&mut self, cells: Range<usize>, count: Count) {
        let index = self.table.index();
        let neighbours = Neighbours::new(index);
        let [white, black] = Color::ALL.map(|turn| self.table.codes(turn));
        let with_pawns = index.material().pawns() > 0;
        let seen: [u8; 64] = std::array::from_fn(|square| relevant(with_pawns, square as u8));
        for cell in cells {
            let mask = index.class_mask(cell);
            if mask.representatives == 0 {
                continue;
            }
            let decoded = neighbours.decode(cell);
            let king = seen[usize::from(decoded.king)];
            for square in squares(mask.representatives) {
                let half = mask.self_symmetric >> square & 1 == 1;
                let times = match count {
                    Count::Classes => 1,
                    Count::Boards => index.images() / if half { 2 } else { 1 },
                };
                let number = cell * 64 + usize::from(square);
                let black_king = neighbours.with_inner(decoded, square).black_king;
                let black_king = seen[usize::from(black_king)];
                let codes = [white[number], black[number]];
                self.pairs[usize::from(codes[0]) * 256 + usize::from(codes[1])] += times;
                for (turn, code) in Color::ALL.into_iter().zip(codes) {
                    self.kings[king_at(turn, Color::White, code, king)] += times;
                    self.kings[king_at(turn, Color::Black, code, black_king)] += times;
                }
            }
        }
    }

    /// What passing would do with one side to move: for each of its positions by winner and depth,
    /// and for its draws.
    pub(super) fn null_move(&self, turn: Color, into: &mut [SideSurvey; 2]) -> NullMoveCounts {
        let mut drawn = NullMoveCounts::default();
        for (at, &times) in self.pairs.iter().enumerate().filter(|&(_, &times)| times > 0) {
            let [white, black] = [(at / 256) as u8, (at % 256) as u8];
            let (own, other) = turn.fold_wb((white, black), (black, white));
            let codec = self.table.codec();
            let Some(outcome) = codec.outcome(own, turn) else { continue };
            let passed = codec.outcome(other, turn.other()).map(Outcome::flipped);
            let (winner, depth) = match outcome {
                Outcome::Win(depth) => (turn, depth),
                Outcome::Loss(depth) => (turn.other(), depth),
                Outcome::Draw if own == STALEMATE => continue,
                Outcome::Draw => {
                    drawn.add(outcome, passed, times);
                    continue;
                }
            };
            into[side(winner)].stratum(depth).null_move.add(outcome, passed, times);
        }
        drawn
    }

    /// Placements in which either side, to move, would rather pass.
    pub(super) fn mutual_zugzwangs(&self) -> u64 {
        let codec = self.table.codec();
        let mutual = |at: usize| {
            let [white, black] = [(at / 256) as u8, (at % 256) as u8];
            let stalemate = white == STALEMATE || black == STALEMATE;
            let white = codec.outcome(white, Color::White);
            let black = codec.outcome(black, Color::Black);
            !stalemate
                && NullMoveCounts::is_zugzwang(white, black.map(Outcome::flipped))
                && NullMoveCounts::is_zugzwang(black, white.map(Outcome::flipped))
        };
        let all = self.pairs.iter().enumerate();
        all.filter(|&(at, &times)| times > 0 && mutual(at)).map(|(_, &times)| times).sum()
    }

    /// Where a king stands, by depth, into the strata of one side to move.
    pub(super) fn kings(&self, turn: Color, into: &mut [SideSurvey; 2]) {
        for code in 0..=255u8 {
            let outcome = self.table.codec().outcome(code, turn);
            let (winner, depth) = match outcome {
                Some(Outcome::Win(depth)) => (turn, depth),
                Some(Outcome::Loss(depth)) => (turn.other(), depth),
                _ => continue,
            };
            for king in Color::ALL {
                for square in 0..64 {
                    let times = self.kings[king_at(turn, king, code, square)];
                    if times > 0 {
                        let stratum = into[side(winner)].stratum(depth);
                        stratum.kings[side(king)].add(square.into(), times);
                    }
                }
            }
        }
    }
}

/// The squares a king's place is reduced to by the board's symmetries: 10 without pawns, 32 with.
pub fn king_squares(with_pawns: bool) -> Vec<Square> {
    let all = (0..64).filter(|&square| relevant(with_pawns, square) == square);
    all.map(|square| Square::new(square.into())).collect()
}

impl super::Stratum {
    /// Positions by the square of a king, in the order of [`king_squares`]. Jansen 1992, Fig 6.12.
    pub fn king_counts(&self, king: Color, with_pawns: bool) -> Vec<(Square, u64)> {
        let counts: &Histogram = &self.kings[side(king)];
        let squares = king_squares(with_pawns).into_iter();
        squares.map(|square| (square, counts.get(square as usize))).collect()
    }

    /// How often, in percent, a king stands on one square of each kind, without pawns: a square of
    /// the diagonal has 4 images on the board and the others 8, so it counts double.
    pub fn king_frequencies(&self, king: Color) -> Vec<(Square, f64)> {
        let on_diagonal = |square: Square| (square as u32).is_multiple_of(9);
        let weighed: Vec<(Square, u64)> = self
            .king_counts(king, false)
            .into_iter()
            .map(|(square, n)| (square, if on_diagonal(square) { 2 * n } else { n }))
            .collect();
        let all = weighed.iter().map(|(_, n)| n).sum::<u64>().max(1) as f64;
        weighed.into_iter().map(|(square, n)| (square, 100.0 * n as f64 / all)).collect()
    }
}

/// A position in which the side to move would rather pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zugzwang {
    /// The position.
    pub position: crate::rules::Position,
    /// What it is worth to the side to move.
    pub outcome: Outcome,
    /// What it would be worth if that side could pass.
    pub passed: Outcome,
}

/// The first few zugzwangs with a side to move that are wanted: what the position is worth, and what
/// passing would be.
pub fn zugzwangs(
    table: &Table,
    turn: Color,
    most: usize,
    wanted: impl Fn(Outcome, Outcome) -> bool,
) -> Vec<Zugzwang> {
    let codec = table.codec();
    let mut worth = vec![None; 256 * 256];
    for own in (0..=255u8).filter(|&own| own != STALEMATE) {
        for other in 0..=255u8 {
            let outcome = codec.outcome(own, turn);
            let passed = codec.outcome(other, turn.other()).map(Outcome::flipped);
            if let (Some(outcome), Some(passed)) = (outcome, passed)
                && NullMoveCounts::is_zugzwang(Some(outcome), Some(passed))
                && wanted(outcome, passed)
            {
                worth[usize::from(own) * 256 + usize::from(other)] = Some((outcome, passed));
            }
        }
    }
    let (own, other) = (table.codes(turn), table.codes(turn.other()));
    let mut found = Vec::new();
    for number in 0..own.len() {
        if found.len() == most {
            break;
        }
        let pair = usize::from(own[number]) * 256 + usize::from(other[number]);
        let Some((outcome, passed)) = worth[pair] else { continue };
        let mask = table.index().class_mask(number / 64).representatives;
        if mask >> (number % 64) & 1 == 0 {
            continue;
        }
        let slot = crate::index::Slot { turn, index: number };
        if let Some(position) = table.index().decode(slot) {
            found.push(Zugzwang { position, outcome, passed });
        }
    }
    found
}

/// The depth after the best move of a decisive position.
pub(super) fn best_after(outcome: Outcome) -> Option<Depth> {
    match outcome {
        Outcome::Win(Depth(depth)) => Some(Depth(depth.saturating_sub(1))),
        Outcome::Loss(depth) => Some(depth),
        Outcome::Draw => None,
    }
}
