//! When random games with Poisson branching can be drawn: the mean e of Holroyd and Martin 2021.

use graph::Branching;
use graph::random::{Parameters, Shape};
use graph::theory::Theory;
use plot::{Plot, Series};
use rayon::prelude::*;

use crate::{ExperimentError, Lab, Report};

/// Means of the games that are made: near enough to see the root, far enough to be clear of chance.
const MEANS: [f64; 8] = [2.78, 2.82, 2.86, 2.9, 2.95, 3.0, 3.05, 3.1];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Without terminal positions but those that have no move, and a Poisson number of moves, draws are possible exactly when the mean exceeds e. \
         Games that are made and solved show the same, and Jansen's threshold begins there.",
        "mean | drawn | drawn, theory | threshold | critical mass",
    );
    let positions = lab.at_scale(1_000_000, 100_000);
    let games = lab.at_scale(4u64, 4);
    let one = |&mean: &f64| {
        lab.check()?;
        let branching = Branching::Poisson(mean);
        let parameters = Parameters::even(positions, branching, 0);
        let mut drawn = 0.0;
        for number in 0..games {
            let game = study::random_games::game(&parameters, 2021, number);
            let shape = Shape::of(&game.map_err(study::random_games::RandomGameError::from)?);
            drawn += f64::from(shape.white_drawn + shape.black_drawn) / f64::from(2 * positions);
        }
        Ok((mean, drawn / games as f64))
    };
    let found: Result<Vec<(f64, f64)>, ExperimentError> = MEANS.par_iter().map(one).collect();
    let found = found?;
    for &(mean, drawn) in &found {
        let theory = Theory::even(Branching::Poisson(mean));
        let (wins, threshold) = (theory.limit(0.0), theory.threshold());
        let expected = 1.0 - wins - theory.lost(wins);
        let threshold = [threshold.map(|at| at.alpha), threshold.map(|at| at.critical_mass)];
        report.grid.figures(&[&mean], [Some(drawn), Some(expected)].into_iter().chain(threshold));
    }
    let critical = root_of_square(&found);
    report.compare("mean at which draws begin", critical);
    report.compare("in percent of e", 100.0 * critical / std::f64::consts::E);
    report.draw(Plot::new(
        "Drawn positions",
        "random games, Poisson branching, positions without a move lost",
        ["mean number of moves", "share of positions drawn"],
        vec![Series { name: "drawn".to_owned(), points: found }],
    ));
    report.note(&[
        "The share of draws grows like a square root, so its square is fitted by a parabola and followed down to zero. \
         Jansen's threshold for Poisson branching is 0 at the mean e and grows from there: below e no share of terminal wins makes \
         anything leap. At e his two fixed points and the third, in which White does not win what Black does not lose, meet in one.",
    ]);
    Ok(())
}

/// Where a parabola through the squares of `y`, fitted by least squares, is zero.
fn root_of_square(points: &[(f64, f64)]) -> f64 {
    let centre = points.iter().map(|point| point.0).sum::<f64>() / points.len() as f64;
    let design = nalgebra::DMatrix::from_fn(points.len(), 3, |row, column| {
        (points[row].0 - centre).powi(column as i32)
    });
    let squares =
        nalgebra::DVector::from_iterator(points.len(), points.iter().map(|point| point.1.powi(2)));
    let normal = design.transpose() * &design;
    let fitted = normal.lu().solve(&(design.transpose() * squares)).expect("eight different means");
    let (c, b, a) = (fitted[0], fitted[1], fitted[2]);
    // The root at which the parabola rises; a line if it is hardly bent.
    let spread = (b * b - 4.0 * a * c).max(0.0).sqrt();
    centre + if a.abs() < 1e-9 { -c / b } else { -2.0 * c / (b + spread) }
}
