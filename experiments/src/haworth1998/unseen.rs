//! What networks make of positions they have not seen: sets, runs with several seeds, and what may be said of two of them.

use endgame::rules::Color;
use net::kpk::{Kpk, KpkPosition};
use net::sigmoid::Descent;
use net::trial::{Instance, TrialSettings, run};
use rayon::prelude::*;
use study::summary_statistics::SummaryStatistics;

use super::instances;
use crate::{ExperimentError, Lab};

/// As in trials 38 to 41, without momentum and annealing.
pub(super) const PLAIN: Descent = Descent { rate: 0.03, momentum: 0.0, annealing: 1.0 };

/// The hidden layers and the output of the networks asked most: 32-32-5-1.
pub(super) const NN3: &[usize] = &[32, 5, 1];

/// Positions to learn from and to be tested with, unless an experiment is about their number.
pub(super) const SIZE: usize = 8000;

/// A training set, and a testing set that shares no position with it, nor a mirror image.
pub(super) struct Split {
    pub(super) training: Vec<KpkPosition>,
    pub(super) testing: Vec<KpkPosition>,
}

impl Split {
    /// So many positions to learn from, at reduced scale few, and as many or [`SIZE`] to be tested with.
    pub(super) fn of(lab: &Lab<'_>, kpk: &Kpk, turn: Color, size: usize, seed: u64) -> Split {
        let few = lab.at_scale(usize::MAX, 300);
        let size = size.min(few);
        let [mut training, testing] = kpk.drawn(turn, size.max(SIZE.min(few)), seed);
        training.truncate(size);
        Split { training, testing }
    }

    pub(super) fn instances(&self) -> [Vec<Instance>; 2] {
        [instances(&self.training), instances(&self.testing)]
    }
}

/// A trial that goes on for so many epochs, whatever it reaches.
pub(super) fn endless(
    layers: &[usize],
    epochs: usize,
    descent: Descent,
    seed: u64,
) -> TrialSettings {
    TrialSettings {
        layers: layers.to_vec(),
        target: 0.0,
        patience: usize::MAX,
        epochs,
        descent,
        seed,
        ..TrialSettings::default()
    }
}

/// How a network did on positions it had learned from, and on those it had not, in percent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learned {
    pub(super) weights: usize,
    pub(super) training: f64,
    pub(super) unseen: f64,
}

/// Trains a network of these layers on White to move, once for each seed: first weights, order and sets differ.
pub(super) fn learned(
    lab: &Lab<'_>,
    kpk: &Kpk,
    (layers, size, epochs, descent): (&[usize], usize, usize, Descent),
    seeds: usize,
) -> Result<Vec<Learned>, ExperimentError> {
    let one = |seed: usize| {
        lab.check()?;
        let split = Split::of(lab, kpk, Color::White, size, seed as u64);
        let [training, testing] = split.instances();
        let settings = endless(layers, lab.at_scale(epochs, 3), descent, seed as u64);
        let mut trained = run(&training, &[], &settings, |_, _| lab.check().is_ok());
        let unseen = net::trial::measure(&mut trained.network, &testing, 0.0).percent();
        let weights = trained.network.weights().len();
        Ok(Learned { weights, training: trained.training.percent(), unseen })
    };
    (1..=lab.at_scale(seeds, 1)).into_par_iter().map(one).collect()
}

/// Mean and standard error.
pub(super) fn mean(numbers: &[f64]) -> (f64, f64) {
    SummaryStatistics::of(numbers).map_or((0.0, 0.0), |of| (of.mean, of.se))
}

/// `98.12 ± 0.05`.
pub(super) fn shown(numbers: &[f64]) -> String {
    let (mean, error) = mean(numbers);
    format!("{mean:.2} ± {error:.2}")
}

/// What may be said of two ways, run with the same seeds: which is better, and by how much.
pub(super) fn compared(what: &str, a: (&str, &[f64]), b: (&str, &[f64])) -> String {
    let differences: Vec<f64> = a.1.iter().zip(b.1).map(|(a, b)| a - b).collect();
    let (difference, error) = mean(&differences);
    if differences.len() < 2 || difference.abs() <= 2.0 * error {
        return format!(
            "{what}: no difference between {} and {} beyond chance ({difference:+.2} ± {error:.2}).",
            a.0, b.0
        );
    }
    let (better, worse) = if difference > 0.0 { (a.0, b.0) } else { (b.0, a.0) };
    format!("{what}: {better} is better than {worse} by {:.2} ± {error:.2}.", difference.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_chance_explains_is_no_difference() {
        let sure = compared("%", ("a", &[90.0, 91.0, 92.0]), ("b", &[88.0, 89.1, 89.9]));
        assert!(sure.starts_with("%: a is better than b by 2.00"), "{sure}");
        let unsure = compared("%", ("a", &[90.0, 94.0]), ("b", &[91.0, 92.0]));
        assert!(unsure.contains("no difference between a and b beyond chance"), "{unsure}");
    }
}
