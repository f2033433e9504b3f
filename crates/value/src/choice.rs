//! A legal move, where it leads, how much it weighs; and who can list the moves of a position.

use std::error::Error;
use std::fmt;

use crate::{Choices, Outcome, Value};

/// One legal move, as much of it as a player model may see.
///
/// A field is added only with a note in `docs/decisions/`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M, V = Outcome> {
    /// The move, handed back untouched.
    pub play: M,
    /// Where it leads, for the player who moves: the position after the move, flipped to the mover.
    pub value: V,
    /// The papers' `v_m`: 1 unless a heuristic speaks.
    pub weight: f64,
}

impl<M, V> Choice<M, V> {
    /// A move nobody has weighed: weight 1.
    pub fn new(play: M, value: V) -> Choice<M, V> {
        Choice { play, value, weight: 1.0 }
    }
}

/// Who can list the choices: an endgame table, an engine, a network, a random game.
pub trait ChoiceSource {
    /// Where one stands.
    type Position;
    /// What one may do there.
    type Move;
    /// What a choice is worth: usually an [`Outcome`].
    type Value: Value;

    /// Every legal move with its value for the mover; empty when the game is over.
    fn choices(&self, at: &Self::Position)
    -> Result<Choices<Self::Move, Self::Value>, ChoiceError>;

    /// The same moves for somebody who does not look at weights: a source that weighs them may save
    /// itself the trouble.
    fn unweighed(
        &self,
        at: &Self::Position,
    ) -> Result<Choices<Self::Move, Self::Value>, ChoiceError> {
        self.choices(at)
    }

    /// The position after a move that [`choices`](ChoiceSource::choices) listed.
    fn after(&self, at: &Self::Position, play: &Self::Move) -> Self::Position;

    /// A number that only positions of one endgame (the same men) share with the same side to move.
    /// None if the source has no such number.
    fn endgame(&self, _at: &Self::Position) -> Option<u64> {
        None
    }

    /// Drawn positions of the endgame of a position with the *other* side to move: a fair sample, the
    /// same at every call, by which to judge how often a player errs there. None if the side to move
    /// wins none of its positions, or the source does not look for them.
    fn drawn_sample(
        &self,
        _at: &Self::Position,
    ) -> Result<Option<Vec<Self::Position>>, ChoiceError> {
        Ok(None)
    }

    /// A number that only positions share from which the same can happen with the same values and
    /// weights, symmetric ones for example: what was found out once is then known for all of them.
    /// None if the source has no such number.
    fn key(&self, _at: &Self::Position) -> Option<u64> {
        None
    }
}

/// A source that cannot answer: its own error, a sentence with the next step in it.
#[derive(Debug)]
pub struct ChoiceError(Box<dyn Error + Send + Sync>);

impl ChoiceError {
    /// Wraps the source's own error.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> ChoiceError {
        ChoiceError(error.into())
    }
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for ChoiceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}
