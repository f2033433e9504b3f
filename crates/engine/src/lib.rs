//! Other programs as sources of choices: every legal move of a position with an engine's score.
//!
//! Engines stand beside the tables, left of the waist: they use the rules of chess and the words of
//! `value`, and know nothing of players.
//!
//! - [`score`]: centipawns and mates
//! - [`evaluator`]: what scores every legal move, and when to stop
//! - [`client`]: a UCI engine in a process of its own
//! - [`searcher`]: our own small engine, where there is no other, with its [`static_evaluation`]
//! - [`stopped_down`]: an engine at a fixed depth as a source of choices
//! - [`message`]: the lines of the protocol, for both ends of it; [`pipe`]: lines from a pipe

pub mod client;
pub mod evaluator;
pub mod message;
pub mod pipe;
pub mod score;
pub mod searcher;
pub mod static_evaluation;
pub mod stopped_down;
