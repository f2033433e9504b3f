//! Several programs defend the same lost positions against one opponent, with the same chance.
//!
//! - `score`: what one game came to
//! - `report`: all standings as records, CSV and a plot
//! - `standing`: what all games of a program came to, beside those of the first
//!
//! Game by game every program starts from the same position, and the opponent draws the same
//! numbers: differences between programs are much surer than the programs' own figures.

mod report;
mod score;
mod standing;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::Position;
use endgame::tables::Tables;
use player::agents::{Agent, Turn};
use player::simulate::{self, Rules};
use player::spec::{AgentFactory, AgentSpec, SpecError};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use value::ChoiceError;

pub use report::{TournamentRecord, TournamentReport};
pub use score::{End, Exchange, Score};
pub use standing::{Figure, Standing};

use crate::game::{DrawReferee, DrawRules};
use crate::matches::MatchError;
use crate::weights;

/// Somebody who plays, under a name; copies share what they remember.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// As it is listed.
    pub name: String,
    player: Arc<AgentFactory<Tables>>,
}

impl Contestant {
    /// Looks up what the description names.
    pub fn new(name: impl Into<String>, agent: &AgentSpec) -> Result<Contestant, SpecError> {
        let player = Arc::new(agent.instantiate(&weights::named)?);
        Ok(Contestant { name: name.into(), player })
    }
}

/// What is played: the programs have the side to move in every starting position, and lose there.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The programs; others are measured against the first.
    pub programs: Vec<Contestant>,
    /// Whom they all play.
    pub opponent: Contestant,
    /// Starting positions, one game each for every program.
    pub starts: Vec<Position>,
    /// The seed of the random generators, one stream for each player of each game.
    pub seed: u64,
    /// Moves each side may make; a draw is called after fifty without a capture or a pawn move.
    pub move_limit: usize,
}

/// What the programs did against one opponent.
#[derive(Clone, Debug)]
pub struct Round {
    /// The opponent's name.
    pub opponent: String,
    /// The programs' names.
    pub programs: Vec<String>,
    /// The games of each program, in the order of the starting positions.
    pub scores: Vec<Vec<Score>>,
}

/// An agent with chance of its own, whatever its opponent draws.
struct OwnChance {
    agent: Box<dyn Agent<Tables>>,
    rng: ChaCha8Rng,
}

impl OwnChance {
    fn boxed(player: &AgentFactory<Tables>, seed: u64, stream: u64) -> Box<dyn Agent<Tables>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Box::new(OwnChance { agent: player.agent(), rng })
    }
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

impl Tournament {
    /// Plays every game; `done` hears after each, from any thread.
    pub fn play(
        &self,
        tables: &Tables,
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Round, MatchError> {
        if let Some(over) = self.starts.iter().find(|start| start.ending().is_some()) {
            return Err(MatchError::Over(over.fen()));
        }
        let games = |program: &Contestant| {
            let game = |number| {
                if stop.load(Ordering::Relaxed) {
                    return Err(MatchError::Stopped);
                }
                let score = self.game(tables, program, number)?;
                done();
                Ok(score)
            };
            (0..self.starts.len()).into_par_iter().map(game).collect::<Result<Vec<_>, _>>()
        };
        let scores = self.programs.iter().map(games).collect::<Result<Vec<_>, MatchError>>()?;
        let programs = self.programs.iter().map(|program| program.name.clone()).collect();
        Ok(Round { opponent: self.opponent.name.clone(), programs, scores })
    }

    fn game(
        &self,
        tables: &Tables,
        program: &Contestant,
        number: usize,
    ) -> Result<Score, MatchError> {
        let stream = 2 * number as u64;
        let mut agents = [
            OwnChance::boxed(&program.player, self.seed, stream),
            OwnChance::boxed(&self.opponent.player, self.seed, stream + 1),
        ];
        let mut referee = DrawReferee::new(DrawRules { fifty_moves: true, ..DrawRules::NONE });
        let mut idle = ChaCha8Rng::seed_from_u64(self.seed);
        let record = simulate::play(
            tables,
            &self.starts[number],
            &mut agents,
            Rules { move_limit: self.move_limit, stop_at_goal: true },
            &mut referee,
            &mut idle,
            |_, _, _| (),
        )?;
        Ok(Score::of(&record))
    }
}
