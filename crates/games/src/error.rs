//! What can go wrong with other games: their names, positions, moves and tables.

use std::io;
use std::path::PathBuf;

use value::Metric;

use crate::{antichess, checkers};

/// A table that cannot be had, a position without one, or a text that is none.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum GameError {
    #[error("{men} men are on the board, and {game} is solved for at most {most}: take {} off", men - most)]
    TooManyMen { game: &'static str, men: usize, most: usize },
    #[error("{path}: not a table of {wanted}: it is made again")]
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
    #[error("{game} has no {metric}: its depths count {known}")]
    Metric { game: &'static str, metric: Metric, known: &'static str },
    #[error(transparent)]
    Antichess(#[from] antichess::PositionError),
    #[error(transparent)]
    Checkers(#[from] checkers::PositionError),
    #[error(transparent)]
    Material(#[from] antichess::UnknownMaterial),
    #[error(transparent)]
    Slice(#[from] checkers::UnknownSlice),
    #[error("this position is of another game: read it anew")]
    OtherGame,
}

impl GameError {
    /// Whether somebody asked it to stop.
    pub fn is_stopped(&self) -> bool {
        matches!(self, GameError::Stopped)
    }

    /// Whether what was asked for cannot be, whatever the tables.
    pub fn is_wrong_request(&self) -> bool {
        !matches!(
            self,
            GameError::NotATable { .. }
                | GameError::Read { .. }
                | GameError::Write { .. }
                | GameError::Stopped
        )
    }
}

/// Why a text is no move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum MoveProblem {
    #[error("is not a move")]
    Unreadable,
    #[error("is not legal")]
    Illegal,
    #[error("is not legal: captures are forced, and there is {0}")]
    MustCapture(String),
    #[error("can be played in several ways: write every square, as in {0}")]
    Ambiguous(String),
}
