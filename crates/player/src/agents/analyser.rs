//! The Analyser: watches moves and learns how competent the player is.

use value::{ChoiceSource, Choices, Value};

use super::Turn;
use crate::belief::Belief;
use crate::distribution::MoveDistribution;
use crate::reference::Model;

/// A belief about a player, and the model by which moves change it.
#[derive(Clone, Debug)]
pub struct Analyser {
    /// What kind of reference player is looked for.
    pub model: Model,
    /// What is thought of its competence.
    pub belief: Belief,
}

impl Analyser {
    /// Learns from a move: whether the model thinks it possible at all.
    pub fn observe<M, V: Value>(&mut self, choices: &Choices<M, V>, played: usize) -> bool {
        self.learn(&self.model.distribution(choices), played)
    }

    /// The same from a turn of a game.
    pub fn watch<S: ChoiceSource + ?Sized>(&mut self, turn: &Turn<'_, S>, played: usize) -> bool {
        self.learn(&turn.distribution(&self.model), played)
    }

    fn learn(&mut self, distribution: &MoveDistribution, played: usize) -> bool {
        match distribution.likelihoods_on(self.belief.grid(), played) {
            Some(likelihoods) => self.belief.observe_likelihoods(&likelihoods),
            None => {
                let logs = distribution.log_probabilities_on(self.belief.grid(), played);
                self.belief.observe(&logs)
            }
        }
    }
}
