//! Weights learned from games, no engine needed: stochastic gradient ascent of the likelihood.
//!
//! AdaGrad (Duchi, Hazan & Singer 2011) over small batches in a seeded order, so that the same games
//! give the same weights.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::weights::LookWeights;
use super::{Before, Looks, count};
use crate::select::Candidate;
use crate::strength::Strength;
use endgame::rules::Board;

/// One move made, with what all moves looked like.
#[derive(Clone, Debug)]
pub struct Example {
    /// The moves.
    pub looks: Looks,
    /// Which was played.
    pub played: u16,
    /// By whom.
    pub strength: Strength,
    /// The game, so that its moves are kept together.
    pub game: u64,
}

impl Example {
    /// From a position of a game; none if it cannot be read.
    pub fn new(candidate: &Candidate, strength: Strength, game: u64) -> Option<Example> {
        let board = Board::from_either_fen(&candidate.fen).ok()?;
        let moves = board.legal_moves();
        let played = moves.iter().position(|play| *play == candidate.play)?;
        let before = Before { answered: candidate.answered, continued: candidate.continued };
        let looks = Looks::of(board.as_chess(), &moves, &before);
        Some(Example { looks, played: played as u16, strength, game })
    }

    /// The probability of each move.
    fn probabilities(&self, rows: &[[f32; 3]], into: &mut Vec<f32>) {
        let [one, units, classical] = self.factors();
        let score = |of: usize| -> f32 {
            let features = self.looks.features(of).iter().map(|&feature| {
                let [a, b, c] = rows[usize::from(feature)];
                a * one + b * units + c * classical
            });
            features.sum()
        };
        into.clear();
        into.extend((0..self.looks.len()).map(score));
        let most = into.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        into.iter_mut().for_each(|score| *score = (*score - most).exp());
        let total: f32 = into.iter().sum();
        into.iter_mut().for_each(|share| *share /= total);
    }

    /// What the three weights of a feature are multiplied by.
    fn factors(&self) -> [f32; 3] {
        let classical = if self.strength.classical { 1.0 } else { 0.0 };
        [1.0, self.strength.units as f32, classical]
    }
}

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Times through all examples.
    pub epochs: usize,
    /// The size of a step.
    pub rate: f32,
    /// The pull of each of the three weights towards zero.
    pub pull: [f32; 3],
    /// The order of the examples.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Training {
        Training { epochs: 5, rate: 0.1, pull: [3.0, 9.0, 9.0], seed: 1 }
    }
}

/// Examples between two steps.
const BATCH: usize = 32;

impl Training {
    /// Learns from these examples; `tell` gets the number of each epoch and the mean of `-ln P` of
    /// the moves played during it.
    pub fn weights(&self, examples: &[&Example], tell: &mut dyn FnMut(usize, f64)) -> LookWeights {
        let mut order: Vec<&Example> = examples.to_vec();
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut learner = Learner::new(usize::from(count()), examples.len(), self.pull);
        for epoch in 0..self.epochs {
            order.shuffle(&mut random);
            let share = (1.0 - epoch as f32 / self.epochs as f32).max(0.1);
            let nats: f64 = order.chunks(BATCH).map(|b| learner.step(b, self.rate * share)).sum();
            tell(epoch + 1, nats / order.len().max(1) as f64);
        }
        LookWeights { rows: learner.rows }
    }
}

struct Learner {
    rows: Vec<[f32; 3]>,
    /// Sums of squared gradients.
    squares: Vec<[f32; 3]>,
    gradient: Vec<[f32; 3]>,
    touched: Vec<u16>,
    pull: [f32; 3],
    shares: Vec<f32>,
}

impl Learner {
    fn new(features: usize, examples: usize, pull: [f32; 3]) -> Learner {
        Learner {
            rows: vec![[0.0; 3]; features],
            squares: vec![[0.01; 3]; features],
            gradient: vec![[0.0; 3]; features],
            touched: Vec::new(),
            pull: pull.map(|pull| pull / examples.max(1) as f32),
            shares: Vec::new(),
        }
    }

    /// One step; the sum of `-ln P` before it.
    fn step(&mut self, batch: &[&Example], rate: f32) -> f64 {
        let mut nats = 0.0;
        for example in batch {
            example.probabilities(&self.rows, &mut self.shares);
            nats -= f64::from(self.shares[usize::from(example.played)].max(f32::MIN_POSITIVE)).ln();
            let factors = example.factors();
            for (of, share) in self.shares.iter().enumerate() {
                let played = if of == usize::from(example.played) { 1.0 } else { 0.0 };
                let slope = (played - share) / batch.len() as f32;
                for &feature in example.looks.features(of) {
                    let row = &mut self.gradient[usize::from(feature)];
                    if *row == [0.0; 3] {
                        self.touched.push(feature);
                    }
                    for (sum, factor) in row.iter_mut().zip(factors) {
                        *sum += slope * factor;
                    }
                }
            }
        }
        // A feature whose sums came back to zero on the way is here twice; the second time does
        // nothing but pull.
        for feature in self.touched.drain(..) {
            let at = usize::from(feature);
            let gradient = std::mem::take(&mut self.gradient[at]);
            for (kind, gradient) in gradient.into_iter().enumerate() {
                let weight = &mut self.rows[at][kind];
                let slope = gradient - self.pull[kind] * *weight;
                let squares = &mut self.squares[at][kind];
                *squares += slope * slope;
                *weight += rate * slope / squares.sqrt();
            }
        }
        nats
    }
}
