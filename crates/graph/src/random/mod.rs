//! RANDOM GAMES: Jansen 1992, chapter 3. Positions whose moves are drawn by chance, solved and studied.
//!
//! - [`parameters`]: [`Parameters`], the sizes, branching factors and terminal positions of a class of games
//! - [`game`]: [`RandomGame`], one of them, solved: a source of choices like any table
//! - `generate`: how its moves are drawn
//! - [`shape`]: [`Shape`], how many positions of each depth; [`Class`], total win or draw
//! - [`mistakes`]: inaccuracies and fatal mistakes of both sides, and how likely they are
//! - [`paths`]: how many optimal lines lead through a position
//! - [`own_threshold`]: the number of terminal wins at which one game becomes a total win

pub mod game;
mod generate;
pub mod mistakes;
pub mod own_threshold;
pub mod parameters;
pub mod paths;
pub mod shape;

pub use game::{RandomGame, Side};
pub use parameters::{Impossible, Moves, Parameters};
pub use shape::{Class, Shape};
