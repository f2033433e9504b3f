//! A network in whole numbers: the same verdict on every machine.
//!
//! ```text
//! h1 = clip(W1 x + 4 b1, 0, 32)      h2 = clip(W2 h1 + 32 b2, 0, 256)      z = W3 h2 + 256 b3
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
pub const THRESHOLD_UNIT: [i64; 3] = [4, 32, 256];

/// What a unit of each hidden layer says at most: 1 in a trained network.
pub const CAPS: [i32; 2] = [32, 256];

/// The most units of a layer, inputs included; a power of two.
pub const MOST_UNITS: usize = 256;

/// The sizes that a weight can have: between powers of two only the middle. A weight costs fewer bytes that way, and what it
/// loses in fineness its neighbours make up for.
pub const SIZES: [i32; 14] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96];

/// Which of [`SIZES`] is nearest to a number of any sign.
pub fn nearest_size(number: f32) -> usize {
    let number = number.abs();
    let above = SIZES.partition_point(|&size| (size as f32) < number).min(SIZES.len() - 1);
    let nearer = above > 0 && number - SIZES[above - 1] as f32 <= SIZES[above] as f32 - number;
    above - usize::from(nearer)
}

/// A number of the nearest size.
pub fn sized(number: f32) -> i32 {
    let size = SIZES[nearest_size(number)];
    if number < 0.0 { -size } else { size }
}

/// What a 1 stands for in a trained network, weight by weight.
pub fn grid(topology: &Topology) -> Vec<f32> {
    let (offsets, layers) = (topology.offsets(), topology.layers());
    let mut unit = INPUT_SCALE;
    let mut grid = Vec::with_capacity(topology.weights());
    for layer in 0..3 {
        unit *= STEP;
        let weights = layers[layer] * layers[layer + 1];
        grid.resize(offsets[layer] + weights, STEP);
        grid.resize(offsets[layer + 1], unit * THRESHOLD_UNIT[layer] as f32);
    }
    grid
}

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
        let whole = network.weights.iter().zip(grid(&topology));
        let weights = whole.map(|(weight, step)| sized(weight / step)).collect();
        IntegerNetwork { topology, weights }
    }

    /// The network as it is run: what is zero is left out.
    pub fn runner(&self) -> Runner {
        let (offsets, layers) = (self.topology.offsets(), self.topology.layers());
        let of_layer = |layer: usize| {
            let (from, to) = (layers[layer], layers[layer + 1]);
            let weights = &self.weights[offsets[layer]..offsets[layer + 1]];
            let (weights, thresholds) = weights.split_at(from * to);
            let mut connections = Vec::new();
            let mut ends = Vec::with_capacity(from);
            for row in weights.chunks_exact(to) {
                let used = row.iter().enumerate().filter(|(_, weight)| **weight != 0);
                connections.extend(used.map(|(unit, &weight)| (unit as u16, weight as i16)));
                ends.push(connections.len() as u32);
            }
            let thresholds = thresholds.iter().map(|&one| one * THRESHOLD_UNIT[layer] as i32);
            Layer { connections, ends, thresholds: thresholds.collect() }
        };
        Runner { layers: [of_layer(0), of_layer(1), of_layer(2)] }
    }

    /// The weights into a unit of a hidden layer or of the outputs (layer 2) that are not zero, thresholds left out: row and weight.
    pub fn into_unit(&self, layer: usize, unit: usize) -> Vec<(usize, i32)> {
        let (offsets, layers) = (self.topology.offsets(), self.topology.layers());
        let weight = |row: usize| self.weights[offsets[layer] + row * layers[layer + 1] + unit];
        (0..layers[layer])
            .map(|row| (row, weight(row)))
            .filter(|(_, weight)| *weight != 0)
            .collect()
    }

    /// Whether the layer above uses a unit of a hidden layer.
    pub fn is_used(&self, layer: usize, unit: usize) -> bool {
        let (offsets, layers) = (self.topology.offsets(), self.topology.layers());
        let above =
            &self.weights[offsets[layer + 1] + unit * layers[layer + 2]..][..layers[layer + 2]];
        above.iter().any(|&weight| weight != 0)
    }

    /// How many weights are not zero.
    pub fn in_use(&self) -> usize {
        self.weights.iter().filter(|&&weight| weight != 0).count()
    }
}

