//! Practice games over HTTP; what happens in them is [`study::practice`]'s.
//!
//! - `active_games`: the games in memory
//! - `routes`: begin, play, take back, ask for a hint; `history_routes`: reports, history, progress;
//!   `lesson_routes`: lessons, the positions of a day, pasted positions

pub(crate) mod active_games;
pub(crate) mod history_routes;
pub(crate) mod lesson_routes;
pub(crate) mod routes;
