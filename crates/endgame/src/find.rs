//! Positions of a table that are worth a look: a given depth, a zugzwang, an only move.
//!
//! One position stands for all its symmetric images, and a right to capture en passant is nobody's.

use std::collections::BinaryHeap;

use rayon::prelude::*;
use value::{Depth, Outcome};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::index::{Slot, squares};
use crate::rules::{Color, Position};
use crate::table::Table;
use crate::tables::{Tables, TablesError};

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
    fn includes(self, outcome: Outcome) -> bool {
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
    /// Only where the side to move would rather pass: the position is legal with either side to
    /// move, and worth more to the mover, depth included, if the opponent had to move. It is the
    /// same with the sides exchanged: whoever moves is worse off.
    pub zugzwang: bool,
    /// Only where exactly one legal move keeps the win, or the draw.
    pub only_move: bool,
    /// Which of them.
    pub pick: Pick,
    /// How many at most.
    pub limit: usize,
}

/// Most positions looked at between two passes over the table, when only some of them will do.
const MOST_AT_ONCE: usize = 1 << 18;

/// Cells that one thread looks through at a time.
const STRETCH: usize = 1 << 12;

/// Finds positions in a table; `tables` knows where moves lead, and is asked for `only_move` only.
pub fn find(table: &Table, tables: &Tables, wanted: &Find) -> Result<Vec<Position>, TablesError> {
    let mut found = Vec::new();
    let mut after = None;
    let mut at_once = wanted.limit;
    while found.len() < wanted.limit {
        let candidates = candidates(table, wanted, after, at_once);
        let Some(&last) = candidates.last() else { break };
        let fits: Vec<Option<Position>> = candidates
            .into_par_iter()
            .map(|candidate| {
                let slot = Slot { turn: wanted.turn, index: candidate.index };
                let Some(position) = table.index().decode(slot) else { return Ok(None) };
                let fits = !wanted.only_move || has_only_move(table, tables, slot, &position)?;
                Ok(fits.then_some(position))
            })
            .collect::<Result<_, TablesError>>()?;
        found.extend(fits.into_iter().flatten());
        after = Some(last);
        at_once = (4 * at_once).min(MOST_AT_ONCE);
    }
    found.truncate(wanted.limit);
    Ok(found)
}

/// The deepest a side to move wins or loses, and positions where it does, as they are numbered.
pub fn deepest_positions(
    table: &Table,
    turn: Color,
    worth: Worth,
    limit: usize,
) -> Option<(Depth, Vec<Position>)> {
    let outcomes = (0..=255).filter_map(|code| Some((code, table.codec().outcome(code, turn)?)));
    let wanted: Vec<(u8, Outcome)> = outcomes
        .filter(|&(_, outcome)| worth.includes(outcome) && outcome.depth().is_some())
        .collect();
    let there = codes_in(table.codes(turn));
    let deepest = wanted
        .into_iter()
        .filter(|&(code, _)| there[usize::from(code)])
        .max_by_key(|(_, outcome)| outcome.depth())?
        .1;
    let find = Find {
        turn,
        worth: Worth::Exactly(deepest),
        zugzwang: false,
        only_move: false,
        pick: Pick::InOrder,
        limit,
    };
    let positions = candidates(table, &find, None, limit)
        .into_iter()
        .filter_map(|candidate| table.index().decode(Slot { turn, index: candidate.index }))
        .collect();
    Some((deepest.depth()?, positions))
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

/// A position that will do as far as its bytes tell. Ordered as it is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// A random number, if positions are taken at random: the smallest are a fair sample.
    key: u64,
    index: usize,
}

