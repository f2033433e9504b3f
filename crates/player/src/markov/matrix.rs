//! State-transition matrices, and where a game stands after so many moves.

use std::ops::Index;

use nalgebra::{DMatrix, DVector};
use value::{Depth, Outcome};

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

    /// The states in which the game is over for good: won, lost, or drawn and never left.
    pub fn ends(&self) -> Vec<usize> {
        let over = |&state: &usize| {
            let outcome = self.space.outcome(state);
            self[(state, state)] == 1.0 && outcome.depth().is_none_or(|depth| depth == Depth(0))
        };
        (0..self.space.len()).filter(over).collect()
    }

    /// `l_i`: the expected number of the attacker's moves from each state until the game is over,
    /// infinite where it may never be. `(M - I) L = -1` with `l_i = 0` where it is (Haworth 2003,
    /// Theorem 6); for an attacker who never concedes the win, appendix C of Andrist & Haworth 2005.
    pub fn expected_length(&self) -> Vec<f64> {
        self.solver(&self.ends())(&|_| 1.0)
    }

    /// How games end in the long run, from each state: the steady state of Theorem 6, to which
    /// `p_m` converges.
    pub fn steady_states(&self) -> Vec<SteadyState> {
        let (len, ends) = (self.space.len(), self.ends());
        // Whoever cannot get to an end goes round for ever.
        let mut ending = vec![false; len];
        ends.iter().for_each(|&end| ending[end] = true);
        while let Some(more) = (0..len).find(|&i| {
            !ending[i] && self.row(i).iter().zip(&ending).any(|(&p, &ends)| ends && p > 0.0)
        }) {
            ending[more] = true;
        }
        let stops: Vec<usize> = (0..len).filter(|i| ends.contains(i) || !ending[*i]).collect();
        let solve = self.solver(&stops);
        let into = |wanted: &dyn Fn(usize) -> bool| {
            let stops: Vec<usize> = stops.iter().copied().filter(|&stop| wanted(stop)).collect();
            let mut chances = solve(&|i| stops.iter().map(|&stop| self[(i, stop)]).sum());
            stops.into_iter().for_each(|stop| chances[stop] = 1.0);
            chances
        };
        let kind = |sign: i8| into(&|stop| ending[stop] && self.space.outcome(stop).sign() == sign);
        let (won, drawn, lost, never) = (kind(1), kind(0), kind(-1), into(&|stop| !ending[stop]));
        let one = |i| SteadyState { won: won[i], drawn: drawn[i], lost: lost[i], never: never[i] };
        (0..len).map(one).collect()
    }

    /// Solves `x_i = b_i + Σ m_i,j x_j` for any `b`, `x` being 0 in some states, state 0 among them.
    pub(super) fn solver(
        &self,
        zeros: &[usize],
    ) -> impl Fn(&dyn Fn(usize) -> f64) -> Vec<f64> + use<> {
        let len = self.space.len();
        let others: Vec<usize> = (0..len).filter(|state| !zeros.contains(state)).collect();
        // All of them put together as the state in which the chain ends.
        let mut rows = vec![0.0; (others.len() + 1).pow(2)];
        rows[0] = 1.0;
        for (into, &i) in rows.chunks_mut(others.len() + 1).skip(1).zip(&others) {
            into[0] = zeros.iter().map(|&zero| self[(i, zero)]).sum();
            into[1..].iter_mut().zip(&others).for_each(|(p, &j)| *p = self[(i, j)]);
        }
        let system = Elimination::of(&rows, others.len() + 1);
        move |right| {
            let right: Vec<f64> =
                std::iter::once(0.0).chain(others.iter().map(|&state| right(state))).collect();
            let mut solution = vec![0.0; len];
            let found = system.solve(&right);
            others.iter().zip(&found[1..]).for_each(|(&state, &x)| solution[state] = x);
            solution
        }
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
        if !self.space.is_wins_only() {
            return None;
        }
        let solve = self.solver(&[0]);
        // Wherever it starts, the chain ends: the first column is all ones.
        let mut inverse = DMatrix::from_element(len, len, 1.0);
        for j in 1..len {
            let unit = |i| f64::from(u8::from(i == j));
            inverse.set_column(j, &DVector::from_vec(solve(&unit)));
        }
        inverse.iter().all(|x| x.is_finite()).then_some(inverse)
    }
}

