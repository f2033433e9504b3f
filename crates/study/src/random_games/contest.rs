//! Agents who play random games, and what their moves say of them.
//!
//! They are the agents of chess, unchanged: they see choices and the opponent's moves. Where both players' moves depend on the
//! position alone, the expected length is known exactly and told beside the games.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use graph::Node;
use player::agents::{Agent, Analyser};
use player::simulate::{self, End, Referee, Rules};
use player::spec::{AgentFactory, AgentSpec, ModelWords, SpecError};
use player::{Belief, Model};
use rand::RngExt;
use rayon::prelude::*;
use value::{ChoiceError, Depth, Outcome};

use super::exact::{Chances, Lengths, lumped};
use super::sample::estimate;
use super::{Parameters, RandomGame, RandomGameError, Side, game, memory, play_generator};
use crate::schema;
use crate::schema::random_contest::{ForeseenContest, RandomContest, ShownCompetence, ShownPlay};

/// Where games begin: with White to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// In one of White's deepest wins.
    #[default]
    Deepest,
    /// In a win of this depth.
    Depth(u16),
    /// In a draw.
    Drawn,
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Deepest => f.pad("deepest"),
            Start::Depth(depth) => depth.fmt(f),
            Start::Drawn => f.pad("draw"),
        }
    }
}

/// A word that names no start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no start: give deepest, draw, or the depth of a win, as in 7")]
pub struct NoStart(String);

impl FromStr for Start {
    type Err = NoStart;

    fn from_str(text: &str) -> Result<Start, NoStart> {
        match text {
            "deepest" => Ok(Start::Deepest),
            "draw" => Ok(Start::Drawn),
            _ => match text.parse() {
                Ok(depth @ 1..) => Ok(Start::Depth(depth)),
                _ => Err(NoStart(text.to_owned())),
            },
        }
    }
}

impl Start {
    /// The positions of a game in which games may begin.
    pub fn positions(self, game: &RandomGame) -> Vec<Node> {
        let deepest = || {
            let depths = game.positions(Side::White).map(|node| game.outcome(node));
            depths.filter(|outcome| outcome.sign() > 0).filter_map(Outcome::depth).max()
        };
        let wanted = match self {
            Start::Deepest => deepest().map(Outcome::Win),
            Start::Depth(depth) => Some(Outcome::Win(Depth(depth))),
            Start::Drawn => Some(Outcome::Draw),
        };
        game.positions(Side::White).filter(|&node| Some(game.outcome(node)) == wanted).collect()
    }
}

/// Who plays, how often, and from where.
#[derive(Clone, Debug)]
pub struct Contest {
    /// White's player and Black's.
    pub agents: [AgentSpec; 2],
    /// Games played in each random game.
    pub plays: usize,
    /// Where they begin.
    pub start: Start,
    /// Moves each side may make.
    pub limit: usize,
    /// The model by which each player's apparent competence is measured.
    pub words: ModelWords,
    /// What is thought of it before the first move.
    pub prior: Belief,
}

/// Games of more positions than this are played, but the exact answer is not worked out.
pub const LARGEST_EXACT: usize = 400_000;

/// One player's moves.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Moves made where there was a choice or none.
    pub moves: u64,
    /// Those that were optimal.
    pub optimal: u64,
    /// Those that gave the value away.
    pub fatal: u64,
    /// The depth conceded by the others together.
    pub conceded: u64,
    /// What an Analyser thinks of the player; none of one who never errs.
    pub belief: Option<Belief>,
}

/// One game between the agents.
#[derive(Clone, Debug)]
pub struct Play {
    /// Where it began.
    pub start: Node,
    /// How it ended: 0 for White.
    pub end: End<()>,
    /// White's moves.
    pub moves: usize,
    /// What White's and Black's moves showed.
    pub shown: [Shown; 2],
}

/// What is known exactly of games from a position, for players whose moves depend on the position alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foreseen {
    /// White's moves until the game is over, on average; infinite if it may go on for ever.
    pub length: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The same mean by the Markov model; none if White may give wins away, and in draws.
    pub markov: Option<f64>,
    /// White's chance to win within the moves allowed.
    pub won_in_time: f64,
}

/// The games between the agents in one random game.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The games; none where there is no position to begin in.
    pub plays: Vec<Play>,
    /// What was to be expected of each; empty where it is not known exactly.
    pub foreseen: Vec<Foreseen>,
}

/// Why there was no contest.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ContestError {
    #[error(transparent)]
    RandomGame(#[from] RandomGameError),
    #[error(transparent)]
    Agent(#[from] SpecError),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(
        "no game has a position to begin in: --from {0} asks for more than these games have, choose deepest or a smaller depth"
    )]
    NoPosition(Start),
}

