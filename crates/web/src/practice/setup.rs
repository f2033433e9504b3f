//! What a practice game begins with.

use endgame::rules::{Color, Position};
use player::Belief;

use super::start::Goal;

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where.
    pub start: Position,
    /// Your colour.
    pub you: Color,
    /// What for.
    pub goal: Goal,
    /// Whether a conversion does not end it.
    pub to_mate: bool,
    /// Whether the opponent is not told.
    pub surprise: bool,
    /// The opponent, in the language of agents.
    pub opponent: String,
    /// Of all chance.
    pub seed: u64,
    /// The depth at the start.
    pub depth: Option<u16>,
    /// The game it branched off.
    pub parent: Option<String>,
    /// What the opponent has seen of you in other games.
    pub seen: Belief,
}
