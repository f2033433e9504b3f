//! How long a win takes and how likely it is: by the Markov model, exactly, and by games played out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Belief, Number, TheoreticalValue, Word};

/// The Markov model of an endgame for one competence or one belief: `fallible markov`.
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
    /// Of the fallible side, White's if both are; the mean of the belief, if there is one.
    pub competence: Number,
    /// What is believed of it, in full; none if it is known.
    pub belief: Option<Belief>,
    /// Of the other side.
    pub opponent: Number,
    /// Who is fallible: `white`, `black` or `both`; the matrix is that side's, or that of a full move.
    pub side: Word,
    /// The model's `κ`, or `0+`.
    pub kappa: Number,
    /// The name of what moves weigh to the player of this competence; none if all weigh the same.
    pub weights: Option<String>,
    /// What is averaged over: `boards` or `classes`.
    pub average: Word,
    /// Settings that had to be changed, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What follows from a Markov model. Lengths are in the attacker's moves: to the win, or where wins may be
/// given away, until the game is over either way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkovResults {
    /// The names of the states, in the order of the matrix.
    pub states: Vec<String>,
    /// The condition number of `I - M`; none if infinite, and for a belief.
    pub condition: Option<f64>,
    /// Depth, and the length from there on average; none where it may never end.
    pub expected_length: Vec<(usize, Option<f64>)>,
    /// The state that the rest is told from: the deepest win, or as asked.
    pub from: String,
    /// The standard deviation of the length from there.
    pub deviation: Option<f64>,
    /// The number of moves that suffices half of the time, from there.
    pub median: Option<u64>,
    /// The likeliest number of moves, from there.
    pub mode: Option<u64>,
    /// Where the game stands after so many moves, from there.
    pub after: AfterMoves,
    /// How it ends in the long run, from each state, in the order of the matrix: the steady state.
    pub steady_states: Vec<LongRun>,
    /// `win_within_N`: depth, and the chance to be at the goal within N moves.
    #[serde(flatten)]
    pub within: BTreeMap<String, Vec<(usize, f64)>>,
    /// Row by row: the chance to go from one state to another; of a belief that of the first move alone.
    pub matrix: Vec<Vec<f64>>,
}

/// Where a game stands after so many moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AfterMoves {
    /// How many.
    pub moves: usize,
    /// The expected depth, of wins and losses alike, a game that is over or drawn counting as 0.
    pub expected_depth: f64,
    /// The chance to have won.
    pub won: f64,
    /// The chance to win with exactly so many moves.
    pub won_exactly: f64,
    /// The chance that the position is drawn, whether or not the draw can still be left.
    pub drawn: f64,
    /// The chance to have lost.
    pub lost: f64,
    /// The chance of each state, in the order of the matrix.
    pub states: Vec<f64>,
}

/// How a game ends in the long run; the four chances add up to one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LongRun {
    /// Moves until it is over, on average; none where it may never be.
    pub expected_length: Option<f64>,
    /// The attacker wins.
    pub won: f64,
    /// A draw that is never left any more.
    pub drawn: f64,
    /// The attacker loses.
    pub lost: f64,
    /// It goes on for ever.
    pub never: f64,
}

/// What a prediction depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionSettings {
    /// White's men first.
    pub material: String,
    /// What depths count.
    pub metric: Word,
    /// Of the side that wins, or is to move in a drawn position; the mean of the belief, if there is one.
    pub competence: Number,
    /// What is believed of it, in full; none if it is known.
    pub belief: Option<Belief>,
    /// Of the other side.
    pub opponent: Number,
    /// The model's `κ`, or `0+`.
    pub kappa: Number,
    /// The name of what moves weigh to the side of this competence; none if all weigh the same.
    pub weights: Option<String>,
    /// What the Markov model averages over: `boards` or `classes`.
    pub average: Word,
    /// Which of several best replies an infallible opponent takes: `uniform`, `first`, `hardest`, `easiest`, or `predator=PLIES`.
    pub ties: Word,
    /// The chance to win is that within so many moves, each of these.
    pub moves: Vec<usize>,
    /// By how much the exact equations miss at most, in moves: lengths are wrong by at most that share of themselves.
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
    /// For the side to move, with a half-move clock of 0.
    pub value: TheoreticalValue,
    /// How far the 50-move rule is; none if its count stands at 0, and where the metric does not tell.
    pub clock: Option<Clock>,
    /// What it depends on.
    #[serde(flatten)]
    pub settings: PredictionSettings,
    /// All positions of one depth lumped together.
    pub markov: Prediction,
    /// Position by position; none where the Markov model answers alone: `exact_note` says why.
    pub exact: Option<Prediction>,
    /// The game played out under the 50-move rule, both players seeing the clock; in DTZ50 only, for three men, and four without pawns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_rule: Option<RulePrediction>,
}

