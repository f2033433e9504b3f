//! What goes out: one type for each answer of the API, as `docs/api.md` describes them.

use endgame::rules::Color;
use serde::Serialize;
pub use study::schema::Value;
use study::schema::{BoardFacts, Extent, MoveSquares, MoveValue};

/// `white` or `black`.
pub fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// A position with everything the tables say of it.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    /// The position.
    #[serde(flatten)]
    pub board: BoardFacts,
    /// For the side to move.
    pub value: Value,
    /// What depths count.
    pub unit: &'static str,
    /// What a draw is measured against.
    pub extent: Extent,
    /// Best first.
    pub moves: Vec<ValuedMove>,
}

/// A move with what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct ValuedMove {
    /// Its names and its value.
    #[serde(flatten)]
    pub valued: MoveValue,
    /// Where from and where to.
    #[serde(flatten)]
    pub squares: MoveSquares,
    /// Whether a win stays a win, a draw a draw.
    pub keeps_value: bool,
    /// Moves of depth given away; none if the value itself is.
    pub conceded: Option<u16>,
    /// What it costs a reference player: `weight * exp(-c * cost)` is its share.
    pub cost: Option<f64>,
    /// 0 if the model never makes it.
    pub weight: f64,
    /// Whether it gives check.
    pub gives_check: bool,
    /// Whether it captures.
    pub captures: bool,
}
