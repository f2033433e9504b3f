//! A logistic regression of errors, judged by games left out beside simpler forecasts.
//!
//! For each part of the games, the models of the players' moves and the regression are fitted to the
//! other parts alone, so that nothing of a game is known when its errors are foreseen.

use std::collections::BTreeMap;

use player::logit::{
    Calibration, CalibrationBin, ChanceScore, Decision, Event, EventFit, LogitError,
    PredictionErrors, calibration_table,
};
use serde::{Deserialize, Serialize};

use super::observe::{ErrorKind, ErrorObservation, MoveModels, feature_names};
use crate::learn::{Extractor, LearnError};

/// What was learned of the errors of one side of an endgame.
#[derive(Clone, Debug)]
pub struct LearnedErrors {
    /// The names of the features.
    pub features: Vec<String>,
    /// How the players choose their moves.
    pub models: MoveModels,
    /// Any error, and fatal ones; none where too few were made to learn from.
    pub kinds: [Option<LearnedKind>; 2],
    /// How large errors are that keep the value.
    pub size: ErrorSize,
    /// Positions looked at.
    pub positions: usize,
    /// Games they come from.
    pub games: usize,
}

/// What was learned of one kind of error.
#[derive(Clone, Debug)]
pub struct LearnedKind {
    /// Which.
    pub kind: ErrorKind,
    /// Positions in which it could be made.
    pub positions: usize,
    /// How often it was.
    pub errors: usize,
    /// What the features tell of it.
    pub fit: EventFit,
    /// How its log-odds are to be read.
    pub calibration: Calibration,
    /// Every forecast with its foresight, from the simplest to the one learned.
    pub forecasts: Vec<ErrorForecast>,
    /// What the learned forecast called likely, and what came of it.
    pub bins: Vec<CalibrationBin>,
    /// The learned forecast as a prediction: yes or no.
    pub prediction: PredictionErrors,
}

/// A forecast and how well it foresees errors in games it was not fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ErrorForecast {
    /// `constant`, `by depth`, `R_c`, `R_c and rules` or `learned`.
    pub name: &'static str,
    /// How well.
    #[serde(flatten)]
    pub score: ChanceScore,
}

/// The depth conceded by errors that keep the value, beside what `R_c` with rules concedes when it errs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorSize {
    /// The mean of the errors made.
    pub mean: f64,
    /// What the model's mean in a position is to be multiplied with.
    pub scale: f64,
    /// The standard error of that, by game.
    pub scale_error: f64,
}

/// Errors needed, and positions without one, to learn anything.
const FEWEST: usize = 10;

/// Errors to learn from for each feature, at least: more features than that fit chance.
const ERRORS_PER_FEATURE: usize = 10;

/// Positions of the average that a depth's own rate is mixed with.
const PRIOR_POSITIONS: f64 = 10.0;

/// Rows of the calibration table.
const BINS: usize = 10;

/// Learns from these observations how likely errors are.
pub fn learn_errors(
    extractor: &Extractor<'_>,
    observations: &[ErrorObservation],
    folds: usize,
) -> Result<LearnedErrors, LearnError> {
    if observations.is_empty() {
        return Err(LearnError::NoObservations { material: extractor.material });
    }
    let nothing = |error: LogitError| LearnError::Nothing {
        observations: observations.len(),
        reason: error.to_string(),
    };
    let width = 1 + extractor.rules.len();
    let fitted = |left_out: Option<usize>| {
        let kept = observations.iter().filter(|one| Some(one.decision.game % folds) != left_out);
        let decisions: Vec<Decision> = kept.map(|one| one.decision.clone()).collect();
        MoveModels::fit(&decisions, width)
    };
    let models = fitted(None).map_err(nothing)?;
    let by_fold = (0..folds).map(|fold| fitted(Some(fold))).collect::<Result<Vec<_>, _>>();
    let by_fold = by_fold.map_err(nothing)?;
    let learn =
        |kind| Lesson::new(kind, observations, folds).map(|lesson| lesson.learn(&models, &by_fold));
    let [any, fatal] = ErrorKind::ALL.map(|kind| learn(kind).transpose());
    let mut games: Vec<usize> = observations.iter().map(|one| one.decision.game).collect();
    games.dedup();
    Ok(LearnedErrors {
        features: feature_names(&extractor.rules),
        size: ErrorSize::of(observations, &models),
        kinds: [any.map_err(nothing)?, fatal.map_err(nothing)?],
        models,
        positions: observations.len(),
        games: games.len(),
    })
}

/// The positions in which one kind of error can be made.
struct Lesson<'a> {
    kind: ErrorKind,
    folds: usize,
    observations: Vec<&'a ErrorObservation>,
    happened: Vec<bool>,
    errors: usize,
}

