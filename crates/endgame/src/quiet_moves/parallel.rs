//! A sweep over a whole table, its stretches side by side.

use rayon::prelude::*;

use super::{QuietMoves, Reading};
use crate::rules::Color;
use crate::table::Table;

/// Stretches of a table that are looked at side by side.
const STRETCHES: usize = 64;

/// Calls a function with every wanted position of one side to move, what is gathered from its quiet moves, and its
/// entry in a list by number.
pub fn for_each_position<T: Send>(
    table: &Table,
    turn: Color,
    reading: Reading<'_>,
    entries: &mut [T],
    each: impl Fn(usize, f64, &mut T) + Sync,
) {
    let cells = table.index().cells();
    let stretch = cells.div_ceil(STRETCHES);
    entries.par_chunks_mut(stretch * 64).enumerate().for_each(|(at, entries)| {
        let first = at * stretch;
        let cells = first..cells.min(first + stretch);
        QuietMoves::new(table, turn).sweep(cells, reading, |cell, places, sums| {
            for place in (0..64).filter(|place| places >> place & 1 == 1) {
                let number = cell * 64 + place;
                each(number, sums[place], &mut entries[number - first * 64]);
            }
        });
    });
}
