//! The Imitator: plays as well as the opponent seems to, or a little better or worse.

use rand::Rng;
use value::{ChoiceError, ChoiceSource};

use super::{Agent, Analyser, Turn};
use crate::competence::Competence;
use crate::reference::ReferencePlayer;

/// Tracks the opponent's apparent competence and plays at that plus an offset.
#[derive(Clone, Debug)]
pub struct Imitator {
    /// Who watches the opponent; its model is also the imitator's own.
    pub analyser: Analyser,
    /// How much better than the opponent to play.
    pub offset: f64,
}

impl Imitator {
    /// The competence it would play at now.
    pub fn competence(&self) -> Competence {
        let seen = Competence::new(self.analyser.belief.mean()).unwrap_or(Competence::RANDOM);
        seen.plus(self.offset)
    }
}

impl<S: ChoiceSource + ?Sized> Agent<S> for Imitator {
    fn choose(&mut self, turn: &Turn<'_, S>, mut rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let model = self.analyser.model.clone();
        let player = ReferencePlayer { competence: self.competence(), model };
        Ok(player.choose(turn.choices, &mut rng))
    }

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.analyser.observe(turn.choices, played);
        Ok(())
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        let distribution = self.analyser.model.distribution(turn.choices);
        Some(distribution.probabilities(self.competence()))
    }
}
