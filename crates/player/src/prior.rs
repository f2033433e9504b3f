//! How likely moves are before their values are looked at: the papers' `v_m`, from whatever a heuristic
//! sees in a position.
//!
//! A [`MovePrior`] lives where the positions are known; here it only changes the weights of choices,
//! so that everything that looks at choices can look at weighted ones.

use std::fmt;

use value::{Choice, ChoiceError, ChoiceSource, Choices};

use crate::competence::Competence;

/// Says how much each choice of a position weighs.
pub trait MovePrior<S: ChoiceSource + ?Sized>: fmt::Debug + Send + Sync {
    /// Sets the weight of each of these choices of a position, some or all of its moves in any
    /// order: finite, none below 0.
    fn set_weights(
        &self,
        source: &S,
        at: &S::Position,
        choices: &mut [Choice<S::Move, S::Value>],
    ) -> Result<(), ChoiceError>;

    /// The competence that was found together with the weights, if one was.
    fn competence(&self) -> Option<Competence> {
        None
    }
}

/// What is no weight of a move.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a move weighs {0}: a weight is a number from 0")]
pub struct NotAWeight(pub f64);

/// A source whose choices weigh what somebody says they do.
pub struct PriorSource<'a, S: ?Sized> {
    /// Where the choices come from.
    pub source: &'a S,
    /// Who weighs them; with nobody, they keep their weights.
    pub move_prior: Option<&'a dyn MovePrior<S>>,
}

impl<S: ChoiceSource + ?Sized> PriorSource<'_, S> {
    /// Gives these choices of a position their weights.
    pub fn set_weights(
        &self,
        at: &S::Position,
        choices: &mut [Choice<S::Move, S::Value>],
    ) -> Result<(), ChoiceError> {
        let Some(move_prior) = self.move_prior else { return Ok(()) };
        move_prior.set_weights(self.source, at, choices)?;
        let wrong = |weight: &f64| !(weight.is_finite() && *weight >= 0.0);
        match choices.iter().map(|choice| choice.weight).find(wrong) {
            Some(weight) => Err(ChoiceError::new(NotAWeight(weight))),
            None => Ok(()),
        }
    }
}

impl<S: ChoiceSource + ?Sized> ChoiceSource for PriorSource<'_, S> {
    type Position = S::Position;
    type Move = S::Move;
    type Value = S::Value;

    fn choices(&self, at: &S::Position) -> Result<Choices<S::Move, S::Value>, ChoiceError> {
        let mut choices = self.source.choices(at)?;
        self.set_weights(at, &mut choices)?;
        Ok(choices)
    }

    fn unweighed(&self, at: &S::Position) -> Result<Choices<S::Move, S::Value>, ChoiceError> {
        self.source.unweighed(at)
    }

    fn after(&self, at: &S::Position, play: &S::Move) -> S::Position {
        self.source.after(at, play)
    }

    fn endgame(&self, at: &S::Position) -> Option<u64> {
        self.source.endgame(at)
    }

    fn drawn_sample(&self, at: &S::Position) -> Result<Option<Vec<S::Position>>, ChoiceError> {
        self.source.drawn_sample(at)
    }

    fn key(&self, at: &S::Position) -> Option<u64> {
        self.source.key(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{Depth, Extent, Outcome};

    /// A game of three moves.
    struct Three;

    impl ChoiceSource for Three {
        type Position = ();
        type Move = usize;
        type Value = Outcome;

        fn choices(&self, (): &()) -> Result<Choices<usize>, ChoiceError> {
            let list = (0..3).map(|play| Choice::new(play, Outcome::Win(Depth(play as u16))));
            Ok(Choices::new(list.collect(), Extent::default()))
        }

        fn after(&self, (): &(), _: &usize) {}
    }

    #[derive(Debug)]
    struct These(Vec<f64>);

    impl MovePrior<Three> for These {
        fn set_weights(
            &self,
            _: &Three,
            (): &(),
            choices: &mut [Choice<usize>],
        ) -> Result<(), ChoiceError> {
            for choice in choices {
                choice.weight = self.0[choice.play];
            }
            Ok(())
        }
    }

    fn weighed(weights: &[f64]) -> Result<Choices<usize>, ChoiceError> {
        let these = These(weights.to_vec());
        PriorSource { source: &Three, move_prior: Some(&these) }.choices(&())
    }

    #[test]
    fn choices_are_handed_out_with_their_weights() {
        let weights = |choices: Choices<usize>| {
            choices.into_iter().map(|choice| choice.weight).collect::<Vec<_>>()
        };
        assert_eq!(weights(weighed(&[0.5, 0.0, 3.0]).unwrap()), [0.5, 0.0, 3.0]);
        let plain = PriorSource { source: &Three, move_prior: None };
        assert_eq!(weights(plain.choices(&()).unwrap()), [1.0; 3]);
        let these = These(vec![0.5; 3]);
        let unweighed = PriorSource { source: &Three, move_prior: Some(&these) }.unweighed(&());
        assert_eq!(weights(unweighed.unwrap()), [1.0; 3]);
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        let refusal = |weights: &[f64]| weighed(weights).unwrap_err().to_string();
        assert!(refusal(&[1.0, -0.5, 1.0]).contains("weighs -0.5"));
        assert!(refusal(&[1.0, f64::NAN, 1.0]).contains("weighs NaN"));
    }
}
