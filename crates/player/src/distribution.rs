//! The probabilities of the moves of one position, for players of every competence.

use rand::{Rng, RngExt};

use crate::competence::Competence;
use crate::grid::CompetenceGrid;

/// What each move of one position costs and weighs: all that a reference player of any competence
/// looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDistribution {
    costs: Vec<f64>,
    weights: Vec<f64>,
}

impl MoveDistribution {
    /// From the cost and the weight of each move. Weights that are all zero say nothing and count as
    /// equal.
    pub fn new(costs: Vec<f64>, mut weights: Vec<f64>) -> MoveDistribution {
        debug_assert_eq!(costs.len(), weights.len());
        if weights.iter().all(|&weight| weight <= 0.0) {
            weights.fill(1.0);
        }
        MoveDistribution { costs, weights }
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Whether there is nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// Whether the rules leave this move to the player.
    pub fn allows(&self, choice: usize) -> bool {
        self.weights[choice] > 0.0
    }

    /// `P[m_a]`: how likely a player of this competence is to make each move.
    ///
    /// ```text
    /// v_a exp(-c cost_a) / Σ_b v_b exp(-c cost_b)
    /// ```
    pub fn probabilities(&self, competence: Competence) -> Vec<f64> {
        let mut shares = self.shares(competence);
        let total: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= total;
        }
        shares
    }

    /// The logarithm of one move's probability; minus infinity if it is never made.
    pub fn log_probability(&self, competence: Competence, choice: usize) -> f64 {
        if !self.allows(choice) {
            return f64::NEG_INFINITY;
        }
        let c = competence.get();
        let rank = |at: usize| -scaled(c, self.costs[at]);
        let allowed = || (0..self.len()).filter(|&at| self.allows(at));
        let best = allowed().map(rank).fold(f64::NEG_INFINITY, f64::max);
        if !best.is_finite() || !c.is_finite() {
            return self.probabilities(competence)[choice].ln();
        }
        let total: f64 = allowed().map(|at| self.weights[at] * (rank(at) - best).exp()).sum();
        self.weights[choice].ln() + rank(choice) - best - total.ln()
    }

    /// [`log_probability`](MoveDistribution::log_probability) for every competence of a grid.
    pub fn log_probabilities_on(&self, grid: &CompetenceGrid, choice: usize) -> Vec<f64> {
        match self.likelihoods_on(grid, choice) {
            Some(likelihoods) => likelihoods.into_iter().map(f64::ln).collect(),
            None => grid.competences().map(|c| self.log_probability(c, choice)).collect(),
        }
    }

    /// The probability of one move at every competence of a grid; none where some are too small
    /// for numbers or a cost is beyond all numbers, and only logarithms will do.
    ///
    /// On a grid the preferences of one cost are a geometric progression, so that a competence
    /// more costs a multiplication for each different cost.
    pub fn likelihoods_on(&self, grid: &CompetenceGrid, choice: usize) -> Option<Vec<f64>> {
        if !self.allows(choice) {
            return Some(vec![0.0; grid.len()]);
        }
        let mut terms: Vec<(f64, f64)> = Vec::with_capacity(self.len());
        for at in (0..self.len()).filter(|&at| self.allows(at)) {
            match terms.iter_mut().find(|(cost, _)| *cost == self.costs[at]) {
                Some((_, weight)) => *weight += self.weights[at],
                None => terms.push((self.costs[at], self.weights[at])),
            }
        }
        if terms.iter().any(|(cost, _)| !cost.is_finite()) {
            return None;
        }
        // Σ_b v_b exp(-c (cost_b - cost_a)) is v_a / P[m_a] for move a, and at least v_a.
        let mut totals = vec![0.0; grid.len()];
        // Rounding grows with each multiplication: start afresh now and then.
        for (stretch, totals) in totals.chunks_mut(STRETCH).enumerate() {
            let first = grid.at(stretch * STRETCH).get();
            // Several terms at a time: each waits for its own multiplications alone.
            for terms in terms.chunks(SIDE_BY_SIDE) {
                let dearer = |at: usize| terms.get(at).map_or(0.0, |t| t.0 - self.costs[choice]);
                let weight = |at: usize| terms.get(at).map_or(0.0, |t| t.1);
                let ratios: [f64; SIDE_BY_SIDE] =
                    std::array::from_fn(|at| (-dearer(at) * grid.step()).exp());
                let mut values: [f64; SIDE_BY_SIDE] =
                    std::array::from_fn(|at| weight(at) * (-dearer(at) * first).exp());
                for total in totals.iter_mut() {
                    *total = values.iter().fold(*total, |sum, value| sum + value);
                    values.iter_mut().zip(&ratios).for_each(|(value, ratio)| *value *= ratio);
                }
            }
        }
        let own = self.weights[choice];
        totals.iter_mut().for_each(|total| *total = own / *total);
        totals.iter().all(|&likelihood| likelihood >= LEAST_LIKELIHOOD).then_some(totals)
    }

