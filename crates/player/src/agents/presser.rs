//! The presser: of the moves that keep the value, the heaviest.

use rand::Rng;
use value::{ChoiceError, ChoiceSource, Choices, Value};

use super::predator::Candidates;
use super::{Agent, Ties, Turn, equal_odds};

/// Presses for what the opponent may let go: Andrist & Haworth's "infallible Black pressing for a draw in a lost position" (2005,
/// section 8).
///
/// It never gives its own value away. What a move weighs is the chance that the opponent fails after it, which
/// somebody who knows the endgame has worked out; at equal weights the better move to the tables decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presser;

/// Weights as close as this are equal.
const ALIKE: f64 = 1e-12;

impl Presser {
    /// The moves it takes any of.
    fn equals<M, V: Value>(choices: &Choices<M, V>) -> Vec<usize> {
        let mut kept = Candidates::Preserving.among(choices);
        let heaviest = kept.iter().map(|&at| choices[at].weight).fold(0.0, f64::max);
        kept.retain(|&at| choices[at].weight >= heaviest - ALIKE);
        let best = kept.iter().map(|&at| choices[at].value).max();
        kept.retain(|&at| Some(choices[at].value) == best);
        kept
    }
}

impl<S: ChoiceSource + ?Sized> Agent<S> for Presser {
    fn choose(&mut self, turn: &Turn<'_, S>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        Ok(Ties::Uniform.pick(&Presser::equals(turn.choices), rng).unwrap_or(0))
    }

    fn odds(&self, turn: &Turn<'_, S>) -> Option<Vec<f64>> {
        Some(equal_odds(turn.choices.len(), &Presser::equals(turn.choices)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::moves_to;
    use value::{Depth, Outcome};

    #[test]
    fn it_keeps_the_value_then_goes_by_weight_then_by_depth() {
        let loss = |depth| Outcome::Loss(Depth(depth));
        let weighed = |values: &[Outcome], weights: &[f64]| {
            let mut choices = moves_to(values);
            choices.iter_mut().zip(weights).for_each(|(choice, &weight)| choice.weight = weight);
            Presser::equals(&choices)
        };
        let lost = [loss(3), loss(9), loss(7), loss(9)];
        assert_eq!(weighed(&lost, &[0.5, 0.2, 0.5, 0.1]), [2]);
        assert_eq!(weighed(&lost, &[0.0; 4]), [1, 3]);
        assert_eq!(weighed(&[loss(3), Outcome::Draw], &[0.9, 0.1]), [1]);
        assert_eq!(weighed(&[Outcome::Win(Depth(4)), Outcome::Win(Depth(2))], &[1.0, 1.0]), [1]);
    }
}
