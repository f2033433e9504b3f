//! Antichess: who has lost all men, or cannot move, wins; captures are forced, kings are men like others.
//!
//! - [`rules`]: positions and moves, by shakmaty; [`Rules`]: who wins a stalemate
//! - [`material`]: endgames and their names, `KQvR`
//! - `layout`, `lane`, `quiet`: positions numbered, and moves of 64 of them at a time
//! - `replies`, `en_passant`: moves that leave the endgame
//! - [`places`]: positions numbered for others
//! - `solve`: retrograde analysis; [`table`]: its result; [`tables`]: all of them, on demand

mod en_passant;
mod lane;
mod layout;
pub mod material;
pub mod places;
mod quiet;
mod replies;
pub mod rules;
mod solve;
pub mod table;
pub mod tables;

pub use material::{MOST_MEN, Material, UnknownMaterial};
pub use places::Places;
pub use rules::{Position, PositionError, Rules};
pub use table::Table;
pub use tables::Tables;
