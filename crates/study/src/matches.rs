//! Many games between two agents: the same answer for the same seed, on any number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::agents::{Analyser, Turn};
use player::simulate::{self, Record, Referee, Rules};
use player::spec::AgentFactory;
use player::{Belief, Model, MovePrior, PriorSource};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use value::{ChoiceError, ChoiceSource, Outcome};

use crate::any_agent::{AgentError, AnyAgent};
use crate::described::Described;
use crate::game::{DrawReferee, DrawRule, DrawRules};
use crate::pgn::{Game, Played};

/// What is played, by whom, from where.
#[derive(Clone, Debug)]
pub struct Match {
    /// White's player and Black's.
    pub agents: [AnyAgent; 2],
    /// Starting positions, taken in turn.
    pub starts: Vec<Position>,
    /// How many games.
    pub games: usize,
    /// Of all chance.
    pub seed: u64,
    /// When a game ends.
    pub rules: Rules,
    /// Which draws are called.
    pub draws: DrawRules,
    /// The model and prior by which each player's apparent competence is measured.
    pub model: Model,
    /// See `model`.
    pub prior: Belief,
    /// See `model`: what moves weigh to it.
    pub move_prior: Option<Arc<dyn MovePrior<Tables>>>,
}

/// One game of a match.
#[derive(Clone, Debug)]
pub struct PlayedGame<P: Described = Position> {
    /// Where it began.
    pub start: P,
    /// The moves and the end; player 0 moved first.
    pub record: Record<P::Move, DrawRule>,
    /// What an Analyser who starts with the prior thinks of White and of Black at the end; none of
    /// a player who never errs.
    pub beliefs: [Option<Belief>; 2],
}

impl<P: Described> PlayedGame<P> {
    /// Who won; none if nobody did.
    pub fn winner(&self) -> Option<Color> {
        match self.record.end {
            simulate::End::Won(0) => Some(self.start.turn()),
            simulate::End::Won(_) => Some(self.start.turn().other()),
            _ => None,
        }
    }

    /// As PGN has it: `1-0`, `0-1`, `1/2-1/2`, or `*` if it was not finished.
    pub fn result(&self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None if self.record.end == simulate::End::Limit => "*",
            None => "1/2-1/2",
        }
    }
}

impl Match {
    /// A game as PGN would have it, its number from 1.
    pub fn written(&self, number: usize, played: &PlayedGame) -> Game {
        let [white, black] = &self.agents;
        let event = format!("{white} against {black}, seed {}", self.seed);
        let names = [white.to_string(), black.to_string()];
        let start = played.start.clone().into();
        written(number, event, names, start, &played.record, played.result())
    }
}

/// A game played here as PGN would have it: its number from 1, the names of White and Black.
pub(crate) fn written<B: Described, D>(
    number: usize,
    event: String,
    [white, black]: [String; 2],
    start: B,
    record: &Record<B::Move, D>,
    result: &str,
) -> Game<B> {
    let tags =
        [("Event", event), ("Round", number.to_string()), ("White", white), ("Black", black)];
    Game {
        index: number,
        tags: tags.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        moves: record.steps.iter().map(|step| Played::new(step.play.clone())).collect(),
        result: result.to_owned(),
        ..Game::new(start)
    }
}

/// The winner's moves of each game that was won.
pub fn lengths<P: Described>(games: &[PlayedGame<P>]) -> Vec<f64> {
    games.iter().filter_map(|game| Some(game.record.length()? as f64)).collect()
}

/// Why a match stopped.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The tables cannot answer.
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    /// An agent that cannot be made.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A game without a first move.
    #[error("no game can start from {0}: it is over already")]
    Over(String),
    /// A game that nobody can win.
    #[error("{0} is drawn with best play: start from a position that one side wins")]
    NotWon(String),
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
}

