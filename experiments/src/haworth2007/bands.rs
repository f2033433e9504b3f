//! Section 4: competence by rating.

use corpus::group::{BAND, GroupBy};
use corpus::{Decision, Estimate, Family, Link, Pool, Sample, Scale};
use plot::{Plot, Series};

use super::data;
use crate::regan2011::rank_correlation;
use crate::{ExperimentError, Lab, Report};

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Players of a rating can be profiled as stopped-down engines, and c rises with the rating (section 3 and 4.3).",
        "data | family | band | games | decisions | c | sd | low | high | design effect",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let (mut lines, mut guides) = (Vec::new(), Vec::new());
    for pool in [Pool::Fide, Pool::Lichess] {
        let of_pool: Vec<Decision> =
            decisions.iter().filter(|one| Pool::of(&one.game) == pool).cloned().collect();
        for family in [Family::default(), Family::of(Link::Haworth)] {
            let mut points = Vec::new();
            for (band, of_band) in GroupBy::Band.groups(&of_pool) {
                let sample = Sample::new(family, of_band);
                let found = Estimate::new(&sample, family.default_grid());
                let (low, high) = found.interval();
                report.grid.figures(
                    &[&pool, &family, &band, &found.games, &found.decisions],
                    [found.mean(), found.sd(), low, high, found.design_effect],
                );
                if family.link == Link::Haworth {
                    report.compare(format!("{pool}, haworth, {band}"), found.mean()).error =
                        found.sd();
                }
                let middle = band.parse::<f64>().unwrap_or(0.0) + f64::from(BAND) / 2.0;
                points.push((middle, found.mean(), found.sd()));
            }
            report.compare(
                format!("{pool}, {}: rank correlation of c and band", family.link),
                rank_correlation(&points.iter().map(|point| point.1).collect::<Vec<_>>()),
            );
            let (slope, error) = slope(&points);
            report.compare(format!("{pool}, {}: c for 1000 points", family.link), slope).error =
                error;
            if family == Family::default() {
                lines.push(Series {
                    name: pool.to_string(),
                    points: points.iter().map(|p| (p.0, p.1)).collect(),
                });
                guides.extend(curve(&pool));
            }
        }
    }
    let mut plot = Plot::new(
        "Apparent competence by rating",
        format!("{}; dashed: the built-in scales", Family::default()),
        ["rating", "c"],
        lines,
    );
    plot.guides = guides;
    report.draw(plot);
    report.note(&[
        "Intervals hold 95 % and are clustered by game. The ratings of the two pools are different things and are never mixed.",
        "'Theirs' is an independent fit by maximum likelihood in the training folds, so that it differs by part of a standard error.",
        "At 300 decisions a band, neighbours cannot be told apart; about 1,500 decisions a band would do it at three standard errors.",
    ]);
    Ok(())
}

/// The built-in scale of a pool.
fn curve(pool: &Pool) -> Option<Series> {
    let scale = Scale::built_in(pool).next()?;
    let (least, greatest) = scale.curve().range();
    let ratings = (0..=20).map(|step| least + (greatest - least) * f64::from(step) / 20.0);
    let points = ratings.map(|elo| (elo, scale.curve().competence(elo))).collect();
    Some(Series { name: format!("{pool}, scale"), points })
}

/// The slope of the line through the bands for 1000 points, with its standard error.
fn slope(points: &[(f64, f64, f64)]) -> (f64, f64) {
    let sum = |of: &dyn Fn(&(f64, f64, f64)) -> f64| {
        points.iter().map(|p| of(p) / p.2.powi(2)).sum::<f64>()
    };
    let total = sum(&|_| 1.0);
    let (x, y) = (sum(&|p| p.0) / total, sum(&|p| p.1) / total);
    let spread = sum(&|p| (p.0 - x).powi(2));
    (1000.0 * sum(&|p| (p.0 - x) * (p.1 - y)) / spread, 1000.0 / spread.sqrt())
}
