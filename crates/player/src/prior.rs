//! How likely moves are before their values are looked at: the papers' `v_m`, from whatever a heuristic
//! sees in a position.
//!
//! A [`MovePrior`] lives where the positions are known; here it only changes the weights of choices,
//! so that everything that looks at choices can look at weighted ones.

use std::fmt;
use std::sync::{Mutex, PoisonError};

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

    /// The same for a mover who remembers the moves before, as [`MovePrior::memory_of`] made them; to a
    /// prior that does not look back it makes no difference.
    fn set_weights_after(
        &self,
        source: &S,
        at: &S::Position,
        _before: MovesBefore,
        choices: &mut [Choice<S::Move, S::Value>],
    ) -> Result<(), ChoiceError> {
        self.set_weights(source, at, choices)
    }

    /// A number that no other position of a game has; none if the prior does not look back.
    fn number_of(&self, _at: &S::Position) -> Option<u64> {
        None
    }

    /// What it wants to remember of a move made in a position; none if it does not look back.
    fn memory_of(&self, _at: &S::Position, _play: &S::Move) -> Option<MoveMemory> {
        None
    }

    /// The competence that was found together with the weights, if one was.
    fn competence(&self) -> Option<Competence> {
        None
    }
}

/// What a prior remembers of a move; only the prior itself can read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveMemory {
    /// The position the move led to: no other position of a game has this number.
    pub position: u64,
    /// The move.
    pub play: u64,
}

/// The moves that led to a position, as far as they are remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovesBefore {
    /// The opponent's last move.
    pub enemy: Option<MoveMemory>,
    /// The mover's own before that.
    pub own: Option<MoveMemory>,
    /// The opponent's before that.
    pub enemy_before: Option<MoveMemory>,
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
    /// The moves that led to the positions asked about, for a prior that looks back.
    line: Line,
}

impl<'a, S: ChoiceSource + ?Sized> PriorSource<'a, S> {
    /// A source with a prior, in a game of which nothing is known.
    pub fn new(source: &'a S, move_prior: Option<&'a dyn MovePrior<S>>) -> PriorSource<'a, S> {
        PriorSource { source, move_prior, line: Line::default() }
    }

    /// The same in a game whose last half-moves are remembered, the oldest first.
    #[must_use]
    pub fn after_moves(self, moves: impl Into<Vec<Option<MoveMemory>>>) -> PriorSource<'a, S> {
        PriorSource { line: Line(Mutex::new(moves.into())), ..self }
    }

    /// Gives these choices of a position their weights.
    pub fn set_weights(
        &self,
        at: &S::Position,
        choices: &mut [Choice<S::Move, S::Value>],
    ) -> Result<(), ChoiceError> {
        let Some(move_prior) = self.move_prior else { return Ok(()) };
        let number = move_prior.number_of(at);
        let before = number.map_or_else(MovesBefore::default, |number| self.line.before(number));
        move_prior.set_weights_after(self.source, at, before, choices)?;
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
        if let Some(prior) = self.move_prior
            && let (Some(from), Some(made)) = (prior.number_of(at), prior.memory_of(at, play))
        {
            self.line.push(from, made);
        }
        self.source.after(at, play)
    }

    fn endgame(&self, at: &S::Position) -> Option<u64> {
        self.source.endgame(at)
    }

    fn drawn_sample(&self, at: &S::Position) -> Result<Option<Vec<S::Position>>, ChoiceError> {
        self.source.drawn_sample(at)
    }

    fn key(&self, at: &S::Position) -> Option<u64> {
        // Who looks back gives one position several weights.
        if self.move_prior.is_some_and(|prior| prior.number_of(at).is_some()) {
            return None;
        }
        self.source.key(at)
    }
}

/// The moves on the way to the position that a search looks at, the oldest first.
///
/// A search asks for what comes after a move and then for the choices there, and comes back to where it
/// was: the line is cut off at the position a move is made from, and goes on with that move.
#[derive(Debug, Default)]
struct Line(Mutex<Vec<Option<MoveMemory>>>);

impl Line {
    /// The moves before a position on the line, the one that led to it first.
    fn before(&self, position: u64) -> MovesBefore {
        let moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let led = moves.iter().rposition(|made| made.is_some_and(|m| m.position == position));
        let Some(led) = led else { return MovesBefore::default() };
        let back = |by: usize| led.checked_sub(by).and_then(|at| moves[at]);
        MovesBefore { enemy: back(0), own: back(1), enemy_before: back(2) }
    }

    /// A move is made from a position.
    fn push(&self, from: u64, made: MoveMemory) {
        let mut moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let led = moves.iter().rposition(|made| made.is_some_and(|m| m.position == from));
        moves.truncate(led.map_or(0, |led| led + 1));
        moves.push(Some(made));
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
        PriorSource::new(&Three, Some(&these)).choices(&())
    }

    #[test]
    fn choices_are_handed_out_with_their_weights() {
        let weights = |choices: Choices<usize>| {
            choices.into_iter().map(|choice| choice.weight).collect::<Vec<_>>()
        };
        assert_eq!(weights(weighed(&[0.5, 0.0, 3.0]).unwrap()), [0.5, 0.0, 3.0]);
        let plain = PriorSource::new(&Three, None);
        assert_eq!(weights(plain.choices(&()).unwrap()), [1.0; 3]);
        let these = These(vec![0.5; 3]);
        let unweighed = PriorSource::new(&Three, Some(&these)).unweighed(&());
        assert_eq!(weights(unweighed.unwrap()), [1.0; 3]);
    }

    /// The mover's last move is two moves back, on whatever line the search is.
    #[test]
    fn a_line_is_cut_where_the_search_goes_back() {
        let made = |position| MoveMemory { position, play: 10 * position };
        let line = Line(Mutex::new(vec![Some(made(1)), Some(made(2))]));
        let own = |position| line.before(position).own;
        assert_eq!(own(2), Some(made(1)));
        assert_eq!(own(1), None);
        line.push(2, made(3));
        assert_eq!(own(3), Some(made(2)));
        let all =
            MovesBefore { enemy: Some(made(3)), own: Some(made(2)), enemy_before: Some(made(1)) };
        assert_eq!(line.before(3), all);
        line.push(3, made(4));
        assert_eq!(own(4), Some(made(3)));
        line.push(2, made(5));
        assert_eq!((own(5), own(4)), (Some(made(2)), None));
        // From somewhere else: nothing is known of how one got there.
        line.push(9, made(6));
        assert_eq!((own(6), own(2)), (None, None));
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        let refusal = |weights: &[f64]| weighed(weights).unwrap_err().to_string();
        assert!(refusal(&[1.0, -0.5, 1.0]).contains("weighs -0.5"));
        assert!(refusal(&[1.0, f64::NAN, 1.0]).contains("weighs NaN"));
    }
}
