//! The exact answer for players whose moves depend on the position alone: how long a random game takes them, and how
//! likely White wins in time.
//!
//! - [`chances`](mod@chances): [`Chances`], how likely each move of each position is
//! - [`lengths`](mod@lengths): [`Lengths`], the expected number of White's moves to the end of the game, and its deviation
//! - [`hardest`](mod@hardest): the replies that make it longest
//! - [`lumped`](mod@lumped): the Markov model of the same players, all positions of a depth lumped together

pub mod chances;
pub mod hardest;
pub mod lengths;
pub mod lumped;

pub use chances::Chances;
pub use hardest::{Among, Hardest};
pub use lengths::Lengths;
