//! The bit-parallel solver. `../index/README.md` defines cell, line, word, king slice and pawn slice.
//!
//! ```text
//! solve_slice: zeroing_moves -> initial_positions -> retrograde (White wins, Black wins) -> log -> write_depths
//!                     |
//!               known_tables, reader, sets: the tables that moves out of the slice lead into
//! ```
//!
//! - `pawn_slice`: all positions with one placement of the pawns, a list of words for each pair of kings
//! - `zeroing_moves`: captures, promotions and pawn moves; `known_tables`, `reader` and `columns`: what they
//!   lead to; `sets`: the same without depths, `promoted`: for pawns that promote, `promoted_lines`: with
//!   depths
//! - `initial_positions`: legality (`legal`), and what zeroing moves are worth (`zeroing_in_runs` and
//!   `probe_results`; `zeroing_in_words` and `depth_buckets` where the clock runs on)
//! - `retrograde`: Jansen's algorithm; `winners_step` and `losers_step`: one king slice in one round;
//!   `frontier`: what fell in one, from which the next starts; `scratch`: the memory they share; `scan`:
//!   the moves of many words at once
//! - `log`: what fell on its way into the table's bytes, at once or later; `record`: packed until then, in
//!   chunks of a `chunk_pool`; `write_depths`: replayed at the end
//! - `geometry`: where men can go

mod chunk_pool;
mod columns;
mod depth_buckets;
mod frontier;
mod geometry;
mod initial_positions;
mod known_tables;
mod legal;
mod log;
mod losers_step;
mod pawn_slice;
mod probe_results;
mod promoted;
mod promoted_lines;
#[cfg(test)]
mod random;
mod reader;
mod record;
mod retrograde;
mod scan;
mod scratch;
mod sets;
mod solve_slice;
mod winners_step;
mod write_depths;
mod zeroing_in_runs;
mod zeroing_in_words;
mod zeroing_moves;

use std::sync::Arc;

use rayon::prelude::*;
use value::{Depth, Metric};

use crate::codec::Codec;
use crate::index::Index;
use crate::material::{Material, PROMOTIONS};
use crate::memory::{Bytes, OutOfMemory};
use crate::progress::{Monitor, Progress};
use crate::rules::{Color, Role, side};
use crate::table::Table;
use known_tables::{Extracts, KnownTables};
use pawn_slice::PawnSlice;
use retrograde::{Clock, Unfinished};
use solve_slice::{Workspace, room_for_logs, room_for_work, solve_slice};
use zeroing_moves::After;

/// Why a solve gave up.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SolveError {
    #[error("stopped while solving {material}: {}", what_stays(*.written))]
    Stopped { material: Material, written: usize },
    #[error("cannot solve {material}")]
    Memory { material: Material, source: OutOfMemory },
    #[error(
        "{material}: wins take so long in {metric} that they do not fit the table's bytes: choose another metric"
    )]
    TooDeep { material: Material, metric: Metric },
}

/// What a stopped solve leaves behind.
fn what_stays(written: usize) -> String {
    match written {
        0 => "nothing was written; run the command again to start over".to_owned(),
        1 => "one table was finished before and stays; run the command again to go on".to_owned(),
        n => format!("{n} tables were finished before and stay; run the command again to go on"),
    }
}

/// About how many bytes a solve takes at its peak, the smaller tables not counted.
pub fn memory_needed(material: &Material, metric: Metric) -> usize {
    let index = Index::new(material);
    index.table_bytes() + room_for_work(&index) + room_for_extracts(&index, metric)
}

/// About how many bytes the sets or lines take that are made of the tables pawns promote into; those
/// of smaller tables do not count beside them.
pub(crate) fn room_for_extracts(index: &Index, metric: Metric) -> usize {
    let material = index.material();
    let promoted = material.converts_into().into_iter().filter(|m| m.men() == material.men());
    let room = |material: Material| {
        let theirs = Index::new(&material);
        if metric == Metric::Dtm && promoted_lines::are_enough(&theirs, index) {
            return promoted_lines::room(&theirs);
        }
        sets::room(&theirs, index)
    };
    promoted.map(room).sum()
}

