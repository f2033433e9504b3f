//! The Analyser: watches moves and learns how competent the player is.

use value::{Choices, Value};

use crate::belief::Belief;
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
        let distribution = self.model.distribution(choices);
        match distribution.likelihoods_on(self.belief.grid(), played) {
            Some(likelihoods) => self.belief.observe_likelihoods(&likelihoods),
            None => {
                let logs = distribution.log_probabilities_on(self.belief.grid(), played);
                self.belief.observe(&logs)
            }
        }
    }
}
