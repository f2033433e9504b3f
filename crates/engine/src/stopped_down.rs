//! An engine that searches `p` plies as a source of choices: the `E_p` of Haworth 2007, section 3.

use std::sync::{Mutex, PoisonError};

use endgame::rules::{Board, Move};
use value::{Choice, ChoiceError, ChoiceSource, Choices, Extent, Plies};

use crate::evaluator::{Evaluation, Evaluator, Limits};
use crate::score::Score;

/// `E_p` as a source of choices: any position of chess, values from a search of fixed depth.
pub struct StoppedDown<V> {
    evaluator: Mutex<V>,
    depth: Plies,
}

impl<V: Evaluator> StoppedDown<V> {
    /// Scores by this evaluator, searching so many plies.
    pub fn new(evaluator: V, depth: Plies) -> StoppedDown<V> {
        StoppedDown { evaluator: Mutex::new(evaluator), depth }
    }

    /// The `p` of `E_p`.
    pub fn depth(&self) -> Plies {
        self.depth
    }

    /// Returns the evaluator.
    pub fn into_inner(self) -> V {
        self.evaluator.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The moves with their scores, as choices of weight 1.
pub fn choices(moves: &[Move], evaluation: &Evaluation) -> Choices<Move, Score> {
    let pairs = moves.iter().zip(&evaluation.scores);
    let list = pairs.map(|(&play, &score)| Choice::new(play, score)).collect();
    Choices::new(list, Extent::default())
}

impl<V: Evaluator> ChoiceSource for StoppedDown<V> {
    type Position = Board;
    type Move = Move;
    type Value = Score;

    fn choices(&self, at: &Board) -> Result<Choices<Move, Score>, ChoiceError> {
        let moves = at.legal_moves();
        if moves.is_empty() {
            return Ok(Choices::new(Vec::new(), Extent::default()));
        }
        let mut evaluator = self.evaluator.lock().unwrap_or_else(PoisonError::into_inner);
        let evaluation =
            evaluator.evaluate(at, &moves, &Limits::plies(self.depth)).map_err(ChoiceError::new)?;
        Ok(choices(&moves, &evaluation))
    }

    fn after(&self, at: &Board, play: &Move) -> Board {
        at.after(*play)
    }
}
