//! A trial of 1998: a sigmoid network trained on one set of positions, and tested on another.
//!
//! Haworth & Velliste 1998, section 4.5: the order of the positions is arbitrary and stays the same, the first weights lie in
//! `[-0.1, 0.1]`, and training ends when for 20 epochs the error has been below its target, or the number of positions
//! classified correctly has not grown.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::sigmoid::{Descent, SigmoidNetwork};

/// A position as a trial sees it: inputs, and whether White wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// What the network sees.
    pub inputs: Vec<f32>,
    /// Whether White wins.
    pub is_won: bool,
}

/// Which error is compared with the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorFunction {
    /// `E_1`, the average of `|y - d|`.
    Average,
    /// `E_2`, the greatest.
    Greatest,
}

/// How a trial goes.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialSettings {
    /// Units of the hidden layers and outputs, as in `[32, 5, 2]`. One output says win; of two the second says draw.
    pub layers: Vec<usize>,
    /// Which error counts.
    pub error: ErrorFunction,
    /// When the error is small enough.
    pub target: f32,
    /// Outputs count for stopping when they are beyond `0.5 +- margin`: 0.4 in trials 38 to 41, 0 in the others.
    pub margin: f32,
    /// Epochs below the target, or without progress, after which training ends: 20 in the paper.
    pub patience: usize,
    /// The most epochs.
    pub epochs: usize,
    /// How to go downhill.
    pub descent: Descent,
    /// The seed of the random generator: order of the positions, first weights.
    pub seed: u64,
}

impl Default for TrialSettings {
    fn default() -> TrialSettings {
        TrialSettings {
            layers: vec![32, 5, 1],
            error: ErrorFunction::Greatest,
            target: 0.1,
            margin: 0.0,
            patience: 20,
            epochs: 1000,
            descent: Descent::default(),
            seed: 1,
        }
    }
}

/// What a network makes of a set at the end of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// Positions classified correctly.
    pub right: usize,
    /// Positions in all.
    pub of: usize,
    /// Positions classified correctly with the margin.
    pub sure: usize,
    /// `E_1`.
    pub average_error: f32,
    /// `E_2`.
    pub greatest_error: f32,
}

impl Measure {
    /// The share classified correctly, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.of.max(1) as f64
    }

    fn error(&self, of: ErrorFunction) -> f32 {
        match of {
            ErrorFunction::Average => self.average_error,
            ErrorFunction::Greatest => self.greatest_error,
        }
    }
}

/// How a trial went.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network of the best epoch: most positions right, then the least average error.
    pub network: SigmoidNetwork,
    /// What it makes of the training set.
    pub training: Measure,
    /// Epochs that were trained.
    pub epochs: usize,
    /// The training set after every epoch.
    pub course: Vec<Measure>,
    /// The testing set after every epoch; empty if there is none.
    pub testing_course: Vec<Measure>,
    /// What it makes of the testing set; none if there is none.
    pub testing: Option<Measure>,
}

/// The targets of the outputs.
fn targets(outputs: usize, is_won: bool) -> &'static [f32] {
    match (outputs, is_won) {
        (1, true) => &[1.0],
        (1, false) => &[0.0],
        (_, true) => &[1.0, 0.0],
        (_, false) => &[0.0, 1.0],
    }
}

/// What a network says of a position: won or drawn if the outputs are beyond `0.5 +- margin`, none if it passes.
///
/// One output of exactly a half says won. Section 4.3.
pub fn classify(outputs: &[f32], margin: f32) -> Option<bool> {
    let high = |output: f32| output >= 0.5 + margin;
    let low = |output: f32| if margin > 0.0 { output < 0.5 - margin } else { output < 0.5 };
    match *outputs {
        [win] => (high(win) || low(win)).then(|| high(win)),
        [win, draw, ..] if high(win) && low(draw) => Some(true),
        [win, draw, ..] if low(win) && high(draw) => Some(false),
        _ => None,
    }
}

