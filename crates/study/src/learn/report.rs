//! What was learned as a record, for `--json`.

use player::spec::ModelWords;
use serde::Serialize;

use super::{Band, Baseline, Dataset, Extractor, Learned};
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
    models: Vec<Baseline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bands: Option<Vec<Band>>,
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
            models: learned.baselines.clone(),
            bands: bands.map(<[Band]>::to_vec),
        }
    }
}
