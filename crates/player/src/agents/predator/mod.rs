//! The Predator: makes the move that sets this opponent the hardest task.
//!
//! - `expectation`: what is expected of an outcome that is not certain, and which is better
//! - `search`: expectation at the opponent's turns, the best move at our own, as deep as asked
//! - [`curves`]: which option is best against each competence

pub mod curves;
mod expectation;
mod search;

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use value::{Choice, ChoiceError, ChoiceSource, Outcome, Plies};

pub use expectation::{Aim, Expectation};

use super::{Agent, Analyser, Ties, Turn};
use crate::word::{self, UnknownWord};

/// Which of its own moves a predator considers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Among {
    /// Those that the tables call best.
    Optimal,
    /// Those that keep the value of the position, depth conceded or not.
    #[default]
    Preserving,
    /// Any.
    All,
}

impl Among {
    /// Every setting.
    pub const ALL: [Among; 3] = [Among::Optimal, Among::Preserving, Among::All];

    /// As written in an agent's description.
    pub fn word(self) -> &'static str {
        match self {
            Among::Optimal => "optimal",
            Among::Preserving => "preserving",
            Among::All => "all",
        }
    }

    /// The numbers of the choices it admits.
    pub fn candidates<M>(self, choices: &[Choice<M>]) -> Vec<usize> {
        let Some(best) = choices.iter().map(|choice| choice.value).max() else { return Vec::new() };
        let admits = |value: Outcome| match self {
            Among::Optimal => value == best,
            Among::Preserving => value.sign() == best.sign(),
            Among::All => true,
        };
        (0..choices.len()).filter(|&at| admits(choices[at].value)).collect()
    }
}

impl fmt::Display for Among {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Among {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Among, UnknownWord> {
        let refusal = "is no set of moves: choose optimal, preserving or all";
        word::find(&Among::ALL, Among::word, text, refusal)
    }
}

/// Chooses its move against what it believes of the opponent (Andrist & Haworth 2005, section 3.3).
///
/// A winner shortens the expected win, a loser lengthens the expected loss, and where the opponent
/// may concede more than depth, value comes first: in a drawn position it seeks the win, in a lost
/// one the draw.
#[derive(Clone, Debug)]
pub struct Predator {
    /// What it believes of the opponent, and learns from his moves.
    pub analyser: Analyser,
    /// Which of its own moves it considers.
    pub among: Among,
    /// What it wants.
    pub aim: Aim,
    /// How far it looks: its move and the reply are 2 plies.
    pub plies: Plies,
    /// Positions it may look at for one move. A depth that needs more is given up, and the last
    /// one finished decides.
    pub nodes: usize,
}

/// How far to look, and at how many positions at most, unless told otherwise.
pub const DEFAULT_NODES: usize = 200_000;

impl Predator {
    /// A predator of two plies, as in the papers.
    pub fn new(analyser: Analyser) -> Predator {
        Predator {
            analyser,
            among: Among::default(),
            aim: Aim::default(),
            plies: Plies(2),
            nodes: DEFAULT_NODES,
        }
    }

    /// Every option with what is expected of it.
    pub fn advise<S>(&self, turn: &Turn<'_, S>) -> Result<Advice, ChoiceError>
    where
        S: ChoiceSource<Value = Outcome> + ?Sized,
    {
        let candidates = self.among.candidates(turn.choices);
        let mut advice = search::look(self, turn, &candidates, Plies(2), usize::MAX)?
            .expect("two plies are always looked at");
        let mut plies = 4;
        while plies <= self.plies.0 {
            match search::look(self, turn, &candidates, Plies(plies), self.nodes)? {
                Some(deeper) => advice = Advice { nodes: advice.nodes + deeper.nodes, ..deeper },
                None => break,
            }
            plies += 2;
        }
        Ok(advice)
    }
}

/// What a predator found.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The moves it considered, in the order of the choices.
    pub options: Vec<Counsel>,
    /// How far it looked to the end.
    pub plies: Plies,
    /// Positions it looked at.
    pub nodes: usize,
    aim: Aim,
}

/// What is expected of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counsel {
    /// The number of the move among the choices.
    pub choice: usize,
    /// What the tables say of the move, for us.
    pub value: Outcome,
    /// What is expected after the opponent's last reply looked at, for us.
    pub expectation: Expectation,
}

impl Advice {
    /// The options that nothing beats, by their place in [`options`](Advice::options).
    pub fn best(&self) -> Vec<usize> {
        let mut best: Vec<usize> = Vec::new();
        for (at, option) in self.options.iter().enumerate() {
            let against = best.first().map(|&at| self.options[at].expectation);
            match against.map(|best| self.aim.compare(option.expectation, best)) {
                None | Some(std::cmp::Ordering::Greater) => best = vec![at],
                Some(std::cmp::Ordering::Equal) => best.push(at),
                Some(std::cmp::Ordering::Less) => (),
            }
        }
        best
    }
}

impl<S: ChoiceSource<Value = Outcome> + ?Sized> Agent<S> for Predator {
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        if let [only] = self.among.candidates(turn.choices)[..] {
            return Ok(only);
        }
        let advice = self.advise(turn)?;
        let best = Ties::Uniform.pick(&advice.best(), rng);
        Ok(best.map_or(0, |at| advice.options[at].choice))
    }

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) {
        self.analyser.observe(turn.choices, turn.extent, played);
    }
}
