//! Games valued move by move: `fallible evaluate --json`.

use std::collections::BTreeMap;

use serde::Serialize;

/// What `fallible evaluate` has read, valued and written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluationReport {
    /// What became of the games.
    pub games: EvaluatedGames,
    /// Decisions that passed the filters.
    pub decisions: usize,
    /// Different positions among them: each is valued once.
    pub positions: usize,
    /// Decisions in a position that had been seen before.
    pub duplicates: usize,
    /// Positions valued in this run, each engine counted by itself.
    pub valued: usize,
    /// Positions whose values an earlier run had left in the journal, likewise.
    pub known: usize,
    /// Positions that an engine could not value, likewise: they are left out.
    pub failed: usize,
    /// Decisions left out because the best move was worth more than asked for, likewise.
    pub decided: usize,
    /// Rows of the file.
    pub rows: u64,
    /// The engines, as they name themselves.
    pub engines: Vec<String>,
    /// The depths, in plies.
    pub depths: Vec<u16>,
    /// Positions valued at a time.
    pub processes: usize,
    /// Time of the whole, in seconds.
    pub seconds: f64,
    /// Time of the engines, all processes together, in seconds.
    pub engine_seconds: f64,
    /// The share of their time that the processes had an engine at work, 0 to 1.
    pub engine_share: f64,
    /// The file; none with `--dry-run`.
    pub file: Option<String>,
}

/// What became of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluatedGames {
    /// Games read, those that could not be included.
    pub read: usize,
    /// Games with at least one decision that passed.
    pub kept: usize,
    /// Games that could not be read.
    pub unreadable: usize,
    /// Games left out, by reason.
    pub refused: BTreeMap<String, usize>,
}
