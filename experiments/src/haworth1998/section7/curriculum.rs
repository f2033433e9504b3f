//! Closed sets first: the paper's own proposal, against plain training.

use endgame::rules::Color;
use net::kpk::KpkPosition;
use net::sigmoid::SigmoidNetwork;
use net::trial::{Instance, fresh, measure};
use plot::{Plot, Series};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::super::unseen::{NN3, PLAIN, SIZE, Split, compared, mean, shown};
use super::super::{instances, kpk};
use crate::{ExperimentError, Lab, Report};

/// Positions presented in all, whatever the order.
const PRESENTED: usize = 480_000;
const STAGES: usize = 6;
const SEEDS: usize = 4;

/// Which positions are learned in a stage, of six.
type Stage = fn(&KpkPosition, usize) -> bool;

/// The p of C_p by stage.
const DEPTHS: [u16; STAGES] = [1, 5, 9, 15, 23, 37];

fn plies(position: &KpkPosition) -> u16 {
    position.plies.map_or(0, |plies| plies.0)
}

const ORDERS: [(&str, Stage); 6] = [
    ("plain", |_, _| true),
    // A draw takes no plies: all draws are in every stage.
    ("C_1 < C_5 < ... < C_37, with all draws", |position, stage| plies(position) <= DEPTHS[stage]),
    ("C_37 down to C_1: the hard ones first", |position, stage| {
        position.plies.is_none() || plies(position) >= DEPTHS[STAGES - 1 - stage].saturating_sub(8)
    }),
    ("P_7 < P_6 < ... < P_2, pawns far ahead first", |position, stage| {
        position.men[2].1 >= 6 - stage as i8
    }),
    ("F_a, F_b, F_c, F_d, then all", |position, stage| {
        stage > 3 || position.men[2].0 == stage as i8
    }),
    ("C_p and P_q at once", |position, stage| {
        plies(position) <= DEPTHS[stage] && position.men[2].1 >= 6 - stage as i8
    }),
];

/// A network after each stage.
fn taught(
    lab: &Lab<'_>,
    positions: &[KpkPosition],
    stage_of: Stage,
    seed: u64,
) -> Vec<SigmoidNetwork> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut network = fresh(32, NN3, &mut rng);
    let each = lab.at_scale(PRESENTED, 3000) / STAGES;
    let after = (0..STAGES).map(|stage| {
        let chosen: Vec<KpkPosition> =
            positions.iter().filter(|position| stage_of(position, stage)).copied().collect();
        let mut lesson: Vec<Instance> = instances(&chosen);
        lesson.shuffle(&mut rng);
        for instance in lesson.iter().cycle().take(if lesson.is_empty() { 0 } else { each }) {
            network.learn(&instance.inputs, &[f32::from(u8::from(instance.is_won))], &PLAIN);
        }
        network.clone()
    });
    after.collect()
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "It may be better to train on smaller closed subdomains first and ascend to more difficult goals: is it?",
        "order | stage | unseen, %",
    );
    let kpk = kpk(lab)?;
    let mut of_orders = Vec::new();
    let mut series = Vec::new();
    for (name, stage) in ORDERS {
        let one = |seed: usize| {
            let split = Split::of(lab, &kpk, Color::White, SIZE, seed as u64);
            let testing = instances(&split.testing);
            let networks = taught(lab, &split.training, stage, seed as u64);
            networks
                .into_iter()
                .map(|mut network| measure(&mut network, &testing, 0.0).percent())
                .collect::<Vec<f64>>()
        };
        let runs: Vec<Vec<f64>> = (1..=lab.at_scale(SEEDS, 1)).into_par_iter().map(one).collect();
        lab.check()?;
        let after = |stage: usize| runs.iter().map(|run| run[stage]).collect::<Vec<f64>>();
        for stage in 0..STAGES {
            report.grid.row(&[&name, &(stage + 1), &shown(&after(stage))]);
        }
        let points = (0..STAGES).map(|stage| ((stage + 1) as f64, mean(&after(stage)).0));
        series.push(Series { name: name.to_owned(), points: points.collect() });
        let last = after(STAGES - 1);
        report.compare(format!("{name}: unseen, %"), mean(&last).0).error = mean(&last).1;
        of_orders.push((name, last));
    }
    for (name, unseen) in &of_orders[1..] {
        report.notes.push(compared(
            "After as many positions",
            (name, unseen),
            ("plain training", &of_orders[0].1),
        ));
    }
    report.draw(Plot { close_up: true, ..Plot::new(
        "Closed sets first",
        "32-32-5-1, White to move; all unseen positions, after each sixth of the training; mean of 4 seeds",
        ["stage", "correct, %"],
        series,
    ) });
    report.note(&[
        "The same 8,000 positions, 480,000 presented in all, a sixth in each stage; the same first weights. C_p has wins alone, which teach nothing by themselves: all draws are learned beside them.",
        "± one standard error, 4 seeds; differences are taken seed by seed.",
    ]);
    Ok(())
}
