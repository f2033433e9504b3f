//! What may be played at one position, as an agent is asked and as a move is judged.

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::agents::Turn;
use value::{ChoiceError, ChoiceSource, Choices, Outcome};

/// A position with its legal moves and what they are worth.
#[derive(Clone, Debug)]
pub struct ChoiceSet<P = Position, V = Outcome> {
    /// Where.
    pub at: P,
    /// The moves with what they are worth to the mover.
    pub choices: Choices<Move, V>,
}

impl ChoiceSet {
    /// What the tables say of a position.
    pub fn of(tables: &Tables, at: Position) -> Result<ChoiceSet, ChoiceError> {
        Ok(ChoiceSet { choices: tables.choices(&at)?, at })
    }
}

impl<P, V> ChoiceSet<P, V> {
    /// Which of the choices a move is.
    pub fn find(&self, play: Move) -> Option<usize> {
        self.choices.find(&play)
    }

    /// For an agent of this source.
    pub fn turn<'a, S>(&'a self, source: &'a S) -> Turn<'a, S>
    where
        S: ChoiceSource<Position = P, Move = Move, Value = V> + ?Sized,
    {
        Turn { source, at: &self.at, choices: &self.choices }
    }
}
