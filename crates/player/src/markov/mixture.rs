//! A player whose competence is not known for sure: one of several chains, each with its probability.

use super::length::Length;
use super::matrix::{StateDistribution, SteadyState, TransitionMatrix};
use super::states::StateSpace;

/// Chains of the same states, one of which is played; probabilities add up to one.
///
/// The player keeps one competence all through the game, so that what is predicted is the mean of
/// what each chain predicts. The mean of the matrices is good for a single move only.
#[derive(Clone, Debug)]
pub struct Mixture(Vec<(f64, TransitionMatrix)>);

impl Mixture {
    /// Chains with their probabilities.
    ///
    /// # Panics
    /// If there are none.
    pub fn new(parts: Vec<(f64, TransitionMatrix)>) -> Mixture {
        assert!(!parts.is_empty(), "at least one chain");
        Mixture(parts)
    }

    /// The only chain; none if there are several.
    pub fn only(&self) -> Option<&TransitionMatrix> {
        (self.0.len() == 1).then(|| &self.0[0].1)
    }

    /// The states.
    pub fn space(&self) -> StateSpace {
        self.0[0].1.space()
    }

    /// The same after another player's reply, whose matrix is known.
    #[must_use]
    pub fn then(&self, reply: &TransitionMatrix) -> Mixture {
        Mixture(self.0.iter().map(|(p, one)| (*p, one.then(reply))).collect())
    }

    /// A move by somebody whose matrix is known, and the reply of one of these.
    #[must_use]
    pub fn after_move(&self, by: &TransitionMatrix) -> Mixture {
        Mixture(self.0.iter().map(|(p, one)| (*p, by.then(one))).collect())
    }

    /// The chances of the first move: the mean of the matrices.
    pub fn first_move(&self) -> TransitionMatrix {
        TransitionMatrix::new(
            self.space(),
            self.mean(|one| one.rows().flatten().copied().collect()),
        )
    }

    /// The mean of several numbers that each chain has.
    fn mean(&self, of: impl Fn(&TransitionMatrix) -> Vec<f64>) -> Vec<f64> {
        let mut mean = Vec::new();
        for (p, one) in &self.0 {
            let numbers = of(one);
            mean.resize(numbers.len(), 0.0);
            mean.iter_mut().zip(numbers).for_each(|(mean, number)| *mean += p * number);
        }
        mean
    }

    /// As [`TransitionMatrix::expected_length`].
    pub fn expected_length(&self) -> Vec<f64> {
        self.mean(TransitionMatrix::expected_length)
    }

    /// As [`TransitionMatrix::win_within`].
    pub fn win_within(&self, moves: u64) -> Vec<f64> {
        self.mean(|one| one.win_within(moves))
    }

    /// `p_0` to `p_m` of a game, given the first.
    pub fn by_move(&self, start: &StateDistribution, moves: usize) -> Vec<StateDistribution> {
        let mut at: Vec<(f64, StateDistribution)> =
            self.0.iter().map(|(p, _)| (*p, start.clone())).collect();
        let step = |moved: usize| {
            if moved > 0 {
                at.iter_mut().zip(&self.0).for_each(|((_, at), (_, one))| *at = at.moved(one));
            }
            StateDistribution::mean(&at)
        };
        (0..=moves).map(step).collect()
    }

    /// As [`TransitionMatrix::steady_states`].
    pub fn steady_states(&self) -> Vec<SteadyState> {
        let flat = self.mean(|one| {
            one.steady_states().iter().flat_map(|e| [e.won, e.drawn, e.lost, e.never]).collect()
        });
        let ending = |e: &[f64]| SteadyState { won: e[0], drawn: e[1], lost: e[2], never: e[3] };
        flat.chunks(4).map(ending).collect()
    }

    /// The length of a game from a state.
    pub fn length(&self, start: usize) -> Length {
        let parts: Vec<(f64, &TransitionMatrix)> =
            self.0.iter().map(|(p, one)| (*p, one)).collect();
        Length::mixed(&parts, start)
    }
}
