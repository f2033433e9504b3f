//! Checkers, as English draughts are called in America: a game that is not chess at all.
//!
//! - [`rules`]: positions and moves
//! - [`slice`](mod@slice): endgames by their men and kings, `KKvKM`
//! - [`places`]: their positions numbered
//! - [`tables`]: each solved on demand, through `graph`

pub mod places;
pub mod rules;
pub mod slice;
pub mod tables;

pub use places::Places;
pub use rules::{Move, Position, PositionError};
pub use slice::{Slice, UnknownSlice};
pub use tables::{MOST_MEN, Table, Tables};
