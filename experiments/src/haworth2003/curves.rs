//! Figures 4 to 7 and the text around them: which of its options the rook's side should take
//! against each competence, the queen's side never conceding the win.

use endgame::rules::Position;
use player::agents::predator::curves::{BestInterval, Curve, best_intervals};
use player::agents::predator::{Aim, Candidates};
use player::{CompetenceGrid, DepthOffset, Model, MoveFilter, PowerLaw};
use plot::{Plot, Scale, Series};

use super::PAPER;
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// A position of the paper and what was printed of it.
pub(super) struct Case {
    name: &'static str,
    fen: &'static str,
    /// Only these options; all optimal ones if empty.
    only: &'static [&'static str],
    /// The table of printed values, and for each change of the best option its name there.
    table: &'static str,
    changes: &'static [&'static str],
    claim: &'static str,
}

pub(super) const BB2_22B: Case = Case {
    name: "BB2-22b",
    fen: "8/8/8/5r2/4K1k1/4Q3/8/8 b - - 0 1",
    only: &[],
    table: "figure4",
    changes: &[],
    claim: "Of two optimal moves one is harder to answer for an opponent of any competence.",
};

pub(super) const BB2_10B: Case = Case {
    name: "BB2-10b",
    fen: "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1",
    table: "figure5",
    changes: &["ra4_until"],
    claim: "Ra4 is harder for a weak opponent, Re4 for a stronger one.",
    ..BB2_22B
};

pub(super) const BB2_12B: Case = Case {
    name: "BB2-12b",
    fen: "8/8/8/2K5/r7/2Q5/4k3/8 b - - 0 1",
    table: "bb2-12b",
    changes: &["rf4_until", "re4_until"],
    claim: "Rf4, Re4 and Rg4 are best in turn as the opponent gets stronger, Rh4 never.",
    ..BB2_22B
};

pub(super) const BB2_24B: Case = Case {
    name: "BB2-24b",
    fen: "8/5r2/8/7k/4K3/6Q1/8/8 b - - 0 1",
    table: "figure6",
    changes: &["rb7_until", "rf6_until"],
    claim: "Rb7 is best against the weakest and the strongest, Rf6 against those between.",
    ..BB2_22B
};

pub(super) const J1_1B: Case = Case {
    name: "J1-1b",
    fen: "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1",
    only: &["Kf6", "Kg6"],
    table: "figure7",
    changes: &["kf6_until"],
    claim: "Giving up a move of depth to confuse the opponent pays only if he is very weak.",
};

/// The one position whose best option never changes.
pub(super) fn figure4(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut report = compare(lab, &BB2_22B)?;
    let changes = report.grid.rows.iter().filter(|row| row[0] == "0+" && row[1] == "reign").count();
    let theirs = printed(PAPER, "figure4", "changes")?;
    let ours = changes as f64 - 1.0;
    report.comparisons.push(Comparison::new("changes of the best option", ours, theirs));
    Ok(report)
}

/// The expected depth after each option by competence, and where the best one changes.
pub(super) fn compare(lab: &Lab<'_>, case: &Case) -> Result<Report, ExperimentError> {
    let position = Position::from_fen(case.fen)?;
    let mut grid = Grid::new("kappa | row | move | c | to or expected depth");
    let mut comparisons = Vec::new();
    let mut series = Vec::new();
    for kappa in [DepthOffset::VANISHING, DepthOffset::ONE] {
        let model = Model::new(PowerLaw::new(kappa), MoveFilter::default());
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
        for BestInterval { curve, from, to } in &intervals {
            let (from, to) = (figure(*from), figure(*to));
            grid.row([kappa.to_string(), "reign".into(), names[*curve].clone(), from, to]);
        }
        for (name, interval) in case.changes.iter().zip(&intervals) {
            let words = format!("{}, kappa {kappa}", name.replace('_', " "));
            // The paper's section 7 has kappa 0+.
            comparisons.push(if kappa == DepthOffset::VANISHING {
                Comparison::new(words, interval.to, printed(PAPER, case.table, name)?)
            } else {
                Comparison::unprinted(words, interval.to)
            });
        }
        for (name, curve) in names.iter().zip(&curves) {
            let mut points = Vec::new();
            for c in CompetenceGrid::default().competences() {
                let Some(depth) = curve.at(c).depth() else { continue };
                let cells = [kappa.to_string(), "curve".into(), name.clone(), c.to_string()];
                grid.row(cells.into_iter().chain([figure(depth)]));
                points.push((c.get(), depth));
            }
            if kappa == DepthOffset::VANISHING {
                series.push(Series { name: name.clone(), points });
            }
        }
    }
    Ok(Report {
        claim: case.claim.to_owned(),
        grid,
        comparisons,
        plot: Some(Plot {
            title: format!("{}: expected depth after White's reply", case.name),
            note: "DTC, kappa 0+, White never concedes the win".to_owned(),
            across: "White's competence c".to_owned(),
            up: "expected depth".to_owned(),
            close_up: true,
            up_scale: Scale::Linear,
            series,
            ..Plot::default()
        }.into()),
        notes: vec![
            "Printed crossings were read off curves on the coarse grid 0(10)50, and can be off by moves; ours are located to 1e-7.".to_owned(),
        ],
    })
}