/// How likely a game ends in each way; adds up to one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteadyState {
    /// The attacker wins.
    pub won: f64,
    /// A draw that nobody can leave any more.
    pub drawn: f64,
    /// The attacker loses.
    pub lost: f64,
    /// It goes on for ever.
    pub never: f64,
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

    /// How likely the position is drawn, whether or not the draw can still be left.
    pub fn drawn(&self) -> f64 {
        let states = self.space.outcomes().zip(&self.probabilities);
        states.filter(|(outcome, _)| *outcome == Outcome::Draw).map(|(_, p)| p).sum()
    }

    /// How likely the game is lost already.
    pub fn lost(&self) -> f64 {
        let lost = self.space.number(Outcome::Loss(Depth(0)));
        lost.map_or(0.0, |lost| self.probabilities[lost])
    }

    /// The mean of several, each with its weight.
    ///
    /// # Panics
    /// If there are none.
    pub fn mean(parts: &[(f64, StateDistribution)]) -> StateDistribution {
        let space = parts[0].1.space;
        let mut probabilities = vec![0.0; space.len()];
        for (weight, part) in parts {
            probabilities
                .iter_mut()
                .zip(&part.probabilities)
                .for_each(|(sum, p)| *sum += weight * p);
        }
        StateDistribution { space, probabilities }
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
    use proptest::prelude::*;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use value::Extent;

    /// From depth 2 on to 1 with probability 3/4; from 1 done with 1/2, back with 1/4.
    fn small() -> TransitionMatrix {
        let rows = vec![1.0, 0.0, 0.0, 0.5, 0.25, 0.25, 0.0, 0.75, 0.25];
        TransitionMatrix::new(StateSpace::wins(Depth(2)), rows)
    }

    #[test]
    fn lengths_solve_their_own_equation() {
        let lengths = small().expected_length();
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
    fn a_win_that_may_be_given_away_ends_either_way() {
        let space = StateSpace::all(Extent { deepest_win: Depth(1), deepest_loss: Depth(0) });
        let identity = TransitionMatrix::identity(space);
        assert_eq!(identity.expected_length(), [0.0, f64::INFINITY, 0.0, 0.0]);
        assert_eq!(
            identity.steady_states()[1],
            SteadyState { never: 1.0, ..SteadyState::default() }
        );
        let mut rows = identity.rows.clone();
        rows[4..8].copy_from_slice(&[0.25, 0.5, 0.25, 0.0]);
        let leaks = TransitionMatrix::new(space, rows);
        assert_eq!(leaks.expected_length(), [0.0, 2.0, 0.0, 0.0]);
        assert_eq!(
            leaks.steady_states()[1],
            SteadyState { won: 0.5, drawn: 0.5, ..SteadyState::default() }
        );
        assert_eq!(leaks.after(1, 1).drawn(), 0.25);
    }

    /// Wins, draws and losses, all of them left again but the ends; the dead draw apart, or not.
    fn both_ways() -> impl Strategy<Value = TransitionMatrix> {
        let extent = (1..5u16, 0..4u16, any::<bool>(), any::<bool>());
        extent.prop_flat_map(|(win, loss, apart, draw_is_left)| {
            let extent = Extent { deepest_win: Depth(win), deepest_loss: Depth(loss) };
            let mut space = StateSpace::all(extent);
            if apart {
                space = space.with_dead_draws_apart();
            }
            let len = space.len();
            let numbers = prop::collection::vec(prop_oneof![Just(0.0), 0.05..1.0f64], len * len);
            numbers.prop_map(move |mut rows| {
                for (i, row) in rows.chunks_mut(len).enumerate() {
                    let over = space.outcome(i).depth().map_or(!draw_is_left, |d| d == Depth(0));
                    if over || space.dead_draw() == Some(i) {
                        row.fill(0.0);
                        row[i] = 1.0;
                    } else {
                        // Every state can get to an end.
                        row[0] += 0.02;
                        row[len - 1] += 0.01;
                    }
                    let sum: f64 = row.iter().sum();
                    row.iter_mut().for_each(|p| *p /= sum);
                }
                TransitionMatrix::new(space, rows)
            })
        })
    }

    proptest! {
        /// Theorem 6 of Haworth 2003 against LU decomposition and against the powers of `M`.
        #[test]
        fn games_end_as_theorem_6_says(matrix in both_ways()) {
            let len = matrix.space.len();
            let over: Vec<bool> = (0..len).map(|i| matrix.row(i)[i] == 1.0).collect();
            // (M - I) L = -1, and l = 0 where the game is over.
            let a = DMatrix::from_fn(len, len, |i, j| {
                let diagonal = f64::from(u8::from(i == j));
                if over[i] { diagonal } else { matrix[(i, j)] - diagonal }
            });
            let b = DVector::from_fn(len, |i, _| if over[i] { 0.0 } else { -1.0 });
            let plain = a.lu().solve(&b).unwrap();
            for (ours, plain) in matrix.expected_length().iter().zip(plain.iter()) {
                prop_assert!((ours - plain).abs() <= 1e-9 * (1.0 + plain.abs()), "{ours} {plain}");
            }
            let mut power = DMatrix::from_fn(len, len, |i, j| matrix[(i, j)]);
            for _ in 0..16 {
                power = &power * &power;
            }
            for (i, ending) in matrix.steady_states().into_iter().enumerate() {
                let draws = matrix.space.len() - 1 - usize::from(matrix.space.deepest_loss().0);
                let wins = usize::from(matrix.space.deepest_win().0) + 1;
                let steady = [power[(i, 0)], (wins..draws).map(|j| power[(i, j)]).sum(), power[(i, len - 1)]];
                for (ours, steady) in [ending.won, ending.drawn, ending.lost].into_iter().zip(steady) {
                    prop_assert!((ours - steady).abs() < 1e-9, "{ours} {steady}");
                }
                prop_assert_eq!(ending.never, 0.0);
            }
        }
    }

    /// The same against games played out, move by move.
    #[test]
    fn games_played_out_end_as_theorem_6_says() {
        let extent = Extent { deepest_win: Depth(2), deepest_loss: Depth(1) };
        let space = StateSpace::all(extent).with_dead_draws_apart();
        // Win in 0, 1, 2, draw, dead draw, loss in 1, 0.
        let rows = [
            [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [0.6, 0.1, 0.1, 0.1, 0.0, 0.1, 0.0],
            [0.0, 0.5, 0.2, 0.1, 0.1, 0.0, 0.1],
            [0.0, 0.0, 0.2, 0.5, 0.1, 0.2, 0.0],
            [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 0.3, 0.0, 0.1, 0.6],
            [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
        ];
        let matrix = TransitionMatrix::new(space, rows.concat());
        let (games, mut rng) = (40_000, ChaCha8Rng::seed_from_u64(6));
        let (mut moves, mut won, mut drawn) = (0, 0, 0);
        for _ in 0..games {
            let mut state = 2;
            while !matrix.ends().contains(&state) {
                let drawn: f64 = rng.random();
                let sum = |to: usize| rows[state][..=to].iter().sum::<f64>();
                state = (0..6).find(|&to| drawn < sum(to)).unwrap_or(6);
                moves += 1;
            }
            won += usize::from(state == 0);
            drawn += usize::from(state == 4);
        }
        let share = |count: usize| count as f64 / f64::from(games);
        let SteadyState { won: p, drawn: q, .. } = matrix.steady_states()[2];
        assert!((share(won) - p).abs() < 0.01 && (share(drawn) - q).abs() < 0.01, "{p} {q}");
        let length = matrix.expected_length()[2];
        assert!((share(moves) / length - 1.0).abs() < 0.02, "{length}");
    }
}