/// Nobody calls a draw.
struct NoReferee;

impl Referee<Node> for NoReferee {
    type Draw = ();

    fn call(&mut self, _: &Node) -> Option<()> {
        None
    }
}

impl Contest {
    /// Plays in so many random games of a class, the same ones as [`Sample::draw`](super::Sample::draw) makes; `done` hears
    /// after each, from any thread.
    pub fn play(
        &self,
        parameters: &Parameters,
        (games, seed): (usize, u64),
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Vec<Round>, ContestError> {
        parameters.check().map_err(RandomGameError::from)?;
        memory::check(parameters, games, self.plays)?;
        let factories = self.factories()?;
        let one = |number: usize| {
            if stop.load(Ordering::Relaxed) {
                return Err(RandomGameError::Stopped.into());
            }
            let number = number as u64;
            let game = game(parameters, seed, number).map_err(RandomGameError::from)?;
            let round = self.round(&game, &factories, (seed, number), stop)?;
            done();
            Ok(round)
        };
        let rounds: Vec<Round> =
            (0..games).into_par_iter().map(one).collect::<Result<_, ContestError>>()?;
        if rounds.iter().all(|round| round.plays.is_empty()) {
            return Err(ContestError::NoPosition(self.start));
        }
        Ok(rounds)
    }

    /// The agents, ready to play.
    pub fn factories(&self) -> Result<[AgentFactory<RandomGame>; 2], SpecError> {
        let none = |name: &str| {
            let sentence = format!(
                "'{name}' looks at the board, and random games have none: name an agent without weights that is no presser"
            );
            Err(ChoiceError::new(sentence))
        };
        let [white, black] = &self.agents;
        Ok([white.instantiate(&none)?, black.instantiate(&none)?])
    }

    fn model(&self) -> Model {
        Model::new(self.words.preference, self.words.filter)
    }

    /// Plays in one random game.
    pub fn round(
        &self,
        game: &RandomGame,
        factories: &[AgentFactory<RandomGame>; 2],
        (seed, number): (u64, u64),
        stop: &AtomicBool,
    ) -> Result<Round, ContestError> {
        let starts = self.start.positions(game);
        if starts.is_empty() {
            return Ok(Round::default());
        }
        let one = |play: usize| {
            if stop.load(Ordering::Relaxed) {
                return Err(RandomGameError::Stopped.into());
            }
            self.one(game, factories, &starts, (seed, number, play as u64))
        };
        let plays: Vec<Play> =
            (0..self.plays).into_par_iter().map(one).collect::<Result<_, ContestError>>()?;
        let foreseen = self.foresee(game, factories, &plays).unwrap_or_default();
        Ok(Round { plays, foreseen })
    }

    fn one(
        &self,
        game: &RandomGame,
        factories: &[AgentFactory<RandomGame>; 2],
        starts: &[Node],
        stream: (u64, u64, u64),
    ) -> Result<Play, ContestError> {
        let mut rng = play_generator(stream);
        let start = starts[rng.random_range(0..starts.len())];
        let mut agents = factories.each_ref().map(AgentFactory::agent);
        let mut shown = [Shown::default(), Shown::default()];
        let mut analysers = self.agents.each_ref().map(|spec| {
            let fresh = || Analyser { model: self.model(), belief: self.prior.clone() };
            (!spec.is_infallible()).then(fresh)
        });
        let rules = Rules { move_limit: self.limit, stop_at_goal: true };
        let record = simulate::play(
            game,
            &start,
            &mut agents,
            rules,
            &mut NoReferee,
            &mut rng,
            |mover, turn, played| {
                let shown = &mut shown[mover];
                shown.moves += 1;
                shown.optimal += u64::from(turn.choices.is_optimal(played));
                match turn.choices.conceded(played) {
                    Some(depth) => shown.conceded += u64::from(depth),
                    None => shown.fatal += 1,
                }
                if let Some(analyser) = &mut analysers[mover] {
                    analyser.observe(turn.choices, played);
                }
            },
        )?;
        for (shown, analyser) in shown.iter_mut().zip(analysers) {
            shown.belief = analyser.map(|analyser| analyser.belief);
        }
        Ok(Play { start, end: record.end, moves: record.moves_of(0), shown })
    }

    /// What is to be expected of each game; none if that is not known.
    fn foresee(
        &self,
        game: &RandomGame,
        factories: &[AgentFactory<RandomGame>; 2],
        plays: &[Play],
    ) -> Option<Vec<Foreseen>> {
        if game.graph().len() > LARGEST_EXACT || !self.agents.iter().all(goes_by_the_position) {
            return None;
        }
        let agents: [Box<dyn Agent<RandomGame>>; 2] = factories.each_ref().map(AgentFactory::agent);
        let chances = Chances::of_agents(game, &agents)?;
        let lengths = Lengths::of(&chances);
        let deviations = lengths.deviations(&chances);
        let won = chances.won_within(self.limit as u64);
        let lumped = lumped::full_move(&chances).map(|matrix| matrix.expected_length());
        let of = |play: &Play| {
            let at = play.start.index();
            let depth = game.outcome(play.start).depth();
            Foreseen {
                length: lengths.mean[at],
                deviation: deviations[at],
                markov: lumped
                    .as_ref()
                    .zip(depth)
                    .map(|(lumped, depth)| lumped[usize::from(depth.0)]),
                won_in_time: won[at],
            }
        };
        Some(plays.iter().map(of).collect())
    }
}

/// Whether an agent's moves depend on the position alone, and it can say how likely they are.
fn goes_by_the_position(spec: &AgentSpec) -> bool {
    const SUCH: [&str; 4] = ["player", "random", "infallible", "anti-infallible"];
    let name = spec.to_string();
    SUCH.contains(&name.split(':').next().unwrap_or_default().trim())
}

impl Contest {
    /// All games summed up.
    pub fn report(&self, rounds: &[Round]) -> RandomContest {
        let plays = || rounds.iter().flat_map(|round| &round.plays);
        let count = |is: &dyn Fn(End<()>) -> bool| plays().filter(|play| is(play.end)).count();
        let over: Vec<f64> =
            plays().filter(|play| play.end != End::Limit).map(|play| play.moves as f64).collect();
        let [white, black] = &self.agents;
        RandomContest {
            white: white.to_string(),
            black: black.to_string(),
            from: self.start.to_string().into(),
            limit: self.limit,
            played: plays().count(),
            left_out: rounds.iter().filter(|round| round.plays.is_empty()).count(),
            white_won: count(&|end| end == End::Won(0)),
            black_won: count(&|end| end == End::Won(1)),
            drawn: count(&|end| matches!(end, End::Stalemate | End::Drawn(()))),
            unfinished: count(&|end| end == End::Limit),
            length: (!over.is_empty()).then(|| estimate(&over)),
            foreseen: foreseen(rounds),
            model: schema::Model::new(&self.words.preference, &self.words.filter, None),
            white_shown: self.shown(plays().map(|play| &play.shown[0])),
            black_shown: self.shown(plays().map(|play| &play.shown[1])),
        }
    }

