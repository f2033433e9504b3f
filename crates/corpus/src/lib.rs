//! Whole games in bulk: every decision of many games, valued by engines, and what it says about the
//! people who took it.
//!
//! - [`decision`]: a position, its moves with their scores, the one that was played, and by whom
//! - [`decisions_json`]: decisions read from JSON lines
//! - [`family`]: how scores become probabilities at a competence, for six laws
//! - [`inference`]: which competence decisions speak for
//! - [`group`]: decisions by player, band, phase, ...; [`profile`]: how competent each group is
//! - [`scale`]: competence as a rating, for one [`pool`] of ratings
//! - [`input`]: decisions from files of either kind; [`model_record`]: the model as answers tell it

pub mod decision;
pub mod decisions_json;
pub mod family;
pub mod group;
pub mod inference;
pub mod input;
pub mod model_record;
pub mod pool;
pub mod profile;
pub mod scale;

pub use decision::{Decision, GameInfo, Phase, Reference};
pub use family::{Family, Link, MateRule};
pub use group::GroupBy;
pub use inference::{Estimate, Sample};
pub use pool::Pool;
pub use scale::Scale;
