//! Several programs defend the same lost positions against one opponent, with the same chance.
//!
//! - `paired_game`: one game in which each player has chance of its own
//! - `score`: what one game came to
//! - `report`: all standings as records, CSV and a plot
//! - `standing`: what all games of a program came to, beside those of the first
//!
//! Game by game every program starts from the same position, and the opponent draws the same
//! numbers: differences between programs are much surer than the programs' own figures.

mod paired_game;
mod report;
mod score;
mod standing;

use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::Position;
use endgame::tables::Tables;
use rayon::prelude::*;

pub use paired_game::Contestant;
pub(crate) use paired_game::play_paired;
pub use report::{TournamentRecord, TournamentReport};
pub use score::{End, Exchange, Score};
pub use standing::{Figure, Standing};

use crate::game::{DrawReferee, DrawRules};
use crate::matches::MatchError;

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
        let agents = [
            program.with_chance(self.seed, stream),
            self.opponent.with_chance(self.seed, stream + 1),
        ];
        let mut referee = DrawReferee::new(DrawRules { fifty_moves: true, ..DrawRules::NONE });
        let start = &self.starts[number];
        let record = play_paired(tables, start, agents, self.move_limit, &mut referee)?;
        Ok(Score::of(&record))
    }
}
