//! Weights of thousands of features, shared between groups of decisions and drawn to zero.
//!
//! A group of decisions has the weights of its levels, added up: those of everybody, those of its kind, its own. With a
//! penalty on each level,
//!
//! ```text
//! Σ ln P[chosen] - Σ_l λ_l |β_l|² / 2,      β of a group = Σ β_l over its levels
//! ```
//!
//! what groups have in common is learned from all, and what is peculiar to one only where its decisions say
//! so clearly. The maximum is found by the method of limited memory (Liu & Nocedal 1989).

use rayon::prelude::*;

/// A move made among others, each with the few features that it has.
#[derive(Clone, Debug, Default)]
pub struct SparseDecision {
    /// The group it belongs to.
    pub group: usize,
    /// The move that was made.
    pub chosen: usize,
    features: Vec<(u32, f32)>,
    /// Where each move's features end.
    ends: Vec<u32>,
}

impl SparseDecision {
    /// A decision among moves with these features.
    pub fn new<'a>(
        group: usize,
        chosen: usize,
        moves: impl IntoIterator<Item = &'a [(u32, f32)]>,
    ) -> SparseDecision {
        let mut decision = SparseDecision { group, chosen, ..SparseDecision::default() };
        for one in moves {
            decision.features.extend_from_slice(one);
            decision.ends.push(decision.features.len() as u32);
        }
        decision
    }

    /// The features of each move.
    pub fn moves(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(from, &to)| &self.features[from as usize..to as usize])
    }

    /// The logarithm of each move's probability by these weights.
    pub fn log_probabilities(&self, weights: &[f64]) -> Vec<f64> {
        let score = |one: &[(u32, f32)]| -> f64 {
            one.iter().map(|&(at, x)| weights[at as usize] * f64::from(x)).sum()
        };
        let mut logs: Vec<f64> = self.moves().map(score).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
        logs.iter_mut().for_each(|log| *log -= most + total.ln());
        logs
    }
}

/// Which levels each group has, and how much their weights are drawn to zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Levels {
    /// The levels of each group.
    pub groups: Vec<Vec<usize>>,
    /// `λ` of each level.
    pub penalties: Vec<f64>,
    /// How many features there are.
    pub features: usize,
}

/// Decisions summed up by one thread at a time; the order of sums does not depend on the threads.
const CHUNK: usize = 512;
/// Steps that are remembered.
const MEMORY: usize = 10;
/// A step that gains less than this share is the last.
const CLOSE: f64 = 1e-7;

impl Levels {
    /// The weights of a group.
    pub fn weights_of(&self, group: usize, levels: &[Vec<f64>]) -> Vec<f64> {
        let mut sum = vec![0.0; self.features];
        for &level in &self.groups[group] {
            sum.iter_mut().zip(&levels[level]).for_each(|(sum, weight)| *sum += weight);
        }
        sum
    }

    /// The weights of each level that make these decisions most likely, found in so many steps at most; `told` hears of
    /// each step and may stop it.
    pub fn fit(
        &self,
        decisions: &[&SparseDecision],
        steps: usize,
        mut told: impl FnMut(usize) -> bool,
    ) -> Vec<Vec<f64>> {
        let mut order: Vec<&SparseDecision> = decisions.to_vec();
        order.sort_by_key(|one| one.group);
        let mut at = vec![0.0; self.penalties.len() * self.features];
        let (mut cost, mut slope) = self.cost(&order, &at);
        let mut memory: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
        for step in 0..steps {
            if !told(step) {
                break;
            }
            let way = direction(&slope, &memory);
            let downhill = dot(&way, &slope);
            let mut share = if memory.is_empty() { 1.0 / norm(&slope).max(1.0) } else { 1.0 };
            let gained = loop {
                let there: Vec<f64> = at.iter().zip(&way).map(|(x, d)| x + share * d).collect();
                let (lower, new) = self.cost(&order, &there);
                if lower <= cost + 1e-4 * share * downhill {
                    let moved: Vec<f64> = there.iter().zip(&at).map(|(a, b)| a - b).collect();
                    let turned: Vec<f64> = new.iter().zip(&slope).map(|(a, b)| a - b).collect();
                    if dot(&moved, &turned) > 0.0 {
                        memory.push((moved, turned));
                        memory.drain(..memory.len().saturating_sub(MEMORY));
                    }
                    let gained = cost - lower;
                    (at, cost, slope) = (there, lower, new);
                    break gained;
                }
                share /= 2.0;
                if share < 1e-12 {
                    break 0.0;
                }
            };
            if gained <= CLOSE * cost.abs() {
                break;
            }
        }
        at.chunks(self.features.max(1)).map(<[f64]>::to_vec).collect()
    }

