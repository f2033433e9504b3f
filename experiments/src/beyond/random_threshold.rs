//! How the threshold of random games depends on their size.

use graph::Branching;
use graph::random::Parameters;
use graph::random::own_threshold::own_threshold;
use graph::theory::Theory;
use plot::{Plot, Scale, Series};
use rayon::prelude::*;
use study::random_games::generator;
use study::random_games::sample::estimate;

use crate::{ExperimentError, Lab, Report};

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A game has a threshold of its own: the least number of terminal wins that makes it a total win. Its mean lies above the \
         theory's by a power of the size, and it scatters by another power.",
        "b | positions | games | mean threshold | low | high | above the theory | sd",
    );
    let sizes: &[(u32, usize)] = lab.at_scale(
        &[(1_000, 4_000), (10_000, 2_000), (100_000, 300), (1_000_000, 24), (10_000_000, 3)],
        &[(1_000, 400), (4_000, 200), (16_000, 100)],
    );
    let mut lines = Vec::new();
    for b in [2u32, 4] {
        let branching = Branching::Fixed(b);
        let threshold = Theory::even(branching.clone()).threshold();
        let theory = threshold.expect("two moves or more have a threshold").alpha;
        let (mut shifts, mut widths) = (Vec::new(), Vec::new());
        for &(positions, games) in sizes {
            let parameters = Parameters::even(positions, branching.clone(), 0);
            let one = |number: usize| {
                lab.check()?;
                let own =
                    own_threshold(&parameters, &mut generator(10 + u64::from(b), number as u64));
                let own = own.map_err(study::random_games::RandomGameError::from)?;
                Ok(f64::from(own) / f64::from(positions))
            };
            let found: Result<Vec<f64>, ExperimentError> =
                (0..games).into_par_iter().map(one).collect();
            let at = estimate(&found?);
            report.grid.figures(
                &[&b, &positions, &games],
                [at.mean, at.low, at.high, at.mean - theory, at.sd],
            );
            let x = f64::from(positions).log10();
            if at.low > theory {
                // Weighed by how well the shift is known.
                let se = (at.high - at.mean) / 1.96;
                shifts.push((x, at.mean - theory, ((at.mean - theory) / se).powi(2)));
            }
            widths.push((x, at.sd, games as f64));
        }
        report.compare(format!("b = {b}: exponent of the shift"), slope(&shifts));
        report.compare(format!("b = {b}: exponent of the scatter"), slope(&widths));
        for (name, points) in [("shift", &shifts), ("scatter", &widths)] {
            let points = points.iter().map(|&(x, y, _)| (x, y)).collect();
            lines.push(Series { name: format!("{name}, b = {b}"), points });
        }
    }
    let mut plot = Plot::new(
        "The threshold of finite games",
        "mean above the theory's threshold, and standard deviation from game to game",
        ["positions of each side, powers of 10", "share of terminal wins"],
        lines,
    );
    plot.up_scale = Scale::Log;
    report.draw(plot);
    report.note(&[
        "Moves are drawn independently. White's positions become terminal wins one after another until the game is a total win, so that \
         one pass finds the threshold. Exponents are slopes of a weighted line through the logarithms. For comparison: the cores of random \
         hypergraphs, which also break down at a double root, have a shift of exponent -2/3 and a scatter of -1/2 (Dembo and Montanari 2008).",
    ]);
    Ok(())
}

/// The slope of a weighted line through points whose `x` are logarithms and whose `y` are not.
fn slope(points: &[(f64, f64, f64)]) -> f64 {
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        points.iter().map(|&(x, y, weight)| weight * of(x, y.log10())).sum()
    };
    let n = sum(&|_, _| 1.0);
    let (mx, my) = (sum(&|x, _| x) / n, sum(&|_, y| y) / n);
    sum(&|x, y| (x - mx) * (y - my)) / sum(&|x, _| (x - mx).powi(2))
}
