//! Section 9.3, asymmetric search: few moves of one's own, of the opponent's only those he is likely to make.

use player::agents::predator::{Advice, Aim, Candidates, Risk};
use player::agents::{Analyser, Predator};
use player::{Belief, Model};
use value::{Depth, Plies};

use super::contest::starts;
use crate::{ExperimentError, Lab, Report};

/// The opponent's competence.
const COMPETENCE: f64 = 10.0;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "An approximate search that follows only the opponent's likely replies finds what the full one finds, at a fraction of the positions.",
        "plies | risk | cover | positions looked at | same move | expected depth lost",
    );
    let positions = starts(lab, 12..=18, lab.at_scale(20, 1))?;
    let deepest: u16 = lab.at_scale(6, 4);
    for plies in (4..=deepest).step_by(2) {
        for risk in [0, 1] {
            let program = |cover: f64| -> Result<Predator, ExperimentError> {
                let belief = Belief::certain(COMPETENCE).expect("a number");
                Ok(Predator {
                    candidates: Candidates::Within(Risk::constant(risk)),
                    aim: Aim::Depth,
                    draw: Some(Depth(50)),
                    plies: Some(Plies(plies)),
                    nodes: Some(usize::MAX),
                    cover,
                    ..Predator::new(Analyser { model: Model::papers(), belief })
                })
            };
            let full = advised(lab, &positions, &program(1.0)?)?;
            for cover in [1.0, 0.9, 0.7, 0.5] {
                let some = advised(lab, &positions, &program(cover)?)?;
                let [nodes, same, lost] = compared(&full, &some);
                report.grid.figures(&[&plies, &risk, &cover], [nodes, same, lost]);
                if cover < 1.0 {
                    let name = format!("{plies} plies, risk {risk}, cover {cover}");
                    let all = compared(&full, &full)[0];
                    report.compare(format!("{name}: share of the positions"), nodes / all);
                    report.compare(format!("{name}: same move"), same);
                }
            }
        }
    }
    report.note(&[
        "KQKR, the rook's side to move, random positions of depths 12 to 18; the opponent is R_10, who never gives the win away; the predator aims at depth. \
         Expected depth lost is by what the full search expects of the move chosen.",
        "The search has two sides of its own anyway (`among=`, `risk=`: few own moves, the best of them; all of the opponent's, each with its \
         probability); `cover=` leaves his unlikely replies to the tables.",
    ]);
    Ok(())
}

fn advised(
    lab: &Lab<'_>,
    positions: &[endgame::rules::Position],
    program: &Predator,
) -> Result<Vec<Advice>, ExperimentError> {
    let advise = |position| {
        lab.check()?;
        lab.turn(position, |turn| Ok(program.advise(turn)?))
    };
    positions.iter().map(advise).collect()
}

/// Mean positions looked at, how often a best move of the full search is chosen, and the depth it expects
/// to lose otherwise.
fn compared(full: &[Advice], some: &[Advice]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for (full, some) in full.iter().zip(some) {
        let depth = |at: usize| full.options[at].expectation.depth().unwrap_or(0.0);
        let chosen = some.best()[0];
        let best = full.best();
        sums[0] += some.nodes as f64;
        sums[1] += f64::from(best.contains(&chosen));
        sums[2] += depth(best[0]) - depth(chosen);
    }
    sums.map(|sum| sum / full.len().max(1) as f64)
}