/// Who promotes into an endgame of as many men, and whether its table then has the colours exchanged.
fn promoters(material: &Material, promoted: &Material) -> Vec<(Color, bool)> {
    let mut found = Vec::new();
    for promoter in Color::ALL {
        let Some(rest) = material.army(promoter).without(Role::Pawn) else { continue };
        let other = material.army(promoter.other());
        for own in PROMOTIONS.map(|role| rest.with(role)) {
            let (white, black) = promoter.fold_wb((own, other), (other, own));
            let after = Material { white, black };
            if after.normalized() == *promoted {
                found.push((promoter, !after.is_normalized()));
            }
        }
    }
    found
}

/// Of an endgame that promotions alone lead into, the side to move that a solve reads: the other one
/// has just promoted. None if both sides are read.
pub(crate) fn side_read(material: &Material, smaller: &Material) -> Option<Color> {
    if smaller.men() < material.men() {
        return None;
    }
    let mut read = [false; 2];
    for (promoter, exchanged) in promoters(material, smaller) {
        read[side(if exchanged { promoter } else { promoter.other() })] = true;
    }
    match read {
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        _ => None,
    }
}

/// Whether sets or some lines tell a solve all that it asks of a table that pawns promote into, so that
/// its bytes can be dropped once these are made.
pub(crate) fn extracts_are_enough(
    material: &Material,
    promoted: &Material,
    metric: Metric,
) -> bool {
    let (ours, theirs) = (Index::new(material), Index::new(promoted));
    if metric == Metric::Dtm {
        return promoted_lines::are_enough(&theirs, &ours);
    }
    let enough = |(_, exchanged): (Color, bool)| sets::are_enough(&theirs, exchanged, &ours);
    promoters(material, promoted).into_iter().all(enough)
}

/// All the smaller endgames that an endgame converts into.
#[derive(Default)]
pub(crate) struct SmallerTables {
    /// Those that sets or lines are made of may be without their bytes.
    tables: Vec<Arc<Table>>,
    extracts: Extracts,
}

impl SmallerTables {
    pub(crate) fn push(&mut self, table: Arc<Table>) {
        self.tables.push(table);
    }

    /// Takes a table that pawns promote into. Where sets or some lines tell a solve all that it asks of
    /// it, they are made now, and the bytes go; says whether they went.
    pub(crate) fn push_promoted(&mut self, material: &Material, table: Table) -> bool {
        let (index, metric) = (Index::new(material), table.metric());
        let table = Arc::new(table);
        let known = KnownTables {
            index: &index,
            smaller: std::slice::from_ref(&table),
            solved: [&[]; 2],
            codec: table.codec(),
            extracts: &self.extracts,
        };
        let enough = extracts_are_enough(material, &table.material(), metric)
            && zeroing_moves::promotions(&index, metric, &known, table.material())
                .iter()
                .all(After::is_extracted);
        let left = table.without_codes().filter(|_| enough);
        let dropped = left.is_some();
        self.push(left.map_or(table, Arc::new));
        dropped
    }
}

/// Solves an endgame, given all the smaller endgames it converts into, in the same metric.
///
/// The bytes are the same whatever the number of threads (rayon's current pool).
pub fn solve(
    material: &Material,
    metric: Metric,
    smaller: &[Arc<Table>],
    monitor: &Monitor<'_>,
) -> Result<Table, SolveError> {
    let smaller = SmallerTables { tables: smaller.to_vec(), ..SmallerTables::default() };
    solve_from(material, metric, &smaller, monitor)
}

/// Solves an endgame under a rule of so many moves, 125 at most, in place of fifty, given the smaller
/// endgames under the same rule: a win must come to mate, or to a zeroing move into a win, within that
/// many moves of each side. Depths are as in DTZ50.
pub(crate) fn solve_under_rule(
    material: &Material,
    moves: u8,
    smaller: &[Arc<Table>],
    monitor: &Monitor<'_>,
) -> Result<Table, SolveError> {
    let smaller = SmallerTables { tables: smaller.to_vec(), ..SmallerTables::default() };
    solve_by(material, (Metric::Dtz50, Clock::Plies(2 * moves)), &smaller, monitor)
}

/// Solves an endgame, of some smaller tables perhaps only the sets being left.
pub(crate) fn solve_from(
    material: &Material,
    metric: Metric,
    smaller: &SmallerTables,
    monitor: &Monitor<'_>,
) -> Result<Table, SolveError> {
    let clock = if metric == Metric::Dtz50 { Clock::Plies(100) } else { Clock::Moves };
    solve_by(material, (metric, clock), smaller, monitor)
}

