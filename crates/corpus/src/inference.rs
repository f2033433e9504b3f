//! Inference of competence: the likelihood of decisions over a grid of `c`, and what it comes to.
//!
//! A sample holds the costs of all moves of all decisions, one after the other, worked out once. For
//! the exponential families the weight of a move at the next value of the grid is its weight at this
//! one times a factor, so a grid costs one exponential a move, however long it is.

mod clustered;
mod joint;

use std::collections::HashMap;

use player::{Belief, CompetenceGrid};

use crate::decision::Decision;
use crate::family::{Family, Link};

pub use clustered::{Estimate, MASS};
pub use joint::with_kappa;

/// Decisions as a family sees them.
#[derive(Clone, Debug)]
pub struct Sample {
    family: Family,
    /// The costs of the moves of all decisions, one decision after the other.
    costs: Vec<f64>,
    /// Where each decision ends among the costs.
    ends: Vec<usize>,
    /// The move of each that was played, counted from its first.
    played: Vec<usize>,
    /// The game of each, numbered in the order of first appearance.
    games: Vec<usize>,
    /// How many games there are.
    game_count: usize,
}

impl Sample {
    /// These decisions. Forced ones change nothing and are left out.
    pub fn new<'a>(family: Family, decisions: impl IntoIterator<Item = &'a Decision>) -> Sample {
        let mut sample = Sample::empty(family);
        let mut numbers: HashMap<(&str, usize), usize> = HashMap::new();
        for decision in decisions {
            if decision.is_forced() {
                continue;
            }
            let next = numbers.len();
            let game = (decision.game.file.as_str(), decision.game.number);
            let game = *numbers.entry(game).or_insert(next);
            family.append_costs_of(decision, &mut sample.costs);
            sample.close(decision.played, game);
        }
        sample
    }

    /// No decisions yet.
    pub fn empty(family: Family) -> Sample {
        let none = Vec::new();
        Sample {
            family,
            costs: Vec::new(),
            ends: none.clone(),
            played: none.clone(),
            games: none,
            game_count: 0,
        }
    }

    /// Adds a decision by the costs of its moves, at least two, the least of them 0; games are
    /// numbered from 0.
    pub fn push(&mut self, costs: &[f64], played: usize, game: usize) {
        self.costs.extend_from_slice(costs);
        self.close(played, game);
    }

    fn close(&mut self, played: usize, game: usize) {
        self.ends.push(self.costs.len());
        self.played.push(played);
        self.games.push(game);
        self.game_count = self.game_count.max(game + 1);
    }

    /// The family that sees them.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// How many decisions there are, forced ones not counted.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.game_count
    }

    /// The costs of the moves of each decision, which was played, and the game.
    pub fn decisions(&self) -> impl Iterator<Item = (&[f64], usize, usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let costs = starts.zip(&self.ends).map(|(start, &end)| &self.costs[start..end]);
        costs
            .zip(&self.played)
            .zip(&self.games)
            .map(|((costs, &played), &game)| (costs, played, game))
    }

    /// The log-likelihood of all decisions at each value of a grid.
    pub fn log_likelihoods(&self, grid: &CompetenceGrid) -> Vec<f64> {
        let values: Vec<f64> = grid.competences().map(|c| c.get()).collect();
        let mut total = vec![0.0; values.len()];
        if self.family.link == Link::Regan {
            for (costs, played, _) in self.decisions() {
                for (sum, c) in total.iter_mut().zip(&values) {
                    *sum += self.family.log_probability(*c, costs, played);
                }
            }
            return total;
        }
        let (mut weights, mut factors) = (Vec::new(), Vec::new());
        for (costs, played, _) in self.decisions() {
            weights.clear();
            weights.extend(costs.iter().map(|cost| (-values[0] * cost).exp()));
            factors.clear();
            factors.extend(costs.iter().map(|cost| (-grid.step() * cost).exp()));
            for (sum, c) in total.iter_mut().zip(&values) {
                let all = sum_and_step(&mut weights, &factors);
                *sum += self.family.with_lapse(-c * costs[played] - all.ln(), costs.len());
            }
        }
        total
    }

    /// The log-likelihood of all decisions at one competence.
    pub fn log_likelihood(&self, c: f64) -> f64 {
        self.each_log_likelihood(c).sum()
    }

    /// The log-likelihood of each decision at one competence.
    pub fn each_log_likelihood(&self, c: f64) -> impl Iterator<Item = f64> {
        self.decisions()
            .map(move |(costs, played, _)| self.family.log_probability(c, costs, played))
    }

    /// What the decisions teach who knew nothing: a uniform prior on the grid.
    pub fn belief(&self, grid: CompetenceGrid) -> Belief {
        let mut belief = Belief::uniform(grid);
        belief.observe_all(&self.log_likelihoods(&grid), self.len());
        belief
    }

    /// The competence of greatest likelihood between the ends of the grid: the best of the grid,
    /// then golden sections between its neighbours.
    pub fn most_likely(&self, grid: &CompetenceGrid) -> f64 {
        let logs = self.log_likelihoods(grid);
        let best =
            (1..logs.len()).fold(0, |best, at| if logs[at] > logs[best] { at } else { best });
        let (mut low, mut high) =
            (grid.at(best.saturating_sub(1)).get(), grid.at((best + 1).min(logs.len() - 1)).get());
        let ratio = (5f64.sqrt() - 1.0) / 2.0;
        let inner = |low: f64, high: f64| [high - ratio * (high - low), low + ratio * (high - low)];
        let [mut left, mut right] = inner(low, high);
        let [mut at_left, mut at_right] = [left, right].map(|c| self.log_likelihood(c));
        while high - low > 1e-3 * grid.step() {
            if at_left > at_right {
                (high, right, at_right) = (right, left, at_left);
                left = inner(low, high)[0];
                at_left = self.log_likelihood(left);
            } else {
                (low, left, at_left) = (left, right, at_right);
                right = inner(low, high)[1];
                at_right = self.log_likelihood(right);
            }
        }
        f64::midpoint(low, high)
    }

    /// The share of decisions in which a likeliest move was played; a tie of `n` moves counts `1 / n`.
    /// The same at every competence above 0.
    pub fn top1(&self) -> f64 {
        let hit = |(costs, played, _): (&[f64], usize, usize)| {
            let ties = costs.iter().filter(|cost| **cost == 0.0).count();
            if costs[played] == 0.0 { 1.0 / ties as f64 } else { 0.0 }
        };
        self.decisions().map(hit).sum::<f64>() / self.len().max(1) as f64
    }
}

/// The sum of the weights; each is then multiplied by its factor.
///
/// Four sums side by side, so that the compiler can use wide registers.
fn sum_and_step(weights: &mut [f64], factors: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (mut quads, mut factor_quads) = (weights.chunks_exact_mut(4), factors.chunks_exact(4));
    for (weights, factors) in quads.by_ref().zip(factor_quads.by_ref()) {
        for at in 0..4 {
            sums[at] += weights[at];
            weights[at] *= factors[at];
        }
    }
    let mut rest = 0.0;
    for (weight, factor) in quads.into_remainder().iter_mut().zip(factor_quads.remainder()) {
        rest += *weight;
        *weight *= factor;
    }
    sums.iter().sum::<f64>() + rest
}
