//! One game in which each player has chance of its own, whatever the other draws.

use std::fmt;
use std::sync::Arc;

use endgame::tables::Tables;
use player::agents::{Agent, Turn};
use player::simulate::{self, RecordOf, Referee, Rules};
use player::spec::AgentFactory;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::{ChoiceError, ChoiceSource};

use crate::any_agent::{AgentError, AnyAgent};

/// Somebody who plays, under a name; copies share what they remember.
pub struct Contestant<S: ChoiceSource = Tables> {
    /// As it is listed.
    pub name: String,
    player: Arc<AgentFactory<S>>,
}

impl<S: ChoiceSource> fmt::Debug for Contestant<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<S: ChoiceSource> Clone for Contestant<S> {
    fn clone(&self) -> Contestant<S> {
        Contestant { name: self.name.clone(), player: Arc::clone(&self.player) }
    }
}

impl Contestant {
    /// Looks up what the description names, and starts an engine.
    pub fn new(
        name: impl Into<String>,
        agent: impl Into<AnyAgent>,
    ) -> Result<Contestant, AgentError> {
        Ok(Contestant::of(name, agent.into().instantiate()?))
    }
}

impl<S: ChoiceSource<Move: Clone> + 'static> Contestant<S> {
    /// Somebody who is ready to play.
    pub(crate) fn of(name: impl Into<String>, player: AgentFactory<S>) -> Contestant<S> {
        Contestant { name: name.into(), player: Arc::new(player) }
    }

    /// This player for one game, with a stream of chance of its own.
    pub(crate) fn with_chance(&self, seed: u64, stream: u64) -> Box<dyn Agent<S>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Box::new(OwnChance { agent: self.player.agent(), rng })
    }
}

/// An agent with chance of its own, whatever its opponent draws.
struct OwnChance<S: ChoiceSource> {
    agent: Box<dyn Agent<S>>,
    rng: ChaCha8Rng,
}

impl<S: ChoiceSource> Agent<S> for OwnChance<S> {
    fn choose(&mut self, turn: &Turn<'_, S>, _: &mut dyn Rng) -> Result<usize, ChoiceError> {
        self.agent.choose(turn, &mut self.rng)
    }

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.agent.opponent_moved(turn, played)
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}

/// Plays to the metric's goal; the first of the agents moves first.
pub(crate) fn play_paired<S, R>(
    source: &S,
    start: &S::Position,
    mut agents: [Box<dyn Agent<S>>; 2],
    move_limit: usize,
    referee: &mut R,
) -> Result<RecordOf<S, R>, ChoiceError>
where
    S: ChoiceSource<Position: Clone, Move: Clone>,
    R: Referee<S::Position>,
{
    let rules = Rules { move_limit, stop_at_goal: true };
    let mut idle = ChaCha8Rng::seed_from_u64(0);
    simulate::play(source, start, &mut agents, rules, referee, &mut idle, |_, _, _| ())
}