fn solve_by(
    material: &Material,
    (metric, clock): (Metric, Clock),
    smaller: &SmallerTables,
    monitor: &Monitor<'_>,
) -> Result<Table, SolveError> {
    let SmallerTables { tables: smaller, extracts } = smaller;
    let material = material.normalized();
    let index = Index::new(&material);
    let memory = |source| SolveError::Memory { material, source };
    let mut white = Bytes::uncleared(index.len()).map_err(memory)?;
    let mut black = Bytes::uncleared(index.len()).map_err(memory)?;
    let mut deepest: [Option<Depth>; 2] = [None; 2];
    let placements = index.placements();
    let slice_len = index.cells_per_placement() * 64;
    let mut block = Bytes::uncleared(room_for_logs(&index)).map_err(memory)?;
    let workspace = Workspace::new(&index, &mut block);
    let mut first = 0;
    while first < placements.len() {
        // Placements as far advanced as each other: no push leads from one to another.
        let distance = placements.get(first).distance();
        let end = (first..placements.len())
            .find(|&p| placements.get(p).distance() != distance)
            .unwrap_or(placements.len());
        let total = if placements.len() > 1 { placements.len() } else { 0 };
        (monitor.report)(Progress { material, done: first, total });
        let (white_done, white_next) = white.split_at_mut(first * slice_len);
        let (black_done, black_next) = black.split_at_mut(first * slice_len);
        let known = KnownTables {
            index: &index,
            smaller,
            solved: [white_done, black_done],
            codec: Codec::midway(deepest[0], deepest[1]),
            extracts,
        };
        let level = (end - first) * slice_len;
        let found: Vec<Result<[Option<Depth>; 2], SolveError>> = white_next[..level]
            .par_chunks_mut(slice_len)
            .zip(black_next[..level].par_chunks_mut(slice_len))
            .enumerate()
            .map(|(n, (white, black))| {
                let slice = PawnSlice::new(&index, first + n);
                let codes = [white, black];
                let solved =
                    solve_slice(&slice, (metric, clock), &known, &workspace, codes, monitor);
                solved.map_err(|unfinished| match unfinished {
                    Unfinished::Stopped => SolveError::Stopped { material, written: 0 },
                    Unfinished::TooDeep => SolveError::TooDeep { material, metric },
                    Unfinished::Memory(source) => SolveError::Memory { material, source },
                })
            })
            .collect();
        for slice in found {
            let slice = slice?;
            deepest = [deepest[0].max(slice[0]), deepest[1].max(slice[1])];
        }
        if !Codec::fits(deepest[0], deepest[1]) {
            return Err(SolveError::TooDeep { material, metric });
        }
        first = end;
    }
    Ok(Table::new(index, metric, deepest, [white, black]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome_histogram::{Count, OutcomeHistogram};
    use crate::simd::forced::under_each;
    use crate::tables::Tables;

    /// Solved, counted and packed with each instruction set that this machine has.
    #[test]
    fn tables_and_files_are_the_same_with_every_instruction_set() {
        for (name, metric) in
            [("KRKN", Metric::Dtc), ("KBBK", Metric::Dtm), ("KQKP", Metric::Dtz50)]
        {
            let found = under_each(|| {
                let tables = Tables::new(metric);
                let table = tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
                let mut file = std::io::Cursor::new(Vec::new());
                crate::store::tests::write(&table, &mut file).unwrap();
                (file.into_inner(), OutcomeHistogram::of(&table, Count::Boards))
            });
            for (set, table) in &found[1..] {
                assert!(*table == found[0].1, "{name}: {set:?} differs");
            }
        }
    }

    #[test]
    fn after_a_promotion_the_other_side_moves() {
        let read = |name: &str, smaller: &str| {
            side_read(&name.parse().unwrap(), &smaller.parse().unwrap())
        };
        assert_eq!(read("KQPKP", "KQRKP"), Some(Color::Black));
        assert_eq!(read("KQPKP", "KQPKR"), Some(Color::White));
        assert_eq!(read("KPKP", "KQKP"), Some(Color::Black));
        assert_eq!(read("KPPKP", "KPPKQ"), Some(Color::White));
        assert_eq!(read("KQPKP", "KQPK"), None);
    }
}
