//! The agents of chess on random games: does the competence of a player come back from its moves, is the expected length what games
//! take, does c mean the same in every game of a class, and what does a Predator gain of what can be gained?

mod inference;
mod length;
mod meaning;
mod predators;

use graph::Branching;
use graph::random::Parameters;
use player::Competence;
use player::reference::Model;
use player::spec::{AgentSpec, ModelWords};
use plot::Plot;
use study::random_games::contest::{Contest, Start};
use study::random_games::exact::Chances;
use study::random_games::{RandomGame, RandomGameError};
use value::Choices;

use crate::{ExperimentError, Lab, Report};

/// A class of games that are total wins near the threshold, so that their wins are deep.
#[derive(Clone, Copy)]
struct Class {
    branching: u32,
    positions: u32,
    /// Terminal wins in thousandths of the positions.
    wins: u32,
}

impl Class {
    const fn new(branching: u32, positions: u32, wins: u32) -> Class {
        Class { branching, positions, wins }
    }

    fn parameters(self) -> Parameters {
        let terminals = u64::from(self.positions) * u64::from(self.wins) / 1000;
        Parameters::even(self.positions, Branching::Fixed(self.branching), terminals as u32)
    }

    fn sized(self, positions: u32) -> Class {
        Class { positions, ..self }
    }
}

/// Two moves, four and ten, all a little above the threshold.
const TWO: Class = Class::new(2, 1_000, 180);
const FOUR: Class = Class::new(4, 1_000, 375);
const TEN: Class = Class::new(10, 1_000, 620);

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A reference player needs choices and their values and nothing else, so everything that is said of it in chess can be tried on games that were drawn by chance: \
         its competence must come back from its moves, the expected length must be that of games, and a Predator must gain.",
        "part | moves | positions | c | who | what | value | standard error",
    );
    inference::run(lab, report)?;
    length::run(lab, report)?;
    meaning::run(lab, report)?;
    let lines = predators::run(lab, report)?;
    report.draw(Plot::new(
        "What a Predator makes of a fallible opponent",
        "random games of 1,000 positions for each side, 4 moves, 375 terminal wins; from the deepest wins",
        ["competence of White", "White's moves over those against an infallible Black"],
        lines,
    ));
    report.note(&[
        "N positions for each side, the same number of moves for all, 180, 375 or 620 thousandths of White's positions terminal wins; White never gives a win away (concede=draws), \
         kappa 1. Nothing in the player's crate knows of these games.",
        "inference: players with c drawn evenly from 0 to 30 make 60 moves each, in random games of their own, against an infallible Black; the Analyser has a uniform prior on \
         0(0.5)30. An interval of 95 % should hold c 95 times of 100. The rank of c in the posterior should be even: chi-square over ten bins, 9 degrees of freedom.",
        "length: the exact mean from the deepest wins beside the mean of games, as a number of standard errors, over several random games; its root mean square should be 1. Markov: the \
         lumped model's length over the exact one.",
        "meaning: the exact length from all wins of depth 6 in many games of one class; its spread from game to game, and by how much c would have to differ to make as much \
         difference. The last rows have the same c in different classes.",
        "predators: White's moves until the win, Black being an infallible defender, or one who knows c. `possible`: the longest games that Black's optimal moves allow, and all his moves, \
         found exactly by policy iteration; gained is the share of that gain that an agent reaches.",
    ]);
    Ok(())
}

/// The first games of a class that are total wins, with their numbers.
fn games(class: Class, seed: u64, count: usize) -> Result<Vec<(u64, RandomGame)>, ExperimentError> {
    use graph::random::{Class as Kind, Shape};
    let parameters = class.parameters();
    let mut found = Vec::new();
    for number in 0.. {
        if found.len() == count {
            break;
        }
        let game = study::random_games::game(&parameters, seed, number);
        let game = game.map_err(RandomGameError::from)?;
        if Shape::of(&game).class == Kind::TotalWin {
            found.push((number, game));
        }
    }
    Ok(found)
}

/// A contest between two agents in these words.
fn contest(white: &str, black: &str, plays: usize) -> Contest {
    let words = ModelWords::default();
    let agent = |text: &str| AgentSpec::parse(text, &words).expect("an agent of this experiment");
    let prior = player::Belief::uniform(words.grid);
    Contest {
        agents: [agent(white), agent(black)],
        plays,
        start: Start::Deepest,
        limit: 1_000_000,
        words,
        prior,
    }
}

/// The chances of a reference player's moves against an infallible Black, in every position of a game.
fn chances<'g>(game: &'g RandomGame, competence: f64) -> Chances<'g> {
    let model = Model::papers();
    let competence = Competence::new(competence).expect("a number");
    let white = |_, choices: &Choices<graph::Node>| {
        Some(model.distribution(choices).probabilities(competence))
    };
    let black = |_, choices: &Choices<graph::Node>| {
        Some(model.distribution(choices).probabilities(Competence::INFALLIBLE))
    };
    Chances::of(game, [&white, &black]).expect("both say how likely their moves are")
}
