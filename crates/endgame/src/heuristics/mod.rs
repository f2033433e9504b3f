//! Chess facts about a move, rules over them, and the weights they give.
//!
//! Jansen 1992, section 6.2: a heuristic is a predicate `H(p_0, p_1)` on the position before and the
//! position after a move. Here it is a [`Rule`], a small expression such as
//! `check and not attacked(Q)`, and what it may ask is in [`Facts`].
//!
//! ```text
//! Tables, Position -> facts     one move at a time, by the rules of chess
//! Successors       -> Sweep     the same for every position of an endgame, fast
//!                       |
//!                     Facts --> Rule --> Weights
//! ```
//!
//! Everything is seen by the player who makes the move, whatever his colour: `K` is his king, `k`
//! his opponent's.

mod exchange;
mod facts;
mod geometry;
mod named;
pub(crate) mod rule;
mod sweep;
mod weights;

pub use facts::{Facts, LastMove, Replies, facts, facts_after, facts_of};
pub use geometry::{center, corner, distance};
pub use named::{Named, named};
pub use rule::{Rule, RuleError, reference};
pub use sweep::Sweep;
pub use weights::{Weights, WeightsError};
