//! What was learned of errors as a file, asked about any position of its endgame.

use std::path::Path;

use endgame::heuristics::Rule;
use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::logit::{Calibration, PredictionErrors, variance_along};
use player::{DepthOffset, Model, MoveFilter, PowerLaw};
use serde::{Deserialize, Serialize};

use super::learn::{ErrorSize, LearnedErrors, LearnedKind};
use super::observe::{ErrorKind, ErrorObservation, MoveModels, feature_names};
use crate::learn::{Extractor, LearnError};
use crate::schema::Side;

/// How likely the players of one side of an endgame are to err.
#[derive(Clone, Debug)]
pub struct ErrorPredictor {
    /// What it is called.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// The endgame, White's men first.
    pub material: Material,
    /// Whose errors: White has the men named first, in whichever colour they are played.
    pub side: Color,
    kappa: DepthOffset,
    rules: Vec<Rule>,
    models: MoveModels,
    kinds: [Option<KindPredictor>; 2],
    size: ErrorSize,
}

/// What is known of one kind of error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindPredictor {
    /// Positions it was learned from.
    pub positions: usize,
    /// Errors made in them.
    pub errors: usize,
    /// One for each feature.
    coefficients: Vec<f64>,
    /// Row after row.
    covariance: Vec<f64>,
    /// How its log-odds are to be read.
    pub calibration: Calibration,
    /// How often it is wrong as a prediction, in games left out.
    pub prediction: PredictionErrors,
}

/// How likely errors are in one position.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorChance {
    /// Of any error.
    pub any: ChanceOf,
    /// Of one that gives the value away.
    pub fatal: ChanceOf,
    /// The depth conceded by an error that keeps the value, in expectation; 0 if none is possible.
    pub size: f64,
    /// Of the position, in winner's moves.
    pub depth: u16,
}

/// A chance, and how it depends on the coefficients it was worked out with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChanceOf {
    /// From 0 to 1.
    pub probability: f64,
    /// Its standard error: how far it moves with other games to learn from.
    pub error: f64,
    /// Its derivative with respect to each coefficient; empty where the chance is certain.
    pub gradient: Vec<f64>,
}

/// Why nothing is foretold.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PredictorError {
    #[error(
        "there is no predictor of errors '{name}': say human, or give a file that `fallible learn --errors --out` made ({source})"
    )]
    Missing { name: String, source: std::io::Error },
    #[error(
        "{name} is no predictor of errors: {problem}; make one with `fallible learn GAMES.pgn --errors --out FILE`"
    )]
    File { name: String, problem: String },
    #[error(
        "{name} foretells errors of the side of {men} in {material}, and that side is not to move in {fen}: give a position of that endgame"
    )]
    OtherTurn { name: String, material: Material, men: String, fen: String },
    #[error(
        "{0} is drawn, and errors are foretold in decided positions only: give another position"
    )]
    Drawn(String),
    #[error(transparent)]
    Learn(#[from] LearnError),
}

/// What the file says it is.
const KIND: &str = "fallible errors";

/// The version of the file.
const VERSION: u32 = 1;

/// Learned from games of people: see `experiments/results/jansen1992/error-chance.md`.
const HUMAN: &str = include_str!("human.json");

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: String,
    version: u32,
    name: String,
    source: String,
    endgame: String,
    side: Side,
    kappa: String,
    rules: Vec<String>,
    competence: f64,
    moves: Vec<f64>,
    size: ErrorSize,
    features: Vec<String>,
    any: Option<KindPredictor>,
    fatal: Option<KindPredictor>,
}

/// Six figures: enough for a coefficient, and a file of readable size.
fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

impl KindPredictor {
    fn new(learned: &LearnedKind) -> KindPredictor {
        KindPredictor {
            positions: learned.positions,
            errors: learned.errors,
            coefficients: learned.fit.coefficients.iter().copied().map(rounded).collect(),
            covariance: learned.fit.covariance.iter().copied().map(rounded).collect(),
            calibration: learned.calibration,
            prediction: learned.prediction,
        }
    }

    /// The chance where this is known.
    fn chance(&self, features: &[f64]) -> ChanceOf {
        let log_odds: f64 = self.coefficients.iter().zip(features).map(|(b, x)| b * x).sum();
        let probability = self.calibration.chance(log_odds).probability;
        let slope = self.calibration.slope * probability * (1.0 - probability);
        let gradient: Vec<f64> = features.iter().map(|x| slope * x).collect();
        ChanceOf { probability, error: self.variance(&gradient).sqrt(), gradient }
    }

    /// The variance of what changes with the coefficients like this.
    pub fn variance(&self, gradient: &[f64]) -> f64 {
        variance_along(&self.covariance, gradient).max(0.0)
    }
}

impl ErrorPredictor {
    /// What was learned, ready to be asked.
    pub fn new(
        extractor: &Extractor<'_>,
        kappa: DepthOffset,
        learned: &LearnedErrors,
        name: &str,
        source: &str,
    ) -> ErrorPredictor {
        let kinds = learned.kinds.each_ref().map(|kind| kind.as_ref().map(KindPredictor::new));
        let round = |numbers: &[f64]| numbers.iter().copied().map(rounded).collect();
        let MoveModels { alone, with_rules } = &learned.models;
        ErrorPredictor {
            name: name.to_owned(),
            source: source.to_owned(),
            material: extractor.material,
            side: extractor.side,
            kappa,
            rules: extractor.rules.clone(),
            models: MoveModels { alone: round(alone), with_rules: round(with_rules) },
            kinds,
            size: learned.size,
        }
    }

