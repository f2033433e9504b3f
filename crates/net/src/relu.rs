//! Networks of today: rectified linear units that say no more than 1.
//!
//! ```text
//! inputs -> hidden 1 -> hidden 2 -> outputs      h = clip(W x + b, 0, 1), z = W h + b
//! ```
//!
//! Output 0 tells White's wins from the rest, output 1 (if Black wins at all) Black's wins from the draws. `z` is a logit:
//! `P = 1 / (1 + exp(-z))`.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Inputs are divided by this before they enter: most lie between -8 and 8.
pub const INPUT_SCALE: f32 = 0.25;

/// How many units each layer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Inputs.
    pub inputs: usize,
    /// The two hidden layers.
    pub hidden: [usize; 2],
    /// Outputs: 1, or 2 where Black wins too.
    pub outputs: usize,
}

impl Topology {
    /// The sizes of the four layers.
    pub fn layers(&self) -> [usize; 4] {
        [self.inputs, self.hidden[0], self.hidden[1], self.outputs]
    }

    /// Where the weights of each of the three layers begin; the last number is how many there are. The weights of a layer
    /// stand input by input, the thresholds last.
    pub fn offsets(&self) -> [usize; 4] {
        let [a, b, c, d] = self.layers();
        let second = (a + 1) * b;
        let third = second + (b + 1) * c;
        [0, second, third, third + (c + 1) * d]
    }

    /// How many weights there are, thresholds included.
    pub fn weights(&self) -> usize {
        self.offsets()[3]
    }
}

/// A network with its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct ReluNetwork {
    /// Its layers.
    pub topology: Topology,
    /// All weights, as in [`Topology::offsets`].
    pub weights: Vec<f32>,
}

/// What the units say for one position.
#[derive(Clone, Debug)]
pub struct Activations {
    hidden: [Vec<f32>; 2],
    /// The logits.
    pub outputs: Vec<f32>,
}

impl ReluNetwork {
    /// Random weights, small enough that no unit is loud.
    pub fn random(topology: Topology, rng: &mut ChaCha8Rng) -> ReluNetwork {
        let [inputs, first, second, outputs] = topology.layers();
        let mut weights = Vec::with_capacity(topology.weights());
        let gains = [1.5, 2.0, 1.0];
        for (layer, (from, to)) in
            [(inputs, first), (first, second), (second, outputs)].into_iter().enumerate()
        {
            let spread = f32::sqrt(gains[layer] / from as f32);
            // The sum of twelve uniform numbers is near enough to a normal one.
            let normal =
                |rng: &mut ChaCha8Rng| (0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.0;
            weights.extend((0..from * to).map(|_| spread * normal(rng)));
            weights.extend((0..to).map(|_| 0.0f32));
        }
        ReluNetwork { topology, weights }
    }

    /// Room for one position's activations.
    pub fn activations(&self) -> Activations {
        let [_, first, second, outputs] = self.topology.layers();
        Activations { hidden: [vec![0.0; first], vec![0.0; second]], outputs: vec![0.0; outputs] }
    }

    /// Lets a position through; inputs are scaled already.
    pub fn forward(&self, inputs: &[f32], at: &mut Activations) {
        let offsets = self.topology.offsets();
        let Activations { hidden: [first, second], outputs } = at;
        layer(inputs, &self.weights[..offsets[1]], first);
        rectify(first);
        layer(first, &self.weights[offsets[1]..offsets[2]], second);
        rectify(second);
        layer(second, &self.weights[offsets[2]..], outputs);
    }

    /// Adds the gradient of one position's cost in nats; `slopes` are the derivatives by the outputs.
    pub fn backward(&self, inputs: &[f32], at: &Activations, slopes: &[f32], gradient: &mut [f32]) {
        let offsets = self.topology.offsets();
        let Activations { hidden: [first, second], .. } = at;
        let (lower, third) = gradient.split_at_mut(offsets[2]);
        let (of_first, of_second) = lower.split_at_mut(offsets[1]);
        let mut slopes2 = [0.0; 64];
        let mut slopes1 = [0.0; 128];
        let (slopes2, slopes1) = (&mut slopes2[..second.len()], &mut slopes1[..first.len()]);
        back(second, &self.weights[offsets[2]..], slopes, third, slopes2);
        back(first, &self.weights[offsets[1]..offsets[2]], slopes2, of_second, slopes1);
        add_outer(inputs, slopes1, of_first);
    }
}

/// The most units of the first and of the second hidden layer.
pub const MOST_HIDDEN: [usize; 2] = [128, 64];

/// `out = W in + b`.
fn layer(inputs: &[f32], weights: &[f32], out: &mut [f32]) {
    let width = out.len();
    out.copy_from_slice(&weights[inputs.len() * width..]);
    for (&input, row) in inputs.iter().zip(weights.chunks_exact(width)) {
        if input != 0.0 {
            out.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
        }
    }
}

fn rectify(units: &mut [f32]) {
    units.iter_mut().for_each(|unit| *unit = unit.clamp(0.0, 1.0));
}

/// Adds the gradient of a layer's weights, and tells the slopes of the units below it.
fn back(units: &[f32], weights: &[f32], slopes: &[f32], gradient: &mut [f32], below: &mut [f32]) {
    add_outer(units, slopes, gradient);
    for ((&unit, row), below) in units.iter().zip(weights.chunks_exact(slopes.len())).zip(below) {
        let slope: f32 = row.iter().zip(slopes).map(|(weight, slope)| weight * slope).sum();
        *below = if unit > 0.0 && unit < 1.0 { slope } else { 0.0 };
    }
}

fn add_outer(units: &[f32], slopes: &[f32], gradient: &mut [f32]) {
    let width = slopes.len();
    for (&unit, row) in units.iter().zip(gradient.chunks_exact_mut(width)) {
        if unit != 0.0 {
            row.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += unit * slope);
        }
    }
    gradient[units.len() * width..].iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::WhiteResult;
    use crate::train::{judge, target};
    use rand::SeedableRng;

