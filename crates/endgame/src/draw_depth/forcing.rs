//! The depths of the draws that one side forces, from the goal backwards.
//!
//! Each round finds the draws of one more depth, all positions at once: first those from which the forcing side
//! moves to a draw found before, then those from which every reply that keeps the draw leads to one.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use value::Outcome;

use super::passing_steps::{LoudMoves, PassingStep, with_right};
use super::{BothTurns, ENDLESS, NO_DRAW, codes, for_each, safety};
use crate::codec::STALEMATE;
use crate::progress::{Monitor, Progress};
use crate::rules::{Color, side};
use crate::successors::{Successors, WalkError};
use crate::table::Table;

/// The depth of every draw for one side.
pub(super) fn depths(
    successors: &Successors<'_>,
    forced_by: Color,
    monitor: &Monitor<'_>,
) -> Result<BothTurns, WalkError> {
    let mut rounds = Rounds::begin(successors, forced_by, monitor)?;
    rounds.replies(0);
    for depth in 1..ENDLESS {
        if monitor.stopped() {
            return Err(WalkError::Stopped(rounds.table.material()));
        }
        let material = rounds.table.material();
        (monitor.report)(Progress { material, done: usize::from(depth), total: 0 });
        let moved = rounds.moves(depth);
        if !rounds.replies(depth) && !moved {
            break;
        }
    }
    Ok(rounds.depths)
}

struct Rounds<'s> {
    table: &'s Table,
    forced_by: Color,
    depths: BothTurns,
    /// Positions where the forcing side may capture or promote and keep the draw.
    conversions: Vec<u32>,
    /// Drawn double steps past a pawn, by who makes them.
    steps: [Vec<PassingStep>; 2],
    /// What is counted in a round, by the number after a move.
    marks: Vec<f64>,
}

impl<'s> Rounds<'s> {
    /// Knows the goal alone.
    fn begin(
        successors: &'s Successors<'_>,
        forced_by: Color,
        monitor: &Monitor<'_>,
    ) -> Result<Rounds<'s>, WalkError> {
        let table = successors.table();
        let winnable = safety::winnable(successors, forced_by.other(), monitor)?;
        let depths = Color::ALL.map(|turn| {
            let drawn = codes(table, turn, |outcome| outcome == Outcome::Draw);
            let both = table.codes(turn).par_iter().zip(&winnable[side(turn)]);
            let entry = |(&code, &mark): (&u8, &f64)| match drawn[usize::from(code)] {
                false => NO_DRAW,
                true if code == STALEMATE || mark == 0.0 => 0,
                true => ENDLESS,
            };
            both.map(entry).collect()
        });
        let mut conversions = Vec::new();
        let mut steps = [Vec::new(), Vec::new()];
        for turn in Color::ALL {
            let drawn = codes(table, turn, |outcome| outcome == Outcome::Draw);
            let loud = LoudMoves::of(successors, turn, &drawn, |value| value == Outcome::Draw)?;
            if turn == forced_by {
                conversions = loud.leaving;
            }
            let keeps = |step: &PassingStep| step.value == Outcome::Draw;
            steps[side(turn)] = loud.steps.into_iter().filter(keeps).collect();
        }
        let marks = vec![0.0; table.index().len()];
        Ok(Rounds { table, forced_by, depths, conversions, steps, marks })
    }

    /// Marks the positions with one side to move whose depth is so.
    fn mark(&mut self, turn: Color, is: impl Fn(u16) -> bool + Sync) {
        let depths = self.depths[side(turn)].par_iter();
        self.marks.par_iter_mut().zip(depths).for_each(|(mark, &depth)| {
            *mark = f64::from(is(depth));
        });
    }

    /// The depth after a double step.
    fn after(&self, mover: Color, step: &PassingStep) -> u16 {
        let turn = mover.other();
        let plain = self.depths[side(turn)][step.to as usize];
        match step.right {
            None => plain,
            Some(captures_draw) => {
                let is_stalemate = self.table.codes(turn)[step.to as usize] == STALEMATE;
                with_right(plain, is_stalemate, turn == self.forced_by, captures_draw)
            }
        }
    }

    /// Finds the positions of a depth in which the forcing side is to move; says whether there are any.
    fn moves(&mut self, depth: u16) -> bool {
        let turn = self.forced_by;
        self.mark(turn.other(), |after| after == depth - 1);
        let drawn = codes(self.table, turn, |outcome| outcome == Outcome::Draw);
        let found = AtomicBool::new(false);
        let mut also = if depth == 1 { std::mem::take(&mut self.conversions) } else { Vec::new() };
        let steps = self.steps[side(turn)].iter();
        let steps = steps.filter(|step| self.after(turn, step) == depth - 1);
        also.extend(steps.map(|step| step.from));
        let own = &mut self.depths[side(turn)];
        for_each(self.table, turn, &drawn, &self.marks, own, |_, sum, entry| {
            if *entry == ENDLESS && sum > 0.0 {
                *entry = depth;
                found.store(true, Ordering::Relaxed);
            }
        });
        for number in also.into_iter().map(|number| number as usize) {
            if own[number] == ENDLESS {
                own[number] = depth;
                found.store(true, Ordering::Relaxed);
            }
        }
        found.into_inner()
    }

    /// Finds the positions of a depth in which the other side must move: every reply that keeps the draw leads to
    /// the goal in so many moves or fewer. Says whether there are any.
    fn replies(&mut self, depth: u16) -> bool {
        let turn = self.forced_by.other();
        self.mark(self.forced_by, |after| after == ENDLESS);
        // A way to go on that is no quiet move.
        let steps = self.steps[side(turn)].iter();
        let mut goes_on: Vec<u32> = steps
            .filter(|step| {
                let after = self.after(turn, step);
                after > depth && after != NO_DRAW
            })
            .map(|step| step.from)
            .collect();
        goes_on.sort_unstable();
        let drawn = codes(self.table, turn, |outcome| outcome == Outcome::Draw);
        let found = AtomicBool::new(false);
        let own = &mut self.depths[side(turn)];
        for_each(self.table, turn, &drawn, &self.marks, own, |number, sum, entry| {
            if *entry == ENDLESS && sum == 0.0 && goes_on.binary_search(&(number as u32)).is_err() {
                *entry = depth;
                found.store(true, Ordering::Relaxed);
            }
        });
        found.into_inner()
    }
}
