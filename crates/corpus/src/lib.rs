//! Whole games in bulk: every decision of many games, valued by engines, and what it says about the
//! people who took it.
//!
//! - [`decision`]: a position, its moves with their scores, the one that was played, and by whom

pub mod decision;
pub mod look;

pub use decision::{Decision, GameInfo, Phase, Reference};