    /// The probabilities of every move at every competence of a grid.
    pub fn probabilities_on(&self, grid: &CompetenceGrid) -> LikelihoodTable {
        let mut firsts: Vec<usize> = Vec::new();
        let mut row_of = Vec::with_capacity(self.len());
        for at in 0..self.len() {
            let same = |&first: &usize| {
                self.costs[first] == self.costs[at] && self.weights[first] == self.weights[at]
            };
            row_of.push(firsts.iter().position(same).unwrap_or_else(|| {
                firsts.push(at);
                firsts.len() - 1
            }));
        }
        let exp = |log: f64| log.exp();
        let row = |&at: &usize| {
            self.log_probabilities_on(grid, at).into_iter().map(exp).collect::<Vec<f64>>()
        };
        LikelihoodTable { row_of, rows: firsts.iter().map(row).collect() }
    }

    /// Draws the number of the move that a player of this competence makes.
    ///
    /// # Panics
    /// If there is nothing to choose.
    pub fn sample(&self, competence: Competence, rng: &mut impl Rng) -> usize {
        assert!(!self.is_empty(), "a player to move has a move");
        let shares = self.shares(competence);
        let mut left = rng.random::<f64>() * shares.iter().sum::<f64>();
        for (at, &share) in shares.iter().enumerate() {
            if left < share {
                return at;
            }
            left -= share;
        }
        // Rounding left a little over.
        shares.iter().rposition(|&share| share > 0.0).expect("some move is allowed")
    }

    /// Numbers in proportion to the probabilities, the greatest about 1.
    fn shares(&self, competence: Competence) -> Vec<f64> {
        let c = competence.get();
        let rank = |at: usize| -scaled(c, self.costs[at]);
        let allowed = || (0..self.len()).filter(|&at| self.allows(at));
        let best = allowed().map(rank).fold(f64::NEG_INFINITY, f64::max);
        let mut exponentials = Exponentials::default();
        let share = |at: usize| {
            if !self.allows(at) {
                0.0
            } else if rank(at) == best {
                self.weights[at]
            } else if best.is_finite() && c.is_finite() {
                self.weights[at] * exponentials.of(rank(at) - best)
            } else {
                0.0
            }
        };
        (0..self.len()).map(share).collect()
    }
}

/// The exponentials of a few numbers: many moves cost the same.
#[derive(Default)]
struct Exponentials {
    known: [(f64, f64); 8],
    many: usize,
}

impl Exponentials {
    fn of(&mut self, number: f64) -> f64 {
        if let Some((_, known)) = self.known[..self.many].iter().find(|(of, _)| *of == number) {
            return *known;
        }
        let exponential = number.exp();
        if let Some(place) = self.known.get_mut(self.many) {
            *place = (number, exponential);
            self.many += 1;
        }
        exponential
    }
}

/// How likely each move is at each competence of a grid.
#[derive(Clone, Debug)]
pub struct LikelihoodTable {
    /// Moves of one cost and weight share a row.
    row_of: Vec<usize>,
    rows: Vec<Vec<f64>>,
}

impl LikelihoodTable {
    /// The probabilities of one move, the least competence first.
    pub fn of(&self, choice: usize) -> &[f64] {
        &self.rows[self.row_of[choice]]
    }
}

/// Likelihoods smaller than this are handed on as logarithms: a few of them multiplied would vanish.
pub(crate) const LEAST_LIKELIHOOD: f64 = 1e-100;

