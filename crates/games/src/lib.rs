//! GAMES THAT ARE NOT CHESS: antichess and checkers, solved from nothing, as sources of choices.
//!
//! Left of the waist like the chess tables: whoever plays, judges or predicts sees [`value::Choices`] and nothing of the game.
//!
//! - [`antichess`]: all endgames of at most four men
//! - [`checkers`]: English draughts with at most four men
//! - [`solved_game`]: [`SolvedGame`], what a front asks of each
//! - [`error`]: what can go wrong; [`watch`]: who hears how far solving is

pub mod antichess;
pub mod checkers;
pub mod error;
pub mod solved_game;
mod store;
pub mod watch;

pub use error::GameError;
pub use solved_game::SolvedGame;
pub use watch::{Progress, Watch};
