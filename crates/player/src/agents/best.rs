//! The infallible player and its opposite: always a best move, or always a worst.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};
use value::{ChoiceError, ChoiceSource, Choices, Value};

use super::{Agent, Turn, equal_odds};
use crate::word::{self, UnknownWord};

/// Which of several equally good moves is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// Any, by chance.
    #[default]
    Uniform,
    /// The first that the source lists.
    First,
    /// The last that the source lists.
    Last,
}

impl Ties {
    /// Every rule.
    pub const ALL: [Ties; 3] = [Ties::Uniform, Ties::First, Ties::Last];

    /// As written in an agent's description.
    pub fn word(self) -> &'static str {
        match self {
            Ties::Uniform => "uniform",
            Ties::First => "first",
            Ties::Last => "last",
        }
    }

    /// Takes one of these.
    pub fn pick(self, among: &[usize], rng: &mut dyn Rng) -> Option<usize> {
        match self {
            _ if among.is_empty() => None,
            Ties::Uniform if among.len() > 1 => Some(among[rng.random_range(0..among.len())]),
            Ties::Uniform | Ties::First => among.first().copied(),
            Ties::Last => among.last().copied(),
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Ties {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Ties, UnknownWord> {
        let refusal = "is no rule for equally good moves: choose uniform, first or last";
        word::find(&Ties::ALL, Ties::word, text, refusal)
    }
}

/// `R_∞`, or `R_-∞` who always takes a worst move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// What to do among equals.
    pub ties: Ties,
    /// Whether to look for the worst instead.
    pub worst: bool,
}

impl Best {
    /// The moves it takes any of.
    fn equals<M, V: Value>(&self, choices: &Choices<M, V>) -> Vec<usize> {
        if self.worst { choices.worst() } else { choices.optimal() }
    }
}

impl<S: ChoiceSource + ?Sized> Agent<S> for Best {
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        Ok(self.ties.pick(&self.equals(turn.choices), rng).unwrap_or(0))
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        let equals = self.equals(turn.choices);
        let among = match self.ties {
            Ties::Uniform => &equals[..],
            Ties::First => &equals[..1],
            Ties::Last => &equals[equals.len() - 1..],
        };
        Some(equal_odds(turn.choices.len(), among))
    }
}
