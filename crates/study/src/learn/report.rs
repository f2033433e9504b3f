//! What was learned as a record, for `--json`.

use player::logit::Score;
use player::spec::ModelWords;
use serde::Serialize;

use super::{Band, Dataset, Extractor, Learned};
use crate::schema::{Model, Number, Side};

/// Weights learned from games, and how well they foresee moves.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedRecord {
    material: String,
    side: Side,
    kappa: Number,
    model: Model,
    games: usize,
    teaching_games: usize,
    moves: usize,
    forced: usize,
    never_made: usize,
    drawn: usize,
    competence: f64,
    log_likelihood: f64,
    terms: Vec<TermRecord>,
    dropped: Vec<DroppedRecord>,
    models: Vec<BaselineRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bands: Option<Vec<BandRecord>>,
}

/// A coefficient with its standard error, each decision alone and each game alone.
#[derive(Clone, Debug, Serialize)]
struct TermRecord {
    feature: String,
    coefficient: f64,
    standard_error: f64,
    standard_error_by_game: f64,
}

#[derive(Clone, Debug, Serialize)]
struct DroppedRecord {
    feature: String,
    reason: String,
}

#[derive(Clone, Debug, Serialize)]
struct BaselineRecord {
    name: &'static str,
    coefficients: usize,
    #[serde(flatten)]
    score: ScoreRecord,
}

#[derive(Clone, Debug, Serialize)]
struct BandRecord {
    from: Option<u16>,
    moves: usize,
    competence: Option<(f64, f64)>,
    uniform: ScoreRecord,
    reference: Option<ScoreRecord>,
    with_rules: Option<ScoreRecord>,
    coefficients: Vec<Option<(f64, f64)>>,
}

#[derive(Clone, Debug, Serialize)]
struct ScoreRecord {
    log_loss: f64,
    top_one: f64,
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> ScoreRecord {
        ScoreRecord { log_loss: score.log_loss, top_one: score.top_one }
    }
}

impl From<&Band> for BandRecord {
    fn from(band: &Band) -> BandRecord {
        BandRecord {
            from: band.from,
            moves: band.moves,
            competence: band.competence,
            uniform: band.uniform.into(),
            reference: band.reference.map(ScoreRecord::from),
            with_rules: band.with_rules.map(ScoreRecord::from),
            coefficients: band.coefficients.clone(),
        }
    }
}

impl LearnedRecord {
    /// What was learned from a dataset under a model, by bands of ratings if they were asked for.
    pub fn new(
        extractor: &Extractor<'_>,
        words: &ModelWords,
        dataset: &Dataset,
        learned: &Learned,
        bands: Option<&[Band]>,
    ) -> LearnedRecord {
        let names = extractor.features();
        let fit = &learned.fit;
        let terms = learned.kept.iter().enumerate().map(|(at, &feature)| TermRecord {
            feature: names[feature].clone(),
            coefficient: fit.coefficients[at],
            standard_error: fit.errors[at],
            standard_error_by_game: fit.errors_by_game[at],
        });
        let dropped = learned.dropped.iter().map(|(feature, reason)| DroppedRecord {
            feature: names[*feature].clone(),
            reason: reason.to_string(),
        });
        let models = learned.baselines.iter().map(|baseline| BaselineRecord {
            name: baseline.name,
            coefficients: baseline.coefficients,
            score: baseline.score.into(),
        });
        LearnedRecord {
            material: extractor.material.to_string(),
            side: extractor.side.into(),
            kappa: words.preference.depth_offset.into(),
            model: words.into(),
            games: dataset.games,
            teaching_games: dataset.teaching_games,
            moves: dataset.observations.len(),
            forced: dataset.forced,
            never_made: dataset.never,
            drawn: dataset.drawn,
            competence: learned.competence(),
            log_likelihood: fit.log_likelihood,
            terms: terms.collect(),
            dropped: dropped.collect(),
            models: models.collect(),
            bands: bands.map(|bands| bands.iter().map(BandRecord::from).collect()),
        }
    }
}