/// Multiplications before rounding is swept away.
const STRETCH: usize = 64;

/// Terms of a sum that are multiplied on together.
const SIDE_BY_SIDE: usize = 4;

/// `c * cost`: nothing for the random player, whatever the cost; the cost itself, or its opposite,
/// for players beyond all numbers, who look only at the order.
fn scaled(c: f64, cost: f64) -> f64 {
    if c == 0.0 {
        0.0
    } else if c.is_finite() {
        c * cost
    } else {
        c.signum() * cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn distribution(costs: &[f64]) -> MoveDistribution {
        MoveDistribution::new(costs.to_vec(), vec![1.0; costs.len()])
    }

    fn c(c: f64) -> Competence {
        Competence::new(c).unwrap()
    }

    #[test]
    fn a_priceless_move_is_certain_for_every_skill() {
        let distribution =
            distribution(&[f64::NEG_INFINITY, 0.0, f64::INFINITY, f64::NEG_INFINITY]);
        for skill in [1e-9, 20.0, f64::INFINITY] {
            assert_eq!(distribution.probabilities(c(skill)), [0.5, 0.0, 0.0, 0.5]);
            assert_eq!(distribution.log_probability(c(skill), 1), f64::NEG_INFINITY);
        }
        assert_eq!(distribution.probabilities(Competence::RANDOM), [0.25; 4]);
        for unskilled in [-1e-9, -20.0, f64::NEG_INFINITY] {
            assert_eq!(distribution.probabilities(c(unskilled)), [0.0, 0.0, 1.0, 0.0]);
        }
    }

    #[test]
    fn limits_are_the_best_and_the_worst() {
        let distribution = distribution(&[1.0, 1.0, 2.0, 3.0]);
        assert_eq!(distribution.probabilities(Competence::INFALLIBLE), [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(distribution.probabilities(Competence::ANTI_INFALLIBLE), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(distribution.log_probability(Competence::INFALLIBLE, 0), 0.5f64.ln());
    }

    #[test]
    fn great_competence_does_not_underflow() {
        let distribution = distribution(&[1.0, 1.1, 3.0]);
        let near = distribution.probabilities(c(1e6));
        assert_eq!(near, [1.0, 0.0, 0.0]);
        assert!((distribution.log_probability(c(1e6), 2) + 2e6).abs() < 1e-3);
        let grid: CompetenceGrid = "0(1000)100000".parse().unwrap();
        let logs = distribution.log_probabilities_on(&grid, 2);
        assert!((logs[100] + 2e5).abs() < 1e-3, "{}", logs[100]);
    }

    #[test]
    fn moves_are_drawn_as_often_as_they_are_likely() {
        let distribution = distribution(&[0.0, 0.1, 0.3]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0.0; 3];
        let draws = 100_000;
        for _ in 0..draws {
            counts[distribution.sample(c(5.0), &mut rng)] += 1.0;
        }
        let expected = distribution.probabilities(c(5.0)).into_iter().map(|p| p * f64::from(draws));
        let chi: f64 = counts.iter().zip(expected).map(|(n, e)| (n - e).powi(2) / e).sum();
        assert!(chi < 13.8, "chi-square {chi}, above which 1 in 1,000 lies");
    }

    proptest! {
        /// The quick way along a grid and the plain way give the same.
        #[test]
        fn a_grid_is_many_competences(
            shares in prop::collection::vec((0.0..4.0f64, 0.0..3.0f64), 1..10),
            from in -20.0..20.0f64,
            step in 0.01..3.0f64,
        ) {
            let (costs, weights) = shares.into_iter().unzip();
            let distribution = MoveDistribution::new(costs, weights);
            let grid = CompetenceGrid::new(from, step, from + 150.0 * step).unwrap();
            for choice in (0..distribution.len()).filter(|&at| distribution.allows(at)) {
                let quick = distribution.log_probabilities_on(&grid, choice);
                for (c, quick) in grid.competences().zip(quick) {
                    let plain = distribution.log_probability(c, choice);
                    prop_assert!((plain - quick).abs() < 1e-9 * plain.abs().max(1.0));
                    let share = distribution.probabilities(c)[choice];
                    prop_assert!((plain.exp() - share).abs() < 1e-12);
                }
            }
        }
    }
}
