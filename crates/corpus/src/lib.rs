//! Whole games in bulk: every decision of many games, valued by engines, and what it says about the
//! people who took it.
//!
//! - [`decision`]: a position, its moves with their scores, the one that was played, and by whom
//! - [`select`]: which decisions of which games are worth an engine's time
//! - [`evaluate`]: their moves valued by engines, in parallel
//! - [`store`]: decisions as a Parquet file

pub mod decision;
pub mod evaluate;
pub mod select;
pub mod store;

pub use decision::{Decision, GameInfo, Phase, Reference};
