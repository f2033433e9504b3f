//! The Predator: makes the move that sets this opponent the hardest task.
//!
//! - `among`: which of its own moves it considers; `risk`: how much depth they may give up
//! - `expectation`: what is expected of an outcome that is not certain, and which is better
//! - `search`: expectation at the opponent's turns, the best move at our own, as deep as asked
//! - `memory`: what it has found out already
//! - [`curves`]: which option is best against each competence

mod among;
pub mod curves;
mod expectation;
mod memory;
mod risk;
mod search;

use std::sync::Arc;

use rand::Rng;
use value::{ChoiceError, ChoiceSource, Depth, Extent, Outcome, Plies};

pub use among::{Among, NotAmong};
pub use expectation::{Aim, Expectation};
pub use memory::Memory;
pub use risk::{NotARisk, Risk};

use super::{Agent, Analyser, Ties, Turn};

/// Chooses its move against what it believes of the opponent (Andrist & Haworth 2005, section 3.3).
///
/// A winner shortens the expected win, a loser lengthens the expected loss, and where the opponent
/// may concede more than depth, value comes first: in a drawn position it seeks the win, in a lost
/// one the draw.
///
/// Jansen's probi-max programs (1992, 7.1.2) are predators too: their risk is [`Among::Within`], they
/// aim at depth alone, and their opponent, of competence 0, is moved by weights.
///
/// ```text
/// V(p) = max_i V(p_i)          at our turns, over the moves considered
/// V(p) = Σ_i w_i V(p_i)        at the opponent's, w_i his probabilities
/// ```
#[derive(Clone, Debug)]
pub struct Predator {
    /// What it believes of the opponent, and learns from his moves.
    pub analyser: Analyser,
    /// Which of its own moves it considers.
    pub among: Among,
    /// What it wants.
    pub aim: Aim,
    /// A draw is as good as a loss, or a win, in so many moves, whichever the position is; none:
    /// one more than the deepest.
    pub draw: Option<Depth>,
    /// How far it looks: its move and the reply are 2 plies.
    pub plies: Plies,
    /// Positions it may look at for one move. A depth that needs more is given up, and the last
    /// one finished decides.
    pub nodes: usize,
    /// What it has found out about one source, if it keeps that: of use where its belief is certain
    /// and the source knows its positions by [`key`](ChoiceSource::key).
    pub memory: Option<Arc<Memory>>,
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
            draw: None,
            plies: Plies(2),
            nodes: DEFAULT_NODES,
            memory: None,
        }
    }

    /// The same predator with a fresh memory, for games with one source.
    #[must_use]
    pub fn remembering(self) -> Predator {
        Predator { memory: Some(Arc::default()), ..self }
    }

    /// What a draw is measured against in a position of this value.
    fn ladder(&self, extent: Extent, value: Outcome) -> Extent {
        let Some(draw) = self.draw else { return extent };
        let deepest = |own: Depth| own.max(Depth(draw.0.saturating_sub(1)));
        match value.sign() {
            1 => Extent { deepest_win: deepest(extent.deepest_win), ..extent },
            -1 => Extent { deepest_loss: deepest(extent.deepest_loss), ..extent },
            _ => extent,
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

    fn opponent_moved(&mut self, turn: &Turn<'_, S>, played: usize) -> Result<(), ChoiceError> {
        self.analyser.observe(turn.choices, turn.extent, played);
        Ok(())
    }
}
