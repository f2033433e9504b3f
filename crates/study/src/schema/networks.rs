//! `fallible net --json` and `fallible probe --net --json`: networks that learn an endgame.

use serde::{Deserialize, Serialize};

use super::Theoretical;

/// `fallible net pack`: a network with its exceptions, as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedNetwork {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Positions compared with the table, both sides to move.
    pub positions: usize,
    /// Positions where the file, read back, differs from the table: 0.
    pub wrong: usize,
    /// The size of the file.
    pub bytes: usize,
    /// Bytes of the weights.
    pub weights_bytes: usize,
    /// Positions that the network alone misjudges.
    pub exceptions: usize,
    /// Bytes of the exceptions.
    pub exceptions_bytes: usize,
}

/// `fallible net test`: a file compared with a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkTest {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Positions compared, both sides to move.
    pub positions: usize,
    /// Positions where the file differs from the table.
    pub wrong: usize,
    /// Positions that the network alone, without its exceptions, misjudges.
    pub wrong_alone: usize,
    /// Nanoseconds a probe takes on average, exceptions included.
    pub nanoseconds: f64,
}

/// `fallible net explain`: what a network goes by, and where it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkExplanation {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Weights that are not zero.
    pub weights: usize,
    /// Every input, the one that is missed most first.
    pub inputs: Vec<NetworkInput>,
    /// Positions that the network alone misjudges, by number.
    pub exceptions: Vec<NetworkException>,
}

/// One input of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkInput {
    /// What it says of a position.
    pub name: String,
    /// Units of the first layer that use it.
    pub units: usize,
    /// Positions misjudged in a thousand when it always has its average value.
    pub wrong_without: usize,
}

/// A position that a network misjudges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkException {
    /// The position.
    pub fen: String,
    /// What it is worth to the side to move.
    pub value: Theoretical,
    /// What the network alone holds it for.
    pub guess: Theoretical,
    /// The only move that keeps the value, in SAN; null if there are several or none.
    pub only_move: Option<String>,
}

/// `fallible probe --net`: a position in the eyes of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkProbe {
    /// The position.
    pub fen: String,
    /// What it is worth to the side to move, exactly.
    pub value: Theoretical,
    /// What the network alone, without its exceptions, holds it for.
    pub guess: Theoretical,
    /// How sure the network is that the side named first in the endgame's name wins: `ln(p / (1 - p))`.
    pub logit: f64,
}
