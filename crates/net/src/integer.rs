//! A network in whole numbers: the same verdict on every machine.
//!
//! ```text
//! h1 = max(0, W1 x + b1)      h2 = max(0, W2 h1 + 8 b2)      z = W3 h2 + 64 b3
//! ```
//!
//! All weights are multiples of [`STEP`], so that a `z` of [`UNIT`] is a logit of 1.

use crate::bit_coder::BitModel;
use crate::examples::WhiteResult;
use crate::relu::{INPUT_SCALE, ReluNetwork, Topology};

/// What a weight of 1 stands for in a trained network.
pub const STEP: f32 = 0.125;

/// The whole number that stands for a logit of 1: `1 / (STEP INPUT_SCALE STEP STEP)`.
pub const UNIT: i64 = 2048;

/// The thresholds of each layer count so many times: they need to be less fine than they could be.
pub const THRESHOLD_UNIT: [i64; 3] = [1, 8, 64];

/// The largest weight, in either direction.
pub const MOST: i32 = 63;

/// A network in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerNetwork {
    /// Its layers.
    pub topology: Topology,
    /// All weights, as in [`Topology::offsets`].
    pub weights: Vec<i32>,
}

impl IntegerNetwork {
    /// The nearest network in whole numbers.
    pub fn rounded(network: &ReluNetwork) -> IntegerNetwork {
        let topology = network.topology;
        let (offsets, layers) = (topology.offsets(), topology.layers());
        let steps = [STEP * INPUT_SCALE, STEP, STEP];
        let mut weights = Vec::with_capacity(topology.weights());
        let mut unit = 1.0;
        for layer in 0..3 {
            let thresholds = layers[layer] * layers[layer + 1];
            unit *= steps[layer];
            for (at, &weight) in
                network.weights[offsets[layer]..offsets[layer + 1]].iter().enumerate()
            {
                let scaled = match (at >= thresholds, layer) {
                    (true, _) => weight / (unit * THRESHOLD_UNIT[layer] as f32),
                    (false, 0) => weight * INPUT_SCALE / steps[0],
                    (false, _) => weight / steps[layer],
                };
                weights.push((scaled.round() as i32).clamp(-MOST, MOST));
            }
        }
        IntegerNetwork { topology, weights }
    }

    /// The outputs for the inputs of a position.
    pub fn outputs(&self, inputs: &[i8]) -> [i64; 2] {
        let (offsets, layers) = (self.topology.offsets(), self.topology.layers());
        let (mut units, mut sums) = ([0i64; 256], [0i64; 256]);
        for (unit, &input) in units.iter_mut().zip(inputs) {
            *unit = i64::from(input);
        }
        for layer in 0..3 {
            let (from, to) = (layers[layer], layers[layer + 1]);
            let weights = &self.weights[offsets[layer]..offsets[layer + 1]];
            for (sum, &threshold) in sums[..to].iter_mut().zip(&weights[from * to..]) {
                *sum = i64::from(threshold) * THRESHOLD_UNIT[layer];
            }
            for (&unit, row) in units[..from].iter().zip(weights.chunks_exact(to)) {
                if unit != 0 {
                    sums[..to]
                        .iter_mut()
                        .zip(row)
                        .for_each(|(sum, &weight)| *sum += unit * i64::from(weight));
                }
            }
            for (unit, &sum) in units[..to].iter_mut().zip(&sums[..to]) {
                *unit = if layer < 2 { sum.max(0) } else { sum };
            }
        }
        [units[0], units[1] * i64::from(self.topology.outputs == 2)]
    }

    /// What it holds a position for.
    pub fn verdict(&self, inputs: &[i8]) -> WhiteResult {
        let [win, loss] = self.outputs(inputs);
        match (win >= 0, self.topology.outputs == 2 && loss >= 0) {
            (true, _) => WhiteResult::Win,
            (false, true) => WhiteResult::Loss,
            (false, false) => WhiteResult::Draw,
        }
    }

    /// How many weights are not zero.
    pub fn in_use(&self) -> usize {
        self.weights.iter().filter(|&&weight| weight != 0).count()
    }
}

/// How many grades of sureness there are on either side of zero.
const GRADES: usize = 20;

/// How many classes of outputs by [`sureness`].
pub const CLASSES: usize = 2 * GRADES;

/// Outputs are told apart by their multiples of this: a sixteenth of a logit.
const FINENESS: u32 = 7;

/// How sure an output is: outputs of one class are wrong about equally often. Classes below the middle say no.
///
/// Two classes for each doubling of the logit, from a sixteenth on.
pub fn sureness(output: i64) -> usize {
    let size = if output >= 0 { output } else { !output };
    let size = (size >> FINENESS) as u64 + 1;
    let doublings = size.ilog2();
    let upper_half = if doublings == 0 { 0 } else { size >> (doublings - 1) & 1 };
    let grade = (2 * doublings as usize + upper_half as usize).min(GRADES - 1);
    if output >= 0 { GRADES + grade } else { GRADES - 1 - grade }
}

/// The model by which exceptions among outputs of a class are coded: the surer, the fewer are expected.
pub fn exception_model(class: usize) -> BitModel {
    let grade = if class >= GRADES { class - GRADES } else { GRADES - 1 - class };
    BitModel::expecting(4 << (grade / 2).min(12), 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// Rounding to eighths leaves the logits near where they were.
    #[test]
    fn whole_numbers_say_nearly_the_same() {
        let topology = Topology { inputs: 5, hidden: [4, 3], outputs: 2 };
        let network = ReluNetwork::random(topology, &mut ChaCha8Rng::seed_from_u64(4));
        let exact = ReluNetwork {
            topology,
            weights: IntegerNetwork::rounded(&network)
                .weights
                .iter()
                .map(|&weight| weight as f32 * STEP)
                .collect(),
        };
        // Thresholds are coarser in whole numbers; these are all zero.
        let whole = IntegerNetwork::rounded(&exact);
        let mut at = exact.activations();
        for inputs in [[1i8, 2, -3, 0, 5], [7, 0, 0, -1, 1], [0, 0, 0, 0, 0]] {
            let scaled = inputs.map(|input| f32::from(input) * INPUT_SCALE);
            exact.forward(&scaled, &mut at);
            let ours = whole.outputs(&inputs);
            for (output, &logit) in at.outputs.iter().enumerate() {
                assert!((ours[output] as f32 / UNIT as f32 - logit).abs() < 1e-3, "{inputs:?}");
            }
        }
    }

    /// Classes rise with the output, and the middle divides yes from no.
    #[test]
    fn sureness_rises() {
        let outputs = (-400_000..400_000).step_by(37);
        let classes: Vec<usize> = outputs.clone().map(sureness).collect();
        assert!(classes.is_sorted() && classes[0] == 0 && classes.last() == Some(&(CLASSES - 1)));
        assert!(outputs.zip(classes).all(|(output, class)| (output >= 0) == (class >= GRADES)));
    }
}
