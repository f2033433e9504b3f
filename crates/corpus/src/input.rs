//! Decisions from files, whatever kind they are of: the first bytes tell.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use study::pgn::source::{STANDARD_INPUT, Source};

use crate::decision::Decision;
use crate::decisions_json::{self, JsonLinesError};
use crate::store::{Decisions, StoreError};

/// Why decisions cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum InputError {
    #[error(transparent)]
    Json(#[from] JsonLinesError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Every decision of these files, in their order; one that stands in two files, scored by the same engine to
/// the same depth, counts once.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Decision>, InputError> {
    let mut decisions = Vec::new();
    for path in paths {
        match is_parquet(path) {
            true => decisions.extend(Decisions::open(path)?.collect::<Result<Vec<_>, _>>()?),
            false => decisions.extend(decisions_json::read(path)?),
        }
    }
    if paths.len() > 1 {
        let mut seen = HashSet::new();
        let scored = |one: &Decision| (one.reference.engine.clone(), one.reference.depth);
        decisions
            .retain(|one| seen.insert((one.board.fen(), one.played, one.rating(), scored(one))));
    }
    Ok(decisions)
}

/// Whether a file holds decisions rather than games: Parquet, or JSON lines in the first bytes.
pub fn holds_decisions(path: &Path) -> bool {
    let begins_as_json = || -> Option<bool> {
        let mut text = Source::open(path).ok()?;
        let mut first = [0];
        text.read_exact(&mut first).ok()?;
        Some(first == *b"{")
    };
    path != Path::new(STANDARD_INPUT) && (is_parquet(path) || begins_as_json().unwrap_or(false))
}

/// Whether a file begins as Parquet does; what cannot be read is said by who reads it.
fn is_parquet(path: &Path) -> bool {
    let mut magic = [0; 4];
    let begun = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    begun.is_ok() && magic == *b"PAR1"
}
