//! WHAT IS TRUE in chess endgames.
pub mod code;
pub mod index;
pub mod material;
pub mod memory;
pub mod rules;
pub mod table;
pub mod solve;
