//! What a run is to do, how far it is, what it has counted, and why it fails.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use engine::client::EngineError;
use study::pgn::GamesError;

use super::game_stream::GameCounts;
use super::journal::JournalError;
use super::reference_engine::ReferenceEngine;
use crate::select::Filters;
use crate::store::StoreError;

/// An engine that fails so often without a success in between is given up.
pub(super) const GIVE_UP: usize = 10;

/// For so many failures a position counts in which the engine hung.
pub(super) const HUNG: usize = 5;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// PGN files; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// What passes.
    pub filters: Filters,
    /// Who values, at least one.
    pub engines: Vec<ReferenceEngine>,
    /// How deep, at least one.
    pub depths: Vec<u16>,
    /// How many positions at a time, at least one.
    pub processes: usize,
    /// The file to write.
    pub out: PathBuf,
    /// A journal that is kept for other runs; none: one beside the file, until it is finished.
    pub journal: Option<PathBuf>,
    /// Whether a file that is there may be replaced.
    pub force: bool,
}

/// Why there is no file, or not a whole one.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum EvaluateError {
    #[error("{} is there already: choose another --out, or replace it with --force", path.display())]
    Exists { path: PathBuf },
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "{engine} valued none of the last positions and is given up, the last being {fen}: {source}"
    )]
    Engine { engine: String, fen: String, source: Box<EngineError> },
    #[error("stopped: {known} positions are valued and kept in {}; the same command goes on from there", path.display())]
    Stopped { known: usize, path: PathBuf },
    #[error("cannot start {0} threads ({1}): give fewer --processes")]
    Threads(usize, io::Error),
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Games read.
    pub games: usize,
    /// Decisions that are written, or known to be left out.
    pub decisions: usize,
    /// How many there will be; none if nobody knows.
    pub total: Option<usize>,
    /// Positions valued in this run, each engine counted by itself.
    pub valued: usize,
    /// How long the rest takes, if it goes on as it did.
    pub left: Option<Duration>,
}

/// What was counted.
#[derive(Debug, Default)]
pub struct Totals {
    /// Decisions that passed.
    pub decisions: usize,
    /// Different positions among them.
    pub positions: usize,
    /// Positions valued now, each engine counted by itself.
    pub valued: usize,
    /// Positions whose values were in the journal, likewise.
    pub known: usize,
    /// Positions that an engine could not value, likewise.
    pub failed: usize,
    /// The first of them, a sentence each.
    pub failures: Vec<String>,
    /// Decisions left out because they were decided, each engine counted by itself.
    pub decided: usize,
    /// Rows of the file.
    pub rows: u64,
    /// Time of the engines, all processes together.
    pub engine_time: Duration,
    /// Time of the whole.
    pub time: Duration,
    /// Lines of the journal that were damaged.
    pub damaged: usize,
}

impl Totals {
    /// The share of their time that the processes had an engine at work.
    pub fn engine_share(&self, processes: usize) -> f64 {
        let whole = self.time.as_secs_f64() * processes as f64;
        if whole > 0.0 { (self.engine_time.as_secs_f64() / whole).min(1.0) } else { 0.0 }
    }
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What became of the games.
    pub games: GameCounts,
    /// What was counted.
    pub totals: Totals,
}
