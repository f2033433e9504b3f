//! How likely errors are: `fallible learn --errors`, and what follows from it, `fallible speculate FEN --errors FILE`.

use endgame::rules::Position;
use player::logit::{Calibration, CalibrationBin, PredictionErrors};
use player::speculate::Opponent;
use serde::Serialize;

use super::{Number, Side};
use crate::error_chance::{
    Caution, ErrorChance, ErrorForecast, ErrorKind, ErrorPredictor, LearnedErrors, LearnedKind,
    MoveGain, Speculation,
};
use crate::learn::Extractor;

/// What was learned of errors from games: `fallible learn --errors`.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedErrorsAnswer {
    /// The endgame, White's men first.
    pub material: String,
    /// Whose errors: `white` has the men named first, in whichever colour they were played.
    pub side: Side,
    /// The depth offset of `R_c`.
    pub kappa: Number,
    /// Games with a decided position of the endgame and a choice in it.
    pub games: usize,
    /// Such positions.
    pub positions: usize,
    /// The competence of `R_c` alone that fits the moves best.
    pub competence: f64,
    /// The mean depth conceded by errors that keep the value, in moves.
    pub mean_size: f64,
    /// Any error, then fatal ones; those that were made too seldom to learn from are left out.
    pub kinds: Vec<LearnedErrorKind>,
}

/// What was learned of one kind of error.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedErrorKind {
    /// `any`, or `fatal`: the value given away.
    pub kind: ErrorKind,
    /// Positions in which it could be made and avoided.
    pub positions: usize,
    /// How often it was made.
    pub errors: usize,
    /// Every forecast with its foresight in games left out, the learned one last.
    pub forecasts: Vec<ErrorForecast>,
    /// What the learned one called likely in games left out, and what came of it.
    pub calibration_table: Vec<CalibrationBin>,
    /// How its log-odds are to be read.
    pub calibration: Calibration,
    /// The learned forecast as a prediction, an error or none: Jansen's `p`, `ε0` and `ε1`.
    pub prediction: PredictionErrors,
    /// What each feature adds to the log-odds.
    pub terms: Vec<ErrorTerm>,
    /// Features left out, and why.
    pub dropped: Vec<DroppedFeature>,
}

/// A feature of a position and what it adds to the log-odds of an error.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorTerm {
    /// Its name.
    pub feature: String,
    /// What one unit of it adds.
    pub coefficient: f64,
    /// Its standard error, by game.
    pub standard_error: f64,
}

/// A feature that was left out.
#[derive(Clone, Debug, Serialize)]
pub struct DroppedFeature {
    /// Its name.
    pub feature: String,
    /// Why.
    pub reason: String,
}

impl LearnedErrorsAnswer {
    /// What was learned through an extractor.
    pub fn new(extractor: &Extractor<'_>, kappa: Number, learned: &LearnedErrors) -> Self {
        let kinds = learned.kinds.iter().flatten();
        LearnedErrorsAnswer {
            material: extractor.material.to_string(),
            side: extractor.side.into(),
            kappa,
            games: learned.games,
            positions: learned.positions,
            competence: learned.models.alone[0],
            mean_size: learned.size.mean,
            kinds: kinds.map(|kind| LearnedErrorKind::new(kind, &learned.features)).collect(),
        }
    }
}

impl LearnedErrorKind {
    fn new(learned: &LearnedKind, features: &[String]) -> LearnedErrorKind {
        let (fit, width) = (&learned.fit, features.len());
        let term = |(at, feature): (usize, &String)| {
            let (coefficient, variance) = (fit.coefficients[at], fit.covariance[at * width + at]);
            let standard_error = variance.sqrt();
            let feature = feature.clone();
            (variance > 0.0).then_some(ErrorTerm { feature, coefficient, standard_error })
        };
        let dropped = fit.dropped.iter().map(|(at, reason)| DroppedFeature {
            feature: features[*at].clone(),
            reason: reason.to_string(),
        });
        LearnedErrorKind {
            kind: learned.kind,
            positions: learned.positions,
            errors: learned.errors,
            forecasts: learned.forecasts.clone(),
            calibration_table: learned.bins.clone(),
            calibration: learned.calibration,
            prediction: learned.prediction,
            terms: features.iter().enumerate().filter_map(term).collect(),
            dropped: dropped.collect(),
        }
    }
}

