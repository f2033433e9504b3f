//! One game in which each player has chance of its own, whatever the other draws.

use std::sync::Arc;

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::agents::{Agent, Turn};
use player::simulate::{self, Record, Referee, Rules};
use player::spec::AgentFactory;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::ChoiceError;

use crate::any_agent::{AgentError, AnyAgent};

/// Somebody who plays, under a name; copies share what they remember.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// As it is listed.
    pub name: String,
    player: Arc<AgentFactory<Tables>>,
}

impl Contestant {
    /// Looks up what the description names, and starts an engine.
    pub fn new(
        name: impl Into<String>,
        agent: impl Into<AnyAgent>,
    ) -> Result<Contestant, AgentError> {
        let player = Arc::new(agent.into().instantiate()?);
        Ok(Contestant { name: name.into(), player })
    }

    /// This player for one game, with a stream of chance of its own.
    pub(crate) fn with_chance(&self, seed: u64, stream: u64) -> Box<dyn Agent<Tables>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Box::new(OwnChance { agent: self.player.agent(), rng })
    }
}

/// An agent with chance of its own, whatever its opponent draws.
struct OwnChance {
    agent: Box<dyn Agent<Tables>>,
    rng: ChaCha8Rng,
}

impl Agent<Tables> for OwnChance {
    fn choose(&mut self, turn: &Turn<'_, Tables>, _: &mut dyn Rng) -> Result<usize, ChoiceError> {
        self.agent.choose(turn, &mut self.rng)
    }

    fn opponent_moved(
        &mut self,
        turn: &Turn<'_, Tables>,
        played: usize,
    ) -> Result<(), ChoiceError> {
        self.agent.opponent_moved(turn, played)
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}

/// Plays to the metric's goal; the first of the agents moves first.
pub(crate) fn play_paired<R: Referee<Position>>(
    tables: &Tables,
    start: &Position,
    mut agents: [Box<dyn Agent<Tables>>; 2],
    move_limit: usize,
    referee: &mut R,
) -> Result<Record<Move, R::Draw>, ChoiceError> {
    let rules = Rules { move_limit, stop_at_goal: true };
    let mut idle = ChaCha8Rng::seed_from_u64(0);
    simulate::play(tables, start, &mut agents, rules, referee, &mut idle, |_, _, _| ())
}
