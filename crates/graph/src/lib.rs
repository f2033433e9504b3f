//! ANY SOLVED GAME: two players who alternate on an explicit graph of positions.
//!
//! Nothing here knows chess. The chess solver answers to this crate through its reference solver, which
//! lists an endgame as a [`Graph`] and solves it.
//!
//! - [`position_graph`]: [`Graph`], Jansen's game space and successor function
//! - [`retrograde`]: [`Graph::solve`], his Fig 2.2; [`Solution`], who wins and how soon
//! - [`branching`]: [`Branching`], how many moves positions have
//! - [`puzzle`]: games for one, the 8-puzzle
//! - [`random`]: random games, his chapter 3
//! - [`theory`]: what is to be expected of them, his chapter 4
//!
//! ```
//! use graph::Graph;
//! use value::{Depth, Outcome};
//!
//! // The mover at `start` may go to `mate`, where the other side has lost.
//! let mut game = Graph::new();
//! let mate = game.add_lost();
//! let start = game.add([mate], None);
//! assert_eq!(game.solve().outcome(start), Outcome::Win(Depth(1)));
//! ```

pub mod branching;
pub mod position_graph;
pub mod puzzle;
pub mod random;
pub mod retrograde;
pub mod theory;

pub use branching::Branching;
pub use position_graph::{Graph, Node};
pub use retrograde::Solution;
