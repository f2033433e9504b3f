//! Where agreement with the engine suddenly grows: the stretch of consecutive decisions for which
//! assistance explains most, and how often honest players show one as striking.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bayes::log_chance;
use super::expectation::{Expected, NODES, node_weights};

/// Shares of assistance that a stretch may have.
const SHARES: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 0.95];

/// Honest players who are simulated.
const SIMULATED: usize = 999;

/// Consecutive decisions, from the first up to and including the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The first decision.
    pub first: usize,
    /// The last decision.
    pub last: usize,
    /// The logarithm of the likelihood ratio of assistance there, at the share that explains most.
    pub log_ratio: f64,
    /// That share.
    pub share: f64,
}

/// The most striking stretch; none if nothing was decided, or agreement is below what is expected
/// everywhere.
pub fn strongest(decisions: &[Expected]) -> Option<Stretch> {
    let agreed: Vec<bool> = decisions.iter().map(|one| one.agreed).collect();
    best(&ratios(decisions), &agreed)
}

/// How often an honest player of this profile shows a stretch at least as striking, by simulation.
pub fn chance(decisions: &[Expected], log_ratio: f64, seed: u64) -> f64 {
    let table = ratios(decisions);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let as_striking = (0..SIMULATED).filter(|_| {
        let node = drawn_node(&mut rng);
        let agreed: Vec<bool> =
            decisions.iter().map(|one| rng.random::<f64>() < one.agreement[node]).collect();
        best(&table, &agreed).is_some_and(|found| found.log_ratio >= log_ratio)
    });
    (1 + as_striking.count()) as f64 / (1 + SIMULATED) as f64
}

fn drawn_node(rng: &mut ChaCha8Rng) -> usize {
    let mut left = rng.random::<f64>();
    let found = node_weights().iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    found.unwrap_or(NODES - 1)
}

/// What agreement and its lack add to the ratio, for each share and decision.
fn ratios(decisions: &[Expected]) -> Vec<Vec<[f64; 2]>> {
    let of = |share: f64| {
        let one = |one: &Expected| {
            let p = one.probability();
            [false, true].map(|agreed| log_chance(p, share, agreed) - log_chance(p, 0.0, agreed))
        };
        decisions.iter().map(one).collect()
    };
    SHARES.map(of).into()
}

/// The greatest sum of consecutive numbers, of all shares.
fn best(table: &[Vec<[f64; 2]>], agreed: &[bool]) -> Option<Stretch> {
    let of_share = |(ratios, share): (&Vec<[f64; 2]>, f64)| {
        let (mut sum, mut first, mut found) = (0.0, 0, None::<Stretch>);
        for (last, (ratio, agreed)) in ratios.iter().zip(agreed).enumerate() {
            if sum <= 0.0 {
                (sum, first) = (0.0, last);
            }
            sum += ratio[usize::from(*agreed)];
            if sum > found.map_or(0.0, |found| found.log_ratio) {
                found = Some(Stretch { first, last, log_ratio: sum, share });
            }
        }
        found
    };
    let found = table.iter().zip(SHARES).filter_map(of_share);
    found.max_by(|a, b| a.log_ratio.total_cmp(&b.log_ratio))
}
