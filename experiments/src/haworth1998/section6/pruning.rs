//! Which weights matter most, and which can go.

use endgame::rules::Color;
use net::characterisation::CHARACTERISTICS;
use net::sigmoid::SigmoidNetwork;
use net::trial::{Instance, measure, run as run_trial};
use plot::{Plot, Series};

use super::super::kpk;
use super::super::unseen::{NN3, PLAIN, SIZE, Split, endless};
use crate::{ExperimentError, Lab, Report};

/// Shares of the weights that go, in percent.
const SHARES: [usize; 10] = [0, 20, 40, 50, 60, 70, 80, 85, 90, 95];

const EPOCHS: usize = 60;
/// Epochs of further training once weights are gone.
const MORE: usize = 10;

/// Zeroes the weights of these numbers.
fn without(network: &SigmoidNetwork, gone: &[usize]) -> SigmoidNetwork {
    let mut pruned = network.clone();
    clear(&mut pruned, gone);
    pruned
}

fn clear(network: &mut SigmoidNetwork, gone: &[usize]) {
    let weights = network.weights_mut();
    gone.iter().for_each(|&at| weights[at] = 0.0);
}

/// Weights, thresholds left out, by how little they matter: `|w|`, or what the error would grow by (LeCun's saliency `w² h / 2`, with the
/// mean square of the slope for the curvature `h`).
fn orders(network: &SigmoidNetwork, training: &[Instance]) -> [Vec<usize>; 2] {
    let mut squares = vec![0.0f64; network.weights().len()];
    let mut copy = network.clone();
    for instance in training.iter().take(2000) {
        let target = [f32::from(u8::from(instance.is_won))];
        for (square, slope) in squares.iter_mut().zip(copy.gradient(&instance.inputs, &target)) {
            *square += f64::from(slope).powi(2);
        }
    }
    let connections = connections(network);
    let by = |of: &dyn Fn(usize) -> f64| {
        let mut order = connections.clone();
        order.sort_by(|&a, &b| of(a).total_cmp(&of(b)));
        order
    };
    let weights = network.weights();
    let size = |at: usize| f64::from(weights[at].abs());
    [by(&size), by(&|at| size(at).powi(2) * squares[at])]
}

/// The numbers of all weights that are no thresholds.
fn connections(network: &SigmoidNetwork) -> Vec<usize> {
    let mut numbers = Vec::new();
    let mut start = 0;
    for pair in network.layers().windows(2) {
        numbers.extend(start..start + pair[0] * pair[1]);
        start += (pair[0] + 1) * pair[1];
    }
    numbers
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Which weights were most significant, and which might have been pruned out to speed training?",
        "weights gone, % | left | unseen, %, smallest gone | least salient gone | smallest gone, trained on",
    );
    let kpk = kpk(lab)?;
    let split = Split::of(lab, &kpk, Color::White, SIZE, 1);
    let [training, testing] = split.instances();
    let settings = endless(NN3, lab.at_scale(EPOCHS, 3), PLAIN, 1);
    let mut network = run_trial(&training, &[], &settings, |_, _| lab.check().is_ok()).network;
    lab.check()?;
    let [by_size, by_saliency] = orders(&network, &training);
    let shares = &SHARES[..lab.at_scale(SHARES.len(), 3)];
    let mut lines = [Vec::new(), Vec::new(), Vec::new()];
    let whole = measure(&mut network, &testing, 0.0).percent();
    let mut free = 0;
    for &share in shares {
        lab.check()?;
        let count = by_size.len() * share / 100;
        let pruned = [&by_size, &by_saliency].map(|order| without(&network, &order[..count]));
        let [small, salient] =
            pruned.map(|mut pruned| measure(&mut pruned, &testing, 0.0).percent());
        let mut trained = without(&network, &by_size[..count]);
        for _ in 0..lab.at_scale(MORE, 1) {
            for instance in &training {
                let target = [f32::from(u8::from(instance.is_won))];
                trained.learn(&instance.inputs, &target, &PLAIN);
                clear(&mut trained, &by_size[..count]);
            }
        }
        let trained = measure(&mut trained, &testing, 0.0).percent();
        report.grid.row(&[
            &share,
            &(by_size.len() - count),
            &format!("{small:.2}"),
            &format!("{salient:.2}"),
            &format!("{trained:.2}"),
        ]);
        for (line, value) in lines.iter_mut().zip([small, salient, trained]) {
            line.push((share as f64, value));
        }
        if trained >= whole - 0.2 {
            free = share;
        }
    }
    report.compare("weights that can go without loss, trained on, %", free as f64);
    report.compare("unseen, all weights, %", whole);
    let names = ["smallest gone", "least salient gone", "smallest gone, trained on"];
    let series =
        names.into_iter().zip(lines).map(|(name, points)| Series { name: name.to_owned(), points });
    report.draw(Plot {
        close_up: true,
        ..Plot::new(
            "Accuracy as weights are taken away",
            "32-32-5-1, White to move, 8,000 unseen positions",
            ["weights gone, %", "correct, %"],
            series.collect(),
        )
    });
    report.notes.push(format!("{free} % of the weights can go at a loss of at most 0.2 points, if the rest is trained {MORE} epochs more; an epoch then takes {} % of the multiplications.", 100 - free));
    let ranked = inputs(&mut network, &training);
    let told = |ranked: &[(usize, f64)]| {
        let names =
            ranked.iter().map(|&(input, loss)| format!("{} ({loss:.1})", CHARACTERISTICS[input].2));
        names.collect::<Vec<_>>().join(", ")
    };
    report.notes.push(format!("Inputs by the points of accuracy that are lost when each always has its average value, most first: {}.", told(&ranked[..8])));
    report.notes.push(format!("And least: {}.", told(&ranked[ranked.len() - 8..])));
    Ok(())
}

/// Every input with the accuracy that is lost when it always has its average value, in points.
fn inputs(network: &mut SigmoidNetwork, positions: &[Instance]) -> Vec<(usize, f64)> {
    let whole = measure(network, positions, 0.0).percent();
    let mut ranked: Vec<(usize, f64)> = (0..CHARACTERISTICS.len())
        .map(|input| {
            let sum: f32 = positions.iter().map(|position| position.inputs[input]).sum();
            let average = sum / positions.len().max(1) as f32;
            let mut blind = positions.to_vec();
            blind.iter_mut().for_each(|position| position.inputs[input] = average);
            (input, whole - measure(network, &blind, 0.0).percent())
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}
