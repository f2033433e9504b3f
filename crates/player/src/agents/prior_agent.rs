//! An agent who sees the board through weights of its own, while the opponent does not.

use std::sync::Arc;

use rand::Rng;
use value::{ChoiceError, ChoiceSource};

use super::{Agent, Turn};
use crate::prior::{MovePrior, PriorSource};

/// Any agent with a move_prior: its own moves, the opponent's that it sees and those that it expects
/// all weigh what the move_prior says.
#[derive(Clone)]
pub struct PriorAgent<A, S: ?Sized> {
    /// Who plays.
    pub agent: A,
    /// Who weighs for him.
    pub move_prior: Arc<dyn MovePrior<S>>,
}

impl<A, S> PriorAgent<A, S>
where
    S: ChoiceSource<Move: Clone> + ?Sized,
{
    /// Calls a function with the agent and the turn as it sees it.
    fn seen<T>(
        &mut self,
        turn: &Turn<'_, S>,
        then: impl FnOnce(&mut A, &Turn<'_, PriorSource<'_, S>>) -> Result<T, ChoiceError>,
    ) -> Result<T, ChoiceError> {
        let source = PriorSource { source: turn.source, move_prior: Some(&*self.move_prior) };
        let mut choices = turn.choices.clone();
        source.set_weights(turn.at, &mut choices)?;
        let turn = Turn { source: &source, at: turn.at, choices: &choices };
        then(&mut self.agent, &turn)
    }
}

impl<A, S> Agent<S> for PriorAgent<A, S>
where
    S: ChoiceSource<Move: Clone> + ?Sized + 'static,
    A: for<'a> Agent<PriorSource<'a, S>>,
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
        let source = PriorSource { source: turn.source, move_prior: Some(&*self.move_prior) };
        let mut choices = turn.choices.clone();
        source.set_weights(turn.at, &mut choices).ok()?;
        self.agent.odds(&Turn { source: &source, at: turn.at, choices: &choices })
    }

    fn new_game(&mut self) {
        // The agent is the same for every source: any one names it.
        <A as Agent<PriorSource<'static, S>>>::new_game(&mut self.agent);
    }
}
