//! Decisions from files, whatever kind they are of: the first bytes tell.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::decision::Decision;
use crate::decisions_json::{self, JsonLinesError};

/// Why decisions cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum InputError {
    #[error(transparent)]
    Json(#[from] JsonLinesError),
}

/// Every decision of these files, in their order; one that stands in two files counts once.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Decision>, InputError> {
    let mut decisions = Vec::new();
    for path in paths {
        decisions.extend(decisions_json::read(path)?);
    }
    if paths.len() > 1 {
        let mut seen = HashSet::new();
        decisions.retain(|one| seen.insert((one.board.fen(), one.played, one.rating())));
    }
    Ok(decisions)
}
