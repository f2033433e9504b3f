//! Figures 1 and 2: the chance to have won after so many moves, and with exactly that move.

use player::markov::{StateDistribution, TransitionMatrix};
use plot::{Plot, Series};

use super::{COMPETENCES, endgames, names};
use crate::{ExperimentError, Lab, Report};

/// Moves followed.
const MOVES: usize = 400;
/// Every so many of them are written down.
const EVERY: usize = 2;

pub(super) fn figure1(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The chance to have won rises slowly from the deepest positions, and the slower the less competent the player.",
        "endgame | moves",
    );
    let hundred = |curve: &[f64]| curve[100];
    chances(lab, report, won_within, "won within so many moves", ("won within 100 moves", hundred))
}

pub(super) fn figure2(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The likeliest length lies not far above the depth, a little higher for a weaker player, and from there on \
         the chance of each length decays exponentially.",
        "endgame | moves",
    );
    let exactly = |matrix: &TransitionMatrix, from: usize| {
        let steps = won_within(matrix, from);
        let steps = steps.windows(2).map(|pair| pair[1] - pair[0]);
        std::iter::once(0.0).chain(steps).collect()
    };
    let likeliest = |curve: &[f64]| {
        let best = (0..=MOVES).max_by(|&a, &b| curve[a].total_cmp(&curve[b]));
        best.unwrap_or(0) as f64
    };
    chances(lab, report, exactly, "won with exactly that move", ("likeliest length", likeliest))
}

/// The chance to have won after each number of moves from this depth.
fn won_within(matrix: &TransitionMatrix, from: usize) -> Vec<f64> {
    let start = StateDistribution::certain(matrix.space(), from);
    let after = std::iter::successors(Some(start), |at| Some(at.moved(matrix)));
    after.take(MOVES + 1).map(|at| at.won()).collect()
}

/// Writes and draws these chances from the deepest wins, and compares one figure of each curve.
fn chances(
    lab: &Lab<'_>,
    report: &mut Report,
    curve: impl Fn(&TransitionMatrix, usize) -> Vec<f64>,
    title: &str,
    (words, compared): (&str, impl Fn(&[f64]) -> f64),
) -> Result<(), ExperimentError> {
    report.grid.columns.extend(names());
    for &material in endgames(lab) {
        let chains = lab.chains(material)?;
        let from = chains.deepest();
        let curves: Vec<Vec<f64>> =
            COMPETENCES.iter().map(|&c| curve(chains.of(c), from)).collect();
        for moves in (0..=MOVES).step_by(EVERY) {
            report.grid.figures(&[&material, &moves], curves.iter().map(|curve| curve[moves]));
        }
        for (c, curve) in COMPETENCES.iter().zip(&curves) {
            report.compare(format!("{material}: {words}, c = {c}"), compared(curve));
        }
        if report.plot.is_none() {
            let series = names().zip(&curves).map(|(name, curve)| Series {
                name,
                points: (0..=MOVES).step_by(2 * EVERY).map(|m| (m as f64, curve[m])).collect(),
            });
            report.draw(Plot::new(
                format!("{material}: {title}"),
                format!(
                    "from depth {from}, DTC, kappa 1, Markov model over boards, infallible defender"
                ),
                ["moves", "probability"],
                series.collect(),
            ));
        }
    }
    report.note(&[
        "The paper draws curves for KBBKN and prints neither numbers nor, in the text, the competences: we take 15 to \
         40. The grid has KQKR as well; at reduced scale it has KQKR alone.",
        "Kappa 1, averaged over boards, the attacker never concedes the win, no 50-move rule.",
    ]);
    Ok(())
}
