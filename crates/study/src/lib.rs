//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
//!
//! - [`matches`](mod@matches): many games between two agents
//! - [`tally`]: numbers summed up

pub mod matches;
pub mod tally;
