//! An agent who sees the board through weights of its own, while the opponent does not.

use std::sync::Arc;

use rand::Rng;
use value::{ChoiceError, ChoiceSource};

use super::{Agent, Turn};
use crate::prior::{MoveMemory, MovePrior, PriorSource};

/// Any agent with a move_prior: its own moves, the opponent's that it sees and those that it expects
/// all weigh what the move_prior says.
#[derive(Clone)]
pub struct PriorAgent<A, S: ?Sized> {
    /// Who plays.
    pub agent: A,
    /// Who weighs for him.
    pub move_prior: Arc<dyn MovePrior<S>>,
    /// The last half-moves of the game, the oldest first, if the move_prior looks back.
    last_moves: [Option<MoveMemory>; 3],
}

impl<A, S> PriorAgent<A, S>
where
    S: ChoiceSource<Move: Clone> + ?Sized,
{
    /// An agent at the beginning of a game.
    pub fn new(agent: A, move_prior: Arc<dyn MovePrior<S>>) -> PriorAgent<A, S> {
        PriorAgent { agent, move_prior, last_moves: [None; 3] }
    }

    /// A move was made.
    fn remember(&mut self, turn: &Turn<'_, S>, played: usize) {
        let made = self.move_prior.memory_of(turn.at, &turn.choices[played].play);
        let [_, older, last] = self.last_moves;
        self.last_moves = [older, last, made];
    }

    /// Calls a function with the agent and the turn as it sees it.
    fn seen<T>(
        &mut self,
        turn: &Turn<'_, S>,
        then: impl FnOnce(&mut A, &Turn<'_, PriorSource<'_, S>>) -> Result<T, ChoiceError>,
    ) -> Result<T, ChoiceError> {
        let source =
            PriorSource::new(turn.source, Some(&*self.move_prior)).after_moves(self.last_moves);
        let mut choices = turn.choices.clone();
        source.set_weights(turn.at, &mut choices)?;
        let turn = Turn::new(&source, turn.at, &choices);
        then(&mut self.agent, &turn)
    }
}

impl<A, S> Agent<S> for PriorAgent<A, S>
where
    S: ChoiceSource<Move: Clone> + ?Sized + 'static,
    A: for<'a> Agent<PriorSource<'a, S>>,
{
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let chosen = self.seen(turn, |agent, turn| agent.choose(turn, rng))?;
        self.remember(turn, chosen);
        Ok(chosen)
    }

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.seen(turn, |agent, turn| agent.opponent_moved(turn, played))?;
        self.remember(turn, played);
        Ok(())
    }

    fn moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.seen(turn, |agent, turn| agent.moved(turn, played))?;
        self.remember(turn, played);
        Ok(())
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        let source =
            PriorSource::new(turn.source, Some(&*self.move_prior)).after_moves(self.last_moves);
        let mut choices = turn.choices.clone();
        source.set_weights(turn.at, &mut choices).ok()?;
        self.agent.odds(&Turn::new(&source, turn.at, &choices))
    }

    fn new_game(&mut self) {
        self.last_moves = [None; 3];
        // The agent is the same for every source: any one names it.
        <A as Agent<PriorSource<'static, S>>>::new_game(&mut self.agent);
    }
}
