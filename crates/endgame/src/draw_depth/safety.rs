//! Where a side has nothing left to fear: no moves, however bad, let the opponent win while the men stay the same.

use rayon::prelude::*;
use value::Outcome;

use super::passing_steps::LoudMoves;
use super::{codes, for_each};
use crate::progress::Monitor;
use crate::rules::{Color, side};
use crate::successors::{Successors, WalkError};

/// By number, 1 where moves of both sides lead to a win of this side and 0 elsewhere, with White and with Black
/// to move. A right to capture en passant is not looked at.
pub(super) fn winnable(
    successors: &Successors<'_>,
    winner: Color,
    monitor: &Monitor<'_>,
) -> Result<[Vec<f64>; 2], WalkError> {
    let table = successors.table();
    let wins = |turn: Color, outcome: Outcome| match turn == winner {
        true => outcome.sign() > 0,
        false => outcome.sign() < 0,
    };
    let mut reached = Color::ALL.map(|turn| -> Vec<f64> {
        let won = codes(table, turn, |outcome| wins(turn, outcome));
        table.codes(turn).par_iter().map(|&code| f64::from(won[usize::from(code)])).collect()
    });
    let mut steps = [Vec::new(), Vec::new()];
    for turn in Color::ALL {
        let legal = codes(table, turn, |_| true);
        let loud = LoudMoves::of(successors, turn, &legal, |value| wins(turn, value))?;
        let marked = &mut reached[side(turn)];
        loud.leaving.iter().for_each(|&number| marked[number as usize] = 1.0);
        let decide = loud.steps.iter().filter(|step| wins(turn, step.value));
        decide.for_each(|step| marked[step.from as usize] = 1.0);
        steps[side(turn)] = loud.steps;
    }
    // Where the winner has no win at all, nothing is reached.
    if reached.iter().all(|marks| marks.par_iter().all(|&mark| mark == 0.0)) {
        return Ok(reached);
    }
    loop {
        let mut grown = false;
        for turn in Color::ALL {
            if monitor.stopped() {
                return Err(WalkError::Stopped(table.material()));
            }
            let legal = codes(table, turn, |_| true);
            let [white, black] = &mut reached;
            let (own, others) = match turn {
                Color::White => (white, &*black),
                Color::Black => (black, &*white),
            };
            let before = total(own);
            for_each(table, turn, &legal, others, own, |_, sum, mark| {
                *mark = mark.max(f64::from(sum > 0.0));
            });
            for step in &steps[side(turn)] {
                let mark = &mut own[step.from as usize];
                *mark = mark.max(others[step.to as usize]);
            }
            grown |= total(own) > before;
        }
        if !grown {
            return Ok(reached);
        }
    }
}

/// How many are marked.
fn total(marks: &[f64]) -> usize {
    marks.par_iter().filter(|&&mark| mark > 0.0).count()
}
