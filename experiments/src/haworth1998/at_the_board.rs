//! Networks of 1998 at the board: White looks at the positions after his moves, with Black to move; Black at those with White to
//! move.

use endgame::material::Material;
use endgame::rules::Color;
use net::kpk::{Kpk, KpkPosition};
use net::sigmoid::{Descent, SigmoidNetwork};
use net::trial::{Instance, TrialSettings, run};
use study::networks::against_perfect_play::{Policy, Share, draws_held, wins_won};
use study::networks::moves::{Evaluation, MoveGraph};

use super::instances;
use crate::{ExperimentError, Lab};

/// Every position of KPK with its moves.
pub(super) fn graph(lab: &Lab<'_>) -> Result<MoveGraph, ExperimentError> {
    let material: Material = "KPK".parse()?;
    MoveGraph::of(lab.tables, &material, &lab.monitor)?.ok_or(ExperimentError::Stopped)
}

/// What two networks hold every position for, White to move and Black to move: 1 for a win, 0 for a draw.
pub(super) fn evaluation(kpk: &Kpk, networks: [&mut SigmoidNetwork; 2]) -> Evaluation {
    let [white, black] = networks;
    let of = |network: &mut SigmoidNetwork, positions: &[KpkPosition]| {
        positions.iter().map(|position| network.forward(&position.inputs())[0]).collect()
    };
    [of(white, &kpk.white_to_move), of(black, &kpk.black_to_move)]
}

/// A side that makes the move after which the evaluation is best for it; moves that leave the endgame count as they are.
pub(super) fn policy(graph: &MoveGraph, turn: Color, evaluation: &Evaluation) -> Policy {
    let (after, sign) =
        if turn == Color::White { (&evaluation[1], 1.0) } else { (&evaluation[0], -1.0) };
    Policy::best(graph, turn, |step| match step.to {
        Some(to) => sign * f64::from(after[to as usize]),
        // Surer than any network.
        None => match step.value.sign() {
            1 => 2.0,
            0 => 0.0,
            _ => -2.0,
        },
    })
}

/// Wins won as White, draws held as Black.
pub(super) fn shares(graph: &MoveGraph, evaluation: &Evaluation) -> [Share; 2] {
    [
        wins_won(graph, &policy(graph, Color::White, evaluation)),
        draws_held(graph, &policy(graph, Color::Black, evaluation)),
    ]
}

/// Two networks, one for White to move and one for Black to move, trained on these positions.
pub(super) fn pair(
    lab: &Lab<'_>,
    training: [&[KpkPosition]; 2],
    (layers, epochs, rate): (&[usize], usize, f32),
    seed: u64,
) -> Result<[SigmoidNetwork; 2], ExperimentError> {
    let of = |positions: &[KpkPosition]| {
        let settings = TrialSettings {
            layers: layers.to_vec(),
            target: 0.0,
            patience: usize::MAX,
            epochs: lab.at_scale(epochs, 2),
            descent: Descent { rate, ..Descent::default() },
            seed,
            ..TrialSettings::default()
        };
        let positions: Vec<Instance> = instances(positions);
        run(&positions, &[], &settings, |_, _| lab.check().is_ok()).network
    };
    let [white, black] = training;
    let (white, black) = rayon::join(|| of(white), || of(black));
    lab.check()?;
    Ok([white, black])
}

/// The share of positions that an evaluation has right, White to move and Black to move, in percent.
pub(super) fn accuracy(graph: &MoveGraph, evaluation: &Evaluation) -> f64 {
    let mut right = 0;
    let mut all = 0;
    for (turn, values) in Color::ALL.into_iter().zip(evaluation) {
        let side = graph.side(turn);
        all += side.len();
        let pairs = values.iter().zip(&side.outcomes);
        right += pairs.filter(|(value, outcome)| (**value >= 0.5) == (outcome.sign() != 0)).count();
    }
    100.0 * right as f64 / all.max(1) as f64
}