    /// Minus the penalised log-likelihood, and its gradient.
    fn cost(&self, decisions: &[&SparseDecision], at: &[f64]) -> (f64, Vec<f64>) {
        let levels: Vec<Vec<f64>> = at.chunks(self.features).map(<[f64]>::to_vec).collect();
        let (mut cost, mut slope) = (0.0, vec![0.0; at.len()]);
        for own in decisions.chunk_by(|a, b| a.group == b.group) {
            let group = own[0].group;
            let weights = self.weights_of(group, &levels);
            let parts: Vec<(f64, Vec<f64>)> = own
                .par_chunks(CHUNK)
                .map(|chunk| {
                    let (mut cost, mut slope) = (0.0, vec![0.0; self.features]);
                    chunk.iter().for_each(|one| cost += add(one, &weights, &mut slope));
                    (cost, slope)
                })
                .collect();
            for (part, gradient) in parts {
                cost += part;
                for &level in &self.groups[group] {
                    let own = &mut slope[level * self.features..(level + 1) * self.features];
                    own.iter_mut().zip(&gradient).for_each(|(sum, one)| *sum += one);
                }
            }
        }
        let each = at.chunks(self.features).zip(slope.chunks_mut(self.features));
        for ((weights, slope), penalty) in each.zip(&self.penalties) {
            for (weight, slope) in weights.iter().zip(slope) {
                cost += penalty * weight * weight / 2.0;
                *slope += penalty * weight;
            }
        }
        (cost, slope)
    }
}

/// Minus the log-likelihood of a decision; its gradient is added.
fn add(one: &SparseDecision, weights: &[f64], slope: &mut [f64]) -> f64 {
    let logs = one.log_probabilities(weights);
    for (place, (features, log)) in one.moves().zip(&logs).enumerate() {
        let surprise = log.exp() - f64::from(u8::from(place == one.chosen));
        for &(at, x) in features {
            slope[at as usize] += surprise * f64::from(x);
        }
    }
    -logs[one.chosen]
}

/// Where to go: down the slope, as the remembered steps bent it.
fn direction(slope: &[f64], memory: &[(Vec<f64>, Vec<f64>)]) -> Vec<f64> {
    let mut way: Vec<f64> = slope.iter().map(|x| -x).collect();
    let mut shares = Vec::new();
    for (moved, turned) in memory.iter().rev() {
        let share = dot(moved, &way) / dot(moved, turned);
        way.iter_mut().zip(turned).for_each(|(x, y)| *x -= share * y);
        shares.push(share);
    }
    if let Some((moved, turned)) = memory.last() {
        let scale = dot(moved, turned) / dot(turned, turned);
        way.iter_mut().for_each(|x| *x *= scale);
    }
    for ((moved, turned), share) in memory.iter().zip(shares.into_iter().rev()) {
        let back = dot(turned, &way) / dot(moved, turned);
        way.iter_mut().zip(moved).for_each(|(x, s)| *x += (share - back) * s);
    }
    way
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Two groups choose by weights that they share and one that they do not: the fit finds them, and what no decision
    /// speaks of stays at zero.
    #[test]
    fn what_groups_share_and_what_they_do_not_is_found() {
        let truth = [[1.0, -0.5, 0.8, 0.0], [1.0, -0.5, -0.8, 0.0]];
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut one = |group: usize| {
            let rows: Vec<Vec<(u32, f32)>> = (0..5)
                .map(|_| (0..3).map(|at| (at, rng.random_range(-1.0f32..1.0))).collect())
                .collect();
            let made = |chosen| SparseDecision::new(group, chosen, rows.iter().map(Vec::as_slice));
            let chances = made(0).log_probabilities(&truth[group]);
            let mut left: f64 = rng.random_range(0.0..1.0);
            let chosen = chances.iter().position(|log| {
                left -= log.exp();
                left <= 0.0
            });
            made(chosen.unwrap_or(4))
        };
        let decisions: Vec<SparseDecision> = (0..6000).map(|at| one(at % 2)).collect();
        let all: Vec<&SparseDecision> = decisions.iter().collect();
        let levels = Levels {
            groups: vec![vec![0, 1], vec![0, 2]],
            penalties: vec![0.1, 0.1, 0.1],
            features: 4,
        };
        let found = levels.fit(&all, 100, |_| true);
        for (group, truth) in truth.iter().enumerate() {
            let weights = levels.weights_of(group, &found);
            for (weight, truth) in weights.iter().zip(truth) {
                assert!((weight - truth).abs() < 0.15, "{weights:?}");
            }
        }
        // The shared weights stand where they are shared: less is taken off them there.
        assert!(found[0][0] > found[1][0].abs() && found[1][2] > 0.2 && found[2][2] < -0.2);
        assert_eq!(found[0][3], 0.0);
    }

    #[test]
    fn a_fit_can_be_stopped() {
        let row = [(0u32, 1.0f32)];
        let one = SparseDecision::new(0, 0, [&row[..], &[][..]]);
        let levels = Levels { groups: vec![vec![0]], penalties: vec![1.0], features: 1 };
        assert_eq!(levels.fit(&[&one], 50, |_| false), [[0.0]]);
    }
}
