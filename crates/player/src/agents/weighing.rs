//! An agent who sees the board through weights of its own, while the opponent does not.

use std::sync::Arc;

use rand::Rng;
use value::{ChoiceError, ChoiceSource};

use super::{Agent, Turn};
use crate::weigher::{Weighed, Weigher};

/// Any agent with a weigher: its own moves, the opponent's that it sees and those that it expects
/// all weigh what the weigher says.
#[derive(Clone)]
pub struct Weighing<A, S: ?Sized> {
    /// Who plays.
    pub agent: A,
    /// Who weighs for him.
    pub weigher: Arc<dyn Weigher<S>>,
}

impl<A, S> Weighing<A, S>
where
    S: ChoiceSource<Move: Clone> + ?Sized,
{
    /// Calls a function with the agent and the turn as it sees it.
    fn seen<T>(
        &mut self,
        turn: &Turn<'_, S>,
        then: impl FnOnce(&mut A, &Turn<'_, Weighed<'_, S>>) -> Result<T, ChoiceError>,
    ) -> Result<T, ChoiceError> {
        let source = Weighed { source: turn.source, weigher: Some(&*self.weigher) };
        let mut choices = turn.choices.clone();
        source.weigh(turn.at, &mut choices)?;
        let turn = Turn { source: &source, at: turn.at, choices: &choices };
        then(&mut self.agent, &turn)
    }
}

impl<A, S> Agent<S> for Weighing<A, S>
where
    S: ChoiceSource<Move: Clone> + ?Sized + 'static,
    A: for<'a> Agent<Weighed<'a, S>>,
{
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        self.seen(turn, |agent, turn| agent.choose(turn, rng))
    }

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.seen(turn, |agent, turn| agent.opponent_moved(turn, played))
    }

    fn moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.seen(turn, |agent, turn| agent.moved(turn, played))
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        let source = Weighed { source: turn.source, weigher: Some(&*self.weigher) };
        let mut choices = turn.choices.clone();
        source.weigh(turn.at, &mut choices).ok()?;
        self.agent.odds(&Turn { source: &source, at: turn.at, choices: &choices })
    }

    fn new_game(&mut self) {
        // The agent is the same for every source: any one names it.
        <A as Agent<Weighed<'static, S>>>::new_game(&mut self.agent);
    }
}
