//! Positions of a table by what they are worth; whatever else is asked of them is a
//! [`Query`](crate::query::Query).
//!
//! One position stands for all its symmetric images, and a right to capture en passant is nobody's.

use std::collections::BinaryHeap;

use rayon::prelude::*;
use value::{Depth, Outcome};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::index::{Index, Slot, squares};
use crate::rules::{Color, Position};
use crate::table::Table;

/// What a position should be worth to the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Worth {
    /// Whatever it is worth.
    #[default]
    Anything,
    /// A win, however deep.
    Win,
    /// A draw.
    Draw,
    /// A loss, however deep.
    Loss,
    /// This outcome, its depth included.
    Exactly(Outcome),
}

impl Worth {
    /// Whether an outcome will do.
    pub fn includes(self, outcome: Outcome) -> bool {
        match self {
            Worth::Anything => true,
            Worth::Win => outcome.sign() > 0,
            Worth::Draw => outcome.sign() == 0,
            Worth::Loss => outcome.sign() < 0,
            Worth::Exactly(wanted) => outcome == wanted,
        }
    }
}

/// In which order positions are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// As they are numbered.
    #[default]
    InOrder,
    /// At random, none twice: every set of as many positions is as likely as any other. The same
    /// seed gives the same positions on any number of threads.
    Random {
        /// The seed of the random order.
        seed: u64,
    },
}

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Find {
    /// Who is to move, in the table's colours: White is the side named first.
    pub turn: Color,
    /// What the position is worth to that side.
    pub worth: Worth,
    /// Which of them.
    pub pick: Pick,
    /// How many at most.
    pub limit: usize,
}

/// Cells that one thread looks through at a time.
const STRETCH: usize = 1 << 12;

/// Finds positions in a table.
pub fn find(table: &Table, wanted: &Find) -> Vec<Position> {
    let &Find { turn, worth, pick: order, limit } = wanted;
    let (index, codes) = (table.index(), table.codes(turn));
    let fits: [bool; 256] = std::array::from_fn(|code| {
        table.codec().outcome(code as u8, turn).is_some_and(|outcome| worth.includes(outcome))
    });
    let members = |cell: usize| {
        let codes = codes[cell * 64..][..64].iter().enumerate();
        let here = codes
            .fold(0, |set, (square, &code)| set | u64::from(fits[usize::from(code)]) << square);
        if here == 0 { 0 } else { here & index.class_mask(cell).representatives }
    };
    let numbers = pick(index, members, order, limit);
    numbers.into_iter().filter_map(|index| table.index().decode(Slot { turn, index })).collect()
}

/// The deepest a side to move wins or loses, and positions where it does, as they are numbered.
pub fn deepest_positions(
    table: &Table,
    turn: Color,
    worth: Worth,
    limit: usize,
) -> Option<(Depth, Vec<Position>)> {
    let there = codes_in(table.codes(turn));
    let deepest = (0..=255)
        .filter(|&code| there[usize::from(code)])
        .filter_map(|code| table.codec().outcome(code, turn))
        .filter(|&outcome| worth.includes(outcome) && outcome.depth().is_some())
        .max_by_key(|outcome| outcome.depth())?;
    let wanted = Find { turn, worth: Worth::Exactly(deepest), pick: Pick::InOrder, limit };
    Some((deepest.depth()?, find(table, &wanted)))
}

fn codes_in(codes: &[u8]) -> [bool; 256] {
    let seen = |stretch: &[u8]| {
        let mut seen = [false; 256];
        for &code in stretch {
            seen[usize::from(code)] = true;
        }
        seen
    };
    codes
        .par_chunks(64 * STRETCH)
        .map(seen)
        .reduce(|| [false; 256], |a, b| std::array::from_fn(|code| a[code] || b[code]))
}

/// Numbers among the members of each cell, in the order asked for: the first, or a fair sample by the
/// smallest of as many random keys.
pub(crate) fn pick(
    index: &Index,
    members: impl Fn(usize) -> u64 + Sync,
    order: Pick,
    limit: usize,
) -> Vec<usize> {
    let cells = index.cells();
    let mut taken = (0..cells.div_ceil(STRETCH))
        .into_par_iter()
        .fold(BinaryHeap::new, |mut heap, stretch| {
            for cell in stretch * STRETCH..cells.min((stretch + 1) * STRETCH) {
                for square in squares(members(cell)) {
                    let number = cell * 64 + usize::from(square);
                    keep(&mut heap, (key(order, number), number), limit);
                }
            }
            heap
        })
        .reduce(BinaryHeap::new, |mut heap, others| {
            others.into_iter().for_each(|candidate| keep(&mut heap, candidate, limit));
            heap
        })
        .into_vec();
    taken.sort_unstable();
    taken.into_iter().map(|(_, number)| number).collect()
}

/// Keeps the smallest.
fn keep(heap: &mut BinaryHeap<(u64, usize)>, candidate: (u64, usize), at_most: usize) {
    if heap.len() < at_most {
        heap.push(candidate);
    } else if let Some(mut greatest) = heap.peek_mut()
        && candidate < *greatest
    {
        *greatest = candidate;
    }
}

fn key(pick: Pick, index: usize) -> u64 {
    match pick {
        Pick::InOrder => 0,
        Pick::Random { seed } => xxh3_64_with_seed(&(index as u64).to_le_bytes(), seed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_no_position_twice_and_depends_on_its_seed_alone() {
        let index = Index::new(&"KQK".parse().unwrap());
        let picked = |order, limit| {
            pick(&index, |cell| index.class_mask(cell).representatives, order, limit)
        };
        let sample = |seed, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| picked(Pick::Random { seed }, 50))
        };
        assert_eq!(sample(1, 1), sample(1, 3));
        assert_ne!(sample(1, 1), sample(2, 1));
        let all = picked(Pick::InOrder, usize::MAX);
        assert!(all.len() > 100 && all.is_sorted_by(|a, b| a < b));
        let mut distinct = sample(1, 1);
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 50);
        assert!(distinct.iter().all(|number| all.contains(number)));
        assert_eq!(picked(Pick::InOrder, 17), all[..17]);
    }
}
