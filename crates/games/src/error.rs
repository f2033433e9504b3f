//! What can go wrong with the tables of other games.

use std::io;
use std::path::PathBuf;

/// A table that cannot be had, or a position without one.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum GameError {
    #[error("{men} men are on the board, and {game} is solved for at most {most}: take {} off", men - most)]
    TooManyMen { game: &'static str, men: usize, most: usize },
    #[error("{path}: not a table of {wanted}: delete it, and it is made anew")]
    NotATable { path: PathBuf, wanted: String },
    #[error(
        "cannot read {path} ({source}): check its permissions, or name another folder with --tables"
    )]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "cannot write {path} ({source}): free some space, or go on without files by --no-cache"
    )]
    Write { path: PathBuf, source: io::Error },
    #[error("stopped: what was solved so far is kept")]
    Stopped,
}
