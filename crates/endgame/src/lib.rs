//! WHAT IS TRUE in chess endgames.
pub mod code;
pub mod conversion;
pub mod index;
pub mod judge;
pub mod material;
pub mod memory;
pub mod rules;
pub mod solve;
pub mod table;
pub mod verify;
