//! The program that sits opposite a person: what it sees, what it answers, and its chance.

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::agents::{Agent, Turn};
use player::spec::{AgentSpec, SpecError};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use value::{ChoiceError, ChoiceSource, Choices};

use crate::weights;

/// What can be played in a position.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The moves with what they are worth.
    pub choices: Choices<Move>,
}

impl Seen {
    /// What the tables say of a position.
    pub fn at(tables: &Tables, position: &Position) -> Result<Seen, ChoiceError> {
        Ok(Seen { choices: tables.choices(position)? })
    }

    /// Which of the choices a move is.
    pub fn place(&self, play: Move) -> Option<usize> {
        self.choices.find(&play)
    }

    /// Without the moves that are `shunned`, as long as another one is worth as much.
    pub fn without(&self, shunned: impl Fn(Move) -> bool) -> Option<Seen> {
        let mut rest = self.clone();
        rest.choices.retain(|choice| !shunned(choice.play));
        (!rest.choices.is_empty() && rest.choices.best() == self.choices.best()).then_some(rest)
    }

    fn turn<'a>(&'a self, tables: &'a Tables, at: &'a Position) -> Turn<'a, Tables> {
        Turn { source: tables, at, choices: &self.choices }
    }
}

/// A program in a game: the same seed and the same moves, the same answers, whoever asks and when.
pub struct Opposite {
    agent: Box<dyn Agent<Tables>>,
    seed: u64,
}

impl Opposite {
    /// Sits down.
    pub fn new(spec: &AgentSpec, seed: u64) -> Result<Opposite, SpecError> {
        Ok(Opposite { agent: spec.instantiate(&weights::named)?.agent(), seed })
    }

    /// The person made a move.
    pub fn sees(
        &mut self,
        tables: &Tables,
        at: &Position,
        seen: &Seen,
        played: usize,
    ) -> Result<(), ChoiceError> {
        self.agent.opponent_moved(&seen.turn(tables, at), played)
    }

    /// Its answer after so many half-moves.
    pub fn answers(
        &mut self,
        tables: &Tables,
        at: &Position,
        seen: &Seen,
        half_moves: usize,
    ) -> Result<usize, ChoiceError> {
        let mut rng = chance(self.seed, 1 + half_moves as u64);
        self.agent.choose(&seen.turn(tables, at), &mut rng)
    }
}

/// The chance of a game: stream 0 is for what comes before it, then one stream for each half-move, so
/// that a game gone on with goes on as it would have.
pub fn chance(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}
