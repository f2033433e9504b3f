//! Tables checked position by position: against their own moves, or against a second solver.

use std::num::NonZeroU64;

use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::{Monitor, Progress};
use endgame::reference_solver::{ReferenceError, ReferenceSolver};
use endgame::rules::{Color, Position, Role};
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use endgame::verify::verify;

use crate::schema::VerifiedEndgame;

/// How many wrong positions are told one by one.
const SHOWN: usize = 10;

/// Why a table could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum VerificationError {
    /// The tables do not answer.
    #[error("{0}")]
    Tables(
        #[source]
        #[from]
        TablesError,
    ),
    /// The reference solver does not.
    #[error("{0}")]
    Reference(
        #[source]
        #[from]
        ReferenceError,
    ),
    /// Asked to stop.
    #[error("stopped while checking {material}")]
    Stopped {
        /// The endgame.
        material: Material,
    },
}

fn stop_if_asked(material: Material, monitor: &Monitor<'_>) -> Result<(), VerificationError> {
    if monitor.stopped() { Err(VerificationError::Stopped { material }) } else { Ok(()) }
}

/// Holds each position against its legal moves, or about one in so many.
pub fn by_successors(
    tables: &Tables,
    material: Material,
    every: NonZeroU64,
    monitor: &Monitor<'_>,
) -> Result<VerifiedEndgame, VerificationError> {
    let table = tables.table(&material, monitor)?;
    let en_passant = Color::ALL.iter().all(|&c| material.army(c).count(Role::Pawn) > 0);
    // Most moves stay in this endgame: its table is asked without detour where it knows everything.
    let lookup = |position: &Position| match table.outcome(position) {
        Some(outcome) if !en_passant => Ok(outcome),
        _ => tables.outcome(position),
    };
    let positions = positions(&table, every, monitor);
    let report = verify::<TablesError>(tables.metric(), &lookup, positions)?;
    stop_if_asked(material, monitor)?;
    Ok(VerifiedEndgame {
        material: material.to_string(),
        checked: report.checked,
        wrong: report.wrong,
        first: report.disagreements.iter().take(SHOWN).map(ToString::to_string).collect(),
    })
}

/// The legal positions of a table, one of each class, about one in so many, until somebody says stop.
fn positions(
    table: &Table,
    every: NonZeroU64,
    monitor: &Monitor<'_>,
) -> impl Iterator<Item = Position> {
    let (index, cells) = (table.index(), table.index().cells());
    let slots = Color::ALL.into_iter().flat_map(move |turn| {
        (0..cells).flat_map(move |cell| {
            let classes = index.class_mask(cell).representatives;
            (0..64)
                .filter(move |square| classes >> square & 1 != 0)
                .map(move |square| Slot { turn, index: cell * 64 + square })
        })
    });
    let total = 2 * index.len();
    slots
        .inspect(move |slot| {
            if slot.index.is_multiple_of(1 << 16) {
                let done = slot.index + slot.turn.fold_wb(0, index.len());
                (monitor.report)(Progress { material: index.material(), done, total });
            }
        })
        .take_while(|_| !monitor.stopped())
        .filter(move |slot| mixed(slot.index as u64).is_multiple_of(every.get()))
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
        VerifiedEndgame { material: material.to_string(), ..VerifiedEndgame::default() };
    let positions = reference.positions(material)?;
    let total = positions.len();
    for (done, (position, expected)) in positions.enumerate() {
        if done.is_multiple_of(1 << 12) {
            stop_if_asked(material, monitor)?;
            (monitor.report)(Progress { material, done, total });
        }
        let stored = tables.outcome(&position)?;
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
