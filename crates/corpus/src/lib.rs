//! Whole games in bulk: every decision of many games, valued by engines, and what it says about the
//! people who took it.
//!
//! - [`decision`]: a position, its moves with their scores, the one that was played, and by whom
//! - [`several_depths`]: decisions scored at several depths, put together; [`one_reference`]: by one of several engines
//! - [`select`]: which decisions of which games are worth an engine's time; [`names`]: whose they are
//! - [`evaluate`]: their moves valued by engines, in parallel
//! - [`store`]: decisions as a Parquet file; [`decisions_json`]: decisions from JSON lines;
//!   [`input`]: from files of either kind
//! - [`family`]: how scores become probabilities at a competence, for six laws
//! - [`expected_score`](mod@expected_score): what a score is worth in points of a game
//! - [`inference`]: which competence decisions speak for
//! - [`held_out`]: how well a family foresees games it was not fitted to
//! - [`group`]: decisions by player, band, phase, ...; [`profile`]: how competent each group is
//! - [`scale`]: competence as a rating, for one [`pool`] of ratings
//! - [`look`]: what a move looks like; [`human`]: how people choose by look and by value
//! - [`rate`]: the rating one player's moves speak for; [`rating_belief`]: which rating decisions speak for, whose pools [`strength`] joins
//! - [`exact_zone`]: decisions with few men, judged by endgame tables
//! - [`game_review`]: one whole game, move by move, and the moments that mattered
//! - [`sparring`]: whole games against an opponent of a rating
//! - [`stopped_match`]: matches between stopped-down engines, and the rating points between them
//! - [`suite`]: several engines look at one game
//! - [`fairplay`]: agreement with an engine against what an own profile expects
//! - [`model_record`]: the model as answers tell it

pub mod decision;
pub mod decisions_json;
pub mod evaluate;
pub mod exact_zone;
pub mod expected_score;
pub mod fairplay;
pub mod family;
pub mod game_review;
pub mod group;
pub mod held_out;
pub mod human;
pub mod inference;
pub mod input;
pub mod look;
pub mod model_record;
pub mod names;
pub mod one_reference;
pub mod pool;
pub mod profile;
pub mod rate;
pub mod rating_belief;
pub mod scale;
pub mod select;
pub mod several_depths;
pub mod sparring;
pub mod stopped_match;
pub mod store;
pub mod strength;
pub mod suite;

pub use decision::{Decision, GameInfo, Phase, Reference, Shallower};
pub use family::{Family, Link, MateRule};
pub use group::GroupBy;
pub use inference::{Estimate, Sample};
pub use pool::Pool;
pub use scale::Scale;
