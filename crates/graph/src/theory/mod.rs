//! WHAT TO EXPECT OF RANDOM GAMES: the difference equations of Jansen 1992, chapter 4 and section 8.1.
//!
//! - [`equations`]: [`Theory`], the shares of positions won and lost by depth
//! - [`threshold`]: the share of terminal wins above which a game is a total win, and the critical mass
//! - [`conditions`]: how many terminal wins a game needs to be interesting
//! - [`moves`]: [`ExpectedMoves`], what moves do at each depth
//!
//! Shares are of all positions of a side. The equations hold for the expected shares in an infinitely
//! large game: seen from any position, the game is then a tree with independent branches.

pub mod conditions;
pub mod equations;
pub mod moves;
pub mod threshold;

pub use equations::{Expected, Theory};
pub use moves::ExpectedMoves;
pub use threshold::Threshold;
