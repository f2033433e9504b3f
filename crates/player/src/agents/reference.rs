//! The Player: a reference player at the board.

use rand::Rng;
use value::{ChoiceError, ChoiceSource};

use super::{Agent, Turn};
use crate::reference::ReferencePlayer;

impl<S: ChoiceSource + ?Sized> Agent<S> for ReferencePlayer {
    fn choose(&mut self, turn: &Turn<'_, S>, mut rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        Ok(turn.distribution(&self.model).sample(self.competence, &mut rng))
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        Some(turn.distribution(&self.model).probabilities(self.competence))
    }
}
