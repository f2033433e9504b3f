//! Jansen 1992, "Using knowledge about the opponent in game-tree search", chapters 1 and 3 to 7, and parts of 8 and 9.

pub mod chapter1;
pub mod chapter3;
pub mod chapter4;
pub mod chapter5;
pub mod chapter6;
pub mod chapter7;
pub mod section4_6;
mod table1_2;
