//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
//!
//! - [`markov`]: the Markov chain of a chess endgame

pub mod markov;
