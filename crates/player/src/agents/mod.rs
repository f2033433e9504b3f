//! Who can play: one file for each kind of agent.
//!
//! - [`reference`](mod@reference): *Player*, a reference player of any competence
//! - [`best`]: *Infallible* and *anti-infallible*, with a rule for ties
//! - [`fewest`]: *Fewest*, infallible, who leaves the fewest good replies
//! - [`analyser`]: *Analyser*, who watches and learns a player's competence
//! - [`emulator`]: *Emulator*, who shows a competence as steadily as it can
//! - [`imitator`]: *Imitator*, who plays as well as the opponent seems to
//! - [`predator`]: *Predator*, who sets this opponent the hardest task
//! - [`presser`]: *Presser*, who goes for what the opponent may let go
//! - [`pressing`]: any of them who presses where the tables call all moves drawn
//! - [`predictor`]: *Predictor*, who says how far a player will get
//! - [`prior_agent`]: *PriorAgent*, any of them who sees the board through weights

pub mod analyser;
pub mod best;
pub mod emulator;
pub mod fewest;
pub mod imitator;
pub mod predator;
pub mod predictor;
pub mod presser;
pub mod pressing;
pub mod prior_agent;
pub mod reference;

use std::borrow::Cow;
use std::cell::OnceCell;

use rand::Rng;
use value::{ChoiceError, ChoiceSource, Choices};

pub use analyser::Analyser;
pub use best::{Best, Ties};
pub use emulator::Emulator;
pub use fewest::Fewest;
pub use imitator::Imitator;
pub use predator::Predator;
pub use predictor::Predictor;
pub use presser::Presser;
pub use pressing::{DrawnMoves, Pressing};
pub use prior_agent::PriorAgent;

use crate::distribution::MoveDistribution;
use crate::reference::Model;

/// A position with what may be played there, at least one move.
#[derive(Debug)]
pub struct Turn<'a, S: ChoiceSource + ?Sized> {
    /// Who knows what comes after.
    pub source: &'a S,
    /// Where we stand.
    pub at: &'a S::Position,
    /// The moves and their values for the mover.
    pub choices: &'a Choices<S::Move, S::Value>,
    /// What the first who asked made of the choices.
    known: OnceCell<(Model, MoveDistribution)>,
}

impl<'a, S: ChoiceSource + ?Sized> Turn<'a, S> {
    /// A position of a source with its choices.
    pub fn new(
        source: &'a S,
        at: &'a S::Position,
        choices: &'a Choices<S::Move, S::Value>,
    ) -> Turn<'a, S> {
        Turn { source, at, choices, known: OnceCell::new() }
    }

    /// The distribution that players of this kind bring to the choices. A player and the one who judges him are of one
    /// kind as a rule, so that it is worked out once.
    pub fn distribution(&self, model: &Model) -> Cow<'_, MoveDistribution> {
        let first = || (model.clone(), model.distribution(self.choices));
        match self.known.get_or_init(first) {
            (known, distribution) if known.is_same(model) => Cow::Borrowed(distribution),
            _ => Cow::Owned(model.distribution(self.choices)),
        }
    }
}

/// The same chance for each of these moves, none for the others.
pub(crate) fn equal_odds(moves: usize, among: &[usize]) -> Vec<f64> {
    let share = 1.0 / among.len().max(1) as f64;
    let mut odds = vec![0.0; moves];
    for &at in among {
        odds[at] = share;
    }
    odds
}

/// A player at the board.
pub trait Agent<S: ChoiceSource + ?Sized>: Send {
    /// Chooses a move: its number among the choices.
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError>;

    /// Sees the opponent make a move.
    fn opponent_moved(&mut self, _turn: &Turn<'_, S>, _played: usize) -> Result<(), ChoiceError> {
        Ok(())
    }

    /// Sees itself make a move that it was not asked for: a game is taken up in the middle.
    fn moved(&mut self, _turn: &Turn<'_, S>, _played: usize) -> Result<(), ChoiceError> {
        Ok(())
    }

    /// How likely it is to make each move now; none if saying so costs as much as choosing.
    fn odds(&self, _turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        None
    }

    /// A new game begins against the same opponent: what was learned of him stays, what was shown
    /// of oneself does not.
    fn new_game(&mut self) {}
}
