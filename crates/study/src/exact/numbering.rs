//! The positions of one side to move that are followed, numbered by state.

use std::sync::atomic::{AtomicU32, Ordering};

use endgame::rules::Color;
use endgame::successors::Successors;
use rayon::prelude::*;
use value::Outcome;

const NOBODY: u32 = u32::MAX;

/// A place for each position: by state, then by number; all images of a class share one.
#[derive(Debug)]
pub(super) struct Numbering {
    places: Vec<AtomicU32>,
    /// The first place of each state and stretch of the table, state by state.
    firsts: Vec<u32>,
    stretches: usize,
}

impl Numbering {
    /// Numbers the positions that have a state.
    pub(super) fn new(
        successors: &Successors<'_>,
        turn: Color,
        states: usize,
        state: impl Fn(Outcome) -> Option<usize> + Sync,
    ) -> Numbering {
        let table = successors.table();
        let (index, codes) = (table.index(), table.codes(turn));
        let of_code: Vec<Option<usize>> =
            (0..=255u8).map(|code| table.codec().outcome(code, turn).and_then(&state)).collect();
        let ranges = successors.stretches();
        let each = |cells: std::ops::Range<usize>,
                    visit: &mut dyn FnMut(usize, Option<usize>, bool)| {
            for cell in cells {
                let counts = index.class_mask(cell).representatives;
                for square in 0..64 {
                    let number = cell * 64 + square;
                    let state = of_code[usize::from(codes[number])];
                    visit(number, state, counts >> square & 1 == 1);
                }
            }
        };
        let counts: Vec<Vec<u32>> = ranges
            .par_iter()
            .map(|cells| {
                let mut counts = vec![0; states];
                each(cells.clone(), &mut |_, state, counted| {
                    if let (Some(state), true) = (state, counted) {
                        counts[state] += 1;
                    }
                });
                counts
            })
            .collect();
        let mut firsts = Vec::with_capacity(states * ranges.len() + 1);
        let mut next = 0;
        for state in 0..states {
            for counts in &counts {
                firsts.push(next);
                next += counts[state];
            }
        }
        firsts.push(next);
        let places: Vec<AtomicU32> =
            (0..index.len()).into_par_iter().map(|_| AtomicU32::new(NOBODY)).collect();
        ranges.par_iter().enumerate().for_each(|(at, cells)| {
            let mut next: Vec<u32> =
                (0..states).map(|state| firsts[state * ranges.len() + at]).collect();
            each(cells.clone(), &mut |number, state, counted| {
                if let (Some(state), true) = (state, counted) {
                    places[number].store(next[state], Ordering::Relaxed);
                    next[state] += 1;
                }
            });
        });
        ranges.par_iter().for_each(|cells| {
            each(cells.clone(), &mut |number, state, counted| {
                if let (Some(_), false) = (state, counted) {
                    let place = &places[index.representative(number)];
                    places[number].store(place.load(Ordering::Relaxed), Ordering::Relaxed);
                }
            });
        });
        Numbering { places, firsts, stretches: ranges.len() }
    }

    /// The place of a position; none if it is not followed.
    #[inline(always)]
    pub(super) fn place(&self, number: usize) -> Option<u32> {
        let place = self.places[number].load(Ordering::Relaxed);
        (place != NOBODY).then_some(place)
    }

    /// How many numbers the table has.
    pub(super) fn numbers(&self) -> usize {
        self.places.len()
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.firsts[self.firsts.len() - 1] as usize
    }

    /// The places of a state.
    pub(super) fn state(&self, state: usize) -> std::ops::Range<usize> {
        let first = |state: usize| self.firsts[state * self.stretches] as usize;
        first(state)..first(state + 1)
    }
}
