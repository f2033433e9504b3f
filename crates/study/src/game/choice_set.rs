//! What may be played at one position, as an agent is asked and as a move is judged.

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::agents::Turn;
use value::{Choice, ChoiceError, ChoiceSource, Extent};

/// A position with its legal moves, what they are worth, and how deep its endgame goes.
#[derive(Clone, Debug)]
pub struct ChoiceSet<P = Position> {
    /// Where.
    pub at: P,
    /// The moves with what they are worth to the mover.
    pub choices: Vec<Choice<Move>>,
    /// The deepest win and loss of the endgame, for the mover.
    pub extent: Extent,
}

impl ChoiceSet {
    /// What the tables say of a position.
    pub fn of(tables: &Tables, at: Position) -> Result<ChoiceSet, ChoiceError> {
        let (choices, extent) = (tables.choices(&at)?, tables.extent(&at)?);
        Ok(ChoiceSet { at, choices, extent })
    }
}

impl<P> ChoiceSet<P> {
    /// Which of the choices a move is.
    pub fn find(&self, play: Move) -> Option<usize> {
        self.choices.iter().position(|choice| choice.play == play)
    }

    /// For an agent of this source.
    pub fn turn<'a, S>(&'a self, source: &'a S) -> Turn<'a, S>
    where
        S: ChoiceSource<Position = P, Move = Move> + ?Sized,
    {
        Turn { source, at: &self.at, choices: &self.choices, extent: self.extent }
    }
}
