//! Random games made, solved and counted, beside what their theory expects.
//!
//! - [`sample`]: many games of one class, with intervals
//! - [`contest`]: agents who play them
//! - [`detail`]: one game, position by position
//! - [`theory`]: thresholds and distributions
//! - [`endgame_fit`]: a chess endgame beside the theory
//! - [`randomness`]: how much an endgame is like a random game, ready to be told
//! - [`exact`]: how long a game takes two players, position by position
//! - [`memory`]: what games take of it
//! - [`solution_graph`]: a small game drawn, as in Jansen's Fig 3.1

pub mod contest;
pub mod detail;
pub mod endgame_fit;
pub mod exact;
pub mod memory;
pub mod randomness;
mod ratio;
pub mod sample;
pub mod solution_graph;
pub mod theory;

use endgame::tables::Size;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

pub use graph::Branching;
pub use graph::branching::NoBranching;
pub use graph::random::{Impossible, Moves, Parameters, RandomGame, Side};
pub use graph::theory::Theory;

pub use sample::{Sample, study};
pub use theory::{TheoryQuestion, answer};

/// Why random games were not studied.
#[derive(Debug, thiserror::Error)]
pub enum RandomGameError {
    /// There is no such game.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// No games were asked for.
    #[error("no games were asked for: give at least 1")]
    NoGames,
    /// More than there is.
    #[error(
        "these games need about {needed} of memory, and {free} are free: give fewer positions, moves or games, or fewer --threads"
    )]
    TooMuchMemory {
        /// For the games that are made at a time, and what is kept of all.
        needed: Size,
        /// What the system could give.
        free: Size,
    },
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
}

/// The game with this number among those of a seed: the same whatever else is made.
pub fn game(parameters: &Parameters, seed: u64, number: u64) -> Result<RandomGame, Impossible> {
    RandomGame::new(parameters, &mut generator(seed, number))
}

/// The random generator of a game played by agents in the game with this number, apart from all that make games.
pub fn play_generator((seed, number, play): (u64, u64, u64)) -> ChaCha8Rng {
    generator(seed, 1 << 63 | number << 32 | play)
}

/// The random generator of a game.
pub fn generator(seed: u64, number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    rng
}
