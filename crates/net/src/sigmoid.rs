//! The networks of 1998: sigmoid units, trained position by position by gradient descent on the squared error.
//!
//! ```text
//! y = f(w . x), f(z) = 1 / (1 + exp(-z)), f' = f (1 - f), x_0 = 1       Haworth & Velliste 1998, section 3
//! ```

/// A multilayer perceptron of any depth: `32-32-5-2` has three layers of neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct SigmoidNetwork {
    layers: Vec<usize>,
    /// Layer by layer, input by input, the thresholds last.
    weights: Vec<f32>,
    /// What every unit says of the last position, inputs included.
    units: Vec<Vec<f32>>,
    slopes: Vec<Vec<f32>>,
    /// The last step of each weight, if there is momentum.
    steps: Vec<f32>,
}

/// How to go downhill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Descent {
    /// The size of the steps; the paper does not tell its own.
    pub rate: f32,
    /// The share of the last step that is added to the next; the paper has none.
    pub momentum: f32,
    /// What the rate is multiplied with after every epoch; 1 in the paper.
    pub annealing: f32,
}

impl Default for Descent {
    fn default() -> Descent {
        Descent { rate: 0.1, momentum: 0.0, annealing: 1.0 }
    }
}

impl SigmoidNetwork {
    /// A network of these layers, inputs first, with first weights from a source of numbers.
    pub fn new(layers: &[usize], first_weight: impl FnMut() -> f32) -> SigmoidNetwork {
        let count = layers.windows(2).map(|pair| (pair[0] + 1) * pair[1]).sum();
        let mut source = first_weight;
        let weights = (0..count).map(|_| source()).collect();
        SigmoidNetwork::with_weights(layers, weights)
    }

    /// A network with given weights.
    pub fn with_weights(layers: &[usize], weights: Vec<f32>) -> SigmoidNetwork {
        let units: Vec<Vec<f32>> = layers.iter().map(|&size| vec![0.0; size]).collect();
        SigmoidNetwork {
            layers: layers.to_vec(),
            steps: Vec::new(),
            slopes: units.clone(),
            units,
            weights,
        }
    }

    /// The sizes of the layers, inputs first.
    pub fn layers(&self) -> &[usize] {
        &self.layers
    }

    /// All weights, layer by layer, input by input, the thresholds of a layer last.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// What the units of a layer say of the last position, inputs being layer 0.
    pub fn units(&self, layer: usize) -> &[f32] {
        &self.units[layer]
    }

    /// Lets a position through and tells the outputs, each between 0 and 1.
    pub fn forward(&mut self, inputs: &[f32]) -> &[f32] {
        self.units[0].copy_from_slice(inputs);
        let mut rest = self.weights.as_slice();
        for layer in 1..self.layers.len() {
            let (below, above) = self.units.split_at_mut(layer);
            let (below, above) = (&below[layer - 1], &mut above[0]);
            let (weights, others) = rest.split_at((below.len() + 1) * above.len());
            rest = others;
            let (weights, thresholds) = weights.split_at(below.len() * above.len());
            above.copy_from_slice(thresholds);
            for (&unit, row) in below.iter().zip(weights.chunks_exact(above.len())) {
                above.iter_mut().zip(row).for_each(|(sum, weight)| *sum += unit * weight);
            }
            above.iter_mut().for_each(|sum| *sum = 1.0 / (1.0 + (-*sum).exp()));
        }
        &self.units[self.layers.len() - 1]
    }

    /// The slopes of half the squared error of the last position by what each unit sums up: `(y - d) y (1 - y)` at the outputs.
    fn find_slopes(&mut self, targets: &[f32]) {
        let last = self.layers.len() - 1;
        for ((slope, &unit), &target) in
            self.slopes[last].iter_mut().zip(&self.units[last]).zip(targets)
        {
            *slope = (unit - target) * unit * (1.0 - unit);
        }
        let mut end = self.weights.len();
        for layer in (1..last).rev() {
            let (below, above) = self.slopes.split_at_mut(layer + 1);
            let (below, above) = (&mut below[layer], &above[0]);
            let start = end - (below.len() + 1) * above.len();
            let rows = self.weights[start..end].chunks_exact(above.len());
            for ((slope, &unit), row) in below.iter_mut().zip(&self.units[layer]).zip(rows) {
                let sum: f32 = row.iter().zip(above).map(|(weight, slope)| weight * slope).sum();
                *slope = sum * unit * (1.0 - unit);
            }
            end = start;
        }
    }

