//! Lines of optimal moves: how hard they are to find, and how many pass through a position.
//!
//! Both are worked out depth by depth. A won position in `d` leads to a lost one in `d - 1` and that one to a
//! won one in `d - 1`, so that everything a position needs is known when its turn comes.
//!
//! ```text
//! difficulty    winner to move   -lg( sum over optimal moves of 10^-difficulty after / legal moves )
//! (9.1.2)       loser to move    -lg( mean over optimal moves of 10^-difficulty after )
//! paths         lg( lines that arrive * lines that go on ), both sides making optimal moves only
//! (9.1.1)
//! ```
//!
//! The goal, whatever the metric says it is, ends a line; a draw has none.

use rayon::prelude::*;
use value::Outcome;

use crate::codec::{DRAW, win};
use crate::index::Index;
use crate::progress::Monitor;
use crate::rules::{Color, side};
use crate::successors::{Destination, Successor, Successors, WalkError};
use crate::tables::TablesError;

/// By the side to move, White first, and the number.
type BothSides = [Vec<f64>; 2];

/// Won and lost positions of one depth: who wins, who is to move, and how deep.
#[derive(Clone, Copy)]
struct Level {
    winner: Color,
    turn: Color,
    depth: u8,
}

/// Every level, a position coming after those that its optimal moves lead to.
fn levels(successors: &Successors<'_>) -> Vec<Level> {
    let of = |winner: Color| {
        let deepest = successors.table().deepest(winner).map(|depth| depth.0 as u8);
        deepest.into_iter().flat_map(move |deepest| 0..=deepest).flat_map(move |depth| {
            [winner, winner.other()].map(|turn| Level { winner, turn, depth })
        })
    };
    Color::ALL.into_iter().flat_map(of).collect()
}

impl Level {
    fn numbers(self, successors: &Successors<'_>) -> Vec<usize> {
        numbers_of(successors, self.turn, win(self.winner, self.depth))
    }
}

fn numbers_of(successors: &Successors<'_>, turn: Color, code: u8) -> Vec<usize> {
    let codes = successors.table().codes(turn).iter().enumerate();
    codes.filter(|&(_, &there)| there == code).map(|(number, _)| number).collect()
}

/// The optimal moves of a position, and how many there are in all; each with the number it leads to, none
/// where the goal is reached.
fn optimal(found: &[Successor]) -> Vec<Option<usize>> {
    let best = found.iter().map(|one| one.value).max();
    let best_moves = found.iter().filter(|one| Some(one.value) == best);
    let next = |one: &Successor| match one.to {
        _ if one.value.depth().is_some_and(|depth| depth.0 == 0) => None,
        Destination::Here(number) | Destination::WithRight(number) => Some(number),
        Destination::Elsewhere => None,
    };
    best_moves.map(next).collect()
}

/// Something about every position of these numbers, from its moves.
fn each<T: Send>(
    successors: &Successors<'_>,
    turn: Color,
    numbers: &[usize],
    about: impl Fn(&[Successor]) -> T + Sync,
) -> Result<Vec<T>, TablesError> {
    numbers
        .par_iter()
        .map_init(Vec::new, |found, &number| {
            successors.list(turn, number, found)?;
            Ok(about(found))
        })
        .collect()
}

/// Minus the logarithm of `sum over optimal moves of 10^-next / divisor`, which is given the winner's turn,
/// the legal and the optimal moves; 0 at the goal.
fn backward(
    successors: &Successors<'_>,
    divisor: impl Fn(bool, usize, usize) -> usize + Sync,
    monitor: &Monitor<'_>,
) -> Result<BothSides, WalkError> {
    let mut charts = Color::ALL.map(|_| vec![0.0; successors.table().index().len()]);
    for level in levels(successors) {
        if monitor.stopped() {
            return Err(WalkError::Stopped(successors.table().material()));
        }
        let numbers = level.numbers(successors);
        let next = &charts[side(level.turn.other())];
        let values = each(successors, level.turn, &numbers, |found| {
            let best = optimal(found);
            let after = best.iter().map(|&to| to.map_or(0.0, |number| next[number]));
            let least = after.clone().fold(f64::INFINITY, f64::min);
            if best.is_empty() {
                return 0.0;
            }
            let sum: f64 = after.map(|value| 10f64.powf(least - value)).sum();
            let divisor = divisor(level.turn == level.winner, found.len(), best.len());
            least - sum.log10() + (divisor as f64).log10()
        })?;
        for (number, value) in numbers.into_iter().zip(values) {
            charts[side(level.turn)][number] = value;
        }
    }
    Ok(charts)
}

/// The difficulty of every position, by the side to move and the number: `-lg` of the winner's chance to make only optimal moves at
/// random up to the goal; in a draw `-lg` of the share of moves that hold it.
pub fn difficulty(
    successors: &Successors<'_>,
    monitor: &Monitor<'_>,
) -> Result<BothSides, WalkError> {
    let divisor = |winners: bool, legal, optimal| if winners { legal } else { optimal };
    let mut charts = backward(successors, divisor, monitor)?;
    for turn in Color::ALL {
        let numbers = numbers_of(successors, turn, DRAW);
        let values = each(successors, turn, &numbers, |found| {
            let keep = found.iter().filter(|one| one.value == Outcome::Draw).count();
            (found.len() as f64 / keep as f64).log10()
        })?;
        for (number, value) in numbers.into_iter().zip(values) {
            charts[side(turn)][number] = value;
        }
    }
    Ok(charts)
}

/// The optimal lines through every won or lost position, by the side to move and the number; minus
/// infinity elsewhere.
pub(super) fn through(
    successors: &Successors<'_>,
    monitor: &Monitor<'_>,
) -> Result<BothSides, WalkError> {
    let index = successors.table().index();
    let ahead = backward(successors, |_, _, _| 1, monitor)?;
    // Lines that arrive, summed over the boards of a class and kept at its representative.
    let mut arrive = Color::ALL.map(|_| vec![f64::NEG_INFINITY; index.len()]);
    let mut through = arrive.clone();
    for level in levels(successors).into_iter().rev() {
        let (own, other) = (side(level.turn), side(level.turn.other()));
        let all = level.numbers(successors);
        let (classes, images): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|&number| index.representative(number) == number);
        let moves = each(successors, level.turn, &classes, optimal)?;
        for (&number, moves) in classes.iter().zip(moves) {
            let boards = boards(index, number).log10();
            arrive[own][number] = sum(arrive[own][number], boards);
            through[own][number] = arrive[own][number] - boards - ahead[own][number];
            for next in moves.into_iter().flatten().map(|next| index.representative(next)) {
                arrive[other][next] = sum(arrive[other][next], arrive[own][number]);
            }
        }
        for number in images {
            through[own][number] = through[own][index.representative(number)];
        }
    }
    Ok(through)
}

/// The logarithm of a sum.
fn sum(a: f64, b: f64) -> f64 {
    let (high, low) = (a.max(b), a.min(b));
    high + (1.0 + 10f64.powf(low - high)).log10()
}

/// How many boards a class has.
fn boards(index: &Index, representative: usize) -> f64 {
    let half = index.class_mask(representative / 64).self_symmetric >> (representative % 64) & 1;
    index.images() as f64 / (1 + half) as f64
}
