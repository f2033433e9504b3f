//! Whether momentum and annealing would have contributed.

use net::sigmoid::Descent;

use super::super::kpk;
use super::super::unseen::{NN3, SIZE, compared, learned, mean, shown};
use crate::{ExperimentError, Lab, Report};

const fn descent(rate: f32, momentum: f32, annealing: f32) -> Descent {
    Descent { rate, momentum, annealing }
}

/// With momentum `m` a step goes on `1 / (1 - m)` times as far: rates are smaller by that.
const WAYS: [(&str, Descent); 8] = [
    ("steps of 0.01", descent(0.01, 0.0, 1.0)),
    ("steps of 0.03", descent(0.03, 0.0, 1.0)),
    ("steps of 0.1", descent(0.1, 0.0, 1.0)),
    ("momentum 0.5, as far as 0.03", descent(0.015, 0.5, 1.0)),
    ("momentum 0.9, as far as 0.03", descent(0.003, 0.9, 1.0)),
    ("momentum 0.9, as far as 0.1", descent(0.01, 0.9, 1.0)),
    ("annealing from 0.1, 5 % an epoch", descent(0.1, 0.0, 0.95)),
    ("both: momentum 0.9 as far as 0.1, 5 % an epoch", descent(0.01, 0.9, 0.95)),
];

const SEEDS: usize = 3;
const EPOCHS: usize = 60;

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Would momentum and annealing have contributed significantly?",
        "descent | training, % | unseen, %",
    );
    let kpk = kpk(lab)?;
    let ways = &WAYS[..lab.at_scale(WAYS.len(), 7)];
    let mut all = Vec::new();
    for &(name, descent) in ways {
        let runs = learned(lab, &kpk, (NN3, SIZE, EPOCHS, descent), SEEDS)?;
        let training: Vec<f64> = runs.iter().map(|run| run.training).collect();
        let unseen: Vec<f64> = runs.iter().map(|run| run.unseen).collect();
        report.grid.row(&[&name, &shown(&training), &shown(&unseen)]);
        report.compare(format!("{name}, unseen, %"), mean(&unseen).0).error = mean(&unseen).1;
        all.push(unseen);
    }
    for verdict in [
        compared("Momentum", ("0.9 as far as 0.03", &all[4]), ("steps of 0.03", &all[1])),
        compared("Momentum", ("0.9 as far as 0.1", &all[5]), ("steps of 0.1", &all[2])),
        compared("Annealing", ("from 0.1", &all[6]), ("steps of 0.1", &all[2])),
        compared("Annealing", ("from 0.1", &all[6]), ("steps of 0.03", &all[1])),
    ] {
        report.notes.push(verdict);
    }
    report.note(&["32-32-5-1, White to move, 8,000 positions to learn from, 60 epochs, 3 seeds, ± one standard error of unseen positions."]);
    Ok(())
}