/// What a network makes of a set.
pub fn measure(network: &mut SigmoidNetwork, set: &[Instance], margin: f32) -> Measure {
    let mut measure =
        Measure { right: 0, of: set.len(), sure: 0, average_error: 0.0, greatest_error: 0.0 };
    let mut sum = 0.0f64;
    for instance in set {
        let outputs = network.forward(&instance.inputs);
        for (output, target) in outputs.iter().zip(targets(outputs.len(), instance.is_won)) {
            let error = (output - target).abs();
            sum += f64::from(error) / outputs.len() as f64;
            measure.greatest_error = measure.greatest_error.max(error);
        }
        measure.right += usize::from(classify(outputs, 0.0) == Some(instance.is_won));
        measure.sure += usize::from(classify(outputs, margin) == Some(instance.is_won));
    }
    measure.average_error = (sum / set.len().max(1) as f64) as f32;
    measure
}

/// A network of these layers with first weights in `[-0.1, 0.1]`.
pub fn fresh(inputs: usize, layers: &[usize], rng: &mut ChaCha8Rng) -> SigmoidNetwork {
    let all: Vec<usize> = std::iter::once(inputs).chain(layers.iter().copied()).collect();
    SigmoidNetwork::new(&all, || rng.random_range(-0.1..=0.1))
}

/// Trains on one set and tests on another, which may be empty. `go_on` is asked after every epoch.
pub fn run(
    training: &[Instance],
    testing: &[Instance],
    settings: &TrialSettings,
    go_on: impl FnMut(usize, &Measure) -> bool,
) -> Trained {
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let inputs = training.first().map_or(0, |instance| instance.inputs.len());
    let mut order: Vec<usize> = (0..training.len()).collect();
    order.shuffle(&mut rng);
    let network = fresh(inputs, &settings.layers, &mut rng);
    let ordered: Vec<Instance> = order.into_iter().map(|at| training[at].clone()).collect();
    run_from(network, &ordered, testing, settings, go_on)
}

/// The same from a given network, the positions in the order given.
pub fn run_from(
    network: SigmoidNetwork,
    training: &[Instance],
    testing: &[Instance],
    settings: &TrialSettings,
    mut go_on: impl FnMut(usize, &Measure) -> bool,
) -> Trained {
    let mut network = network;
    let outputs = network.layers().last().copied().unwrap_or(1);
    let mut descent = settings.descent;
    let (mut course, mut testing_course) = (Vec::new(), Vec::new());
    // Until it does better than one answer for all, a network has not begun to learn: ours, the paper does not say.
    let won = training.iter().filter(|instance| instance.is_won).count();
    let majority = won.max(training.len() - won);
    let mut best: Option<(Measure, SigmoidNetwork)> = None;
    let (mut most_sure, mut since_progress, mut below_target) = (0, 0, 0);
    while course.len() < settings.epochs {
        for instance in training {
            network.learn(&instance.inputs, targets(outputs, instance.is_won), &descent);
        }
        descent.rate *= descent.annealing;
        let now = measure(&mut network, training, settings.margin);
        let is_better = best.as_ref().is_none_or(|(best, _)| {
            (now.right, best.average_error) > (best.right, now.average_error)
        });
        if is_better {
            best = Some((now, network.clone()));
        }
        course.push(now);
        if !testing.is_empty() {
            testing_course.push(measure(&mut network, testing, settings.margin));
        }
        let has_begun = most_sure.max(now.sure) > majority;
        since_progress = if now.sure > most_sure || !has_begun { 0 } else { since_progress + 1 };
        most_sure = most_sure.max(now.sure);
        below_target =
            if now.error(settings.error) < settings.target { below_target + 1 } else { 0 };
        let is_done = since_progress >= settings.patience || below_target >= settings.patience;
        if is_done || !go_on(course.len(), &now) {
            break;
        }
    }
    let (training, mut network) =
        best.unwrap_or_else(|| (measure(&mut network, training, settings.margin), network));
    let testing = (!testing.is_empty()).then(|| measure(&mut network, testing, settings.margin));
    Trained { network, training, epochs: course.len(), course, testing_course, testing }
}
