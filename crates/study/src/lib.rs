//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
//!
//! - [`exact`]: the exact answer beside it, position by position
//! - [`markov`]: the Markov chain of a chess endgame
//! - [`matches`](mod@matches): many games between two agents
//! - [`tally`]: numbers summed up

pub mod exact;
pub mod markov;
pub mod matches;
pub mod tally;
