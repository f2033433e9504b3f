//! A description with its weights looked up, ready to make agents for many games.

use std::fmt;
use std::sync::Arc;

use value::{ChoiceError, ChoiceSource};

use super::words::say;
use super::{AgentSpec, Kind, SpecError};
use crate::agents::{
    Agent, Analyser, DrawnMoves, Emulator, Fewest, Imitator, Predator, Presser, Pressing,
    PriorAgent,
};
use crate::belief::Belief;
use crate::competence::Competence;
use crate::grid::CompetenceGrid;
use crate::prior::{MovePrior, PriorSource};
use crate::reference::{Model, ReferencePlayer};

/// Who finds weights by their name: a built-in set, a file, whatever the front has.
pub type PriorLookup<'a, S> = dyn Fn(&str) -> Result<Arc<dyn MovePrior<S>>, ChoiceError> + 'a;

/// An agent for games with one kind of source: what it remembers of that is shared by all its
/// games, what it learns of an opponent is not.
pub struct AgentFactory<S: ChoiceSource + ?Sized>(Box<dyn Fn() -> Box<dyn Agent<S>> + Send + Sync>);

impl<S: ChoiceSource + ?Sized> fmt::Debug for AgentFactory<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentFactory").finish_non_exhaustive()
    }
}

impl<S> AgentFactory<S>
where
    S: ChoiceSource<Move: Clone> + ?Sized + 'static,
{
    /// Makes copies of this agent, who sees the board through these weights.
    fn of<A>(agent: A, move_prior: Option<Arc<dyn MovePrior<S>>>) -> AgentFactory<S>
    where
        A: Agent<S> + for<'a> Agent<PriorSource<'a, S>> + Clone + Sync + 'static,
    {
        AgentFactory(match move_prior {
            None => Box::new(move || Box::new(agent.clone())),
            Some(move_prior) => {
                Box::new(move || Box::new(PriorAgent::new(agent.clone(), Arc::clone(&move_prior))))
            }
        })
    }

    /// Makes agents of another kind than descriptions have, an engine's for example.
    pub fn new(make: impl Fn() -> Box<dyn Agent<S>> + Send + Sync + 'static) -> AgentFactory<S> {
        AgentFactory(Box::new(make))
    }

    /// A player for one board.
    pub fn agent(&self) -> Box<dyn Agent<S>> {
        (self.0)()
    }
}

impl AgentSpec {
    /// Looks up its weights, and makes it ready to play.
    pub fn instantiate<S>(&self, named: &PriorLookup<'_, S>) -> Result<AgentFactory<S>, SpecError>
    where
        S: ChoiceSource<Move: Clone> + ?Sized + 'static,
    {
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
        Ok(match &self.kind {
            Kind::Player(told, model) => {
                let (competence, model) = (competence(*told)?, model.clone());
                let how = match competence {
                    Competence::INFALLIBLE => DrawnMoves::Hardest,
                    _ => DrawnMoves::ByRank(competence),
                };
                self.factory(ReferencePlayer { competence, model }, how, move_prior)
            }
            Kind::Best(best) => self.factory(*best, DrawnMoves::Hardest, move_prior),
            Kind::Fewest => self.factory(Fewest, DrawnMoves::Liveliest, move_prior),
            Kind::Human => {
                // What people prefer is in the weights, values given away among it.
                let model = Model::judging_people();
                AgentFactory::of(
                    ReferencePlayer { competence: Competence::RANDOM, model },
                    move_prior,
                )
            }
            Kind::Presser => AgentFactory::of(Presser, move_prior),
            Kind::Emulator(told, model) => {
                let emulator = Emulator::new(competence(*told)?, model.clone());
                let emulator = emulator.map_err(|error| self.refused(say(error)))?;
                self.factory(emulator, DrawnMoves::Liveliest, move_prior)
            }
            Kind::Imitator(imitator) => {
                self.factory(imitator.clone(), DrawnMoves::Liveliest, move_prior)
            }
            Kind::Predator(predator) => {
                AgentFactory::of((**predator).clone().remembering(), move_prior)
            }
            Kind::PredatorOfWeights(predator) => {
                let mut predator = (**predator).clone().remembering();
                if let Some(own) = own {
                    let certain = Belief::certain(own.get());
                    predator.analyser.belief = certain.map_err(|error| self.refused(say(error)))?;
                }
                self.factory(predator, DrawnMoves::Liveliest, move_prior)
            }
        })
    }

    /// Makes copies of this agent, who presses if its words say so.
    fn factory<S, A>(
        &self,
        agent: A,
        how: DrawnMoves,
        move_prior: Option<Arc<dyn MovePrior<S>>>,
    ) -> AgentFactory<S>
    where
        S: ChoiceSource<Move: Clone> + ?Sized + 'static,
        A: Agent<S> + for<'a> Agent<PriorSource<'a, S>> + Clone + Sync + 'static,
    {
        if !self.presses() {
            return AgentFactory::of(agent, move_prior);
        }
        // Of the opponent nothing is known.
        let belief = Belief::uniform(CompetenceGrid::default());
        let analyser = Analyser { model: Model::judging_people(), belief };
        let order = Predator::new(analyser).remembering();
        AgentFactory::of(Pressing::new(agent, how, order), move_prior)
    }

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
