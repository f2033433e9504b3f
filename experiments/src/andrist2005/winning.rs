//! Figures 1 and 2: the chance to have won after so many moves, and with exactly that move.

use player::markov::StateDistribution;
use plot::{Picture, Plot, Series};

use super::{COMPETENCES, endgames};
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// Moves followed.
const MOVES: usize = 400;
/// Every so many of them are written down.
const EVERY: usize = 2;

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    Within,
    Exactly,
}

pub(super) fn figure1(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let claim = "The chance to have won rises slowly from the deepest positions, and the slower the less competent the player.";
    chances(lab, Drawn::Within, claim)
}

pub(super) fn figure2(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let claim = "The likeliest length lies not far above the depth, a little higher for a weaker player, and from there on \
                 the chance of each length decays exponentially.";
    chances(lab, Drawn::Exactly, claim)
}

fn chances(lab: &Lab<'_>, drawn: Drawn, claim: &str) -> Result<Report, ExperimentError> {
    let names: Vec<String> = COMPETENCES.iter().map(|c| format!("c = {c}")).collect();
    let mut grid = Grid::new("endgame | moves");
    grid.columns.extend(names.iter().cloned());
    let mut comparisons = Vec::new();
    let mut plot = None;
    for &material in endgames(lab) {
        let chains = lab.chains(material)?;
        let curves: Vec<Vec<f64>> = COMPETENCES
            .iter()
            .map(|&c| {
                let matrix = chains.of(c);
                let mut at = StateDistribution::certain(matrix.space(), chains.deepest());
                let mut won = vec![at.won()];
                for _ in 0..MOVES {
                    at = at.moved(matrix);
                    won.push(at.won());
                }
                match drawn {
                    Drawn::Within => won,
                    Drawn::Exactly => {
                        let steps = won.windows(2).map(|pair| pair[1] - pair[0]);
                        std::iter::once(0.0).chain(steps).collect()
                    }
                }
            })
            .collect();
        for moves in (0..=MOVES).step_by(EVERY) {
            let cells = curves.iter().map(|curve| figure(curve[moves]));
            grid.row([material.to_owned(), moves.to_string()].into_iter().chain(cells));
        }
        for (c, curve) in COMPETENCES.iter().zip(&curves) {
            comparisons.push(match drawn {
                Drawn::Within => {
                    let words = format!("{material}: won within 100 moves, c = {c}");
                    Comparison::unprinted(words, curve[100])
                }
                Drawn::Exactly => {
                    let best = (0..=MOVES).max_by(|&a, &b| curve[a].total_cmp(&curve[b]));
                    let words = format!("{material}: likeliest length, c = {c}");
                    Comparison::unprinted(words, best.unwrap_or(0) as f64)
                }
            });
        }
        plot.get_or_insert_with(|| {
            let series = names.iter().zip(&curves).map(|(name, curve)| Series {
                name: name.clone(),
                points: (0..=MOVES).step_by(2 * EVERY).map(|m| (m as f64, curve[m])).collect(),
            });
            Picture::from(Plot {
                title: match drawn {
                    Drawn::Within => format!("{material}: won within so many moves"),
                    Drawn::Exactly => format!("{material}: won with exactly that move"),
                },
                note: format!(
                    "from depth {}, DTC, kappa 1, Markov model over boards, infallible defender",
                    chains.deepest()
                ),
                across: "moves".to_owned(),
                up: "probability".to_owned(),
                series: series.collect(),
                ..Plot::default()
            })
        });
    }
    Ok(Report {
        claim: claim.to_owned(),
        grid,
        comparisons,
        plot,
        notes: vec![
            "The paper draws curves for KBBKN and prints neither numbers nor, in the text, the competences: we take 15 to \
             40. The grid has KQKR as well; at reduced scale it has KQKR alone."
                .to_owned(),
            "Kappa 1, averaged over boards, the attacker never concedes the win, no 50-move rule."
                .to_owned(),
        ],
    })
}
