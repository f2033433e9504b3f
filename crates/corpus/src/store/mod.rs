//! Decisions on disk: a Parquet file with one row for each move of each decision by each reference.
//!
//! What the columns mean is said in `docs/formats.md`. Any program that knows Parquet reads them.
//!
//! - `columns`: names and types
//! - [`write`](mod@write): decisions in, a whole file out
//! - [`read`]: a stream of decisions, however long the file; `batch`: some rows, column by column;
//!   `unfinished`: a decision whose rows are being read
//! - `previous_moves`: the two moves before a position, as columns have them

mod batch;
mod columns;
pub(crate) mod previous_moves;
pub mod read;
mod unfinished;
pub mod write;

use std::io;
use std::path::PathBuf;

use parquet::errors::ParquetError;

pub use read::Decisions;
pub use write::{Search, Writer};

/// The version of the columns; raised when one goes or changes its meaning.
pub const FORMAT: u32 = 1;

/// The key of the file's metadata under which [`FORMAT`] stands.
pub const FORMAT_KEY: &str = "fallible.format";

/// The key under which the program that wrote the file names itself.
pub const PROGRAM_KEY: &str = "fallible.program";

/// Why a file of decisions cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum StoreError {
    #[error("cannot read {} ({source}): name a file that `fallible evaluate` has written", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error("{} is no Parquet file: name a file that `fallible evaluate` has written", path.display())]
    NotParquet { path: PathBuf },
    #[error("{} is cut short: copy it again, or make it again with `fallible evaluate`", path.display())]
    Truncated { path: PathBuf },
    #[error("{} has no column `{column}`: name a file that `fallible evaluate` has written", path.display())]
    NoColumn { path: PathBuf, column: &'static str },
    #[error("the column `{column}` of {} is of another type than `fallible evaluate` writes: make the file again with it", path.display())]
    ColumnType { path: PathBuf, column: &'static str },
    #[error("{} has format {found}, and this program reads format {FORMAT}: make it again with `fallible evaluate`", path.display())]
    OtherVersion { path: PathBuf, found: String },
    #[error("{}, row {row}: {problem}: make the file again with `fallible evaluate`", path.display())]
    Row { path: PathBuf, row: u64, problem: String },
    #[error("{} is damaged ({source}): copy it again, or make it again with `fallible evaluate`", path.display())]
    Damaged { path: PathBuf, source: ParquetError },
    #[error("cannot write {} ({source}): choose a file in a folder that can be written to", path.display())]
    Create { path: PathBuf, source: io::Error },
    #[error("cannot write {} ({source}): look whether the disk is full", path.display())]
    Write { path: PathBuf, source: ParquetError },
}

#[cfg(test)]
mod tests;
