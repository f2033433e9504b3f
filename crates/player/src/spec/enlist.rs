//! A description with its weights looked up, ready to sit down at many boards.

use std::fmt;
use std::sync::Arc;

use value::{ChoiceError, ChoiceSource};

use super::words::say;
use super::{AgentSpec, Kind, SpecError};
use crate::agents::{Agent, Best, Emulator, Fewest, Imitator, Predator, Weighing};
use crate::belief::Belief;
use crate::reference::ReferencePlayer;
use crate::weigher::{Weighed, Weigher};

/// Who finds weights by their name: a built-in set, a file, whatever the front has.
pub type NamedWeights<'a, S> = dyn Fn(&str) -> Result<Arc<dyn Weigher<S>>, ChoiceError> + 'a;

/// An agent for games with one kind of source: what it remembers of that is shared by all its
/// games, what it learns of an opponent is not.
pub struct Enlisted<S: ?Sized> {
    player: Ready,
    weigher: Option<Arc<dyn Weigher<S>>>,
}

impl<S: ChoiceSource + ?Sized> fmt::Debug for Enlisted<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Enlisted { player, weigher } = self;
        f.debug_struct("Enlisted").field("player", player).field("weigher", weigher).finish()
    }
}

#[derive(Clone, Debug)]
enum Ready {
    Player(ReferencePlayer),
    Best(Best),
    Fewest(Fewest),
    Emulator(Emulator),
    Imitator(Imitator),
    Predator(Box<Predator>),
}

impl AgentSpec {
    /// Looks up its weights, and makes it ready to play.
    pub fn enlist<S: ChoiceSource + ?Sized>(
        &self,
        named: &NamedWeights<'_, S>,
    ) -> Result<Enlisted<S>, SpecError> {
        let found = self.weights.as_deref().map(named).transpose();
        let weigher = found.map_err(|error| self.refused(say(error)))?;
        let own = weigher.as_ref().and_then(|weigher| weigher.competence());
        let competence = |told: Option<_>| {
            told.or(own).ok_or_else(|| {
                let name = self.weights.as_deref().unwrap_or_default();
                self.refused(format!(
                    "the weights '{name}' bring no competence: give one, as in player:20"
                ))
            })
        };
        let player = match &self.kind {
            Kind::Player(told, model) => Ready::Player(ReferencePlayer {
                competence: competence(*told)?,
                model: model.clone(),
            }),
            Kind::Best(best) => Ready::Best(*best),
            Kind::Fewest => Ready::Fewest(Fewest),
            Kind::Emulator(told, model) => {
                let emulator = Emulator::new(competence(*told)?, model.clone());
                Ready::Emulator(emulator.map_err(|error| self.refused(say(error)))?)
            }
            Kind::Imitator(imitator) => Ready::Imitator(imitator.clone()),
            Kind::Predator(predator) => {
                Ready::Predator(Box::new((**predator).clone().remembering()))
            }
            Kind::Trusting(predator) => {
                let mut predator = (**predator).clone().remembering();
                if let Some(own) = own {
                    let certain = Belief::certain(own.get());
                    predator.analyser.belief = certain.map_err(|error| self.refused(say(error)))?;
                }
                Ready::Predator(Box::new(predator))
            }
        };
        Ok(Enlisted { player, weigher })
    }
}

impl<S> Enlisted<S>
where
    S: ChoiceSource<Move: Clone> + ?Sized + 'static,
{
    /// A player for one board.
    pub fn agent(&self) -> Box<dyn Agent<S>> {
        match &self.player {
            Ready::Player(player) => self.seated(player.clone()),
            Ready::Best(best) => self.seated(*best),
            Ready::Fewest(fewest) => self.seated(*fewest),
            Ready::Emulator(emulator) => self.seated(emulator.clone()),
            Ready::Imitator(imitator) => self.seated(imitator.clone()),
            Ready::Predator(predator) => self.seated((**predator).clone()),
        }
    }

    fn seated<A>(&self, agent: A) -> Box<dyn Agent<S>>
    where
        A: Agent<S> + for<'a> Agent<Weighed<'a, S>> + 'static,
    {
        match &self.weigher {
            None => Box::new(agent),
            Some(weigher) => Box::new(Weighing { agent, weigher: Arc::clone(weigher) }),
        }
    }
}
