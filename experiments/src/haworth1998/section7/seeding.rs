//! An n-n-1 network that starts from a linear function: the last remark of section 3.

use endgame::rules::Color;
use net::sigmoid::{Descent, SigmoidNetwork};
use net::trial::{Instance, Measure, fresh, measure, run as run_trial, run_from};
use plot::{Plot, Series};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::super::kpk;
use super::super::unseen::{PLAIN, SIZE, Split, compared, endless, mean, shown};
use crate::{ExperimentError, Lab, Report};

const EPOCHS: usize = 60;
const SEEDS: usize = 3;
const N: usize = 32;

/// The paper's ε: small against the m_i.
const EPSILON: f32 = 0.1;

/// Of a sigmoid's slope a quarter, of w_ii a tenth: this makes the function as steep as the linear one.
const STEEP: f32 = 40.0;

/// Steps for weights that are so large.
const SMALL_STEPS: f32 = 0.001;

/// `w_ii0 = 0.1`, `w_ij0` about `ε²`, `w_i11 = ε m_i`: about a linear function, `ε` times as steep, and `x_i` of a unit.
fn seeded(linear: &SigmoidNetwork, steepness: f32, rng: &mut ChaCha8Rng) -> SigmoidNetwork {
    let mut weights = Vec::with_capacity((N + 1) * (N + 1));
    for row in 0..=N {
        for unit in 0..N {
            let small = EPSILON * EPSILON * rng.random_range(-1.0..=1.0f32);
            weights.push(if row == unit { 0.1 } else { small });
        }
    }
    let m = linear.weights();
    weights.extend(m[..N].iter().map(|m| steepness * m));
    // A unit says a half where its input is 0: what that adds up to is taken away again.
    let sum: f32 = m[..N].iter().map(|m| steepness * m / 2.0).sum();
    weights.push(steepness * 0.025 * m[N] - sum);
    SigmoidNetwork::with_weights(&[N, N, 1], weights)
}

/// The share of the unseen positions that is right before the first epoch and after each, in percent.
fn course(
    lab: &Lab<'_>,
    (mut start, rate): (SigmoidNetwork, f32),
    [training, testing]: [&[Instance]; 2],
    (epochs, seed): (usize, u64),
) -> Vec<f64> {
    let first = measure(&mut start, testing, 0.0).percent();
    let settings = endless(&[N, 1], epochs, Descent { rate, ..PLAIN }, seed);
    let run = run_from(start, training, testing, &settings, |_, _| lab.check().is_ok());
    let later = run.testing_course.iter().map(Measure::percent);
    std::iter::once(first).chain(later).collect()
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A linear evaluation can set up the first weights of an n-n-1 network. Does that help?",
        "first weights | steps | unseen at first, % | after 1 epoch | 3 | 10 | 30 | 60",
    );
    let kpk = kpk(lab)?;
    let epochs = lab.at_scale(EPOCHS, 3);
    let one = |seed: usize| {
        let split = Split::of(lab, &kpk, Color::White, SIZE, seed as u64);
        let [training, testing] = split.instances();
        let settings =
            endless(&[1], lab.at_scale(20, 2), Descent { rate: 0.01, ..PLAIN }, seed as u64);
        let mut linear = run_trial(&training, &[], &settings, |_, _| lab.check().is_ok()).network;
        let linear_right = measure(&mut linear, &testing, 0.0).percent();
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let starts = [
            (fresh(N, &[N, 1], &mut rng), PLAIN.rate),
            (seeded(&linear, EPSILON, &mut rng), PLAIN.rate),
            (seeded(&linear, STEEP, &mut rng), PLAIN.rate),
            (seeded(&linear, STEEP, &mut rng), SMALL_STEPS),
        ];
        let sets = [&training[..], &testing[..]];
        let courses = starts.map(|start| course(lab, start, sets, (epochs, seed as u64)));
        (linear_right, courses)
    };
    let runs: Vec<_> = (1..=lab.at_scale(SEEDS, 1)).into_par_iter().map(one).collect();
    lab.check()?;
    let linear: Vec<f64> = runs.iter().map(|run| run.0).collect();
    report.grid.row(&[
        &"the linear function itself",
        &"",
        &shown(&linear),
        &"",
        &"",
        &"",
        &"",
        &"",
    ]);
    let names = [
        "at random, as in the paper",
        "seeded with ε = 0.1",
        "seeded, as steep as the linear function",
        "seeded, as steep, small steps",
    ];
    let rates = [PLAIN.rate, PLAIN.rate, PLAIN.rate, SMALL_STEPS];
    let mut series = Vec::new();
    let at = |start: usize, epoch: usize| {
        runs.iter().map(|run| run.1[start][epoch.min(epochs)]).collect::<Vec<f64>>()
    };
    for (start, name) in names.into_iter().enumerate() {
        let [first, cells @ ..] = [0, 1, 3, 10, 30, 60].map(|epoch| shown(&at(start, epoch)));
        let [one, three, ten, thirty, last] = &cells;
        report.grid.row(&[&name, &rates[start], &first, one, three, ten, thirty, last]);
        let last = at(start, EPOCHS);
        report.compare(format!("{name}: unseen, %"), mean(&last).0).error = mean(&last).1;
        let points = (0..=epochs).map(|epoch| (epoch as f64, mean(&at(start, epoch)).0));
        series.push(Series { name: name.to_owned(), points: points.collect() });
    }
    for (epoch, when) in [(3, "After 3 epochs"), (EPOCHS, "At the end")] {
        for start in [1, 2, 3] {
            report.notes.push(compared(
                when,
                (names[start], &at(start, epoch)),
                ("at random", &at(0, epoch)),
            ));
        }
    }
    report.draw(Plot {
        close_up: true,
        ..Plot::new(
            "First weights from a linear function",
            "32-32-1, White to move, 8,000 unseen positions; mean of 3 seeds",
            ["epoch", "correct, %"],
            series,
        )
    });
    report.tabulate();
    report.note(&["Seeded, a network begins at once near the linear function; one epoch at random makes up for it. As steep as the linear function, its upper weights are 40 times as large: steps of the usual size throw it off at once, and a thirtieth of them still do in most runs. 8,000 positions to learn from; the linear function is a network of one layer, trained for 20 epochs on the same positions. ± one standard error."]);
    Ok(())
}
