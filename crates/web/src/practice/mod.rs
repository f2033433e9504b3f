//! Practice games: you against an agent, from a position worth practising.
//!
//! - [`start`]: where to begin; [`setup`]: with what
//! - [`game`]: moves made, answered, judged and taken back; [`ending`]: when it is over
//! - [`desk`]: the games at hand
//! - [`report`]: what there is to learn from one; [`review`]: from all of them; [`export`]: as files
//! - `routes`, `past`: all this over HTTP

pub mod desk;
pub mod ending;
pub mod export;
pub mod game;
pub(crate) mod past;
pub mod report;
pub mod review;
pub(crate) mod routes;
pub mod setup;
pub mod start;

pub use game::Practice;
pub use setup::Setup;
pub use start::{Goal, Start, StartError, Wish};