/// A network to be run: of each unit the connections that are in use.
#[derive(Clone, Debug)]
pub struct Runner {
    layers: [Layer; 3],
}

#[derive(Clone, Debug)]
struct Layer {
    /// To which unit, and the weight: input by input.
    connections: Vec<(u16, i16)>,
    /// Where the connections of each input end.
    ends: Vec<u32>,
    thresholds: Vec<i32>,
}

impl Runner {
    /// What the units of the two hidden layers say.
    pub fn hidden(&self, inputs: &[i8]) -> [Vec<i32>; 2] {
        let mut said = [Vec::new(), Vec::new()];
        self.run(inputs, |layer, units| {
            if layer < 2 {
                said[layer] = units.to_vec();
            }
        });
        said
    }

    /// The outputs for the inputs of a position; the second is 0 if there is but one.
    pub fn outputs(&self, inputs: &[i8]) -> [i32; 2] {
        let mut outputs = [0; 2];
        self.run(inputs, |layer, units| {
            if layer == 2 {
                outputs[..units.len()].copy_from_slice(units);
            }
        });
        outputs
    }

    /// Lets a position through; `then` sees each layer.
    #[inline(always)]
    fn run(&self, inputs: &[i8], mut then: impl FnMut(usize, &[i32])) {
        let (mut units, mut sums) = ([0i32; MOST_UNITS], [0i32; MOST_UNITS]);
        for (unit, &input) in units.iter_mut().zip(inputs) {
            *unit = i32::from(input);
        }
        for (at, layer) in self.layers.iter().enumerate() {
            let width = layer.thresholds.len();
            sums[..width].copy_from_slice(&layer.thresholds);
            let mut start = 0;
            for (&unit, &end) in units.iter().zip(&layer.ends) {
                let end = end as usize;
                if unit != 0 {
                    for &(to, weight) in &layer.connections[start..end] {
                        sums[usize::from(to) % MOST_UNITS] += unit * i32::from(weight);
                    }
                }
                start = end;
            }
            for (unit, &sum) in units.iter_mut().zip(&sums[..width]) {
                *unit = if at < 2 { sum.clamp(0, CAPS[at]) } else { sum };
            }
            then(at, &units[..width]);
        }
    }

    /// What it holds a position for.
    pub fn verdict(&self, inputs: &[i8]) -> WhiteResult {
        self.verdict_of(self.outputs(inputs))
    }

    /// The same once the outputs are known.
    pub fn verdict_of(&self, [win, loss]: [i32; 2]) -> WhiteResult {
        match (win >= 0, self.layers[2].thresholds.len() == 2 && loss >= 0) {
            (true, _) => WhiteResult::Win,
            (false, true) => WhiteResult::Loss,
            (false, false) => WhiteResult::Draw,
        }
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
pub fn sureness(output: i32) -> usize {
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
                .zip(grid(&topology))
                .map(|(&weight, step)| weight as f32 * step)
                .collect(),
        };
        let whole = IntegerNetwork::rounded(&exact);
        let mut at = exact.activations();
        for inputs in [[1i8, 2, -3, 0, 5], [7, 0, 0, -1, 1], [0, 0, 0, 0, 0]] {
            let scaled = inputs.map(|input| f32::from(input) * INPUT_SCALE);
            exact.forward(&scaled, &mut at);
            let ours = whole.runner().outputs(&inputs);
            for (output, &logit) in at.outputs.iter().enumerate() {
                assert!((ours[output] as f32 / UNIT as f32 - logit).abs() < 1e-3, "{inputs:?}");
            }
        }
    }

    /// Classes rise with the output, and the middle divides yes from no.
    #[test]
    fn sureness_rises() {
        let outputs = (-400_000..400_000i32).step_by(37);
        let classes: Vec<usize> = outputs.clone().map(sureness).collect();
        assert!(classes.is_sorted() && classes[0] == 0 && classes.last() == Some(&(CLASSES - 1)));
        assert!(outputs.zip(classes).all(|(output, class)| (output >= 0) == (class >= GRADES)));
    }
}
