//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
//!
//! - [`pgn`]: games read and written
//! - [`assess`]: games judged move by move
//! - [`markov`]: the Markov chain of a chess endgame
//! - [`exact`]: the exact answer beside it, position by position
//! - [`matches`](mod@matches): many games between two agents
//! - [`tally`]: numbers summed up

pub mod assess;
pub mod exact;
pub mod markov;
pub mod matches;
pub mod pgn;
pub mod tally;