impl Match {
    /// Plays every game; `done` hears after each, from any thread.
    pub fn play(
        &self,
        tables: &Tables,
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Vec<PlayedGame>, MatchError> {
        if let Some(over) = self.starts.iter().find(|start| start.ending().is_some()) {
            return Err(MatchError::Over(over.fen()));
        }
        let [white, black] = &self.agents;
        let series = Series {
            source: tables,
            agents: [white.instantiate()?, black.instantiate()?],
            judged: self.agents.each_ref().map(|agent| !agent.is_infallible()),
            starts: &self.starts,
            games: self.games,
            seed: self.seed,
            rules: self.rules,
            analyser: Analyser { model: self.model.clone(), belief: self.prior.clone() },
            move_prior: self.move_prior.clone(),
        };
        series.play(|| DrawReferee::new(self.draws), stop, done)
    }
}

/// Many games between two agents of any source, each with its own stream of chance, whatever else is played.
pub(crate) struct Series<'a, S: ChoiceSource> {
    pub(crate) source: &'a S,
    /// White's player and Black's.
    pub(crate) agents: [AgentFactory<S>; 2],
    /// Whether White's competence is looked for, and Black's.
    pub(crate) judged: [bool; 2],
    /// Starting positions, taken in turn.
    pub(crate) starts: &'a [S::Position],
    pub(crate) games: usize,
    pub(crate) seed: u64,
    pub(crate) rules: Rules,
    /// Who measures each player's apparent competence, before the first game.
    pub(crate) analyser: Analyser,
    /// What moves weigh to it.
    pub(crate) move_prior: Option<Arc<dyn MovePrior<S>>>,
}

impl<S, P> Series<'_, S>
where
    P: Described<Move: Send> + Send + Sync,
    S: ChoiceSource<Position = P, Move = P::Move, Value = Outcome> + Sync + 'static,
{
    /// Plays every game; `done` hears after each, from any thread.
    pub(crate) fn play<R: Referee<P, Draw = DrawRule>>(
        &self,
        referee: impl Fn() -> R + Sync,
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Vec<PlayedGame<P>>, MatchError> {
        let game = |number| {
            if stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            let played = self.game(number, referee());
            // An engine that was told to stop has not played as it would have.
            if stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            done();
            played
        };
        (0..self.games).into_par_iter().map(game).collect()
    }

    fn game<R: Referee<P, Draw = DrawRule>>(
        &self,
        number: usize,
        mut referee: R,
    ) -> Result<PlayedGame<P>, MatchError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number as u64);
        let start = &self.starts[number % self.starts.len()];
        let first = usize::from(start.turn() == Color::Black);
        let mut agents = self.agents.each_ref().map(AgentFactory::agent);
        let mut unweighed: Option<ChoiceError> = None;
        let mut analysers = self.judged.map(|judged| judged.then(|| self.analyser.clone()));
        agents.rotate_left(first);
        let record = simulate::play(
            self.source,
            start,
            &mut agents,
            self.rules,
            &mut referee,
            &mut rng,
            |player, turn, played| {
                if let Some(analyser) = &mut analysers[(player + first) % 2] {
                    let observed = self.observe(analyser, turn, played);
                    unweighed = unweighed.take().or(observed.err());
                }
            },
        )?;
        if let Some(error) = unweighed {
            return Err(error.into());
        }
        let beliefs = analysers.map(|analyser| analyser.map(|analyser| analyser.belief));
        Ok(PlayedGame { start: start.clone(), record, beliefs })
    }

    /// Lets an analyser see a move, weighed as the series says.
    fn observe(
        &self,
        analyser: &mut Analyser,
        turn: &Turn<'_, S>,
        played: usize,
    ) -> Result<(), ChoiceError> {
        let Some(move_prior) = self.move_prior.as_deref() else {
            analyser.watch(turn, played);
            return Ok(());
        };
        let mut choices = turn.choices.clone();
        PriorSource::new(self.source, Some(move_prior)).set_weights(turn.at, &mut choices)?;
        analyser.observe(&choices, played);
        Ok(())
    }
}
