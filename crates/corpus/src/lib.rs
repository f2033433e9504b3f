//! Whole games in bulk: every decision of many games, valued by engines, and what it says about the
//! people who took it.
//!
//! - [`decision`]: a position, its moves with their scores, the one that was played, and by whom
//! - [`store`]: decisions as a Parquet file

pub mod decision;
pub mod store;

pub use decision::{Decision, GameInfo, Phase, Reference};
