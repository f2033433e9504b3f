//! Inferred features fed back as inputs: what hidden units have found enriches the characterisation.

use endgame::rules::Color;
use net::examples::{Labelled, WhiteResult};
use net::sigmoid::SigmoidNetwork;
use net::tree::{Growth, Tree};
use net::trial::{Instance, measure, run as run_trial};
use rayon::prelude::*;

use super::super::kpk;
use super::super::unseen::{PLAIN, SIZE, Split, compared, endless, mean, shown};
use crate::{ExperimentError, Lab, Report};

const SEEDS: usize = 3;
const EPOCHS: usize = 60;
/// Hidden units that become inputs.
const UNITS: usize = 12;

/// Positions with what the hidden units of a network say of them.
fn enriched(network: &mut SigmoidNetwork, positions: &[Instance]) -> Vec<Instance> {
    let of = |position: &Instance| {
        network.forward(&position.inputs);
        let units = network.units(1).iter().map(|unit| 4.0 * unit);
        Instance {
            inputs: position.inputs.iter().copied().chain(units).collect(),
            is_won: position.is_won,
        }
    };
    positions.iter().map(of).collect()
}

/// A tree's view of positions: whole numbers, of units the nearest quarter.
fn tree_right(training: &[Instance], testing: &[Instance]) -> (usize, f64) {
    let width = training[0].inputs.len();
    let whole = |positions: &[Instance]| -> (Vec<i8>, Vec<WhiteResult>) {
        let inputs = positions.iter().flat_map(|position| {
            position.inputs.iter().enumerate().map(|(at, &input)| {
                // A unit says between 0 and 4: in thirds of a tenth.
                (if at < 32 { input } else { 7.5 * input }).round() as i8
            })
        });
        let result = |position: &Instance| {
            if position.is_won { WhiteResult::Win } else { WhiteResult::Draw }
        };
        (inputs.collect(), positions.iter().map(result).collect())
    };
    let (inputs, results) = whole(training);
    let examples = Labelled::new(&inputs, width, &results);
    let tree = Tree::grow(&examples, Growth { breadth: 1, worth: 2 });
    let (inputs, results) = whole(testing);
    let unseen = Labelled::new(&inputs, width, &results);
    let wrong = tree.wrong(&unseen) as f64 / unseen.len().max(1) as f64;
    (tree.questions(), 100.0 * (1.0 - wrong))
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Networks promise higher-level characteristics, which may enrich the original characterisation for another round of training. Do they?",
        "learner | unseen, %",
    );
    let kpk = kpk(lab)?;
    let epochs = lab.at_scale(EPOCHS, 2);
    let one = |seed: usize| {
        let split = Split::of(lab, &kpk, Color::White, SIZE, seed as u64);
        let [training, testing] = split.instances();
        let learn =
            |layers: &[usize], training: &[Instance], testing: &[Instance], epochs: usize| {
                let settings = endless(layers, epochs, PLAIN, seed as u64);
                let mut network =
                    run_trial(training, &[], &settings, |_, _| lab.check().is_ok()).network;
                let unseen = measure(&mut network, testing, 0.0).percent();
                (network, unseen)
            };
        let (mut first, alone) = learn(&[UNITS, 1], &training, &testing, epochs);
        let (_, longer) = learn(&[UNITS, 1], &training, &testing, 2 * epochs);
        let (_, wider) = learn(&[2 * UNITS, 1], &training, &testing, 2 * epochs);
        let (_, deeper) = learn(&[UNITS, UNITS, 1], &training, &testing, 2 * epochs);
        let [rich, rich_testing] = [&training, &testing].map(|set| enriched(&mut first, set));
        let (mut second, again) = learn(&[UNITS, 1], &rich, &rich_testing, epochs);
        let [richer, richer_testing] = [&rich, &rich_testing].map(|set| enriched(&mut second, set));
        let (_, third) = learn(&[UNITS, 1], &richer, &richer_testing, epochs);
        let (plain, tree) = tree_right(&training, &testing);
        let (rich_questions, rich_tree) = tree_right(&rich, &rich_testing);
        ([alone, longer, wider, deeper, again, third, tree, rich_tree], [plain, rich_questions])
    };
    let runs: Vec<_> = (1..=lab.at_scale(SEEDS, 1)).into_par_iter().map(one).collect();
    lab.check()?;
    const NAMES: [&str; 8] = [
        "32-12-1",
        "32-12-1, twice as long",
        "32-24-1, twice as long",
        "32-12-12-1, twice as long",
        "2nd cycle: 44-12-1, the first network's units as inputs",
        "3rd cycle: 56-12-1, the second network's too",
        "decision tree over 32 inputs",
        "decision tree over 44 inputs",
    ];
    let of: Vec<Vec<f64>> =
        (0..NAMES.len()).map(|at| runs.iter().map(|run| run.0[at]).collect()).collect();
    for (name, unseen) in NAMES.iter().zip(&of) {
        report.grid.row(&[name, &shown(unseen)]);
        report.compare(format!("{name}: unseen, %"), mean(unseen).0).error = mean(unseen).1;
    }
    let questions =
        [0, 1].map(|at| mean(&runs.iter().map(|run| run.1[at] as f64).collect::<Vec<_>>()).0);
    for verdict in [
        compared("Fed back", ("the 2nd cycle", &of[4]), ("the 1st", &of[0])),
        compared(
            "Fed back or trained longer",
            ("the 2nd cycle", &of[4]),
            ("32-12-1, twice as long", &of[1]),
        ),
        compared("Fed back or a larger network", ("the 2nd cycle", &of[4]), ("32-12-12-1", &of[3])),
        compared("A third cycle", ("the 3rd", &of[5]), ("the 2nd", &of[4])),
        compared("Rule induction", ("with a network's units", &of[7]), ("without", &of[6])),
    ] {
        report.notes.push(verdict);
    }
    report.notes.push(format!(
        "The tree asks {:.0} questions without the network's units, {:.0} with them.",
        questions[0], questions[1]
    ));
    report.note(&["White to move, 8,000 positions to learn from, 8,000 unseen, 60 epochs a cycle; 3 seeds, ± one standard error. Units are fed back as numbers from 0 to 4; the first network stays as it is."]);
    Ok(())
}
