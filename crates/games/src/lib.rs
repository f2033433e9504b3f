//! GAMES THAT ARE NOT CHESS: antichess and checkers, solved from nothing, as sources of choices.
//!
//! Left of the waist like the chess tables: whoever plays, judges or predicts sees [`value::Choices`] and nothing of the game.
//!
//! - [`antichess`]: all endgames of at most four men
//! - [`checkers`]: English draughts with at most four men
//! - [`any`]: [`AnyGame`], all of them as one type: what fronts ask
//! - [`error`]: what can go wrong; [`watch`]: who hears how far solving is
//! - [`codec`]: an outcome as a byte
//! - `store`: tables on disk; `kept`: tables in memory

pub mod antichess;
pub mod any;
pub mod checkers;
pub mod codec;
pub mod error;
mod kept;
mod store;
pub mod watch;

pub use any::{
    AnyEndgame, AnyGame, AnyMove, AnyPlaces, AnyPosition, Counts, GameName, UnknownGame,
};
pub use error::{GameError, MoveProblem};
pub use watch::{Listen, Progress, Watch};
