//! Whole games in bulk: every decision of many games, valued by engines, and what it says about the
//! people who took it.
//!
//! - [`decision`]: a position, its moves with their scores, the one that was played, and by whom
//! - [`decisions_json`]: decisions read from JSON lines
//! - [`family`]: how scores become probabilities at a competence, for six laws
//! - [`inference`]: which competence decisions speak for

pub mod decision;
pub mod decisions_json;
pub mod family;
pub mod inference;

pub use decision::{Decision, GameInfo, Phase, Reference};
pub use family::{Family, Link, MateRule};
pub use inference::{Estimate, Sample};
