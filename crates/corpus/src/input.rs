//! Decisions from files, whatever kind they are of: the first bytes tell.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use study::pgn::source::{STANDARD_INPUT, Source};

use crate::decision::{Decision, Reference};
use crate::decisions_json::{self, JsonLinesError};
use crate::names::normal;
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

/// Every decision of these files, in their order; one that stands in two files, scored by the same version of the
/// same engine to the same depth, counts once. Two players may take the same decision: each counts.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Decision>, InputError> {
    let mut decisions = Vec::new();
    for path in paths {
        match is_parquet(path) {
            true => decisions.extend(Decisions::open(path)?.collect::<Result<Vec<_>, _>>()?),
            false => decisions.extend(decisions_json::read(path)?),
        }
    }
    if paths.len() > 1 {
        let mut seen: HashMap<_, Vec<[String; 2]>> = HashMap::new();
        decisions.retain(|one| {
            let Reference { engine, version, depth, .. } = &*one.reference;
            let scored = (engine.clone(), version.clone(), *depth);
            let known =
                seen.entry((one.board.fen(), one.played, one.rating(), scored)).or_default();
            let players = &one.game.players;
            let is_new = !known.iter().any(|other| may_be(players, other));
            if is_new {
                known.push(players.clone());
            }
            is_new
        });
    }
    Ok(decisions)
}

/// Whether the players of two games may be the same: where nobody is named, anybody may be.
fn may_be(players: &[String; 2], others: &[String; 2]) -> bool {
    let mut pairs =
        players.iter().map(|name| normal(name)).zip(others.iter().map(|name| normal(name)));
    pairs.all(|(one, other)| one == other || one.is_empty() || other.is_empty())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// One decision in two files counts once, whether or not one of them names the players; the same
    /// decision of other players, or scored by another version, counts for itself.
    #[test]
    fn a_decision_in_two_files_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let line = |players: &str| {
            format!(
                "{{\"fen\":\"7k/8/8/8/8/8/8/K7 w - -\",\"played\":\"a1a2\",{players}\"sf\":{{\"a1a2\":[0,1],\"a1b1\":[0,2],\"a1b2\":[0,3]}}}}\n"
            )
        };
        let ann = line("\"player\":\"Ann\",\"opponent\":\"Bob\",");
        let eve = line("\"player\":\"Eve\",\"opponent\":\"Bob\",");
        let file = |name: &str, text: String| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let first = file("a.jsonl", ann.clone() + &eve);
        let second = file("b.jsonl", line("\"player\":\"ANN\",\"opponent\":\"Bob\","));
        let nameless = file("c.jsonl", line(""));
        let count = |files: &[&PathBuf]| {
            read(&files.iter().map(|&path| path.clone()).collect::<Vec<_>>()).unwrap().len()
        };
        assert_eq!(count(&[&first]), 2);
        assert_eq!(count(&[&first, &second]), 2);
        assert_eq!(count(&[&first, &nameless]), 2);
        assert_eq!(count(&[&nameless, &second]), 1);
    }
}
