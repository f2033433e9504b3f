//! How well a won game was played, by Jansen 1992, section 6.1: numbers in, measures out.
//!
//! - [`errors`]: mistakes counted, `p`, `δ` and `d`; by depth, and where a player stops making progress
//! - [`trajectory`]: the depth move by move, `Q1` to `Q8`, and the space of possible games
//! - [`deepest`]: the deepest position a player is expected to win in time, the thesis's `DMAX`
//!
//! Depths are those of positions with the winner to move, `D_i` after his `i`th move and the reply.
//! With best play by both they fall by one a move. Two slips of print are put right: `δ` is `Q6 / Q7`
//! (printed upside down), and against best play `Q6` reduces to `Q4` (printed `Q5`).

pub mod deepest;
pub mod errors;
pub mod trajectory;

pub use deepest::{DeepestWon, Endurance};
pub use errors::{Equilibrium, Errors, ErrorsByDepth, Rates};
pub use trajectory::{FullMove, GameSpace, Measures, Trajectory};
