//! The infallible player and its opposite: always a best move, or always a worst.

use rand::{Rng, RngExt};
use value::{ChoiceError, ChoiceSource, Choices, Value};

use super::{Agent, Turn, equal_odds};
use crate::word::words_of;

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

words_of!(
    Ties,
    "is no rule for equally good moves: choose uniform, first or last",
    [Uniform = "uniform", First = "first", Last = "last"]
);

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
