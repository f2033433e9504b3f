//! Appendix C: how ill-conditioned the equations are, and how many figures their solution loses.

use nalgebra::{DMatrix, DVector};
use player::markov::TransitionMatrix;

use super::endgames;
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

const COMPETENCES: [f64; 7] = [5.0, 9.95, 10.0, 15.0, 20.0, 25.0, 30.0];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The equations for the expected length become ill-conditioned as competence falls; yet the lengths can be had \
         to full precision.",
        "endgame | c | condition of A | length from the deepest | by plain elimination | figures they share",
    );
    for &material in endgames(lab) {
        let chains = lab.chains(material)?;
        for c in COMPETENCES {
            let matrix = chains.of(c);
            let condition = matrix.condition();
            let exact = matrix.expected_length();
            let exact = exact[chains.deepest()];
            let plain = by_elimination(matrix).map(|lengths| lengths[chains.deepest()]);
            let shared = plain.map(|plain| figures(plain, exact));
            report.grid.row(&[
                &material,
                &figure(c),
                &format!("{condition:.4e}"),
                &format!("{exact:.9e}"),
                &plain.map_or("none".to_owned(), |plain| format!("{plain:.9e}")),
                &shared.map_or("0".to_owned(), |shared| format!("{shared:.1}")),
            ]);
            report.compare(format!("{material}: condition of A, c = {c}"), condition);
            // The paper prints the condition for these two.
            if let Some(shared) = shared.filter(|_| [9.95, 15.0].contains(&c)) {
                let words = format!("{material}: figures plain elimination keeps, c = {c}");
                report.compare(words, shared);
            }
        }
    }
    report.note(&[
        "Both printed condition numbers are about one and a half times ours, so of the same order but not the same. The \
         paper's matrix has 68 states where wins alone make 67: it was set up a little differently.",
        "A = I - M with the row of state 0 that of I, condition in the 2-norm, kappa 1, averaged over boards. The inverse \
         is built without subtractions: the least singular value itself drowns in rounding.",
        "Ours is elimination after Grassmann, Taksar and Heyman, which subtracts nothing; plain elimination is LU with \
         row exchanges in doubles. The figures they share are those that plain elimination keeps, 16 at most.",
    ]);
    Ok(())
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
