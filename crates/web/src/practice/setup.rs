//! What a practice game begins with, and how people are judged in it.

use endgame::rules::{Color, Position};
use player::{Belief, Concede, Model, MoveFilter, PowerLaw};

use super::start::Goal;

/// How people are judged: as reference players who may give anything away.
pub fn judge() -> Model {
    let filter = MoveFilter { concede: Concede::Anything, ..MoveFilter::default() };
    Model::new(PowerLaw::default(), filter)
}

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
