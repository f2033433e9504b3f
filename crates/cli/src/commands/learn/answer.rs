//! What was learned as JSON.

use player::logit::Score;
use serde::Serialize;
use study::learn::Band;

use super::Findings;
use crate::json::Number;

#[derive(Serialize)]
pub(super) struct Answer {
    material: String,
    side: &'static str,
    kappa: Number,
    games: usize,
    teaching_games: usize,
    moves: usize,
    forced: usize,
    never_made: usize,
    drawn: usize,
    competence: f64,
    log_likelihood: f64,
    terms: Vec<Term>,
    dropped: Vec<Dropped>,
    models: Vec<Model>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bands: Option<Vec<BandAnswer>>,
}

/// A coefficient with its standard error, each decision alone and each game alone.
#[derive(Serialize)]
struct Term {
    feature: String,
    coefficient: f64,
    standard_error: f64,
    standard_error_by_game: f64,
}

#[derive(Serialize)]
struct Dropped {
    feature: String,
    reason: String,
}

#[derive(Serialize)]
struct Model {
    name: &'static str,
    coefficients: usize,
    log_loss: f64,
    top_one: f64,
}

#[derive(Serialize)]
struct BandAnswer {
    from: Option<u16>,
    moves: usize,
    competence: Option<(f64, f64)>,
    uniform: Foresight,
    reference: Option<Foresight>,
    with_rules: Option<Foresight>,
    coefficients: Vec<Option<(f64, f64)>>,
}

#[derive(Serialize)]
struct Foresight {
    log_loss: f64,
    top_one: f64,
}

impl From<Score> for Foresight {
    fn from(score: Score) -> Foresight {
        Foresight { log_loss: score.log_loss, top_one: score.top_one }
    }
}

impl From<&Band> for BandAnswer {
    fn from(band: &Band) -> BandAnswer {
        BandAnswer {
            from: band.from,
            moves: band.moves,
            competence: band.competence,
            uniform: band.uniform.into(),
            reference: band.reference.map(Foresight::from),
            with_rules: band.with_rules.map(Foresight::from),
            coefficients: band.coefficients.clone(),
        }
    }
}

impl Answer {
    pub(super) fn of(found: &Findings<'_>) -> Answer {
        let Findings { args, course, read, learned, by_rating } = found;
        let names = course.features();
        let fit = &learned.fit;
        let terms = learned.kept.iter().enumerate().map(|(at, &feature)| Term {
            feature: names[feature].clone(),
            coefficient: fit.coefficients[at],
            standard_error: fit.errors[at],
            standard_error_by_game: fit.errors_by_game[at],
        });
        let dropped = learned.dropped.iter().map(|(feature, reason)| Dropped {
            feature: names[*feature].clone(),
            reason: reason.to_string(),
        });
        let models = learned.rivals.iter().map(|rival| Model {
            name: rival.name,
            coefficients: rival.coefficients,
            log_loss: rival.score.log_loss,
            top_one: rival.score.top_one,
        });
        Answer {
            material: args.endgame.to_string(),
            side: course.side.fold_wb("white", "black"),
            kappa: args.model.kappa().into(),
            games: read.games,
            teaching_games: read.teaching,
            moves: read.lessons.len(),
            forced: read.forced,
            never_made: read.never,
            drawn: read.drawn,
            competence: learned.competence(),
            log_likelihood: fit.log_likelihood,
            terms: terms.collect(),
            dropped: dropped.collect(),
            models: models.collect(),
            bands: by_rating.as_ref().map(|bands| bands.iter().map(BandAnswer::from).collect()),
        }
    }
}
