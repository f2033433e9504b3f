//! Networks from init and -init, trained in parallel.

use endgame::rules::Color;
use net::sigmoid::SigmoidNetwork;
use net::trial::{Instance, fresh, run_from};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::super::kpk;
use super::super::unseen::{NN3, PLAIN, SIZE, Split, endless, mean, shown};
use crate::{ExperimentError, Lab, Report};

const EPOCHS: usize = 40;
const SEEDS: usize = 3;
/// Positions by which the significance of a weight is judged.
const JUDGED_BY: usize = 1000;

/// What is said of a connection from its two final weights.
type Sign = (&'static str, fn(f32, f32) -> f32);

const SIGNS: [Sign; 5] = [
    ("|w| alone, of init", |plus, _| plus.abs()),
    ("the smaller of |w| and |w'|", |plus, minus| plus.abs().min(minus.abs())),
    ("||w| - |w'||, little", |plus, minus| -(plus.abs() - minus.abs()).abs()),
    ("|w - w'|, little", |plus, minus| -(plus - minus).abs()),
    ("|w + w'|, little", |plus, minus| -(plus + minus).abs()),
];

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "If networks with first weights init and -init had been trained in parallel, would a comparison of their final values have indicated which connections are significant?",
        "sign of significance | rank correlation, 1st layer | 2nd layer | all connections",
    );
    let kpk = kpk(lab)?;
    let one = |seed: usize| {
        let split = Split::of(lab, &kpk, Color::White, SIZE, seed as u64);
        let [training, testing] = split.instances();
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let plus = fresh(training[0].inputs.len(), NN3, &mut rng);
        let mut minus = plus.clone();
        minus.weights_mut().iter_mut().for_each(|weight| *weight = -*weight);
        let settings = endless(NN3, lab.at_scale(EPOCHS, 2), PLAIN, 1);
        let [plus, minus] = [plus, minus].map(|network| {
            run_from(network, &training, &testing, &settings, |_, _| lab.check().is_ok())
        });
        let unseen = [&plus, &minus].map(|run| run.testing.map_or(0.0, |tested| tested.percent()));
        let significance = significance(
            &plus.network,
            &training[..training.len().min(lab.at_scale(JUDGED_BY, 50))],
        );
        (plus.network, minus.network, significance, unseen)
    };
    let runs: Vec<_> = (1..=lab.at_scale(SEEDS, 1)).into_par_iter().map(one).collect();
    lab.check()?;
    for (name, of) in SIGNS {
        let mut correlations = [Vec::new(), Vec::new(), Vec::new()];
        for (plus, minus, significance, _) in &runs {
            let signs: Vec<f64> = plus
                .weights()
                .iter()
                .zip(minus.weights())
                .map(|(&w, &v)| f64::from(of(w, v)))
                .collect();
            let parts = [0..32 * 32, 33 * 32..33 * 32 + 32 * 5, 0..signs.len()];
            for (correlations, part) in correlations.iter_mut().zip(parts) {
                correlations.push(rank_correlation(&signs[part.clone()], &significance[part]));
            }
        }
        report.grid.row(&[
            &name,
            &shown(&correlations[0]),
            &shown(&correlations[1]),
            &shown(&correlations[2]),
        ]);
        let (all, error) = mean(&correlations[2]);
        report.compare(format!("{name}: rank correlation with significance"), all).error = error;
    }
    let first = |run: &(SigmoidNetwork, SigmoidNetwork, Vec<f64>, [f64; 2])| {
        let pairs = run.0.weights()[..32 * 32].iter().zip(&run.1.weights()[..32 * 32]);
        let opposite = pairs.filter(|(plus, minus)| (*plus > &0.0) != (*minus > &0.0)).count();
        100.0 * opposite as f64 / (32.0 * 32.0)
    };
    let opposite: Vec<f64> = runs.iter().map(first).collect();
    report
        .compare("connections of the 1st layer that end with opposite signs, %", mean(&opposite).0)
        .error = mean(&opposite).1;
    let unseen = [0, 1].map(|at| runs.iter().map(|run| run.3[at]).collect::<Vec<f64>>());
    report.notes.push(format!(
        "Both networks learn as well: {} and {} % of unseen positions.",
        shown(&unseen[0]),
        shown(&unseen[1])
    ));
    report.note(&[
        "Significance: what the mean squared error on training positions grows by when a connection is cut. Rank correlations with it; 3 seeds, ± one standard error.",
        "A unit that says the opposite serves as well as the unit, if the units above turn their weights round: -init tends to the same network with units turned round, so that signs say little and sizes much.",
    ]);
    Ok(())
}

fn error(network: &mut SigmoidNetwork, positions: &[Instance]) -> f64 {
    let of = |position: &Instance| {
        let said = network.forward(&position.inputs)[0];
        f64::from(said - f32::from(u8::from(position.is_won))).powi(2)
    };
    positions.iter().map(of).sum::<f64>() / positions.len().max(1) as f64
}

/// What the error grows by without each weight.
fn significance(network: &SigmoidNetwork, positions: &[Instance]) -> Vec<f64> {
    let mut cut = network.clone();
    let whole = error(&mut cut, positions);
    let each = (0..network.weights().len()).map(|at| {
        let kept = std::mem::take(&mut cut.weights_mut()[at]);
        let without = error(&mut cut, positions);
        cut.weights_mut()[at] = kept;
        without - whole
    });
    each.collect()
}

/// Spearman's: the correlation of the ranks.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |numbers: &[f64]| {
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        let mut ranks = vec![0.0; numbers.len()];
        order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank as f64);
        ranks
    };
    let middle = (a.len() as f64 - 1.0) / 2.0;
    let (a, b) = (ranks(a), ranks(b));
    let of = |x: &[f64], y: &[f64]| {
        x.iter().zip(y).map(|(x, y)| (x - middle) * (y - middle)).sum::<f64>()
    };
    of(&a, &b) / (of(&a, &a) * of(&b, &b)).sqrt().max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_by_hand() {
        assert!((rank_correlation(&[1.0, 5.0, 9.0], &[0.1, 0.2, 70.0]) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
        assert!(
            (rank_correlation(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 4.0, 3.0]) - 0.6).abs() < 1e-12
        );
    }
}
