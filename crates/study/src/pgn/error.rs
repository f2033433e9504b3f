//! Why a game cannot be used.

use std::io;
use std::path::PathBuf;

use endgame::rules::{PositionError, SanProblem};
use games::{GameName, MoveProblem};

use super::split::LONGEST_GAME;

/// Why a game cannot be used: file, game, line and, where it applies, move.
#[derive(Debug, thiserror::Error)]
#[error("{}, game {game} ({players}, line {line}), {problem}", file.display())]
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
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum Problem {
    /// The number is written as in `12.` or `12...`.
    #[error("move {number} {san} {problem}: correct it, or take the game out")]
    Move { number: String, san: String, problem: SanProblem },
    #[error("the tag FEN is no position to start from: {0}")]
    Start(PositionError),
    /// With its number, as in `12. 11-15` or `12... 22x15`.
    #[error("move {played} {problem}: correct it, or take the game out")]
    OtherMove { played: String, problem: Box<MoveProblem> },
    #[error("the tag FEN is no position to start from: {0}")]
    OtherStart(Box<games::GameError>),
    #[error(
        "the tag Variant says {0}, and only standard chess and Chess960 are known here: take the game out"
    )]
    Variant(String),
    #[error(
        "the tag Variant says {found}, and this is about chess: take the game out, or read it with --game {game}"
    )]
    OtherGame { found: String, game: GameName },
    #[error("the tag {tag} says {found}, and games of {game} are read here: take the game out")]
    NotThisGame { tag: &'static str, found: String, game: GameName },
    #[error("not readable as PGN ({0}): correct it, or take the game out")]
    Unreadable(io::Error),
    #[error("there is neither a tag nor a move: this is no PGN")]
    NoGame,
    #[error("more than {LONGEST_GAME} bytes without a new game: take it out, or cut it into games")]
    TooLong,
    #[error("it has more than {most} moves of both players: take it out")]
    TooManyMoves { most: usize },
    #[error("the file cannot be read any further ({0}): what follows is lost, get the file again")]
    Cut(io::Error),
    #[error(
        "no move was made in a position of the tables ({men} men or fewer, no castling rights)"
    )]
    OutsideTables { men: usize },
    #[error("no move was made in a position of the tables of {game} ({men} men or fewer)")]
    OutsideGame { game: GameName, men: usize },
}
