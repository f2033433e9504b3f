//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
//!
//! - [`pgn`]: games read and written
//! - [`assess`]: games judged move by move

pub mod assess;
pub mod pgn;
