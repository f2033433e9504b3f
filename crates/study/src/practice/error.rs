//! Why a game of a person against an agent cannot begin or go on.

use endgame::rules::PositionError;
use endgame::tables::TablesError;
use player::spec::SpecError;
use value::ChoiceError;

use super::ending::Reason;
use super::record::FORMAT;
use super::session::NotAMove;

/// Why a game cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum PracticeError {
    /// The tables cannot answer.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The tables cannot list moves.
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    /// An opponent that cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A start that is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A text that is no move.
    #[error(transparent)]
    NotAMove(#[from] NotAMove),
    /// A move that is not legal.
    #[error("that is no legal move here: ask for the legal moves")]
    Illegal,
    /// A game that is over.
    #[error(
        "this game is over ({}): start another one, or take back your last move",
        .0.word()
    )]
    Over(Reason),
    /// A start without anything to play.
    #[error("the game is over here: choose a position with something to play for")]
    OverAtStart,
    /// The other side is to move.
    #[error("it is not your move: wait for the opponent")]
    NotYourMove,
    /// No move of the person was made.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// A ply that was not reached.
    #[error("there is no ply {ply} in this game: choose 0 to {last}")]
    NoSuchPly {
        /// What was asked for.
        ply: usize,
        /// The half-moves made.
        last: usize,
    },
    /// A move of a history that cannot be made.
    #[error(
        "the history of practice game {id} is damaged at ply {ply}: export your games to get the moves before it, and start a new one"
    )]
    Damaged {
        /// The game.
        id: String,
        /// Where.
        ply: usize,
    },
    /// No program to play against.
    #[error("there is no program to play against: name at least one")]
    NoProgram,
    /// A start that is no win.
    #[error("{0} is not won for the side to move: start from a won position")]
    NotWon(String),
    /// A record of another version.
    #[error(
        "the record has format {found}, this version reads format {FORMAT}: start a new record"
    )]
    Format {
        /// What it says.
        found: u32,
    },
    /// A position of a record that is none.
    #[error("the record's start is no position: {0}")]
    RecordStart(PositionError),
    /// A program of a record that nobody knows.
    #[error("the record names a program nobody knows: {0}")]
    RecordProgram(SpecError),
    /// A move of a record that cannot be.
    #[error(
        "move {number} of the record, {san}, does not fit the game: the record was changed, start a new one"
    )]
    Spoilt {
        /// Which half-move, from 1.
        number: usize,
        /// As written.
        san: String,
    },
    /// A record counted in another metric.
    #[error("the record counts {found}, the tables {ours}: give --metric {found}")]
    Metric {
        /// The record's.
        found: String,
        /// The tables'.
        ours: String,
    },
}