    /// A built-in predictor (`human`, for the queen's side of KQKR), or that of a file.
    pub fn find(name: &str) -> Result<ErrorPredictor, PredictorError> {
        if name == "human" {
            return ErrorPredictor::from_json(name, HUMAN);
        }
        let text = std::fs::read_to_string(Path::new(name))
            .map_err(|source| PredictorError::Missing { name: name.to_owned(), source })?;
        ErrorPredictor::from_json(name, &text)
    }

    /// Reads the text of a file of this name.
    pub fn from_json(name: &str, text: &str) -> Result<ErrorPredictor, PredictorError> {
        let wrong = |problem: String| PredictorError::File { name: name.to_owned(), problem };
        let file: File = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if file.kind != KIND || file.version != VERSION {
            return Err(wrong(format!("it says it is '{}', version {}", file.kind, file.version)));
        }
        let rules =
            file.rules.iter().map(|rule| rule.parse::<Rule>()).collect::<Result<Vec<_>, _>>();
        let rules = rules.map_err(|error| wrong(error.to_string()))?;
        if file.features != feature_names(&rules) {
            return Err(wrong("its features are not those of this version".to_owned()));
        }
        let width = file.features.len();
        let fits = |kind: &KindPredictor| {
            let numbers = kind.coefficients.iter().chain(&kind.covariance);
            let lengths = (kind.coefficients.len(), kind.covariance.len());
            lengths == (width, width * width) && numbers.copied().all(f64::is_finite)
        };
        let kinds = [file.any, file.fatal];
        if file.moves.len() != 1 + rules.len() || !kinds.iter().flatten().all(fits) {
            return Err(wrong("it does not have a number for each feature".to_owned()));
        }
        let alone = [file.competence].into_iter().chain(rules.iter().map(|_| 0.0)).collect();
        Ok(ErrorPredictor {
            name: file.name,
            source: file.source,
            material: file
                .endgame
                .parse()
                .map_err(|e: endgame::material::MaterialError| wrong(e.to_string()))?,
            side: file.side.into(),
            kappa: file
                .kappa
                .parse()
                .map_err(|e: player::preference::NotAnOffset| wrong(e.to_string()))?,
            rules,
            models: MoveModels { alone, with_rules: file.moves },
            kinds,
            size: file.size,
        })
    }

    /// The file's text.
    pub fn to_json(&self) -> String {
        let [any, fatal] = self.kinds.clone();
        let file = File {
            kind: KIND.to_owned(),
            version: VERSION,
            name: self.name.clone(),
            source: self.source.clone(),
            endgame: self.material.to_string(),
            side: self.side.into(),
            kappa: self.kappa.to_string(),
            rules: self.rules.iter().map(ToString::to_string).collect(),
            competence: self.models.alone[0],
            moves: self.models.with_rules.clone(),
            size: self.size,
            features: feature_names(&self.rules),
            any,
            fatal,
        };
        serde_json::to_string(&file).expect("a file of texts and numbers") + "\n"
    }

    /// What is known of a kind of error; none if too few were made to learn from.
    pub fn kind(&self, kind: ErrorKind) -> Option<&KindPredictor> {
        self.kinds[kind as usize].as_ref()
    }

    /// How sizes of errors were measured.
    pub fn size(&self) -> ErrorSize {
        self.size
    }

    /// Whose errors, in words: `the side of KQ in KQKR`.
    pub fn whose(&self) -> String {
        let (men, material) = (self.men(), self.material);
        format!("the side of {men} in {material}")
    }

    fn men(&self) -> String {
        let text = self.material.to_string();
        let second = text.rfind('K').unwrap_or(0);
        self.side.fold_wb(&text[..second], &text[second..]).to_owned()
    }

    /// Whether a position is a turn of the side whose errors are foretold.
    pub fn is_turn(&self, tables: &Tables, position: &Position) -> bool {
        self.extractor(tables).is_turn(position)
    }

    fn extractor<'a>(&self, tables: &'a Tables) -> Extractor<'a> {
        Extractor {
            tables,
            material: self.material,
            side: self.side,
            model: Model::new(PowerLaw::new(self.kappa), MoveFilter::judging_people()),
            rules: self.rules.clone(),
        }
    }

    /// How likely errors are in a position.
    pub fn chance(
        &self,
        tables: &Tables,
        position: &Position,
    ) -> Result<ErrorChance, PredictorError> {
        let extractor = self.extractor(tables);
        if !extractor.is_turn(position) {
            return Err(PredictorError::OtherTurn {
                name: self.name.clone(),
                material: self.material,
                men: self.men(),
                fen: position.fen(),
            });
        }
        let outcome = tables.outcome(position).map_err(value::ChoiceError::new);
        let Some(depth) = outcome.map_err(LearnError::from)?.depth() else {
            return Err(PredictorError::Drawn(position.fen()));
        };
        let seen = ErrorObservation::of(&extractor, 0, position, 0)?;
        let chance = |kind: ErrorKind| {
            let (predictor, seen) = (self.kind(kind)?, seen.as_ref()?);
            let possible = seen.is_possible(kind);
            possible.then(|| predictor.chance(&seen.features(kind, &self.models)))
        };
        let size = seen.as_ref().and_then(|seen| seen.size(&self.models.with_rules));
        Ok(ErrorChance {
            any: chance(ErrorKind::Any).unwrap_or_default(),
            fatal: chance(ErrorKind::Fatal).unwrap_or_default(),
            size: self.size.scale * size.unwrap_or(0.0),
            depth: depth.0,
        })
    }
}
