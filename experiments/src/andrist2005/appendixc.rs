//! Appendix C: how ill-conditioned the equations are, and how many figures their solution loses.

use nalgebra::{DMatrix, DVector};
use player::markov::TransitionMatrix;

use super::{PAPER, endgames};
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

const COMPETENCES: [f64; 7] = [5.0, 9.95, 10.0, 15.0, 20.0, 25.0, 30.0];

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new(
        "endgame | c | condition of A | length from the deepest | \
             by plain elimination | figures they share",
    );
    let mut comparisons = Vec::new();
    for &material in endgames(lab) {
        let chains = lab.chains(material)?;
        for c in COMPETENCES {
            let matrix = chains.of(c);
            let condition = matrix.condition();
            let exact = matrix.expected_length().expect("the win is never conceded");
            let exact = exact[chains.deepest()];
            let plain = by_elimination(matrix).map(|lengths| lengths[chains.deepest()]);
            let shared = plain.map(|plain| figures(plain, exact));
            let said =
                |number: Option<f64>| number.map_or("none".to_owned(), |n| format!("{n:.9e}"));
            grid.row([
                material.to_owned(),
                figure(c),
                format!("{condition:.4e}"),
                said(Some(exact)),
                said(plain),
                shared.map_or("0".to_owned(), |shared| format!("{shared:.1}")),
            ]);
            let words = format!("{material}: condition of A, c = {c}");
            let name = match c {
                15.0 => Some("condition_c15"),
                9.95 => Some("condition_c9_95"),
                _ => None,
            };
            comparisons.push(match name.filter(|_| material == "KBBKN") {
                Some(name) => Comparison::new(words, condition, printed(PAPER, "appendixc", name)?),
                None => Comparison::unprinted(words, condition),
            });
            if let Some(shared) = shared.filter(|_| name.is_some()) {
                let words = format!("{material}: figures plain elimination keeps, c = {c}");
                comparisons.push(Comparison::unprinted(words, shared));
            }
        }
    }
    Ok(Report {
        claim: "The equations for the expected length become ill-conditioned as competence falls; yet the lengths can be had \
                to full precision."
            .to_owned(),
        grid,
        comparisons,
        plot: None,
        notes: vec![
            "Both printed condition numbers are about one and a half times ours, so of the same order but not the same. The \
             paper's matrix has 68 states where wins alone make 67: it was set up a little differently."
                .to_owned(),
            "A = I - M with the row of state 0 that of I, condition in the 2-norm, kappa 1, averaged over boards. The inverse \
             is built without subtractions: the least singular value itself drowns in rounding."
                .to_owned(),
            "Ours is elimination after Grassmann, Taksar and Heyman, which subtracts nothing; plain elimination is LU with \
             row exchanges in doubles. The figures they share are those that plain elimination keeps, 16 at most."
                .to_owned(),
        ],
    })
}

/// The lengths by LU; none if it finds no pivot.
fn by_elimination(matrix: &TransitionMatrix) -> Option<Vec<f64>> {
    let len = matrix.space().len();
    let a = DMatrix::from_fn(len, len, |i, j| {
        let stays = f64::from(u8::from(i == j));
        if i == 0 { stays } else { stays - matrix[(i, j)] }
    });
    let right = DVector::from_fn(len, |i, _| f64::from(u8::from(i > 0)));
    Some(a.lu().solve(&right)?.iter().copied().collect())
}

/// How many figures two numbers share.
fn figures(a: f64, b: f64) -> f64 {
    let apart = ((a - b) / b).abs();
    if apart > 0.0 { (-apart.log10()).clamp(0.0, 16.0) } else { 16.0 }
}