/// The first so many candidates after a given one.
fn candidates(
    table: &Table,
    wanted: &Find,
    after: Option<Candidate>,
    at_most: usize,
) -> Vec<Candidate> {
    let codes = table.codes(wanted.turn);
    let other = table.codes(wanted.turn.other());
    let outcomes: [Option<Outcome>; 256] =
        std::array::from_fn(|code| table.codec().outcome(code as u8, wanted.turn));
    let passed: [Option<Outcome>; 256] = std::array::from_fn(|code| {
        table.codec().outcome(code as u8, wanted.turn.other()).map(Outcome::flipped)
    });
    let worth = outcomes.map(|outcome| outcome.is_some_and(|o| wanted.worth.includes(o)));
    let will_do = |index: usize| {
        let here = usize::from(codes[index]);
        worth[here]
            && (!wanted.zugzwang || {
                let passed = passed[usize::from(other[index])];
                passed.is_some() && passed > outcomes[here]
            })
    };
    let cells = table.index().cells();
    let mut taken = (0..cells.div_ceil(STRETCH))
        .into_par_iter()
        .fold(BinaryHeap::new, |mut heap, stretch| {
            for cell in stretch * STRETCH..cells.min((stretch + 1) * STRETCH) {
                let squares_here = (0..64u64)
                    .filter(|&square| will_do(cell * 64 + square as usize))
                    .fold(0, |set, square| set | 1 << square);
                if squares_here == 0 {
                    continue;
                }
                let mask = table.index().class_mask(cell).representatives;
                for square in squares(squares_here & mask) {
                    let index = cell * 64 + usize::from(square);
                    let candidate = Candidate { key: key(wanted.pick, index), index };
                    if after.is_none_or(|after| candidate > after) {
                        keep(&mut heap, candidate, at_most);
                    }
                }
            }
            heap
        })
        .reduce(BinaryHeap::new, |mut heap, others| {
            others.into_iter().for_each(|candidate| keep(&mut heap, candidate, at_most));
            heap
        })
        .into_vec();
    taken.sort_unstable();
    taken
}

/// Keeps the smallest.
fn keep(heap: &mut BinaryHeap<Candidate>, candidate: Candidate, at_most: usize) {
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

/// Looks at moves until a second one keeps the value: in most positions that is soon.
fn has_only_move(
    table: &Table,
    tables: &Tables,
    slot: Slot,
    position: &Position,
) -> Result<bool, TablesError> {
    let Some(sign) = table.outcome_at(slot).map(Outcome::sign).filter(|&sign| sign >= 0) else {
        return Ok(false);
    };
    let mut keep = 0;
    for play in position.legal_moves() {
        keep += usize::from(tables.choice_value(position, play)?.sign() == sign);
        if keep == 2 {
            return Ok(false);
        }
    }
    Ok(keep == 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::store::tests::made_up_table;

    fn wanted(pick: Pick, limit: usize) -> Find {
        let worth = Worth::Exactly(Outcome::Win(Depth(5)));
        Find { turn: Color::White, worth, zugzwang: false, only_move: false, pick, limit }
    }

    #[test]
    fn a_sample_has_no_position_twice_and_depends_on_its_seed_alone() {
        let table = made_up_table("KQK");
        let sample = |seed, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| candidates(&table, &wanted(Pick::Random { seed }, 50), None, 50))
        };
        assert_eq!(sample(1, 1), sample(1, 3));
        assert_ne!(sample(1, 1), sample(2, 1));
        let distinct: HashSet<usize> = sample(1, 1).iter().map(|c| c.index).collect();
        assert_eq!(distinct.len(), 50);
    }

    #[test]
    fn passes_one_after_the_other_see_everything_once() {
        let table = made_up_table("KQK");
        for pick in [Pick::InOrder, Pick::Random { seed: 7 }] {
            let find = wanted(pick, 0);
            let all = candidates(&table, &find, None, usize::MAX);
            let mut after = None;
            let mut collected = Vec::new();
            loop {
                let some = candidates(&table, &find, after, 17);
                let Some(&last) = some.last() else { break };
                after = Some(last);
                collected.extend(some);
            }
            assert!(all.len() > 100);
            assert_eq!(all, collected);
        }
    }
}
