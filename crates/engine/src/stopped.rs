//! An engine that searches `p` plies as a source of choices: the `E_p` of Haworth 2007, section 3.

use std::sync::{Mutex, PoisonError};

use endgame::rules::{Board, Move};
use value::{Choice, ChoiceError, ChoiceSource, Choices, Plies};

use crate::score::Score;
use crate::valuer::{Limits, Valuation, Valuer};

/// `E_p` as a source of choices: any position of chess, values from a search of fixed depth.
pub struct Stopped<V> {
    valuer: Mutex<V>,
    depth: Plies,
}

impl<V: Valuer> Stopped<V> {
    /// This engine, so deep.
    pub fn new(valuer: V, depth: Plies) -> Stopped<V> {
        Stopped { valuer: Mutex::new(valuer), depth }
    }

    /// `p`.
    pub fn depth(&self) -> Plies {
        self.depth
    }

    /// The engine back.
    pub fn into_inner(self) -> V {
        self.valuer.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A valuation as choices.
pub fn choices(moves: &[Move], valuation: &Valuation) -> Vec<Choice<Move, Score>> {
    let pairs = moves.iter().zip(&valuation.scores);
    pairs.map(|(&play, &score)| Choice::new(play, score)).collect()
}

impl<V: Valuer> ChoiceSource for Stopped<V> {
    type Position = Board;
    type Move = Move;
    type Value = Score;

    fn choices(&self, at: &Board) -> Choices<Move, Score> {
        let moves = at.legal_moves();
        if moves.is_empty() {
            return Ok(Vec::new());
        }
        let limits = Limits { depth: self.depth, nodes: None, halt: &|| false, leave: &|| false };
        let mut valuer = self.valuer.lock().unwrap_or_else(PoisonError::into_inner);
        let valuation = valuer.value(at, &moves, &limits).map_err(ChoiceError::new)?;
        Ok(choices(&moves, &valuation))
    }

    fn after(&self, at: &Board, play: &Move) -> Board {
        at.after(*play)
    }
}
