//! `(s, c)` by band of ratings, and the line from the error they expect to the rating.

use std::collections::BTreeMap;

use corpus::group::{BAND, band};
use corpus::{Decision, Pool};
use plot::{Plot, Series};

use super::law::{Fitted, line};
use super::{POOLS, eligible, rank_correlation, rating};
use crate::haworth2007::data;
use crate::{ExperimentError, Lab, Report};

/// Decisions that a band needs.
const LEAST: usize = 250;
/// Bands that a line needs.
const BANDS: usize = 4;
/// Positions on which all are measured.
const POSITIONS: usize = 4000;
/// What Regan, Macieja & Haworth 2011 found for FIDE's players.
const THEIRS: (f64, f64) = (3571.0, -15413.0);

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Players of a rating have a sensitivity s and a consistency c, with p_j = p_1^exp((delta_j / s)^c): stronger players have a smaller s and a greater c, and the error that (s, c) expects on fixed positions is a straight line of the rating.",
        "pool | band | mean rating | games | decisions | s | error of s | c | error of c | expected error | error of that | rating by the line",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let mut lines = Vec::new();
    for pool in POOLS {
        lab.check()?;
        let own = eligible(&decisions, &pool);
        let bands = bands(lab, &own)?;
        if bands.len() >= BANDS {
            lines.push(told(report, &pool, &bands));
        }
    }
    if lines.is_empty() {
        report.grid.figures(&[&"none", &""], [None; 10]);
        report.notes.push(format!("SKIPPED: no pool has {BANDS} bands of {LEAST} decisions: give more with --decisions FILE."));
        return Ok(());
    }
    let mut plot = Plot::new(
        "Rating by expected error",
        "dashed: 3571 - 15413 AE, Regan, Macieja & Haworth 2011",
        ["expected scaled error AE, in pawns", "rating"],
        lines,
    );
    let theirs = [0.03, 0.16].map(|error| (error, THEIRS.0 + THEIRS.1 * error)).to_vec();
    plot.guides = vec![Series { name: "theirs".to_owned(), points: theirs }];
    plot.close_up = true;
    report.draw(plot);
    report.note(&[
        "Decisions from the ninth move of each side on, at most three pawns from level, first and second occurrences, as theirs; fitted by maximum likelihood where they fitted percentiles. Errors are clustered by game. Scores are those of the reference at hand (Stockfish 15.1 at depth 8), theirs were Rybka 3's at depth 13 with up to 50 lines.",
        "Expected error: the mean over the same positions of the pool (up to 4,000, every so many of all) of the scaled loss sum p_j delta_j; delta is the integral of 1 / (1 + |z|) between two values, as theirs.",
        "The line is 'theirs' from Regan, Macieja & Haworth, 'Understanding distributions of chess performances' (2011), and the compendium of 2012: rating = 3571 - 15413 AE. Their table of s and c by rating was not at hand; that s falls and c rises is said in words.",
    ]);
    Ok(())
}

/// A band, what its players are, and what they expect to give away.
struct Band {
    from: u16,
    rating: f64,
    games: usize,
    decisions: usize,
    fitted: Fitted,
    expected: (f64, f64),
}

fn bands(lab: &Lab<'_>, own: &[&Decision]) -> Result<Vec<Band>, ExperimentError> {
    let positions = spread(own, lab.at_scale(POSITIONS, 200));
    let mut by_band: BTreeMap<u16, Vec<&Decision>> = BTreeMap::new();
    for &one in own {
        if let Some(band) = one.rating().and_then(band) {
            by_band.entry(band).or_default().push(one);
        }
    }
    let mut bands = Vec::new();
    for (from, of_band) in by_band {
        lab.check()?;
        if of_band.len() < lab.at_scale(LEAST, 60) {
            continue;
        }
        let fitted = Fitted::new(&of_band);
        let expected = (fitted.expected_error(&positions), fitted.error_of_expected(&positions));
        let rating = of_band.iter().map(|one| rating(one)).sum::<f64>() / of_band.len() as f64;
        let games = data::game_numbers(&of_band).into_iter().max().map_or(0, |last| last + 1);
        bands.push(Band { from, rating, games, decisions: of_band.len(), fitted, expected });
    }
    Ok(bands)
}

/// So many of all, the same distance from one to the next.
pub(super) fn spread<'a>(all: &[&'a Decision], most: usize) -> Vec<&'a Decision> {
    all.iter().step_by(all.len().div_ceil(most.max(1)).max(1)).copied().collect()
}

/// The line of bands: rating by expected error, each band as sure as its error is small.
pub(super) fn rating_line(points: &[(f64, f64, f64)]) -> [(f64, f64); 2] {
    let weighted: Vec<(f64, f64, f64)> =
        points.iter().map(|(x, y, error)| (*x, *y, error.max(1e-6).powi(-2))).collect();
    line(&weighted)
}

fn told(report: &mut Report, pool: &Pool, bands: &[Band]) -> Series {
    let points: Vec<(f64, f64, f64)> =
        bands.iter().map(|band| (band.expected.0, band.rating, band.expected.1)).collect();
    let [height, slope] = rating_line(&points);
    for Band { from, rating, games, decisions, fitted, expected } in bands {
        let [of_s, of_c] = fitted.errors();
        report.grid.figures(
            &[pool, from, &format!("{rating:.0}"), games, decisions],
            [
                fitted.s,
                of_s,
                fitted.c,
                of_c,
                expected.0,
                expected.1,
                height.0 + slope.0 * expected.0,
            ],
        );
    }
    let rising = |of: &dyn Fn(&Band) -> f64| {
        let values: Vec<f64> = bands.iter().map(of).collect();
        rank_correlation(&values)
    };
    report.compare(
        format!("{pool}: rank correlation of s and rating"),
        rising(&|band| band.fitted.s),
    );
    report.compare(
        format!("{pool}: rank correlation of c and rating"),
        rising(&|band| band.fitted.c),
    );
    report.compare(
        format!("{pool}: rank correlation of expected error and rating"),
        rising(&|band| band.expected.0),
    );
    report.compare(format!("{pool}: rating at expected error 0"), height.0).error = height.1;
    report.compare(format!("{pool}: points for a scaled pawn of expected error"), slope.0).error =
        slope.1;
    let off = |band: &Band| (height.0 + slope.0 * band.expected.0 - band.rating).powi(2);
    let off = (bands.iter().map(off).sum::<f64>() / bands.len() as f64).sqrt();
    report.compare(format!("{pool}: bands off the line, root mean square"), off);
    let half = f64::from(BAND) / 2.0;
    let place = |band: &Band| (band.expected.0, f64::from(band.from) + half);
    Series { name: pool.to_string(), points: bands.iter().map(place).collect() }
}
