//! State-transition matrices, and where a game stands after so many moves.

use std::ops::Index;

use nalgebra::{DMatrix, DVector};
use value::Outcome;

use super::elimination::Elimination;
use super::states::StateSpace;

/// `M_c`: `matrix[(i, j)]` is the probability of moving from state `i` to state `j`.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionMatrix {
    space: StateSpace,
    rows: Vec<f64>,
}

impl TransitionMatrix {
    /// A matrix from its rows, one after the other.
    ///
    /// # Panics
    /// If there are not as many numbers as the space asks for.
    pub fn new(space: StateSpace, rows: Vec<f64>) -> TransitionMatrix {
        assert_eq!(rows.len(), space.len() * space.len(), "a square matrix");
        TransitionMatrix { space, rows }
    }

    /// A player who never changes the state: the infallible defender, whose moves cost no depth.
    pub fn identity(space: StateSpace) -> TransitionMatrix {
        let len = space.len();
        let mut rows = vec![0.0; len * len];
        rows.iter_mut().step_by(len + 1).for_each(|p| *p = 1.0);
        TransitionMatrix { space, rows }
    }

    /// Its states.
    pub fn space(&self) -> StateSpace {
        self.space
    }

    /// The probabilities of where state `i` leads.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.rows[i * self.space.len()..(i + 1) * self.space.len()]
    }

    /// All rows, from state 0 on.
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.rows.chunks(self.space.len())
    }

    /// A full move: `M_W . M_B`.
    ///
    /// # Panics
    /// If the two have different states.
    #[must_use]
    pub fn then(&self, reply: &TransitionMatrix) -> TransitionMatrix {
        assert_eq!(self.space, reply.space, "a move and a reply in the same states");
        let len = self.space.len();
        let mut rows = vec![0.0; len * len];
        for (into, row) in rows.chunks_mut(len).zip(self.rows()) {
            for (&p, reply) in row.iter().zip(reply.rows()).filter(|&(&p, _)| p > 0.0) {
                into.iter_mut().zip(reply).for_each(|(sum, q)| *sum += p * q);
            }
        }
        TransitionMatrix { space: self.space, rows }
    }

    /// `p_m`: where a game that starts in a state stands after `m` moves.
    pub fn after(&self, start: usize, moves: u64) -> StateDistribution {
        let mut state = StateDistribution::certain(self.space, start);
        for _ in 0..moves {
            state = state.moved(self);
        }
        state
    }

    /// `P[win within m moves]` from every state: the column of state 0 of `M^m`.
    pub fn win_within(&self, moves: u64) -> Vec<f64> {
        let mut won = vec![0.0; self.space.len()];
        won[0] = 1.0;
        for _ in 0..moves {
            won = self.rows().map(|row| row.iter().zip(&won).map(|(p, w)| p * w).sum()).collect();
        }
        won
    }

    /// `P[win in exactly m moves]` from every state; none of them for `m = 0` but state 0.
    pub fn win_exactly(&self, moves: u64) -> Vec<f64> {
        match moves.checked_sub(1) {
            None => self.win_within(0),
            Some(before) => {
                let sooner = self.win_within(before);
                let column =
                    self.rows().map(|row| row.iter().zip(&sooner).map(|(p, w)| p * w).sum::<f64>());
                column.zip(&sooner).map(|(within, sooner)| within - sooner).collect()
            }
        }
    }

    /// The states that are wins; none if a win may be given away.
    fn certain_wins(&self) -> Option<Vec<f64>> {
        let wins = usize::from(self.space.deepest_win().0) + 1;
        let certain = |row: &[f64]| row[wins..].iter().all(|&p| p == 0.0);
        let rows = || self.rows().take(wins);
        rows().all(certain).then(|| rows().flat_map(|row| &row[..wins]).copied().collect())
    }

    /// The linear system of appendix C, ready to be solved; none if a win may be given away.
    pub fn elimination(&self) -> Option<Elimination> {
        let wins = usize::from(self.space.deepest_win().0) + 1;
        self.certain_wins().map(|rows| Elimination::of(&rows, wins))
    }

    /// `l_i`: the expected number of the attacker's moves from each won state, by depth; none if a
    /// win may be given away, for then it may never come.
    pub fn expected_length(&self) -> Option<Vec<f64>> {
        let system = self.elimination()?;
        let ones = vec![1.0; usize::from(self.space.deepest_win().0) + 1];
        Some(system.solve(&ones))
    }

    /// The condition number of `A = I - M`, in the 2-norm, the rows of states that are never left
    /// being those of `I`: how many figures a plain solution would lose.
    pub fn condition(&self) -> f64 {
        let len = self.space.len();
        let a = DMatrix::from_fn(len, len, |i, j| {
            let stays = f64::from(u8::from(i == j));
            if self[(i, i)] == 1.0 { stays } else { stays - self[(i, j)] }
        });
        let singular = a.singular_values();
        match self.inverse() {
            // The least singular value is lost in rounding where it matters most; the greatest of
            // the inverse is not.
            Some(inverse) => singular.max() * inverse.singular_values().max(),
            None => singular.max() / singular.min(),
        }
    }

    /// The inverse of `A` without subtractions, for a chain of wins that ends for sure.
    fn inverse(&self) -> Option<DMatrix<f64>> {
        let len = self.space.len();
        let system = self.elimination().filter(|_| self.space.is_wins_only())?;
        // Wherever it starts, the chain ends: the first column is all ones.
        let mut inverse = DMatrix::from_element(len, len, 1.0);
        for j in 1..len {
            let unit: Vec<f64> = (0..len).map(|i| f64::from(u8::from(i == j))).collect();
            inverse.set_column(j, &DVector::from_vec(system.solve(&unit)));
        }
        inverse.iter().all(|x| x.is_finite()).then_some(inverse)
    }
}

