//! How a network of today is trained: in batches, with Adam, on the bits that the results would cost; towards weights that
//! are few, and that are one after another rounded to what will be written, so that those still free make up for it.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::examples::{Labelled, WhiteResult};
use crate::integer::{grid, sized};
use crate::relu::{INPUT_SCALE, ReluNetwork, Topology};

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainSettings {
    /// Units of the hidden layers.
    pub hidden: [usize; 2],
    /// Passes over the positions.
    pub epochs: usize,
    /// The largest step of Adam; it falls to nothing along a cosine.
    pub rate: f32,
    /// How strongly small weights are drawn to zero, so that few remain: they cost bytes.
    pub shrink: f32,
    /// The seed of the random generator: first weights, order of positions.
    pub seed: u64,
}

impl Default for TrainSettings {
    fn default() -> TrainSettings {
        TrainSettings { hidden: [24, 4], epochs: 300, rate: 0.006, shrink: 0.25, seed: 1 }
    }
}

/// How far the training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Passes done.
    pub done: usize,
    /// Passes in all.
    pub total: usize,
    /// Positions misjudged when last seen.
    pub wrong: usize,
    /// What the results would cost to tell, in bits, by what was said of each position when last seen.
    pub bits: f64,
}

/// Positions that only decide when to stop.
#[derive(Clone, Copy, Debug)]
pub struct Validation<'a> {
    /// They are not learned from.
    pub examples: Labelled<'a>,
    /// Passes without progress on them after which weights are rounded at once, and training ends when that is done.
    pub patience: usize,
}

const BATCH: usize = 256;

/// Weights are rounded for good between these shares of the passes.
const ROUNDED: [f32; 2] = [0.4, 0.9];

/// The smallest step of Adam, as a share of the largest.
const LEAST_RATE: f32 = 0.2;

/// Every so many passes all positions are seen; in between only those that are not yet sure.
const ALL_EVERY: usize = 4;

/// A position whose result is told with a probability nearer to 1 than this is sure.
const SURE: f32 = 0.002;

/// What an output should say of a result: 1 or 0; none if it is not asked.
pub fn target(output: usize, result: WhiteResult) -> Option<bool> {
    match output {
        0 => Some(result == WhiteResult::Win),
        _ => (result != WhiteResult::Win).then_some(result == WhiteResult::Loss),
    }
}

/// What is known of a position since it was last seen.
#[derive(Clone, Copy, Default)]
struct Seen {
    bits: f32,
    is_wrong: bool,
    is_sure: bool,
}

/// Trains a network; `watch` hears of every pass and may stop by saying no: the network is then as good as it has become.
///
/// It runs on one thread: the same seed, the same network.
pub fn train(
    examples: &Labelled<'_>,
    settings: &TrainSettings,
    watch: impl FnMut(Epoch) -> bool,
) -> ReluNetwork {
    train_watched(examples, None, settings, watch)
}

/// The same, ended early if other positions show no progress.
pub fn train_watched(
    examples: &Labelled<'_>,
    validation: Option<&Validation<'_>>,
    settings: &TrainSettings,
    mut watch: impl FnMut(Epoch) -> bool,
) -> ReluNetwork {
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let width = examples.width;
    let topology = Topology { inputs: width, hidden: settings.hidden, outputs: examples.outputs };
    let mut network = ReluNetwork::random(topology, &mut rng);
    let mut rounding =
        Rounding { grid: grid(&topology), is_fixed: vec![false; topology.weights()] };
    let inputs: Vec<f32> =
        examples.inputs.iter().map(|&input| f32::from(input) * INPUT_SCALE).collect();
    let mut seen = vec![Seen::default(); examples.len()];
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let mut adam = Adam::new(topology.weights());
    let mut at = network.activations();
    let (mut total, mut epoch) = (settings.epochs, 0);
    let mut best = (f64::INFINITY, 0);
    while epoch < total {
        order.shuffle(&mut rng);
        let progress = epoch as f32 / total as f32;
        rounding.fix(&mut network, progress);
        let is_partial = epoch % ALL_EVERY != 0;
        let due: Vec<u32> = order
            .iter()
            .copied()
            .filter(|&at| !(is_partial && seen[at as usize].is_sure))
            .collect();
        for batch in due.chunks(BATCH) {
            adam.gradient.fill(0.0);
            for &example in batch {
                let example = example as usize;
                let inputs = &inputs[example * width..(example + 1) * width];
                network.forward(inputs, &mut at);
                let (slopes, bits, is_right) = judge(&at.outputs, examples.results[example]);
                let is_sure = slopes.iter().all(|slope| slope.abs() < SURE);
                seen[example] = Seen { bits, is_wrong: !is_right, is_sure };
                if slopes.iter().any(|slope| slope.abs() > 1e-6) {
                    network.backward(inputs, &at, &slopes[..topology.outputs], &mut adam.gradient);
                }
            }
            adam.step(&mut network.weights, &rounding.is_fixed, batch.len(), progress, settings);
        }
        let wrong = seen.iter().filter(|seen| seen.is_wrong).count();
        let bits = seen.iter().map(|seen| f64::from(seen.bits)).sum();
        epoch += 1;
        if !watch(Epoch { done: epoch, total, wrong, bits }) {
            break;
        }
        if let Some(validation) = validation.filter(|_| progress < ROUNDED[0]) {
            let bits = cost(&network, &validation.examples);
            if bits < best.0 {
                best = (bits, epoch);
            } else if epoch - best.1 >= validation.patience {
                total = total.min((epoch as f32 / ROUNDED[0]).ceil() as usize);
            }
        }
    }
    network
}

