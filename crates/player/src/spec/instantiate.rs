//! A description with its weights looked up, ready to make agents for many games.

use std::fmt;
use std::sync::Arc;

use value::{ChoiceError, ChoiceSource};

use super::words::say;
use super::{AgentSpec, Kind, SpecError};
use crate::agents::{Agent, Analyser, Best, Emulator, Fewest, Imitator, Predator, PriorAgent};
use crate::belief::Belief;
use crate::competence::Competence;
use crate::prior::{MovePrior, PriorSource};
use crate::reference::{Model, ReferencePlayer};

/// Who finds weights by their name: a built-in set, a file, whatever the front has.
pub type PriorLookup<'a, S> = dyn Fn(&str) -> Result<Arc<dyn MovePrior<S>>, ChoiceError> + 'a;

/// An agent for games with one kind of source: what it remembers of that is shared by all its
/// games, what it learns of an opponent is not.
pub struct AgentFactory<S: ?Sized> {
    player: Prototype,
    move_prior: Option<Arc<dyn MovePrior<S>>>,
}

impl<S: ChoiceSource + ?Sized> fmt::Debug for AgentFactory<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AgentFactory { player, move_prior } = self;
        f.debug_struct("AgentFactory")
            .field("player", player)
            .field("move_prior", move_prior)
            .finish()
    }
}

#[derive(Clone, Debug)]
enum Prototype {
    Player(ReferencePlayer),
    Best(Best),
    Fewest(Fewest),
    Emulator(Emulator),
    Imitator(Imitator),
    Predator(Box<Predator>),
}

impl AgentSpec {
    /// Looks up its weights, and makes it ready to play.
    pub fn instantiate<S: ChoiceSource + ?Sized>(
        &self,
        named: &PriorLookup<'_, S>,
    ) -> Result<AgentFactory<S>, SpecError> {
        let found = self.weights.as_deref().map(named).transpose();
        let move_prior = found.map_err(|error| self.refused(say(error)))?;
        let own = move_prior.as_ref().and_then(|move_prior| move_prior.competence());
        let competence = |told: Option<_>| {
            told.or(own).ok_or_else(|| {
                let name = self.weights.as_deref().unwrap_or_default();
                self.refused(format!(
                    "the weights '{name}' bring no competence: give one, as in player:20"
                ))
            })
        };
        let player = match &self.kind {
            Kind::Player(told, model) => Prototype::Player(ReferencePlayer {
                competence: competence(*told)?,
                model: model.clone(),
            }),
            Kind::Best(best) => Prototype::Best(*best),
            Kind::Fewest => Prototype::Fewest(Fewest),
            Kind::Emulator(told, model) => {
                let emulator = Emulator::new(competence(*told)?, model.clone());
                Prototype::Emulator(emulator.map_err(|error| self.refused(say(error)))?)
            }
            Kind::Imitator(imitator) => Prototype::Imitator(imitator.clone()),
            Kind::Predator(predator) => {
                Prototype::Predator(Box::new((**predator).clone().remembering()))
            }
            Kind::PredatorOfWeights(predator) => {
                let mut predator = (**predator).clone().remembering();
                if let Some(own) = own {
                    let certain = Belief::certain(own.get());
                    predator.analyser.belief = certain.map_err(|error| self.refused(say(error)))?;
                }
                Prototype::Predator(Box::new(predator))
            }
        };
        Ok(AgentFactory { player, move_prior })
    }
}

impl AgentSpec {
    /// The agent where every look further ahead costs another search, and nothing is weighed.
    ///
    /// A player, an emulator and an imitator are themselves, with this model and this first belief
    /// about the opponent. Everybody else plays the best move, or the worst.
    pub fn without_search<S: ChoiceSource + ?Sized>(
        &self,
        model: &Model,
        opponent: &Belief,
    ) -> Box<dyn Agent<S>> {
        let player = |competence| ReferencePlayer { competence, model: model.clone() };
        let competence = match &self.kind {
            Kind::Player(Some(competence), _) => *competence,
            Kind::Emulator(Some(competence), _) => {
                return match Emulator::new(*competence, model.clone()) {
                    Ok(emulator) => Box::new(emulator),
                    Err(_) => Box::new(player(*competence)),
                };
            }
            Kind::Imitator(imitator) => {
                let analyser = Analyser { model: model.clone(), belief: opponent.clone() };
                return Box::new(Imitator { analyser, offset: imitator.offset });
            }
            Kind::Best(best) if best.worst => Competence::ANTI_INFALLIBLE,
            _ => Competence::INFALLIBLE,
        };
        Box::new(player(competence))
    }
}

impl<S> AgentFactory<S>
where
    S: ChoiceSource<Move: Clone> + ?Sized + 'static,
{
    /// A player for one board.
    pub fn agent(&self) -> Box<dyn Agent<S>> {
        match &self.player {
            Prototype::Player(player) => self.boxed(player.clone()),
            Prototype::Best(best) => self.boxed(*best),
            Prototype::Fewest(fewest) => self.boxed(*fewest),
            Prototype::Emulator(emulator) => self.boxed(emulator.clone()),
            Prototype::Imitator(imitator) => self.boxed(imitator.clone()),
            Prototype::Predator(predator) => self.boxed((**predator).clone()),
        }
    }

    fn boxed<A>(&self, agent: A) -> Box<dyn Agent<S>>
    where
        A: Agent<S> + for<'a> Agent<PriorSource<'a, S>> + 'static,
    {
        match &self.move_prior {
            None => Box::new(agent),
            Some(move_prior) => Box::new(PriorAgent { agent, move_prior: Arc::clone(move_prior) }),
        }
    }
}
