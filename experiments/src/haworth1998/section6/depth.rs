//! Networks that tell depth besides value.

use endgame::rules::Color;
use net::kpk::KpkPosition;
use net::sigmoid::SigmoidNetwork;
use net::trial::fresh;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use study::networks::against_perfect_play::wins_won;

use super::super::at_the_board::{graph, policy};
use super::super::kpk;
use super::super::unseen::{PLAIN, SIZE, Split};
use crate::{ExperimentError, Lab, Report};

const EPOCHS: usize = 60;

/// Section 4.3: the target of a win in `d` plies, between 0 and 1; a draw's is 0.
fn depth_target(plies: Option<u16>) -> f32 {
    plies.map_or(0.0, |plies| 1.0 - (f32::from(plies) + 4.0).ln() / 4.0)
}

/// The depth that an output stands for, in plies.
fn depth_of(output: f32) -> f32 {
    (4.0 * (1.0 - output)).exp() - 4.0
}

/// What outputs should say.
type Targets = fn(&KpkPosition) -> Vec<f32>;

fn value(position: &KpkPosition) -> f32 {
    f32::from(u8::from(position.is_won()))
}

fn depth(position: &KpkPosition) -> f32 {
    depth_target(position.plies.map(|plies| plies.0))
}

/// Name, targets, which output tells value and from what on, which tells depth.
type Variant = (&'static str, Targets, (usize, f32), Option<usize>);

const VARIANTS: [Variant; 3] = [
    ("value alone: 32-32-5-1", |position| vec![value(position)], (0, 0.5), None),
    (
        "value and depth: 32-32-5-2",
        |position| vec![value(position), depth(position)],
        (0, 0.5),
        Some(1),
    ),
    // Half of what the deepest win's target is.
    ("depth alone: 32-32-5-1", |position| vec![depth(position)], (0, 0.036), Some(0)),
];

fn train(lab: &Lab<'_>, training: &[KpkPosition], targets: Targets, seed: u64) -> SigmoidNetwork {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<(Vec<f32>, Vec<f32>)> =
        training.iter().map(|position| (position.inputs().to_vec(), targets(position))).collect();
    order.shuffle(&mut rng);
    let mut network = fresh(32, &[32, 5, order[0].1.len()], &mut rng);
    for _ in 0..lab.at_scale(EPOCHS, 2) {
        if lab.check().is_err() {
            break;
        }
        order.iter().for_each(|(inputs, targets)| network.learn(inputs, targets, &PLAIN));
    }
    network
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "How would networks have performed if tested on value and depth instead of just value?",
        "network | unseen: value, % | depth off by, plies | off by at most 2, % | as White: wins won, %",
    );
    let (kpk, graph) = (kpk(lab)?, graph(lab)?);
    for (name, targets, (of_value, from), of_depth) in VARIANTS {
        lab.check()?;
        let split = Split::of(lab, &kpk, Color::Black, SIZE, 1);
        let mut network = train(lab, &split.training, targets, 1);
        let (mut right, mut off, mut near, mut won) = (0, 0.0f64, 0, 0);
        for position in &split.testing {
            let outputs = network.forward(&position.inputs());
            right += usize::from((outputs[of_value] >= from) == position.is_won());
            if let (Some(at), Some(plies)) = (of_depth, position.plies) {
                let error = (depth_of(outputs[at]) - f32::from(plies.0)).abs();
                off += f64::from(error);
                near += usize::from(error <= 2.0);
                won += 1;
            }
        }
        // White looks at positions with Black to move: the surest win, or the quickest of those held for won.
        let said = kpk.black_to_move.iter().map(|position| {
            let outputs = network.forward(&position.inputs());
            match of_depth {
                Some(at) if outputs[of_value] >= from => 1.0 + outputs[at],
                _ => outputs[of_value],
            }
        });
        let evaluation = [Vec::new(), said.collect()];
        let wins = wins_won(&graph, &policy(&graph, Color::White, &evaluation));
        let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        let accuracy = percent(right, split.testing.len());
        let told = |text: String| if of_depth.is_some() { text } else { String::new() };
        report.grid.row(&[
            &name,
            &format!("{accuracy:.2}"),
            &told(format!("{:.2}", off / f64::from(won.max(1)))),
            &told(format!("{:.1}", percent(near, won as usize))),
            &format!("{:.2}", 100.0 * wins.expected),
        ]);
        report.compare(format!("{name}: value, unseen, %"), accuracy);
        report.compare(format!("{name}: wins won as White, %"), 100.0 * wins.expected);
        if of_depth.is_some() {
            report.compare(format!("{name}: depth off by, plies"), off / f64::from(won.max(1)));
        }
        report.notes.push(format!(
            "{name}: {accuracy:.1} % of unseen values right, and {:.1} % of the wins won.",
            100.0 * wins.expected
        ));
    }
    report.note(&[
        "Black to move; 8,000 positions to learn from, 8,000 unseen. The target of a win in d plies is 1 - ln(d + 4) / 4, as the paper suggests, that of a draw 0.",
        "As White: from all won positions with White to move, against the longest defence, within 50 moves. A network that tells depth plays the move that it holds for the quickest of the wins.",
    ]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_come_back() {
        for plies in [1u16, 2, 19, 38] {
            assert!((depth_of(depth_target(Some(plies))) - f32::from(plies)).abs() < 1e-3);
        }
        assert!(depth_target(Some(38)) > 0.06 && depth_target(None) == 0.0);
    }
}
