//! How deep draws are, and how hard they are to hold.

use serde::{Deserialize, Serialize};

use super::{MoveValue, TheoreticalValue, Word};

/// How many draws of each depth: `fallible stats --draws`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawStatistics {
    /// White's men first.
    pub material: String,
    /// What is counted: `classes` or `boards`.
    pub count: Word,
    /// The draws that White forces.
    pub white: DrawsForced,
    /// The draws that Black forces.
    pub black: DrawsForced,
}

/// The draws of an endgame by the moves in which one side forces them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawsForced {
    /// With White to move.
    pub white_to_move: DrawCounts,
    /// With Black to move.
    pub black_to_move: DrawCounts,
}

/// Draws with one side to move, by the moves in which one side forces them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawCounts {
    /// Moves of the side that forces the draw, and how many.
    pub forced: Vec<(u16, u64)>,
    /// How many it holds without end.
    pub endless: u64,
    /// Some of the deepest.
    pub deepest_fens: Vec<String>,
}

/// A position and how deep a draw it is: `fallible probe --draws`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawProbe {
    /// The position.
    pub fen: String,
    /// For the side to move.
    pub value: TheoreticalValue,
    /// How deep the draw is; none if it is no draw.
    pub draw: Option<DrawDepths>,
    /// Moves that keep the draw first, those by which the mover forces it soonest first among them.
    pub moves: Vec<DrawMove>,
}

/// The moves in which either side forces a draw; none where it is held without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawDepths {
    /// Moves of White's.
    pub white: Option<u16>,
    /// Moves of Black's.
    pub black: Option<u16>,
}

/// A move, and how deep a draw it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawMove {
    /// The move and its value for the mover.
    #[serde(flatten)]
    pub valued: MoveValue,
    /// After the move; none if it does not draw.
    pub draw: Option<DrawDepths>,
    /// Whether it brings the mover one move nearer to the draw he forces.
    pub shortens: bool,
}

/// How a draw is held: `fallible find --rank losing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holds {
    /// How many moves of the side to move hold the draw.
    pub holding: usize,
    /// How many moves it has.
    pub legal: usize,
    /// Its moves until it has forced the draw; none if it must hold it without end.
    pub draw_depth: Option<u16>,
}