/// A game under the 50-move rule, from the clock of the position to its end: mate, stalemate, men that cannot mate, or
/// the hundredth half-move without a capture or a pawn move. Both players see the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulePrediction {
    /// The chance that the side predicted wins.
    pub won: f64,
    /// That the game is drawn.
    pub drawn: f64,
    /// That it loses.
    pub lost: f64,
    /// Its moves until the game is over, on average.
    pub expected_length: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// `win_within_N`, `draw_within_N` and `lose_within_N`: the chance that the game has ended so within N of its
    /// moves. None if so many moves would take too much memory.
    #[serde(flatten)]
    pub within: BTreeMap<String, f64>,
}

/// The 50-move rule, counted on from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Half-moves since the last capture or pawn move, from 0 to 100.
    pub halfmoves: u32,
    /// The winner's moves up to the hundredth half-move.
    pub moves_left: usize,
    /// Whether the win comes in time with best play; none in a drawn position.
    pub in_time: Option<bool>,
}

/// What is predicted of one position, either way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The winner's moves to the goal on average, or where wins may be given away those until the game is
    /// over either way; none where that may never come.
    pub expected_length: Option<f64>,
    /// Their standard deviation; none with the loser to move, except over stored moves.
    pub deviation: Option<f64>,
    /// `win_within_N`, `draw_within_N`, `lose_within_N`: the chance that within N of his moves the winner is at the
    /// goal, that the game is drawn for good, and that he has lost. A draw is missing where dead draws are lumped
    /// with live ones, and of the exact answer beyond four men.
    #[serde(flatten)]
    pub within: BTreeMap<String, f64>,
    /// The chance to be at the goal before the 50-move rule ends the game; only with a `clock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_time: Option<f64>,
    /// The chance to win with exactly 1, 2, 3 ... moves, up to the greatest N; only if asked for. With the loser to
    /// move, a win that his first move brings about counts with those of one move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Vec<f64>>,
    /// The same for the game being drawn for good; only if asked for, and where draws are followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_distribution: Option<Vec<f64>>,
    /// The same for losing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_distribution: Option<Vec<f64>>,
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
    /// The length by the Markov model; none where it may never end.
    pub markov: Option<f64>,
    /// The exact lengths of its positions; none where there are none.
    pub exact: Option<LengthRange>,
    /// The chance to win within so many moves, for each number of moves asked for.
    pub within: Vec<WinWithin>,
}

/// The lengths of several positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LengthRange {
    /// Over boards.
    pub mean: f64,
    /// The least of them.
    pub min: f64,
    /// The greatest of them.
    pub max: f64,
}

/// The chance to win in time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WinWithin {
    /// Within so many moves.
    pub moves: usize,
    /// By the Markov model.
    pub markov: f64,
    /// The mean of the exact chances; none where the Markov model answers alone.
    pub exact: Option<f64>,
    /// The chance that the game is drawn for good; only where draws are followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<EndChance>,
    /// The chance to lose; only where losses are followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<EndChance>,
}

/// How likely a game has ended in one way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndChance {
    /// By the Markov model; none where it does not tell such ends apart.
    pub markov: Option<f64>,
    /// The mean of the exact chances; none where they are not known.
    pub exact: Option<f64>,
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
