//! Competence on a rating scale: a curve `c(Elo)` for one pool of ratings, one family and one reference.

mod calibrate;
mod curve;
mod text;

use engine::score::Score;
use study::calibration::Calibration;
use study::schema::whole_games::{CompetenceScale, RatingEstimate};

use crate::decision::Decision;
use crate::evaluate::reference_engine::OUR_NAME;
use crate::family::{Family, FamilyError};
use crate::inference::Estimate;
use crate::model_record;
use crate::pool::Pool;

pub use calibrate::{Calibrating, CalibrationError};
pub use curve::{Curve, CurveError, Point};
pub use text::text;

/// The format of a scale's file.
pub const FORMAT: &str = "fallible-scale";

/// The version that this program writes and reads.
pub const VERSION: u32 = 1;

/// Standard deviations on either side that hold 95 % of a normal distribution.
const TWO_SIGMA: f64 = 1.959_964;

/// The scales that come with the program.
const BUILT_IN: [&str; 6] = [
    include_str!("../scales/fide-stockfish15.1-d8.json"),
    include_str!("../scales/lichess-stockfish15.1-d8.json"),
    include_str!("../scales/fics-stockfish15.1-d8.json"),
    include_str!("../scales/rapid-stockfish15.1-d8.json"),
    include_str!("../scales/lichess-own-d4.json"),
    include_str!("../scales/fics-own-d4.json"),
];

/// Why a text is no scale.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ScaleError {
    #[error("no scale ({0}): give a file that `fallible calibrate --out` wrote")]
    NotAScale(#[from] serde_json::Error),
    #[error("no scale (its format is '{0}'): give a file that `fallible calibrate --out` wrote")]
    Format(String),
    #[error(
        "a scale of version {0}, and this program reads version {VERSION}: make it anew with `fallible calibrate`"
    )]
    Version(u32),
    #[error(transparent)]
    Family(#[from] FamilyError),
    #[error(transparent)]
    Curve(#[from] CurveError),
    #[error(
        "the scale was measured with {scale}, and this is {asked}: leave out what differs, or make a scale of your own with `fallible calibrate`"
    )]
    OtherModel { scale: String, asked: String },
}

/// A scale, checked.
#[derive(Clone, Debug)]
pub struct Scale {
    record: CompetenceScale,
    family: Family,
    curve: Curve,
}

impl Scale {
    /// Reads the text of a scale's file.
    pub fn read(text: &str) -> Result<Scale, ScaleError> {
        // A later version may have other fields: look at the number first.
        let fields: serde_json::Value = serde_json::from_str(text)?;
        if let Some(format) = fields["format"].as_str()
            && format != FORMAT
        {
            return Err(ScaleError::Format(format.to_owned()));
        }
        if let Some(version) = fields["version"].as_u64()
            && version != u64::from(VERSION)
        {
            return Err(ScaleError::Version(u32::try_from(version).unwrap_or(u32::MAX)));
        }
        Scale::new(serde_json::from_value(fields)?)
    }

    /// Checks a record.
    pub fn new(record: CompetenceScale) -> Result<Scale, ScaleError> {
        let family = model_record::family(&record.model)?;
        let curve = Curve::new(&record.fit)?;
        Ok(Scale { record, family, curve })
    }

    /// The scales that come with the program for a pool, that of Stockfish first; none for a pool of
    /// another name.
    pub fn built_in(pool: &Pool) -> impl Iterator<Item = Scale> {
        let name = pool.to_string();
        let scales =
            BUILT_IN.iter().map(|text| Scale::read(text).expect("a test reads each of them"));
        scales.filter(move |scale| scale.record.pool == name)
    }

    /// The built-in scale for these decisions: that of their one pool, or of the pool asked for, if it
    /// was measured with this family and their reference.
    pub fn for_decisions(
        family: &Family,
        decisions: &[Decision],
        asked: Option<&Pool>,
    ) -> Option<Scale> {
        let first = Pool::of(&decisions.first()?.game);
        let is_one = || decisions.iter().all(|one| Pool::of(&one.game) == first);
        let pool = asked.or_else(|| is_one().then_some(&first))?;
        let reference = model_record::reference_of(decisions);
        Scale::built_in(pool).find(|scale| scale.check(family, &reference).is_ok())
    }

    /// The text of its file.
    pub fn file(&self) -> String {
        let text = serde_json::to_string_pretty(&self.record).expect("a record is JSON");
        text + "\n"
    }

    /// What its file says.
    pub fn record(&self) -> &CompetenceScale {
        &self.record
    }

    /// Its pool and reference, as in `fide (Stockfish 15.1, depth 8, multipv)`.
    pub fn name(&self) -> String {
        format!("{} ({})", self.record.pool, self.record.model.reference)
    }

    /// The depth of its reference, in plies; none if the file says none.
    pub fn depth(&self) -> Option<u16> {
        let (_, rest) = self.record.model.reference.split_once(", depth ")?;
        rest.split(',').next()?.parse().ok()
    }

    /// Whether its reference is our own searcher.
    pub fn is_of_our_own(&self) -> bool {
        self.record.model.reference.starts_with(OUR_NAME)
    }

    /// The family it holds for.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The curve.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// Refuses a family or a reference that the scale does not hold for.
    pub fn check(&self, family: &Family, reference: &str) -> Result<(), ScaleError> {
        let told = |family: &Family, reference: &str| format!("{family}, on {reference}");
        if self.family == *family && self.record.model.reference == reference {
            return Ok(());
        }
        Err(ScaleError::OtherModel {
            scale: told(&self.family, &self.record.model.reference),
            asked: told(family, reference),
        })
    }

    /// The rating of an estimated competence. The interval of the competence and the error of the
    /// curve add up as independent errors do; nothing lies beyond the ratings that were measured.
    pub fn rating(&self, estimate: &Estimate) -> RatingEstimate {
        let (low, high) = estimate.interval();
        let [low, mean, high] = [low, estimate.mean(), high].map(|c| self.curve.elo(c));
        let scale = TWO_SIGMA * self.record.error.curve;
        let (least, greatest) = self.curve.range();
        let within = |elo: f64| elo.clamp(least, greatest).round();
        RatingEstimate {
            mean: mean.round(),
            low: within(mean - (mean - low).hypot(scale)),
            high: within(mean + (high - mean).hypot(scale)),
        }
    }

    /// How likely each move is to a player of a rating, given the scores of its reference.
    pub fn probabilities(&self, scores: &[Score], elo: f64) -> Vec<f64> {
        self.family.probabilities(scores, self.curve.competence(elo))
    }

    /// The same as ratings with competences, which the fronts offer as `UCI_Elo`: every 100 points.
    pub fn calibration(&self) -> Option<Calibration> {
        let (least, greatest) = self.curve.range();
        let anchors = (0..=((greatest - least) / 100.0) as i64).map(|step| {
            (least as i64 + 100 * step, self.curve.competence(least + 100.0 * step as f64))
        });
        Calibration::new(anchors.collect()).ok()
    }
}
