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

use endgame::tables::Tables;
use games::{AnyGame, AnyPosition};
use player::simulate::Referee;
use rayon::prelude::*;

pub use paired_game::Contestant;
pub(crate) use paired_game::play_paired;
pub use report::{TournamentRecord, TournamentReport};
pub use score::{End, Exchange, Score};
pub use standing::{Figure, Standing};

use value::{ChoiceSource, Outcome};

use crate::game::{DrawReferee, DrawRules};
use crate::matches::MatchError;
use crate::other_games::draw_rules::GameReferee;
use crate::practice::PracticePosition;

/// What is played: the programs have the side to move in every starting position, and lose there.
pub struct Tournament<S: ChoiceSource = Tables> {
    /// The programs; others are measured against the first.
    pub programs: Vec<Contestant<S>>,
    /// Whom they all play.
    pub opponent: Contestant<S>,
    /// Starting positions, one game each for every program.
    pub starts: Vec<S::Position>,
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
        self.play_by(tables, || DrawReferee::new(FIFTY_MOVES), stop, done)
    }
}

impl Tournament<AnyGame> {
    /// Plays every game; `done` hears after each, from any thread.
    pub fn play_game(
        &self,
        game: &AnyGame,
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Round, MatchError> {
        if let Some(over) = self.starts.iter().find(|start: &&AnyPosition| start.is_over()) {
            return Err(MatchError::Over(over.to_string()));
        }
        self.play_by(game, || GameReferee::new(FIFTY_MOVES), stop, done)
    }
}

/// A draw is called after fifty moves.
const FIFTY_MOVES: DrawRules = DrawRules { repetition: false, fifty_moves: true };

impl<S> Tournament<S>
where
    S: ChoiceSource<Position: Clone + Send + Sync, Move: Clone, Value = Outcome> + Sync + 'static,
{
    /// Plays every game, draws being called by such a referee.
    fn play_by<R: Referee<S::Position>>(
        &self,
        source: &S,
        referee: impl Fn() -> R + Sync,
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Round, MatchError> {
        let games = |program: &Contestant<S>| {
            let game = |number| {
                if stop.load(Ordering::Relaxed) {
                    return Err(MatchError::Stopped);
                }
                let score = self.game(source, program, number, referee())?;
                done();
                Ok(score)
            };
            (0..self.starts.len()).into_par_iter().map(game).collect::<Result<Vec<_>, _>>()
        };
        let scores = self.programs.iter().map(games).collect::<Result<Vec<_>, MatchError>>()?;
        let programs = self.programs.iter().map(|program| program.name.clone()).collect();
        Ok(Round { opponent: self.opponent.name.clone(), programs, scores })
    }

    fn game<R: Referee<S::Position>>(
        &self,
        source: &S,
        program: &Contestant<S>,
        number: usize,
        mut referee: R,
    ) -> Result<Score, MatchError> {
        let stream = 2 * number as u64;
        let agents = [
            program.with_chance(self.seed, stream),
            self.opponent.with_chance(self.seed, stream + 1),
        ];
        let start = &self.starts[number];
        let record = play_paired(source, start, agents, self.move_limit, &mut referee)?;
        Ok(Score::of(&record))
    }
}
