//! Calibration: competence by band of ratings, and the curve that foresees bands left out best.

use std::collections::BTreeSet;

use study::schema::whole_games::{CompetenceScale, ScaleBand, ScaleErrors};

use super::{Curve, CurveError, FORMAT, Point, Scale, VERSION};
use crate::decision::Decision;
use crate::family::Family;
use crate::group::{BAND, band};
use crate::inference::{Estimate, Sample};
use crate::model_record::{record, reference_of, told, word};
use crate::pool::Pool;

/// How to calibrate.
#[derive(Clone, Debug)]
pub struct Calibrating {
    /// The law.
    pub family: Family,
    /// Whose ratings; none for those of the file, which must then be one pool's.
    pub pool: Option<Pool>,
    /// The least number of decisions that a band needs.
    pub least: usize,
    /// Where the decisions come from.
    pub source: String,
}

/// Why there is no scale.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum CalibrationError {
    #[error("no decision is by a rated player: take games with the tags WhiteElo and BlackElo")]
    NoRatings,
    #[error("no decision belongs to the pool {asked}: the file has {found}")]
    NotInPool { asked: Pool, found: String },
    #[error(
        "the file has ratings of several pools ({0}), which mean different things: choose one with --pool"
    )]
    SeveralPools(String),
    #[error(
        "the decisions were scored by several references, and competences of different references cannot be compared: give files of one engine and depth"
    )]
    SeveralReferences,
    #[error(
        "{bands} of the bands of {BAND} points {have} {least} decisions or more, and a curve needs 3: take more games, or ask for fewer with --least",
        have = if *bands == 1 { "has" } else { "have" }
    )]
    TooFewBands { bands: usize, least: usize },
    #[error(transparent)]
    Curve(#[from] CurveError),
}

impl Calibrating {
    /// The scale of these decisions.
    pub fn scale(&self, decisions: &[Decision]) -> Result<Scale, CalibrationError> {
        let (pool, decisions) = self.of_one_pool(decisions)?;
        let reference = reference_of(decisions.iter().copied());
        if decisions.iter().any(|one| one.reference != decisions[0].reference) {
            return Err(CalibrationError::SeveralReferences);
        }
        let bands = self.bands(&decisions);
        if bands.len() < 3 {
            return Err(CalibrationError::TooFewBands { bands: bands.len(), least: self.least });
        }
        let points: Vec<Point> = bands.iter().map(point).collect();
        let range = (f64::from(bands[0].from), f64::from(bands[bands.len() - 1].from + BAND));
        let (curve, error) = best_curve(&points, range)?;
        let made = CompetenceScale {
            format: word(FORMAT),
            version: VERSION,
            pool: pool.to_string(),
            model: record(&self.family, reference),
            source: self.source.clone(),
            bands,
            fit: curve.record(),
            error,
        };
        Ok(Scale { record: made, family: self.family, curve })
    }

    /// The pool, and its rated decisions.
    fn of_one_pool<'a>(
        &self,
        decisions: &'a [Decision],
    ) -> Result<(Pool, Vec<&'a Decision>), CalibrationError> {
        let rated: Vec<&Decision> = decisions
            .iter()
            .filter(|one| !one.is_forced() && one.rating().is_some_and(|elo| band(elo).is_some()))
            .collect();
        if rated.is_empty() {
            return Err(CalibrationError::NoRatings);
        }
        let pools: BTreeSet<Pool> = rated.iter().map(|one| Pool::of(&one.game)).collect();
        let names = || pools.iter().map(Pool::to_string).collect::<Vec<_>>().join(", ");
        match &self.pool {
            Some(asked) => {
                let of_it: Vec<&Decision> =
                    rated.into_iter().filter(|one| Pool::of(&one.game).may_be(asked)).collect();
                let (asked, found) = (asked.clone(), names());
                match of_it.is_empty() {
                    true => Err(CalibrationError::NotInPool { asked, found }),
                    false => Ok((asked, of_it)),
                }
            }
            None if pools.len() > 1 => Err(CalibrationError::SeveralPools(names())),
            None => Ok((Pool::of(&rated[0].game), rated)),
        }
    }

    /// The bands with enough decisions, the lowest first.
    fn bands(&self, decisions: &[&Decision]) -> Vec<ScaleBand> {
        let band_of = |one: &Decision| one.rating().and_then(band);
        let names: BTreeSet<u16> = decisions.iter().filter_map(|one| band_of(one)).collect();
        let bands = names.into_iter().filter_map(|from| {
            let of_it: Vec<&Decision> =
                decisions.iter().copied().filter(|one| band_of(one) == Some(from)).collect();
            let sample = Sample::new(self.family, of_it.iter().copied());
            if sample.len() < self.least.max(2) {
                return None;
            }
            let estimate = Estimate::new(&sample, self.family.default_grid());
            let ratings = of_it.iter().filter_map(|one| one.rating()).map(f64::from);
            Some(ScaleBand {
                elo: (ratings.sum::<f64>() / of_it.len() as f64).round(),
                from,
                games: sample.games(),
                decisions: sample.len(),
                competence: told(&estimate),
            })
        });
        bands.collect()
    }
}

