//! Several players win the same positions against one defender, and are scored by their competence.
//!
//! The endgame competition that Haworth 2003, section 9.2, suggests: chess engines play without
//! endgame tables, the tables judge, and an Analyser says how competent each of them appears.
//! Anybody who can be named may take part, engine or agent; game by game the defender draws the same
//! chance.
//!
//! - `game`: one game, which is over when the win is reached or gone
//! - `report`: the standings, as records, CSV, PGN and a plot

mod game;
mod report;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use rayon::prelude::*;

pub use game::{CompetitionGame, GameEnd};
pub use report::Standings;

use crate::game::DrawRules;
use crate::matches::MatchError;
use crate::tournament::Contestant;

/// What is played: the contestants have the winning side of every starting position.
#[derive(Clone, Debug)]
pub struct Competition {
    /// Who is to be scored.
    pub contestants: Vec<Contestant>,
    /// Whom they all play.
    pub defender: Contestant,
    /// Starting positions, won by either side; one game each for every contestant.
    pub starts: Vec<Position>,
    /// The seed of the random generators, one stream for each player of each game.
    pub seed: u64,
    /// Moves each side may make.
    pub move_limit: usize,
    /// Which draws are called.
    pub draws: DrawRules,
}

/// The games of one contestant.
#[derive(Clone, Debug)]
pub struct Performance {
    /// The contestant's name.
    pub name: String,
    /// The games, in the order of the starting positions; fewer if one of them failed.
    pub games: Vec<CompetitionGame>,
    /// Why not all of them could be played: the engine that died, for example.
    pub failure: Option<String>,
}

impl Competition {
    /// Plays every game; `done` hears after each, from any thread.
    ///
    /// A contestant that fails, an engine that dies for example, plays no further games; the others do.
    pub fn play(
        &self,
        tables: &Tables,
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Vec<Performance>, MatchError> {
        let starts: Vec<(&Position, Color)> =
            self.starts.iter().map(|start| winner(tables, start)).collect::<Result<_, _>>()?;
        let perform = |contestant: &Contestant| {
            let failure: Mutex<Option<String>> = Mutex::default();
            let failed = || failure.lock().unwrap_or_else(PoisonError::into_inner);
            let game = |(number, &(start, attacker)): (usize, &(&Position, Color))| {
                if stop.load(Ordering::Relaxed) {
                    return Err(MatchError::Stopped);
                }
                if failed().is_some() {
                    return Ok(None);
                }
                let played = self.game(tables, contestant, number, start, attacker);
                // An engine that was told to stop has not played as it would have.
                if stop.load(Ordering::Relaxed) {
                    return Err(MatchError::Stopped);
                }
                done();
                let failing = |error: value::ChoiceError| {
                    failed().get_or_insert(error.to_string());
                };
                Ok(played.map_err(failing).ok())
            };
            let games: Vec<Option<CompetitionGame>> =
                starts.par_iter().enumerate().map(game).collect::<Result<_, MatchError>>()?;
            let games = games.into_iter().flatten().collect();
            let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
            Ok(Performance { name: contestant.name.clone(), games, failure })
        };
        self.contestants.iter().map(perform).collect()
    }
}

/// Who wins a position with best play.
fn winner<'a>(tables: &Tables, start: &'a Position) -> Result<(&'a Position, Color), MatchError> {
    if start.ending().is_some() {
        return Err(MatchError::Over(start.fen()));
    }
    let value = tables.outcome(start).map_err(value::ChoiceError::new)?;
    match value.sign() {
        0 => Err(MatchError::NotWon(start.fen())),
        1 => Ok((start, start.turn())),
        _ => Ok((start, start.turn().other())),
    }
}
