//! What may be played at one position, as an agent is asked and as a move is judged.

use endgame::rules::{Move, Position};
use player::agents::Turn;
use value::{ChoiceError, ChoiceSource, Choices, Outcome};

/// A position with its legal moves and what they are worth.
#[derive(Clone, Debug)]
pub struct ChoiceSet<P = Position, V = Outcome, M = Move> {
    /// Where.
    pub at: P,
    /// The moves with what they are worth to the mover.
    pub choices: Choices<M, V>,
}

impl<P, V, M> ChoiceSet<P, V, M> {
    /// What a source says of a position.
    pub fn of<S>(source: &S, at: P) -> Result<ChoiceSet<P, V, M>, ChoiceError>
    where
        S: ChoiceSource<Position = P, Move = M, Value = V> + ?Sized,
    {
        Ok(ChoiceSet { choices: source.choices(&at)?, at })
    }

    /// Which of the choices a move is.
    pub fn find(&self, play: &M) -> Option<usize>
    where
        M: PartialEq,
    {
        self.choices.find(play)
    }

    /// For an agent of this source.
    pub fn turn<'a, S>(&'a self, source: &'a S) -> Turn<'a, S>
    where
        S: ChoiceSource<Position = P, Move = M, Value = V> + ?Sized,
    {
        Turn::new(source, &self.at, &self.choices)
    }
}
