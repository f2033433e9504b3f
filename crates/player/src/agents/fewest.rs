//! Jansen's program B: a best move, and among equals the one that leaves the fewest good replies.

use rand::Rng;
use value::{ChoiceError, ChoiceSource};

use super::{Agent, Ties, Turn};

/// "Best optimal": of the best moves, one with the smallest share `o/b` of optimal replies (Jansen
/// 1992, 7.1.1), any of them if there are several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fewest;

impl Fewest {
    /// The best moves that leave the smallest share of optimal replies.
    pub fn candidates<S>(self, turn: &Turn<'_, S>) -> Result<Vec<usize>, ChoiceError>
    where
        S: ChoiceSource + ?Sized,
    {
        let mut fewest: (f64, Vec<usize>) = (f64::INFINITY, Vec::new());
        for choice in turn.choices.optimal() {
            let next = turn.source.after(turn.at, &turn.choices[choice].play);
            let replies = turn.source.unweighed(&next)?;
            // Who has no reply cannot find a good one.
            let share = replies.optimal().len() as f64 / replies.len().max(1) as f64;
            if share < fewest.0 {
                fewest = (share, vec![choice]);
            } else if share == fewest.0 {
                fewest.1.push(choice);
            }
        }
        Ok(fewest.1)
    }
}

impl<S: ChoiceSource + ?Sized> Agent<S> for Fewest {
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        if let [only] = turn.choices.optimal()[..] {
            return Ok(only);
        }
        Ok(Ties::Uniform.pick(&self.candidates(turn)?, rng).unwrap_or(0))
    }
}