fn point(band: &ScaleBand) -> Point {
    let weight = 1.0 / band.competence.sd.max(1e-6).powi(2);
    Point { elo: band.elo, competence: band.competence.mean, weight }
}

/// The shape that errs least on bands left out, fitted to all.
fn best_curve(
    points: &[Point],
    range: (f64, f64),
) -> Result<(Curve, ScaleErrors), CalibrationError> {
    let tried: Vec<(&str, Vec<Curve>)> = Curve::SHAPES
        .into_iter()
        .filter_map(|shape| Some((shape, left_out(shape, points, range)?)))
        .collect();
    let in_c = |curve: &Curve, out: &Point| curve.competence(out.elo) - out.competence;
    let in_elo = |curve: &Curve, out: &Point| curve.elo(out.competence) - out.elo;
    let errors: Vec<f64> = tried.iter().map(|(_, curves)| error(curves, points, in_c)).collect();
    let best = (0..tried.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b]));
    let best = best.ok_or(CurveError::Flat)?;
    let (shape, curves) = &tried[best];
    let curve = Curve::fitted(shape, points, range)?;
    let error = ScaleErrors {
        competence: errors[best],
        elo: error(curves, points, in_elo),
        curve: jackknife(&curve, curves, points),
        curves: tried
            .iter()
            .zip(&errors)
            .map(|((shape, _), e)| ((*shape).to_owned(), *e))
            .collect(),
    };
    Ok((curve, error))
}

/// The curve without each of the points in turn; none if some of them does not rise.
fn left_out(shape: &str, points: &[Point], range: (f64, f64)) -> Option<Vec<Curve>> {
    let without = |at: usize| {
        let mut rest = points.to_vec();
        rest.remove(at);
        Curve::fitted(shape, &rest, range).ok()
    };
    (0..points.len()).map(without).collect()
}

/// Root mean square error over the points, each by the curve that was fitted without it, weighted as
/// the fit is.
fn error(curves: &[Curve], points: &[Point], of: impl Fn(&Curve, &Point) -> f64) -> f64 {
    let squares: f64 =
        curves.iter().zip(points).map(|(curve, out)| out.weight * of(curve, out).powi(2)).sum();
    (squares / points.iter().map(|point| point.weight).sum::<f64>()).sqrt()
}

/// The standard error of the curve in points, root mean square over its range, by the jackknife: how
/// much the rating of a competence moves as bands are left out.
fn jackknife(curve: &Curve, curves: &[Curve], points: &[Point]) -> f64 {
    let count = curves.len() as f64;
    let variance = |point: &Point| {
        let c = curve.competence(point.elo);
        let ratings: Vec<f64> = curves.iter().map(|curve| curve.elo(c)).collect();
        let mean = ratings.iter().sum::<f64>() / count;
        (count - 1.0) / count * ratings.iter().map(|elo| (elo - mean).powi(2)).sum::<f64>()
    };
    (points.iter().map(variance).sum::<f64>() / count).sqrt()
}