    fn shown<'p>(&self, all: impl Iterator<Item = &'p Shown>) -> ShownPlay {
        let mut sum = Shown::default();
        for one in all {
            sum.moves += one.moves;
            sum.optimal += one.optimal;
            sum.fatal += one.fatal;
            sum.conceded += one.conceded;
            if let Some(seen) = &one.belief {
                sum.belief.get_or_insert_with(|| self.prior.clone()).merge(seen);
            }
        }
        let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 / of as f64 };
        let competence = sum.belief.map(|belief| {
            let (low, high) = belief.interval(0.95);
            ShownCompetence { mean: belief.mean(), sd: belief.sd(), low, high }
        });
        ShownPlay {
            moves: sum.moves,
            optimal: share(sum.optimal, sum.moves),
            fatal: share(sum.fatal, sum.moves),
            conceded: share(sum.conceded, sum.moves - sum.fatal),
            competence,
        }
    }
}

/// What was to be expected of all games together: the mean of what was expected of each. None if that is not known of one
/// of them.
fn foreseen(rounds: &[Round]) -> Option<ForeseenContest> {
    let known = rounds.iter().all(|round| round.foreseen.len() == round.plays.len());
    let all: Vec<Foreseen> = rounds.iter().flat_map(|round| round.foreseen.clone()).collect();
    if !known || all.is_empty() {
        return None;
    }
    let mean = |of: &dyn Fn(&Foreseen) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
    let length = mean(&|one| one.length);
    // The spread of games from different positions: that of each, and that of their means.
    let square = mean(&|one| one.deviation.powi(2) + one.length.powi(2));
    let deviation = (square - length * length).max(0.0).sqrt();
    let finite = |number: f64| number.is_finite().then_some(number);
    let markov: Option<Vec<f64>> = all.iter().map(|one| one.markov).collect();
    Some(ForeseenContest {
        length: finite(length),
        deviation: finite(deviation),
        markov: markov.and_then(|all| finite(all.iter().sum::<f64>() / all.len() as f64)),
        won_in_time: mean(&|one| one.won_in_time),
    })
}
