//! An n-n-1 network on a Boolean coding of the characterisation.

use endgame::rules::Color;
use net::boolean::{bits_of_a_weight, code, count};
use net::characterisation::{INPUTS, characterise_whole};
use net::kpk::KpkPosition;
use net::sigmoid::Descent;
use net::trial::{Instance, measure, run as run_trial};
use rayon::prelude::*;

use super::super::kpk;
use super::super::unseen::{PLAIN, SIZE, Split, compared, endless, mean, shown};
use crate::{ExperimentError, Lab, Report};

/// What a network sees of a position.
type See = fn(&KpkPosition) -> Vec<f32>;

/// Name, what is seen, hidden layers, epochs.
const VARIANTS: [(&str, See, &[usize], usize); 5] = [
    ("squares in bits: 17-17-1", |position| bits(position, 6), &[17, 1], 120),
    ("squares as numbers: 6-17-1", |position| position.inputs()[..6].to_vec(), &[17, 1], 120),
    ("characterisation in bits: 92-92-1", |position| bits(position, INPUTS), &[92, 1], 40),
    ("characterisation in bits: 92-13-1", |position| bits(position, INPUTS), &[13, 1], 60),
    ("characterisation as numbers: 32-36-1", |position| position.inputs().to_vec(), &[36, 1], 60),
];

const SEEDS: usize = 2;

fn bits(position: &KpkPosition, inputs: usize) -> Vec<f32> {
    code(&characterise_whole(position.men, position.turn), inputs)
}

fn instances(positions: &[KpkPosition], see: See) -> Vec<Instance> {
    let seen =
        |position: &KpkPosition| Instance { inputs: see(position), is_won: position.is_won() };
    positions.iter().map(seen).collect()
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A network n-n-1 can emulate any Boolean function of n variables, if its weights are fine enough. What would one have learned from a Boolean coding?",
        "network | weights | training, % | unseen, %",
    );
    for variables in [13u32, 14, 17] {
        report.compare(
            format!("bits that some weight must have for {variables} variables"),
            bits_of_a_weight(variables) as f64,
        );
    }
    report.compare("Boolean inputs of the characterisation", count(INPUTS) as f64);
    let kpk = kpk(lab)?;
    let mut all = Vec::new();
    for (name, see, layers, epochs) in VARIANTS {
        let one = |seed: usize| {
            let split = Split::of(lab, &kpk, Color::White, SIZE, seed as u64);
            let settings = endless(
                layers,
                lab.at_scale(epochs, 3),
                Descent { rate: 0.1, ..PLAIN },
                seed as u64,
            );
            let training = instances(&split.training, see);
            let mut trained = run_trial(&training, &[], &settings, |_, _| lab.check().is_ok());
            let unseen = measure(&mut trained.network, &instances(&split.testing, see), 0.0);
            (trained.network.weights().len(), trained.training.percent(), unseen.percent())
        };
        let runs: Vec<_> = (1..=lab.at_scale(SEEDS, 1)).into_par_iter().map(one).collect();
        lab.check()?;
        let [training, unseen] = [|run: &(usize, f64, f64)| run.1, |run: &(usize, f64, f64)| run.2]
            .map(|of| runs.iter().map(of).collect::<Vec<f64>>());
        report.grid.row(&[&name, &runs[0].0, &shown(&training), &shown(&unseen)]);
        report.compare(format!("{name}, unseen, %"), mean(&unseen).0).error = mean(&unseen).1;
        all.push(unseen);
    }
    let [square_bits, squares, full, few, numbers] = &all[..] else { return Ok(()) };
    for verdict in [
        compared("The six squares' files and ranks", ("bits", square_bits), ("numbers", squares)),
        compared(
            "The whole characterisation, n-n-1 in bits",
            ("numbers in 1,225 weights", numbers),
            ("bits in 8,649", full),
        ),
        compared(
            "The whole characterisation, as many weights",
            ("numbers", numbers),
            ("bits", few),
        ),
    ] {
        report.notes.push(verdict);
    }
    report.note(&["White to move, 8,000 positions to learn from and 8,000 unseen ones; 2 seeds, ± one standard error. The 92 bits of the paper count x13 with its printed range [-6, 6], four bits; it is always 0 here."]);
    Ok(())
}
