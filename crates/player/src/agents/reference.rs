//! The Player: a reference player at the board.

use rand::Rng;
use value::{ChoiceError, ChoiceSource, Outcome};

use super::{Agent, Turn};
use crate::reference::ReferencePlayer;

impl<S: ChoiceSource<Value = Outcome> + ?Sized> Agent<S> for ReferencePlayer {
    fn choose(&mut self, turn: &Turn<'_, S>, mut rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        Ok(ReferencePlayer::choose(self, turn.choices, turn.extent, &mut rng))
    }
}