impl<'a> Lesson<'a> {
    /// None if there is too little to learn from.
    fn new(kind: ErrorKind, all: &'a [ErrorObservation], folds: usize) -> Option<Lesson<'a>> {
        let observations: Vec<_> = all.iter().filter(|one| one.is_possible(kind)).collect();
        let happened: Vec<bool> = observations.iter().map(|one| one.happened(kind)).collect();
        let errors = happened.iter().filter(|&&happened| happened).count();
        let enough = errors >= FEWEST && happened.len() - errors >= FEWEST;
        enough.then_some(Lesson { kind, folds, observations, happened, errors })
    }

    fn fold(&self, at: usize) -> usize {
        self.observations[at].decision.game % self.folds
    }

    /// The events as a regression sees them through these models of moves.
    fn events(&self, models: &MoveModels) -> Vec<Event> {
        let event = |(one, &happened): (&&ErrorObservation, &bool)| Event {
            game: one.decision.game,
            happened,
            features: one.features(self.kind, models),
        };
        self.observations.iter().zip(&self.happened).map(event).collect()
    }

    /// The features that so many errors can teach, the first ones.
    fn features(&self, events: &[Event]) -> Vec<usize> {
        let width = events.first().map_or(0, |event| event.features.len());
        let rarer = self.errors.min(self.happened.len() - self.errors);
        (0..width.min((rarer / ERRORS_PER_FEATURE).max(2))).collect()
    }

    /// A probability for each position, told by what is fitted without its fold.
    fn held_out(
        &self,
        mut forecast: impl FnMut(usize, &[usize], &[usize]) -> Result<Vec<f64>, LogitError>,
    ) -> Result<Vec<f64>, LogitError> {
        let mut told = vec![0.0; self.happened.len()];
        for fold in 0..self.folds {
            let (left_out, kept): (Vec<usize>, Vec<usize>) =
                (0..told.len()).partition(|&at| self.fold(at) == fold);
            if left_out.is_empty() {
                continue;
            }
            for (&at, probability) in left_out.iter().zip(forecast(fold, &kept, &left_out)?) {
                told[at] = probability;
            }
        }
        Ok(told)
    }

    fn learn(self, models: &MoveModels, by_fold: &[MoveModels]) -> Result<LearnedKind, LogitError> {
        let log_odds = self.held_out(|fold, kept, left_out| {
            let events = self.events(&by_fold[fold]);
            let training: Vec<Event> = kept.iter().map(|&at| events[at].clone()).collect();
            let fit = EventFit::new(&training, &self.features(&events))?;
            Ok(left_out.iter().map(|&at| fit.log_odds(&events[at].features)).collect())
        })?;
        let by_model = |of: fn(&MoveModels) -> &Vec<f64>| {
            self.held_out(|fold, _, left_out| {
                let chance =
                    |&at: &usize| self.observations[at].chance(self.kind, of(&by_fold[fold]));
                Ok(left_out.iter().map(chance).collect())
            })
        };
        let learned: Vec<f64> =
            log_odds.iter().map(|&odds| Calibration::NONE.chance(odds).probability).collect();
        let told = [
            (
                "constant",
                self.held_out(|_, kept, left_out| Ok(vec![self.rate(kept); left_out.len()]))?,
            ),
            ("by depth", self.held_out(|_, kept, left_out| Ok(self.by_depth(kept, left_out)))?),
            ("R_c", by_model(|models| &models.alone)?),
            ("R_c and rules", by_model(|models| &models.with_rules)?),
            ("learned", learned.clone()),
        ];
        let events = self.events(models);
        let prediction = PredictionErrors::balanced(&learned, &self.happened);
        Ok(LearnedKind {
            kind: self.kind,
            positions: self.happened.len(),
            errors: self.errors,
            fit: EventFit::new(&events, &self.features(&events))?,
            calibration: Calibration::of(&log_odds, &self.happened)?,
            forecasts: told
                .iter()
                .map(|(name, told)| ErrorForecast {
                    name,
                    score: ChanceScore::of(told, &self.happened),
                })
                .collect(),
            bins: calibration_table(&learned, &self.happened, BINS),
            prediction: prediction.expect("some errors were made, and some were not"),
        })
    }

    /// The share of errors among these positions.
    fn rate(&self, among: &[usize]) -> f64 {
        let errors = among.iter().filter(|&&at| self.happened[at]).count();
        errors as f64 / among.len().max(1) as f64
    }

    /// The share of errors at the depth of each position, mixed with a few average positions.
    fn by_depth(&self, kept: &[usize], left_out: &[usize]) -> Vec<f64> {
        let mut counts: BTreeMap<u16, (f64, f64)> = BTreeMap::new();
        for &at in kept {
            let (errors, all) = counts.entry(self.observations[at].depth).or_default();
            *errors += f64::from(self.happened[at]);
            *all += 1.0;
        }
        let rate = self.rate(kept);
        let at_depth = |&at: &usize| {
            let counted = counts.get(&self.observations[at].depth);
            let (errors, all) = counted.copied().unwrap_or_default();
            (errors + PRIOR_POSITIONS * rate) / (all + PRIOR_POSITIONS)
        };
        left_out.iter().map(at_depth).collect()
    }
}

impl ErrorSize {
    /// Measured on errors that keep the value; 0 without any.
    fn of(observations: &[ErrorObservation], models: &MoveModels) -> ErrorSize {
        let mut by_game: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        let mut count = 0usize;
        for one in observations {
            let conceded = one.conceded[one.decision.chosen].filter(|&moves| moves > 0);
            if let (Some(moves), Some(expected)) = (conceded, one.size(&models.with_rules)) {
                let (made, modelled) = by_game.entry(one.decision.game).or_default();
                *made += f64::from(moves);
                *modelled += expected;
                count += 1;
            }
        }
        let (made, modelled) =
            by_game.values().fold((0.0, 0.0), |sum, g| (sum.0 + g.0, sum.1 + g.1));
        if count == 0 || modelled == 0.0 {
            return ErrorSize { mean: 0.0, scale: 0.0, scale_error: 0.0 };
        }
        let scale = made / modelled;
        let residual: f64 = by_game.values().map(|(m, e)| (m - scale * e).powi(2)).sum();
        ErrorSize { mean: made / count as f64, scale, scale_error: residual.sqrt() / modelled }
    }
}
