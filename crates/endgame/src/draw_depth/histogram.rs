//! How many draws a side forces in each number of moves, and positions of the deepest.

use std::collections::BTreeMap;

use value::Depth;

use super::{DrawDepth, DrawDepthTable, ENDLESS, NO_DRAW};
use crate::find::{Pick, pick};
use crate::index::{Slot, squares};
use crate::outcome_histogram::Count;
use crate::rules::{Color, Position, side};
use crate::table::Table;

/// The draws with one side to move, by how deep they are for one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawHistogram {
    /// How many are forced, by the moves that takes.
    pub forced: BTreeMap<Depth, u64>,
    /// How many are held without end.
    pub endless: u64,
}

impl DrawHistogram {
    /// The deepest and how many there are of it.
    pub fn deepest(&self) -> Option<(Depth, u64)> {
        self.forced.last_key_value().map(|(&depth, &count)| (depth, count))
    }
}

impl DrawDepthTable {
    /// Counts the draws with somebody to move that one side forces, or does not.
    pub fn histogram(
        &self,
        table: &Table,
        forced_by: Color,
        turn: Color,
        count: Count,
    ) -> DrawHistogram {
        let (index, entries) = (table.index(), &self.forced_by[side(forced_by)][side(turn)]);
        let mut histogram = DrawHistogram::default();
        for cell in 0..index.cells() {
            let entries = &entries[cell * 64..][..64];
            if entries.iter().all(|&entry| entry == NO_DRAW) {
                continue;
            }
            let mask = index.class_mask(cell);
            for square in squares(mask.representatives) {
                let boards = index.images() >> (mask.self_symmetric >> square & 1);
                let counted = if count == Count::Boards { boards } else { 1 };
                match entries[usize::from(square)] {
                    NO_DRAW => (),
                    ENDLESS => histogram.endless += counted,
                    depth => *histogram.forced.entry(Depth(depth)).or_default() += counted,
                }
            }
        }
        histogram
    }

    /// Positions with somebody to move that are so deep a draw for one side, as they are numbered, in the table's
    /// colours.
    pub fn positions(
        &self,
        table: &Table,
        forced_by: Color,
        turn: Color,
        depth: DrawDepth,
        limit: usize,
    ) -> Vec<Position> {
        let index = table.index();
        let members = |cell: usize| {
            let here = |square: &u8| {
                self.get(forced_by, turn, cell * 64 + usize::from(*square)) == Some(depth)
            };
            let counted = squares(index.class_mask(cell).representatives);
            counted.filter(here).fold(0, |set, square| set | 1 << square)
        };
        let numbers = pick(index, members, Pick::InOrder, limit);
        numbers
            .into_iter()
            .filter_map(|number| index.decode(Slot { turn, index: number }))
            .collect()
    }
}