/// What the results of some positions would cost to tell, in bits.
fn cost(network: &ReluNetwork, examples: &Labelled<'_>) -> f64 {
    let mut at = network.activations();
    let mut inputs = vec![0.0; examples.width];
    let bits = (0..examples.len()).map(|example| {
        for (scaled, &input) in inputs.iter_mut().zip(examples.inputs_of(example)) {
            *scaled = f32::from(input) * INPUT_SCALE;
        }
        network.forward(&inputs, &mut at);
        f64::from(judge(&at.outputs, examples.results[example]).1)
    });
    bits.sum()
}

/// Which weights are rounded for good.
struct Rounding {
    grid: Vec<f32>,
    is_fixed: Vec<bool>,
}

impl Rounding {
    /// Rounds as many weights as are due: those that are zero, then the upper layers', then the largest first. The last ones
    /// to stay free are those that matter least.
    fn fix(&mut self, network: &mut ReluNetwork, progress: f32) {
        let [from, till] = ROUNDED;
        if progress < from {
            return;
        }
        let weights = &mut network.weights;
        let due = ((progress - from) / (till - from)).min(1.0);
        let offsets = network.topology.offsets();
        let layer = |at: usize| (0..3).rfind(|&layer| offsets[layer] <= at).unwrap_or(0);
        let mut free = Vec::new();
        let (mut fixed, mut in_use) = (0, 0);
        for (at, (&weight, is_fixed)) in weights.iter().zip(&mut self.is_fixed).enumerate() {
            in_use += usize::from(weight != 0.0);
            match (weight == 0.0, *is_fixed) {
                (true, _) => *is_fixed = true,
                (false, true) => fixed += 1,
                (false, false) => free.push(at),
            }
        }
        let size = |at: usize| weights[at].abs() / self.grid[at];
        free.sort_by(|&a, &b| layer(b).cmp(&layer(a)).then(size(b).total_cmp(&size(a))));
        let due = (due * in_use as f32).ceil() as usize;
        for &at in free.iter().take(due.saturating_sub(fixed)) {
            weights[at] = sized(weights[at] / self.grid[at]) as f32 * self.grid[at];
            self.is_fixed[at] = true;
        }
    }
}

/// The slopes of a position's cost by the outputs, the cost in bits, and whether the verdict is right.
pub(crate) fn judge(outputs: &[f32], result: WhiteResult) -> ([f32; 2], f32, bool) {
    let (mut slopes, mut cost, mut right) = ([0.0; 2], 0.0, true);
    for (output, &logit) in outputs.iter().enumerate() {
        let Some(truth) = target(output, result) else { continue };
        let p = 1.0 / (1.0 + (-logit).exp());
        let of_truth = if truth { p } else { 1.0 - p };
        cost -= of_truth.max(1e-9).log2();
        slopes[output] = p - f32::from(u8::from(truth));
        right &= (logit >= 0.0) == truth;
    }
    (slopes, cost, right)
}

/// Kingma & Ba's Adam, with weights drawn towards zero.
struct Adam {
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Adam {
        let zeros = || vec![0.0; weights];
        Adam { gradient: zeros(), mean: zeros(), square: zeros(), steps: 0 }
    }

    /// A step down. A weight `w` is drawn to zero by `shrink / (1 + 8 |w|)` of the step, more and more towards the end: as the
    /// bits of a weight grow with the logarithm of its size.
    fn step(
        &mut self,
        weights: &mut [f32],
        is_fixed: &[bool],
        batch: usize,
        progress: f32,
        settings: &TrainSettings,
    ) {
        const KEPT: [f32; 2] = [0.9, 0.99];
        self.steps = (self.steps + 1).min(10_000);
        let rate =
            settings.rate * (0.5 * (1.0 + (progress * std::f32::consts::PI).cos())).max(LEAST_RATE);
        let begun = KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        for (at, weight) in weights.iter_mut().enumerate().filter(|(at, _)| !is_fixed[*at]) {
            let slope = self.gradient[at] / batch as f32;
            self.mean[at] = KEPT[0] * self.mean[at] + (1.0 - KEPT[0]) * slope;
            self.square[at] = KEPT[1] * self.square[at] + (1.0 - KEPT[1]) * slope * slope;
            let step =
                rate * (self.mean[at] / begun[0]) / ((self.square[at] / begun[1]).sqrt() + 1e-8);
            let shrink = rate * settings.shrink * progress / (1.0 + 8.0 * weight.abs());
            let moved = *weight - step;
            *weight = moved.signum() * (moved.abs() - shrink).max(0.0);
        }
    }
}
