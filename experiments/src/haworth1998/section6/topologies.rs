//! Networks that are no multilayer perceptrons.

use endgame::rules::Color;
use net::kpk::KpkPosition;
use net::sigmoid::Descent;
use net::trial::{Instance, measure, run as run_trial};
use rayon::prelude::*;

use super::super::kpk;
use super::super::unseen::{PLAIN, SIZE, Split, endless, mean, shown};
use crate::{ExperimentError, Lab, Report};

const SEEDS: usize = 2;

/// How a network sees a position, made from the training positions.
type View = Box<dyn Fn(&KpkPosition) -> Vec<f32> + Sync>;
type Make = fn(&[KpkPosition]) -> View;

/// Name, view, layers above it, epochs, steps.
const VARIANTS: [(&str, Make, &[usize], usize, f32); 6] = [
    (
        "perceptron of three layers: 32-32-5-1",
        |_| Box::new(|position| position.inputs().to_vec()),
        &[32, 5, 1],
        60,
        0.03,
    ),
    ("radial basis functions: 36 centres", |training| radial(training, 36), &[1], 100, 0.3),
    ("radial basis functions: 400 centres", |training| radial(training, 400), &[1], 40, 0.3),
    ("higher order: all products of two inputs", |_| Box::new(products), &[1], 40, 0.003),
    ("a square each: 152 inputs, 8 units", |_| Box::new(squares), &[8, 1], 60, 0.1),
    (
        "a place beside the pawn each: 310 inputs, 8 units",
        |_| Box::new(beside_the_pawn),
        &[8, 1],
        60,
        0.1,
    ),
];

/// How near a position is to some of the training positions, each input in units of its spread.
fn radial(training: &[KpkPosition], centres: usize) -> View {
    let inputs: Vec<[f32; 32]> = training.iter().map(KpkPosition::inputs).collect();
    let count = inputs.len().max(1) as f32;
    let scale: [f32; 32] = std::array::from_fn(|at| {
        let mean = inputs.iter().map(|one| one[at]).sum::<f32>() / count;
        let variance = inputs.iter().map(|one| (one[at] - mean).powi(2)).sum::<f32>() / count;
        1.0 / variance.max(1e-3)
    });
    let centres: Vec<[f32; 32]> = inputs.into_iter().take(centres).collect();
    Box::new(move |position| {
        let here = position.inputs();
        let near = |centre: &[f32; 32]| {
            let squares = (0..32).map(|at| (here[at] - centre[at]).powi(2) * scale[at]);
            (-squares.sum::<f32>() / 32.0).exp()
        };
        centres.iter().map(near).collect()
    })
}

fn products(position: &KpkPosition) -> Vec<f32> {
    let inputs = position.inputs().map(|input| input / 4.0);
    let pairs = (0..32).flat_map(|a| (0..=a).map(move |b| (a, b)));
    inputs.into_iter().chain(pairs.map(|(a, b)| inputs[a] * inputs[b])).collect()
}

/// One input for each square of each man.
fn squares(position: &KpkPosition) -> Vec<f32> {
    let [white, black, pawn] = position.men;
    let mut inputs = vec![0.0; 64 + 64 + 24];
    inputs[(white.1 * 8 + white.0) as usize] = 1.0;
    inputs[64 + (black.1 * 8 + black.0) as usize] = 1.0;
    inputs[128 + ((pawn.1 - 1) * 4 + pawn.0) as usize] = 1.0;
    inputs
}

/// One input for each place of each king as seen from the pawn, and the pawn's square.
fn beside_the_pawn(position: &KpkPosition) -> Vec<f32> {
    let [white, black, pawn] = position.men;
    const PLACES: usize = 11 * 13;
    let mut inputs = vec![0.0; 2 * PLACES + 24];
    for (at, king) in [white, black].into_iter().enumerate() {
        let [files, ranks] = [king.0 - pawn.0, king.1 - pawn.1].map(i32::from);
        let place = (files + 3) * 13 + ranks + 6;
        inputs[at * PLACES + place as usize] = 1.0;
    }
    inputs[2 * PLACES + ((pawn.1 - 1) * 4 + pawn.0) as usize] = 1.0;
    inputs
}

fn instances(positions: &[KpkPosition], view: &View) -> Vec<Instance> {
    let seen =
        |position: &KpkPosition| Instance { inputs: view(position), is_won: position.is_won() };
    positions.iter().map(seen).collect()
}

/// How often the nearest training position has the same result.
fn nearest(training: &[KpkPosition], testing: &[KpkPosition]) -> f64 {
    let inputs: Vec<[f32; 32]> = training.iter().map(KpkPosition::inputs).collect();
    let right = testing.par_iter().filter(|position| {
        let here = position.inputs();
        let apart =
            |other: &[f32; 32]| (0..32).map(|at| (here[at] - other[at]).powi(2)).sum::<f32>();
        let nearest =
            (0..inputs.len()).min_by(|&a, &b| apart(&inputs[a]).total_cmp(&apart(&inputs[b])));
        nearest.is_some_and(|at| training[at].is_won() == position.is_won())
    });
    100.0 * right.count() as f64 / testing.len().max(1) as f64
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Would topologies other than multilayer perceptrons be applicable?",
        "network | weights | training, % | unseen, %",
    );
    let kpk = kpk(lab)?;
    for (name, make, layers, epochs, rate) in VARIANTS {
        let one = |seed: usize| {
            let split = Split::of(lab, &kpk, Color::White, SIZE, seed as u64);
            let view = make(&split.training);
            let training = instances(&split.training, &view);
            let descent = Descent { rate, annealing: 0.97, ..PLAIN };
            let settings = endless(layers, lab.at_scale(epochs, 2), descent, seed as u64);
            let mut trained = run_trial(&training, &[], &settings, |_, _| lab.check().is_ok());
            let unseen = measure(&mut trained.network, &instances(&split.testing, &view), 0.0);
            [trained.network.weights().len() as f64, trained.training.percent(), unseen.percent()]
        };
        let runs: Vec<[f64; 3]> = (1..=lab.at_scale(SEEDS, 1)).into_par_iter().map(one).collect();
        lab.check()?;
        let [training, unseen] =
            [1, 2].map(|at| runs.iter().map(|run| run[at]).collect::<Vec<f64>>());
        report.grid.row(&[&name, &runs[0][0], &shown(&training), &shown(&unseen)]);
        report.compare(format!("{name}, unseen, %"), mean(&unseen).0).error = mean(&unseen).1;
    }
    let split = Split::of(lab, &kpk, Color::White, SIZE, 1);
    let testing = &split.testing[..split.testing.len().min(lab.at_scale(2000, 100))];
    let right = nearest(&split.training, testing);
    report.grid.row(&[&"the nearest training position", &"-", &"100", &format!("{right:.2}")]);
    report.compare("the nearest training position, unseen, %", right);
    report.note(&["White to move, 8,000 positions to learn from, 8,000 unseen; steps 3 % smaller with every epoch; 2 seeds, ± one standard error. Radial basis functions stand at the first training positions, as wide as the inputs are spread. The networks of piece squares have no characterisation: they learn it."]);
    Ok(())
}
