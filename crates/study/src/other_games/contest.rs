//! Many games between two agents of the tables of another game.

use std::sync::atomic::AtomicBool;

use games::{AnyGame, AnyPosition};
use player::agents::Analyser;
use player::simulate::Rules;
use player::spec::{AgentSpec, SpecError};
use player::{Belief, Model};

use super::draw_rules::GameReferee;
use super::game_file::variant_tag;
use crate::game::DrawRules;
use crate::matches::{MatchError, PlayedGame, Series, written};
use crate::pgn::Game;
use crate::practice::PracticePosition;
use crate::tournament::Contestant;

/// What is played, by whom, from where.
#[derive(Clone, Debug)]
pub struct GameMatch {
    /// White's player and Black's.
    pub agents: [AgentSpec; 2],
    /// Starting positions, taken in turn.
    pub starts: Vec<AnyPosition>,
    /// How many games.
    pub games: usize,
    /// The seed of the random generators.
    pub seed: u64,
    /// When a game ends.
    pub rules: Rules,
    /// Which draws are called.
    pub draws: DrawRules,
    /// The model and prior by which each player's apparent competence is measured.
    pub model: Model,
    /// See `model`.
    pub prior: Belief,
}

impl GameMatch {
    /// Plays every game; `done` hears after each, from any thread.
    pub fn play(
        &self,
        game: &AnyGame,
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Vec<PlayedGame<AnyPosition>>, MatchError> {
        if let Some(over) = self.starts.iter().find(|start| start.is_over()) {
            return Err(MatchError::Over(over.to_string()));
        }
        let [white, black] = &self.agents;
        let ready =
            |spec| AnyPosition::instantiate(spec).map_err(|error| MatchError::Agent(error.into()));
        let series = Series {
            source: game,
            agents: [ready(white)?, ready(black)?],
            judged: self.agents.each_ref().map(|spec| !spec.is_infallible()),
            starts: &self.starts,
            games: self.games,
            seed: self.seed,
            rules: self.rules,
            analyser: Analyser { model: self.model.clone(), belief: self.prior.clone() },
            move_prior: None,
        };
        series.play(|| GameReferee::new(self.draws), stop, done)
    }

    /// A game as a file has it, its number from 1.
    pub fn written(
        &self,
        game: &AnyGame,
        number: usize,
        played: &PlayedGame<AnyPosition>,
    ) -> Game<AnyPosition> {
        let [white, black] = &self.agents;
        let event = format!("{white} against {black}, seed {}", self.seed);
        let names = [white.to_string(), black.to_string()];
        let start = played.start.clone();
        let mut written = written(number, event, names, start, &played.record, played.result());
        written.tags.push(variant_tag(game.name()).map(str::to_owned).into());
        written
    }
}

/// Somebody who plays in a tournament of another game.
pub fn contestant(spec: &AgentSpec) -> Result<Contestant<AnyGame>, SpecError> {
    Ok(Contestant::of(spec.to_string(), AnyPosition::instantiate(spec)?))
}
