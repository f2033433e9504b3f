//! Figures 4 to 7 and the text around them: which of its options the rook's side should take
//! against each competence, the queen's side never conceding the win.

use endgame::rules::Position;
use player::agents::predator::curves::{BestInterval, Curve, best_intervals};
use player::agents::predator::{Aim, Candidates};
use player::{CompetenceGrid, DepthOffset};
use plot::{Plot, Series};

use crate::games::model;
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// A position of the paper and what was printed of it.
pub(super) struct Case {
    name: &'static str,
    fen: &'static str,
    /// Only these options; all optimal ones if empty.
    only: &'static [&'static str],
    /// What is best before each change of the best option.
    changes: &'static [&'static str],
    claim: &'static str,
}

pub(super) const BB2_22B: Case = Case {
    name: "BB2-22b",
    fen: "8/8/8/5r2/4K1k1/4Q3/8/8 b - - 0 1",
    only: &[],
    changes: &[],
    claim: "Of two optimal moves one is harder to answer for an opponent of any competence.",
};

pub(super) const BB2_10B: Case = Case {
    name: "BB2-10b",
    fen: "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1",
    changes: &["ra4"],
    claim: "Ra4 is harder for a weak opponent, Re4 for a stronger one.",
    ..BB2_22B
};

pub(super) const BB2_12B: Case = Case {
    name: "BB2-12b",
    fen: "8/8/8/2K5/r7/2Q5/4k3/8 b - - 0 1",
    changes: &["rf4", "re4"],
    claim: "Rf4, Re4 and Rg4 are best in turn as the opponent gets stronger, Rh4 never.",
    ..BB2_22B
};

pub(super) const BB2_24B: Case = Case {
    name: "BB2-24b",
    fen: "8/5r2/8/7k/4K3/6Q1/8/8 b - - 0 1",
    changes: &["rb7", "rf6"],
    claim: "Rb7 is best against the weakest and the strongest, Rf6 against those between.",
    ..BB2_22B
};

pub(super) const J1_1B: Case = Case {
    name: "J1-1b",
    fen: "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1",
    only: &["Kf6", "Kg6"],
    changes: &["kf6"],
    claim: "Giving up a move of depth to confuse the opponent pays only if he is very weak.",
};

/// The one position whose best option never changes.
pub(super) fn figure4(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    compare(lab, report, &BB2_22B)?;
    let reigns = report.grid.rows.iter().filter(|row| row[0] == "0+" && row[1] == "reign").count();
    report.compare("changes of the best option", reigns as f64 - 1.0);
    Ok(())
}

/// The expected depth after each option by competence, and where the best one changes.
pub(super) fn compare(
    lab: &Lab<'_>,
    report: &mut Report,
    case: &Case,
) -> Result<(), ExperimentError> {
    report.begin(case.claim, "kappa | row | move | c | to or expected depth");
    let position = Position::from_fen(case.fen)?;
    let mut series = Vec::new();
    // The paper's section 7 has kappa 0+.
    for kappa in [DepthOffset::VANISHING, DepthOffset::ONE] {
        let model = model(kappa);
        let (names, curves) = lab.turn(&position, |turn| {
            let san = |choice: usize| position.san(turn.choices[choice].play);
            let considered =
                if case.only.is_empty() { Candidates::Optimal } else { Candidates::Preserving };
            let mut candidates = considered.among(turn.choices);
            candidates.retain(|&at| case.only.is_empty() || case.only.contains(&&*san(at)));
            let curves = Curve::of(&model, turn, &candidates)?;
            Ok((candidates.into_iter().map(san).collect::<Vec<_>>(), curves))
        })?;
        let intervals = best_intervals(&curves, Aim::Value, 0.0, 50.0, 0.05);
        for &BestInterval { curve, from, to } in &intervals {
            report.grid.figures(&[&kappa, &"reign", &names[curve]], [from, to]);
        }
        for (name, interval) in case.changes.iter().zip(&intervals) {
            report.compare(format!("{name} until, kappa {kappa}"), interval.to);
        }
        for (name, curve) in names.iter().zip(&curves) {
            let mut points = Vec::new();
            for c in CompetenceGrid::default().competences() {
                let Some(depth) = curve.at(c).depth() else { continue };
                report.grid.row(&[&kappa, &"curve", name, &c, &figure(depth)]);
                points.push((c.get(), depth));
            }
            if kappa == DepthOffset::VANISHING {
                series.push(Series { name: name.clone(), points });
            }
        }
    }
    let title = format!("{}: expected depth after White's reply", case.name);
    let note = "DTC, kappa 0+, White never concedes the win";
    let plot = Plot::new(title, note, ["White's competence c", "expected depth"], series);
    report.draw(Plot { close_up: true, ..plot });
    report.note(&[
        "Printed crossings were read off curves on the coarse grid 0(10)50, and can be off by moves; ours are located to 1e-7.",
    ]);
    Ok(())
}
