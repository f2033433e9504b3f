//! Why a game cannot be used.

use std::fmt;
use std::io;
use std::path::PathBuf;

use endgame::rules::{PositionError, SanProblem};

use super::split::LONGEST_GAME;

/// Why a game cannot be used: file, game, line and, where it applies, move.
#[derive(Debug)]
pub struct GameError {
    /// The file.
    pub file: PathBuf,
    /// The game's number in it, from 1.
    pub game: usize,
    /// The line it begins in, from 1.
    pub line: u64,
    /// `White - Black`.
    pub players: String,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A move that cannot be made.
    #[error("move {number} {san} {problem}: correct it, or take the game out")]
    Move {
        /// `12.` or `12...`.
        number: String,
        /// As written.
        san: String,
        /// Why.
        problem: SanProblem,
    },
    /// A start that is no position.
    #[error("the tag FEN is no position to start from: {0}")]
    Start(PositionError),
    /// Another game than chess.
    #[error("the tag Variant says {0}, and only standard chess is known here: take the game out")]
    Variant(String),
    /// Bytes that are no PGN.
    #[error("not readable as PGN ({0}): correct it, or take the game out")]
    Unreadable(io::Error),
    /// Neither a tag nor a move nor a result.
    #[error("there is neither a tag nor a move: this is no PGN")]
    NoGame,
    /// More text than any game has.
    #[error("more than {LONGEST_GAME} bytes without a new game: take it out, or cut it into games")]
    TooLong,
    /// More moves than a server takes.
    #[error("it has more than {most} moves of both players: take it out")]
    TooManyMoves {
        /// How many it takes.
        most: usize,
    },
    /// The file cannot be read on.
    #[error("the file cannot be read any further ({0}): what follows is lost, get the file again")]
    Cut(io::Error),
    /// Nothing the tables know.
    #[error(
        "no move was made in a position of the tables ({men} men or fewer, no castling rights)"
    )]
    OutsideTables {
        /// The most men asked for.
        men: usize,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameError { file, game, line, players, problem } = self;
        write!(f, "{}, game {game} ({players}, line {line}), {problem}", file.display())
    }
}

impl std::error::Error for GameError {}