/// How likely errors are in a position, for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ErrorChanceAnswer {
    /// The chance of any error: depth or value conceded.
    pub any: f64,
    /// Its standard error: how far it would move with other games to learn from.
    pub any_error: f64,
    /// The chance that the value is given away.
    pub fatal: f64,
    /// Its standard error.
    pub fatal_error: f64,
    /// The depth that an error concedes which keeps the value, in expectation.
    pub size: f64,
}

impl From<&ErrorChance> for ErrorChanceAnswer {
    fn from(chance: &ErrorChance) -> ErrorChanceAnswer {
        ErrorChanceAnswer {
            any: chance.any.probability,
            any_error: chance.any.error,
            fatal: chance.fatal.probability,
            fatal_error: chance.fatal.error,
            size: chance.size,
        }
    }
}

/// How likely the side to move is to err, or which mistake of its own pays against the other's errors:
/// `fallible speculate FEN --errors FILE`.
#[derive(Clone, Debug, Serialize)]
pub struct SpeculationHere {
    /// The position.
    pub fen: String,
    /// The name of the predictor.
    pub predictor: String,
    /// Where it comes from.
    pub source: String,
    /// Whose errors it foretells.
    pub whose: String,
    /// How often they err, and how often a prediction of that is wrong, in games left out.
    pub prediction: Option<PredictionErrors>,
    /// What a mistake of theirs must be worth beside ours for speculating to pay by these predictions
    /// (Jansen 1992, equation 1.1 with `ε0` and `ε1`); null if it never does.
    pub required: Option<f64>,
    /// How likely the side to move is to err, if it is the one foretold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<ErrorChanceAnswer>,
    /// The moves worth thinking of, the safest first and then the surest, if it is the other one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<SpeculatedMove>,
    /// The move in UCI notation that concedes depth and gains more than that even with the predictor's
    /// error deducted; null if there is none: then the first move is best.
    pub mistake: Option<String>,
    /// Standard errors of a gain that were deducted from it.
    pub doubt: f64,
    /// The depth a draw stands for.
    pub draw: u16,
}

/// A move of ours against an opponent whose errors are foretold.
#[derive(Clone, Debug, Serialize)]
pub struct SpeculatedMove {
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// The depth it gives up against the best move.
    pub conceded: u16,
    /// How likely the opponent is to err after it; null if another endgame comes of it.
    pub chance: Option<ErrorChanceAnswer>,
    /// The depth he is expected to give back.
    pub returned: f64,
    /// What the move gains over the first one of the list: returned less conceded, compared.
    pub gain: f64,
    /// The standard error of that.
    pub gain_error: f64,
    /// The gain with the predictor's error deducted.
    pub sure_gain: f64,
}

impl SpeculationHere {
    /// A position in which the predicted side is to move.
    pub fn here(predictor: &ErrorPredictor, position: &Position, chance: &ErrorChance) -> Self {
        let here = Some(chance.into());
        SpeculationHere { here, ..SpeculationHere::about(predictor, position, Caution::default()) }
    }

    /// A position in which its opponent is.
    pub fn moves(
        predictor: &ErrorPredictor,
        position: &Position,
        speculation: &Speculation,
        caution: Caution,
    ) -> Self {
        let one = |found: &MoveGain| SpeculatedMove {
            uci: position.uci(found.play),
            san: position.san(found.play),
            conceded: found.conceded,
            chance: found.chance.as_ref().map(Into::into),
            returned: found.returned,
            gain: found.gain,
            gain_error: found.gain_error,
            sure_gain: found.sure_gain,
        };
        let moves: Vec<SpeculatedMove> = speculation.moves.iter().map(one).collect();
        let mistake = speculation.mistake.map(|at| moves[at].uci.clone());
        SpeculationHere { moves, mistake, ..SpeculationHere::about(predictor, position, caution) }
    }

    fn about(predictor: &ErrorPredictor, position: &Position, caution: Caution) -> Self {
        let prediction = predictor.kind(ErrorKind::Any).map(|known| known.prediction);
        let opponent = prediction.and_then(|measured| {
            Opponent::new(measured.rate, measured.missed, measured.imagined).ok()
        });
        SpeculationHere {
            fen: position.fen(),
            predictor: predictor.name.clone(),
            source: predictor.source.clone(),
            whose: predictor.whose(),
            prediction,
            required: opponent.and_then(|opponent| opponent.required_ratio()),
            here: None,
            moves: Vec::new(),
            mistake: None,
            doubt: caution.doubt,
            draw: caution.draw,
        }
    }
}
