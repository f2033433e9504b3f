//! How long a win takes and how likely it is: by the Markov model, exactly, and by games played out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Number, Value, Word};

/// The Markov model of an endgame for one competence: `fallible markov`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Markov {
    /// What it depends on.
    #[serde(flatten)]
    pub settings: MarkovSettings,
    /// What follows.
    #[serde(flatten)]
    pub results: MarkovResults,
}

/// What a Markov model depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkovSettings {
    /// White's men first.
    pub material: String,
    /// What depths count.
    pub metric: Word,
    /// Of the fallible side, White's if both are.
    pub competence: Number,
    /// Of the other side.
    pub opponent: Number,
    /// Who is fallible: `white`, `black` or `both`; the matrix is that side's, or that of a full move.
    pub side: Word,
    /// The model's `κ`, or `0+`.
    pub kappa: Number,
    /// What is averaged over: `boards` or `classes`.
    pub average: Word,
    /// Settings that had to be changed, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What follows from a Markov model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkovResults {
    /// The names of the states, in the order of the matrix.
    pub states: Vec<String>,
    /// The condition number of `I - M`; none if infinite.
    pub condition: Option<f64>,
    /// Depth, and the winner's moves to the goal on average; none where it may never come.
    pub expected_length: Vec<(usize, Option<f64>)>,
    /// The standard deviation of the length from the deepest win.
    pub deviation: Option<f64>,
    /// The number of moves that suffices half of the time, from there.
    pub median: Option<u64>,
    /// The likeliest number of moves, from there.
    pub mode: Option<u64>,
    /// `win_within_N`: depth, and the chance to be at the goal within N moves.
    #[serde(flatten)]
    pub within: BTreeMap<String, Vec<(usize, f64)>>,
    /// Row by row: the chance to go from one state to another.
    pub matrix: Vec<Vec<f64>>,
}

/// What a prediction depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionSettings {
    /// White's men first.
    pub material: String,
    /// What depths count.
    pub metric: Word,
    /// Of the side that wins, or is to move in a drawn position.
    pub competence: Number,
    /// Of the other side.
    pub opponent: Number,
    /// The model's `κ`, or `0+`.
    pub kappa: Number,
    /// What the Markov model averages over: `boards` or `classes`.
    pub average: Word,
    /// Which of several best replies an infallible opponent takes: `uniform`, `hardest` or `easiest`.
    pub ties: Word,
    /// The chance to win is that within so many moves.
    pub moves: usize,
    /// By how much the exact equations miss, as a share of the length.
    pub residual: Option<f64>,
    /// After how many sweeps.
    pub sweeps: Option<usize>,
    /// Why the exact answer is missing, or its lengths.
    pub exact_note: Option<String>,
    /// Settings that had to be changed, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What is predicted of one position: `fallible predict FEN`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionPrediction {
    /// The position.
    pub fen: String,
    /// For the side to move.
    pub value: Value,
    /// What it depends on.
    #[serde(flatten)]
    pub settings: PredictionSettings,
    /// All positions of one depth lumped together.
    pub markov: Prediction,
    /// Position by position; none where the Markov model answers alone: `exact_note` says why.
    pub exact: Option<Prediction>,
}

/// What is predicted of one position, either way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The winner's moves to the goal on average; none where it may never come.
    pub expected_length: Option<f64>,
    /// Their standard deviation; none with the loser to move.
    pub deviation: Option<f64>,
    /// `win_within_N`: the chance to be at the goal within N moves.
    #[serde(flatten)]
    pub within: BTreeMap<String, f64>,
}

/// What is predicted of an endgame, depth by depth: `fallible predict ENDGAME`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndgamePrediction {
    /// What it depends on.
    #[serde(flatten)]
    pub settings: PredictionSettings,
    /// White's wins, White to move.
    pub depths: Vec<DepthPrediction>,
}

/// The positions of one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthPrediction {
    /// In moves.
    pub depth: usize,
    /// How many, unique under the board's symmetries.
    pub positions: u64,
    /// The length by the Markov model.
    pub markov: Option<f64>,
    /// The mean of the exact lengths.
    pub mean: Option<f64>,
    /// The least of them.
    pub least: Option<f64>,
    /// The greatest of them.
    pub greatest: Option<f64>,
    /// The chance to win in time by the Markov model.
    pub markov_within: f64,
    /// The mean of the exact chances.
    pub mean_within: Option<f64>,
}

/// What is predicted of a position in the workbench: `GET /api/predict`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forecasts {
    /// The winner's competence; the loser never errs.
    pub competence: f64,
    /// All positions of one depth lumped together.
    pub markov: Option<Forecast>,
    /// Why not.
    pub markov_note: Option<String>,
    /// Position by position.
    pub exact: Option<Forecast>,
    /// Why not.
    pub exact_note: Option<String>,
    /// Games played out from the position, where it is not worked out exactly.
    pub played_out: Option<PlayedOut>,
}

impl Forecasts {
    /// Nothing can be predicted: why.
    pub fn none(competence: f64, note: &str) -> Forecasts {
        Forecasts {
            competence,
            markov: None,
            markov_note: Some(note.to_owned()),
            exact: None,
            exact_note: Some(note.to_owned()),
            played_out: None,
        }
    }
}

/// How a win goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// The winner's moves to the goal, on average; none where it may never come.
    pub expected_length: Option<f64>,
    /// The chance to get there in 50 moves.
    pub win_within_50: f64,
    /// The number of moves that suffices half of the time.
    pub median: Option<u64>,
}

/// What many games from one position say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedOut {
    /// How many.
    pub games: usize,
    /// The standard error of the chance.
    pub chance_error: f64,
    /// What came out.
    #[serde(flatten)]
    pub forecast: Forecast,
}
