//! Tables checked position by position: against their own moves, or against a second solver.

use std::num::NonZeroU64;

use endgame::index::Slot;
use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::progress::{Monitor, Progress};
use endgame::reference_solver::{ReferenceError, ReferenceSolver};
use endgame::rules::{Color, Position, Role};
use endgame::successors::WalkError;
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use endgame::verify::{Report, verify, verify_walked};

use crate::schema::VerifiedEndgame;

/// How many wrong positions are told one by one.
const SHOWN: usize = 10;

/// Why a table could not be checked.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum VerificationError {
    #[error("{0}")]
    Tables(#[from] TablesError),
    #[error("{0}")]
    Reference(#[from] ReferenceError),
    #[error("{0}")]
    Walk(WalkError),
    #[error("stopped while checking {material}")]
    Stopped { material: Material },
}

fn stop_if_asked(material: Material, monitor: &Monitor<'_>) -> Result<(), VerificationError> {
    if monitor.stopped() { Err(VerificationError::Stopped { material }) } else { Ok(()) }
}

/// Which positions are looked at, evenly spread over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// About one in so many; all with 1.
    Every(NonZeroU64),
    /// About so many in all.
    Positions(NonZeroU64),
}

impl Sample {
    /// One in how many of the table's positions that is.
    fn every(self, table: &Table) -> NonZeroU64 {
        match self {
            Sample::Every(every) => every,
            Sample::Positions(positions) => {
                let counted = OutcomeHistogram::of(table, Count::Classes);
                let all: u64 = Color::ALL.iter().map(|&turn| counted.side(turn).total()).sum();
                NonZeroU64::new(all / positions).unwrap_or(NonZeroU64::MIN)
            }
        }
    }
}

/// Holds positions against their legal moves: all of them, or a sample.
pub fn by_successors(
    tables: &Tables,
    material: Material,
    sample: Sample,
    monitor: &Monitor<'_>,
) -> Result<VerifiedEndgame, VerificationError> {
    let table = tables.table(&material, monitor)?;
    let every = sample.every(&table);
    let en_passant = Color::ALL.iter().all(|&c| material.army(c).count(Role::Pawn) > 0);
    // Most moves stay in this endgame: its table is asked without detour where it knows everything.
    let lookup = |position: &Position| match table.outcome(position) {
        Some(outcome) if !en_passant => Ok(outcome),
        _ => tables.outcome(position),
    };
    let positions = positions(&table, every, monitor);
    let report = verify::<TablesError>(tables.metric(), &lookup, positions)?;
    stop_if_asked(material, monitor)?;
    let mut found = VerifiedEndgame {
        material: material.to_string(),
        every: every.get(),
        ..VerifiedEndgame::default()
    };
    found.add(&report);
    Ok(found)
}

/// Holds every position against its legal moves, made on the numbers of the index: several times as
/// fast as plain code.
pub fn by_walking(
    tables: &Tables,
    material: Material,
    monitor: &Monitor<'_>,
) -> Result<VerifiedEndgame, VerificationError> {
    let mut found =
        VerifiedEndgame { material: material.to_string(), every: 1, ..VerifiedEndgame::default() };
    for (sides, turn) in Color::ALL.into_iter().enumerate() {
        let report = |progress: Progress| {
            let done = sides * progress.total + progress.done;
            (monitor.report)(Progress { done, total: 2 * progress.total, ..progress });
        };
        let half = Monitor { report: &report, ..*monitor };
        let report =
            verify_walked(tables, &material, turn, &half).map_err(|error| match error {
                WalkError::Stopped(_) => VerificationError::Stopped { material },
                error => VerificationError::Walk(error),
            })?;
        found.add(&report);
    }
    Ok(found)
}

impl VerifiedEndgame {
    fn add(&mut self, report: &Report) {
        self.checked += report.checked;
        self.wrong += report.wrong;
        let room = SHOWN.saturating_sub(self.first.len());
        self.first.extend(report.disagreements.iter().take(room).map(ToString::to_string));
    }
}

/// The legal positions of a table, one of each class, about one in so many, until somebody says stop.
fn positions(
    table: &Table,
    every: NonZeroU64,
    monitor: &Monitor<'_>,
) -> impl Iterator<Item = Position> {
    let index = table.index();
    let (cells, total) = (index.cells(), 2 * index.cells());
    let all = Color::ALL.into_iter().flat_map(move |turn| (0..cells).map(move |cell| (turn, cell)));
    let sampled = move |number: usize| mixed(number as u64).is_multiple_of(every.get());
    all.inspect(move |(turn, cell)| {
        if cell.is_multiple_of(1 << 10) {
            let done = cell + turn.fold_wb(0, cells);
            (monitor.report)(Progress { material: index.material(), done, total });
        }
    })
    .take_while(|_| !monitor.stopped())
    .flat_map(move |(turn, cell)| {
        let mut places = (0..64).filter(move |place| sampled(cell * 64 + place)).peekable();
        let classes = places.peek().map_or(0, |_| index.class_mask(cell).representatives);
        places
            .filter(move |place| classes >> place & 1 != 0)
            .map(move |place| Slot { turn, index: cell * 64 + place })
    })
    .filter_map(|slot| index.decode(slot))
}

/// A number with its bits well mixed, so that every so many-th is a fair sample.
fn mixed(number: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&number.to_le_bytes())
}

/// Holds each position against a second solution.
pub fn by_reference_solver(
    tables: &Tables,
    reference: &mut ReferenceSolver,
    material: Material,
    monitor: &Monitor<'_>,
) -> Result<VerifiedEndgame, VerificationError> {
    reference.solve(material)?;
    tables.table(&material, monitor)?;
    let mut found =
        VerifiedEndgame { material: material.to_string(), every: 1, ..VerifiedEndgame::default() };
    let positions = reference.positions(material)?;
    let total = positions.len();
    for (done, (position, expected)) in positions.enumerate() {
        if done.is_multiple_of(1 << 12) {
            stop_if_asked(material, monitor)?;
            (monitor.report)(Progress { material, done, total });
        }
        let stored = tables.fresh_outcome(&position)?;
        found.checked += 1;
        if stored != expected {
            found.wrong += 1;
            if found.first.len() < SHOWN {
                let fen = position.fen();
                found.first.push(format!("{fen}: stored {stored}, but the graph says {expected}"));
            }
        }
    }
    Ok(found)
}
