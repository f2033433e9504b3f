//! What a draw is still worth: the chance that this opponent errs later.
//!
//! A draw with men on the board that can still win is worth more than two bare kings. How much more
//! depends on how often the opponent turns a draw into a loss, which is averaged over a sample of the
//! drawn positions of the endgame: the row of the draw in the Markov model of Andrist & Haworth 2005,
//! section 5.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use value::{ChoiceError, ChoiceSource, Value};

use crate::competence::Competence;
use crate::distribution::MoveDistribution;
use crate::reference::Model;

/// Moves in which the opponent may still err: as many as the 50-move rule leaves a quiet game.
const MOVES_LEFT: i32 = 50;

/// A chance of less than this is none.
const LEAST_CHANCE: f64 = 0.01;

/// The drawn positions of one endgame, the opponent to move.
#[derive(Debug, Default)]
pub(super) struct DrawnEndgame {
    /// His choices in each, and whether they lose.
    positions: Vec<(MoveDistribution, Vec<bool>)>,
    /// The answers so far, by the bits of the competence.
    known: Mutex<HashMap<u64, f64>>,
}

impl DrawnEndgame {
    /// These positions of an endgame, listed by their source.
    pub(super) fn of<S>(
        model: &Model,
        source: &S,
        sample: Vec<S::Position>,
    ) -> Result<DrawnEndgame, ChoiceError>
    where
        S: ChoiceSource + ?Sized,
    {
        let mut positions = Vec::new();
        for position in sample {
            let choices = source.choices(&position)?;
            if choices.is_empty() {
                continue;
            }
            let loses = choices.values().map(|value| value.sign() < 0).collect();
            positions.push((model.distribution(&choices), loses));
        }
        Ok(DrawnEndgame { positions, known: Mutex::default() })
    }

    /// The chance that an opponent of this competence turns a draw into a loss with his next move,
    /// averaged over the sample.
    fn error_rate(&self, competence: Competence) -> f64 {
        let lost = |(distribution, loses): &(MoveDistribution, Vec<bool>)| -> f64 {
            let odds = distribution.probabilities(competence);
            odds.iter().zip(loses).filter(|(_, loses)| **loses).map(|(p, _)| p).sum()
        };
        let total: f64 = self.positions.iter().map(lost).sum();
        total / self.positions.len().max(1) as f64
    }

    /// Whether there is nothing to win in practice: of those who move at random not one in a hundred errs
    /// within [`MOVES_LEFT`] moves, as with a knight against a knight.
    pub(super) fn is_dead(&self) -> bool {
        if self.positions.is_empty() {
            return false;
        }
        let share = |(_, loses): &(MoveDistribution, Vec<bool>)| {
            loses.iter().filter(|&&loses| loses).count() as f64 / loses.len().max(1) as f64
        };
        let rate = self.positions.iter().map(share).sum::<f64>() / self.positions.len() as f64;
        1.0 - (1.0 - rate).powi(MOVES_LEFT) < LEAST_CHANCE
    }

    /// The chance that he does so before the 50-move rule ends the game.
    pub(super) fn chance(&self, competence: Competence) -> f64 {
        let bits = competence.get().to_bits();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        *known
            .entry(bits)
            .or_insert_with(|| 1.0 - (1.0 - self.error_rate(competence)).max(0.0).powi(MOVES_LEFT))
    }
}

/// The endgames that a predator has taken a sample of.
#[derive(Debug, Default)]
pub(super) struct Draws(Mutex<HashMap<u64, Option<Arc<DrawnEndgame>>>>);

impl Draws {
    /// What is known of the endgame of a drawn position in which we are to move; none if we cannot
    /// win it whatever the opponent does, or the source does not tell endgames apart.
    pub(super) fn at<S>(
        &self,
        model: &Model,
        source: &S,
        at: &S::Position,
    ) -> Result<Option<Arc<DrawnEndgame>>, ChoiceError>
    where
        S: ChoiceSource + ?Sized,
    {
        let Some(endgame) = source.endgame(at) else { return Ok(None) };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(&endgame) {
            return Ok(found.clone());
        }
        let sample = source.drawn_sample(at)?;
        let found = sample.map(|sample| DrawnEndgame::of(model, source, sample)).transpose()?;
        let found = found.map(Arc::new);
        known.insert(endgame, found.clone());
        Ok(found)
    }
}