    /// A network computed in doubles, weight by weight, by code that shares nothing with the fast one.
    fn plain_cost(topology: Topology, weights: &[f64], inputs: &[f64], result: WhiteResult) -> f64 {
        let mut units = inputs.to_vec();
        let mut next = 0;
        let layers = topology.layers();
        for (layer, &size) in layers[1..].iter().enumerate() {
            let mut sums = vec![0.0; size];
            for row in 0..=units.len() {
                for sum in &mut sums {
                    *sum += weights[next] * units.get(row).copied().unwrap_or(1.0);
                    next += 1;
                }
            }
            units = if layer < 2 {
                sums.iter().map(|&sum: &f64| sum.clamp(0.0, 1.0)).collect()
            } else {
                sums
            };
        }
        let costs = units.iter().enumerate().filter_map(|(output, &logit)| {
            let truth = target(output, result)?;
            Some(if truth { (1.0 + (-logit).exp()).ln() } else { (1.0 + logit.exp()).ln() })
        });
        costs.sum()
    }

    /// Every derivative is the difference of the costs on either side of the weight.
    #[test]
    fn gradients_are_differences() {
        let topology = Topology { inputs: 7, hidden: [6, 5], outputs: 2 };
        for (seed, result) in
            [(1, WhiteResult::Win), (2, WhiteResult::Draw), (3, WhiteResult::Loss)]
        {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let network = ReluNetwork::random(topology, &mut rng);
            let inputs: Vec<f32> = (0..7).map(|_| rng.random::<f32>() * 4.0 - 2.0).collect();
            let mut at = network.activations();
            network.forward(&inputs, &mut at);
            let (slopes, _, _) = judge(&at.outputs, result);
            let mut gradient = vec![0.0; topology.weights()];
            network.backward(&inputs, &at, &slopes, &mut gradient);
            let wide: Vec<f64> = network.weights.iter().map(|&weight| f64::from(weight)).collect();
            let wide_inputs: Vec<f64> = inputs.iter().map(|&input| f64::from(input)).collect();
            for (at, &ours) in gradient.iter().enumerate() {
                let beside = |by: f64| {
                    let mut moved = wide.clone();
                    moved[at] += by;
                    plain_cost(topology, &moved, &wide_inputs, result)
                };
                let difference = (beside(1e-6) - beside(-1e-6)) / 2e-6;
                assert!(
                    (f64::from(ours) - difference).abs() < 1e-4,
                    "weight {at}: {ours}, {difference}"
                );
            }
        }
    }
}
