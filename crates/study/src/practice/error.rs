//! Why a game of a person against an agent cannot begin or go on.

use endgame::rules::PositionError;
use endgame::tables::TablesError;
use games::GameError;
use player::spec::SpecError;
use value::ChoiceError;

use super::ending::Reason;
use super::practised::NotAMove;
use super::record::FORMAT;

/// Why a game cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PracticeError {
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    NotAMove(#[from] NotAMove),
    #[error("that is no legal move here: ask for the legal moves")]
    Illegal,
    #[error(
        "this game is over ({}): start another one, or try again from one of its moments",
        .0.word()
    )]
    Over(Reason),
    #[error("the game is over here: choose a position with something to play for")]
    OverAtStart,
    #[error("it is not your move: wait for the opponent")]
    NotYourMove,
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    #[error("there is no ply {ply} in this game: choose 0 to {last}")]
    NoSuchPly { ply: usize, last: usize },
    #[error(
        "the history of practice game {id} is damaged at ply {ply}: export your games to get the moves before it, and start a new one"
    )]
    Damaged { id: String, ply: usize },
    #[error("there is no program to play against: name at least one")]
    NoProgram,
    #[error("{0} is not drawn: start from a drawn position")]
    NotDrawn(String),
    #[error("{0} is not won for the side to move: start from a won position")]
    NotWon(String),
    #[error(
        "the record has format {found}, this version reads format {FORMAT}: start a new record"
    )]
    Format { found: u32 },
    #[error("the record's start is no position: {0}")]
    RecordStart(String),
    #[error("the record is of a game of {found}, not of {ours}: give --game {found}")]
    RecordGame { found: String, ours: String },
    #[error("the record names a program nobody knows: {0}")]
    RecordProgram(SpecError),
    /// The number counts half-moves, from 1.
    #[error(
        "move {number} of the record, {san}, does not fit the game: the record was changed, start a new one"
    )]
    Spoilt { number: usize, san: String },
    #[error("the record counts {found}, the tables {ours}: give --metric {found}")]
    Metric { found: String, ours: String },
}