    /// The gradient of half the squared error of a position.
    pub fn gradient(&mut self, inputs: &[f32], targets: &[f32]) -> Vec<f32> {
        self.forward(inputs);
        self.find_slopes(targets);
        let mut gradient = Vec::with_capacity(self.weights.len());
        for layer in 1..self.layers.len() {
            let slopes = &self.slopes[layer];
            for &unit in self.units[layer - 1].iter().chain(&[1.0]) {
                gradient.extend(slopes.iter().map(|slope| unit * slope));
            }
        }
        gradient
    }

    /// Presents a position and goes a step downhill.
    pub fn learn(&mut self, inputs: &[f32], targets: &[f32], descent: &Descent) {
        if descent.momentum > 0.0 {
            return self.learn_with_momentum(inputs, targets, descent);
        }
        self.forward(inputs);
        self.find_slopes(targets);
        let mut rest = self.weights.as_mut_slice();
        for layer in 1..self.layers.len() {
            let (slopes, below) = (&self.slopes[layer], &self.units[layer - 1]);
            let (weights, others) = rest.split_at_mut((below.len() + 1) * slopes.len());
            rest = others;
            for (&unit, row) in
                below.iter().chain(&[1.0]).zip(weights.chunks_exact_mut(slopes.len()))
            {
                let step = descent.rate * unit;
                row.iter_mut().zip(slopes).for_each(|(weight, slope)| *weight -= step * slope);
            }
        }
    }

    fn learn_with_momentum(&mut self, inputs: &[f32], targets: &[f32], descent: &Descent) {
        let gradient = self.gradient(inputs, targets);
        self.steps.resize(self.weights.len(), 0.0);
        for ((weight, step), slope) in self.weights.iter_mut().zip(&mut self.steps).zip(gradient) {
            *step = descent.momentum * *step - descent.rate * slope;
            *weight += *step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half the squared error in doubles, by code that shares nothing with the network's.
    fn plain_error(layers: &[usize], weights: &[f64], inputs: &[f64], targets: &[f64]) -> f64 {
        let mut units = inputs.to_vec();
        let mut weights = weights.iter();
        for &size in &layers[1..] {
            let mut sums = vec![0.0; size];
            for unit in units.iter().chain(&[1.0]) {
                for sum in &mut sums {
                    *sum += unit * weights.next().expect("a weight");
                }
            }
            units = sums.iter().map(|sum: &f64| 1.0 / (1.0 + (-sum).exp())).collect();
        }
        units.iter().zip(targets).map(|(y, d)| (y - d).powi(2) / 2.0).sum()
    }

    /// Every derivative is the difference of the errors on either side of the weight; a step goes down by as much.
    #[test]
    fn gradients_are_differences() {
        for layers in [&[5, 4, 3, 2][..], &[5, 6, 1], &[5, 1], &[5, 3, 3, 3, 2]] {
            let mut state = 7u64;
            let mut number = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 40) as f32 / 8_388_608.0 - 1.0
            };
            let mut network = SigmoidNetwork::new(layers, &mut number);
            let inputs: Vec<f32> = (0..5).map(|_| 3.0 * number()).collect();
            let targets: Vec<f32> = [1.0, 0.0][..*layers.last().expect("layers")].to_vec();
            let gradient = network.gradient(&inputs, &targets);
            let wide = |numbers: &[f32]| {
                numbers.iter().map(|&number| f64::from(number)).collect::<Vec<_>>()
            };
            for (at, &ours) in gradient.iter().enumerate() {
                let beside = |by: f64| {
                    let mut weights = wide(&network.weights);
                    weights[at] += by;
                    plain_error(layers, &weights, &wide(&inputs), &wide(&targets))
                };
                let difference = (beside(1e-5) - beside(-1e-5)) / 2e-5;
                assert!(
                    (f64::from(ours) - difference).abs() < 1e-5,
                    "{layers:?}, weight {at}: {ours}, {difference}"
                );
            }
            let before = network.weights().to_vec();
            network.learn(&inputs, &targets, &Descent { rate: 0.5, ..Descent::default() });
            for ((after, before), slope) in network.weights().iter().zip(before).zip(gradient) {
                assert!((after - (before - 0.5 * slope)).abs() < 1e-6);
            }
        }
    }
}