impl Index<(usize, usize)> for TransitionMatrix {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.row(i)[j]
    }
}

/// How likely each state is: the papers' `p_m`.
#[derive(Clone, Debug, PartialEq)]
pub struct StateDistribution {
    space: StateSpace,
    probabilities: Vec<f64>,
}

impl StateDistribution {
    /// A game known to be in a state.
    pub fn certain(space: StateSpace, state: usize) -> StateDistribution {
        let probabilities = (0..space.len()).map(|i| f64::from(u8::from(i == state))).collect();
        StateDistribution { space, probabilities }
    }

    /// One move later.
    #[must_use]
    pub fn moved(&self, matrix: &TransitionMatrix) -> StateDistribution {
        let mut probabilities = vec![0.0; self.space.len()];
        for (&p, row) in self.probabilities.iter().zip(matrix.rows()).filter(|&(&p, _)| p > 0.0) {
            probabilities.iter_mut().zip(row).for_each(|(sum, q)| *sum += p * q);
        }
        StateDistribution { space: self.space, probabilities }
    }

    /// By state.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// How likely the game is won already.
    pub fn won(&self) -> f64 {
        self.probabilities[0]
    }

    /// `E[depth]`, of wins and losses alike, a game that is over or drawn counting as 0.
    pub fn expected_depth(&self) -> f64 {
        let depth = |outcome: Outcome| outcome.depth().map_or(0.0, |depth| f64::from(depth.0));
        self.space.outcomes().zip(&self.probabilities).map(|(at, p)| p * depth(at)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{Depth, Extent};

    /// From depth 2 on to 1 with probability 3/4; from 1 done with 1/2, back with 1/4.
    fn small() -> TransitionMatrix {
        let rows = vec![1.0, 0.0, 0.0, 0.5, 0.25, 0.25, 0.0, 0.75, 0.25];
        TransitionMatrix::new(StateSpace::wins(Depth(2)), rows)
    }

    #[test]
    fn lengths_solve_their_own_equation() {
        let lengths = small().expected_length().unwrap();
        assert_eq!(lengths[0], 0.0);
        for i in 1..3 {
            let on: f64 = small().row(i).iter().zip(&lengths).map(|(p, l)| p * l).sum();
            assert!((lengths[i] - 1.0 - on).abs() < 1e-12);
        }
    }

    #[test]
    fn the_condition_is_that_of_the_inverse() {
        let matrix = small();
        let a =
            DMatrix::from_row_slice(3, 3, &[1.0, 0.0, 0.0, -0.5, 0.75, -0.25, 0.0, -0.75, 0.75]);
        let singular = a.singular_values();
        let condition: f64 = singular.max() / singular.min();
        let apart: f64 = matrix.condition() / condition - 1.0;
        assert!(apart.abs() < 1e-12);
        let product = &a * matrix.inverse().expect("a chain that ends");
        assert!((product - DMatrix::identity(3, 3)).norm() < 1e-12);
    }

    #[test]
    fn forward_and_backward_agree() {
        let matrix = small();
        for moves in 0..20 {
            let within = matrix.win_within(moves);
            for (start, within) in within.iter().enumerate() {
                assert!((matrix.after(start, moves).won() - within).abs() < 1e-15);
            }
            let sum: f64 = (0..=moves).map(|m| matrix.win_exactly(m)[2]).sum();
            assert!((sum - within[2]).abs() < 1e-12);
        }
        assert_eq!(matrix.after(2, 1).expected_depth(), 1.25);
    }

    #[test]
    fn a_full_move_is_a_move_and_a_reply() {
        let matrix = small();
        let identity = TransitionMatrix::identity(matrix.space());
        assert_eq!(matrix.then(&identity), matrix);
        assert_eq!(identity.then(&matrix), matrix);
        assert_eq!(identity.condition(), 1.0);
        let twice = matrix.then(&matrix);
        assert!((twice.win_within(3)[2] - matrix.win_within(6)[2]).abs() < 1e-15);
    }

    #[test]
    fn a_win_that_may_be_given_away_has_no_length() {
        let space = StateSpace::all(Extent { deepest_win: Depth(1), deepest_loss: Depth(0) });
        let identity = TransitionMatrix::identity(space);
        assert_eq!(identity.expected_length(), Some(vec![0.0, f64::INFINITY]));
        let mut rows = identity.rows.clone();
        rows[4..8].copy_from_slice(&[0.5, 0.0, 0.5, 0.0]);
        let leaks = TransitionMatrix::new(space, rows);
        assert_eq!(leaks.expected_length(), None);
        assert_eq!(leaks.win_within(9)[1], 0.5);
    }
}
