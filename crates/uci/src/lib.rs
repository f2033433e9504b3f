//! Every agent as an engine that chess programs can load: the protocol's front.
//!
//! A line goes from [`front`] through `engine::message` to a `study::game::GameRecord` and a
//! search; agents, games, tables and engines are those of `player`, `study`, `endgame` and
//! `engine`.
//!
//! - [`front`]: commands in, replies out; `control`: when a search must end
//! - [`options`]: what can be set; `opponent`: what `UCI_Opponent` tells
//! - `thinking`: from `go` to `bestmove`

mod control;
pub mod front;
mod opponent;
pub mod options;
mod thinking;
