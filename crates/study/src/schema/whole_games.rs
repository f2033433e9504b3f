//! Whole games: `fallible profile --json`, `fallible calibrate --json` and the scale it writes.

use serde::{Deserialize, Serialize};

use super::Word;

/// The law by which decisions are judged, and whose scores it is applied to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisionModel {
    /// The family: `haworth`, `power`, `softmax`, `power-chance`, `softmax-chance` or `regan`.
    pub family: Word,
    /// `kappa`, in pawns; for `power-chance` in tenths of a certain win. Null where the law has none.
    pub kappa: Option<f64>,
    /// What a mate is worth and an evaluation at most, in pawns; null if mates count by their moves.
    pub mate: Option<f64>,
    /// The share of moves that are chosen at random.
    pub lapse: f64,
    /// The exponent of `regan`; null elsewhere.
    pub exponent: Option<f64>,
    /// Who scored the moves, as in `Stockfish 15.1, depth 8, multipv`.
    pub reference: String,
}

/// A competence with its uncertainty, clustered by game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusteredEstimate {
    /// The posterior mean, from a uniform prior on the family's grid.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The lower end of the interval that holds 95 %.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A rating with its uncertainty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingEstimate {
    /// The rating whose players have this competence.
    pub mean: f64,
    /// The lower end of the interval that holds 95 %, the error of the scale included.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Competence and `kappa` inferred together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointEstimate {
    /// Mean and standard deviation of the competence, whatever the `kappa`.
    pub competence: (f64, f64),
    /// Mean and standard deviation of `kappa`.
    pub kappa: (f64, f64),
}

/// The decisions of one group of a profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProfileGroup {
    /// A player, a band of ratings by its least, an event, a phase, ...; `all` for everybody.
    pub group: String,
    /// Games.
    pub games: usize,
    /// Decisions, forced moves not counted.
    pub decisions: usize,
    /// The apparent competence.
    pub competence: ClusteredEstimate,
    /// The variance of the estimate over what it would be if the decisions of a game were independent.
    pub design_effect: f64,
    /// The rating of that competence; null without a scale.
    pub elo: Option<RatingEstimate>,
    /// Nats per decision at the mean competence.
    pub log_loss: f64,
    /// The share of decisions in which the likeliest move was played.
    pub top1: f64,
    /// Competence and `kappa` together, with `--fit-kappa`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<JointEstimate>,
    /// The profile `EP = sum q_c E_p(c)` with `--posterior`: each `c` of the grid with its `q_c`, if above one in a million.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<Vec<(f64, f64)>>,
}

/// How well each group chose its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProfileReport {
    /// What the decisions were judged by.
    pub model: DecisionModel,
    /// The name of the scale that gives ratings; null without one.
    pub scale: Option<String>,
    /// What groups are made of: `player`, `band`, ...
    pub by: Word,
    /// The groups.
    pub groups: Vec<ProfileGroup>,
    /// Groups with too few decisions, which are not listed.
    pub left_out: usize,
    /// Decisions with so few men that a table could judge them exactly.
    pub exact_zone: usize,
    /// Those of them that tables did judge: every move that keeps the result is as good as the best.
    #[serde(default)]
    pub judged_by_tables: usize,
}

/// The decisions of the players of one band of ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScaleBand {
    /// The mean rating of the decisions' players.
    pub elo: f64,
    /// The least rating of the band, which is 200 points wide.
    pub from: u16,
    /// Games.
    pub games: usize,
    /// Decisions.
    pub decisions: usize,
    /// Their apparent competence.
    pub competence: ClusteredEstimate,
}

/// A curve from rating to competence, never falling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScaleFit {
    /// `line` (`c = a + b x`), `exponential` (`c = exp(a + b x)`), both with `x` in thousands of points, or `isotonic` (straight between the `knots`).
    pub curve: Word,
    /// `a` and `b`; empty for `isotonic`.
    pub parameters: Vec<f64>,
    /// Ratings with their competences; empty but for `isotonic`.
    pub knots: Vec<(f64, f64)>,
    /// The ratings between which the curve was measured: beyond, it says nothing.
    pub range: (f64, f64),
}

/// How far the curve is from bands that it was not fitted to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScaleErrors {
    /// Root mean square error of the competence of a band left out.
    pub competence: f64,
    /// Root mean square error of the rating that the curve gives the competence of a band left out, in points.
    pub elo: f64,
    /// Standard error of the curve, in points, by leaving out band after band: by so much a rating errs however many decisions there are.
    pub curve: f64,
    /// What each curve that was tried errs by in competence, band by band left out.
    pub curves: Vec<(String, f64)>,
}

/// Competence by rating in one pool: the file that `fallible calibrate` writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompetenceScale {
    /// Always `fallible-scale`.
    pub format: Word,
    /// The version of the file, 1.
    pub version: u32,
    /// Whose ratings: `fide`, `rapid`, `lichess`, `fics` or a name of your own.
    pub pool: String,
    /// What the decisions were judged by: the scale holds for this alone.
    pub model: DecisionModel,
    /// Where the decisions come from, and when the scale was made.
    pub source: String,
    /// Bands of ratings, the lowest first.
    pub bands: Vec<ScaleBand>,
    /// The curve.
    pub fit: ScaleFit,
    /// How good it is.
    pub error: ScaleErrors,
}

/// How well a model foresees moves of games held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOutScore {
    /// The mean of `-ln P` of the moves played.
    pub nats: f64,
    /// Its standard error.
    pub error: f64,
    /// The share of moves played that the model holds for the likeliest.
    pub top1: f64,
    /// The mean of `-ln P` if all moves were alike.
    pub uniform: f64,
}

/// How far off a rating is that decisions of players of about one rating speak for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingError {
    /// Decisions put together.
    pub decisions: usize,
    /// How often that could be done.
    pub cells: usize,
    /// The mean absolute error of the mean rating of the others.
    pub constant: f64,
    /// Of a line through the logarithm of the average centipawn loss.
    pub centipawn_loss: f64,
    /// Of the model's posterior mean.
    pub model: f64,
    /// Of a line through that mean as it is if every decision stands alone.
    pub recalibrated: f64,
    /// How often the model's 95 % interval holds the rating.
    pub coverage: f64,
}

/// A model of one pool of players on games held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoolReport {
    /// The pool of ratings.
    pub pool: String,
    /// Who scored the moves; null for the model without scores.
    pub reference: Option<String>,
    /// The depths whose scores it sees, the shallowest first; none without scores.
    pub depths: Vec<u16>,
    /// Decisions.
    pub decisions: usize,
    /// How well it foresees them.
    pub held_out: HeldOutScore,
    /// How many decisions count for one.
    pub dispersion: f64,
    /// How far off ratings are.
    pub errors: Vec<RatingError>,
}

/// `fallible train --json`: models of human choice, learned and tried on games held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HumanModelReport {
    /// Moves that the weights of looks were learned from.
    pub examples: usize,
    /// Each pool, with scores and without.
    pub pools: Vec<PoolReport>,
}

/// What everybody knows, beside the rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RateBaselines {
    /// The average centipawn loss, everything beyond ten pawns counting as ten.
    pub centipawn_loss: f64,
    /// The mean of Lichess's accuracy of each move, in per cent.
    pub accuracy: f64,
    /// The share of moves that the engine holds for best.
    pub agreement: f64,
}

/// A part of a player's decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatedPart {
    /// A phase, a colour or a class of time control.
    pub part: Word,
    /// Decisions in it.
    pub decisions: usize,
    /// The rating they speak for.
    pub elo: RatingEstimate,
    /// What everybody knows.
    pub baselines: RateBaselines,
}

/// `fallible rate --json`: the rating that a player's moves speak for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RateReport {
    /// The player.
    pub player: String,
    /// Games with decisions.
    pub games: usize,
    /// Decisions: moves with an alternative, after the opening.
    pub decisions: usize,
    /// The pool whose ratings are meant.
    pub pool: String,
    /// Who scored the moves.
    pub reference: String,
    /// Whether the rating uses these scores, or only what the moves look like.
    pub sees_scores: bool,
    /// The rating with its 95 % interval.
    pub elo: RatingEstimate,
    /// The mean of the ratings the games carry; null if none does.
    pub tagged: Option<f64>,
    /// Games like these that would halve the interval.
    pub games_to_halve: usize,
    /// What everybody knows.
    pub baselines: RateBaselines,
    /// By phase of the game.
    pub phases: Vec<RatedPart>,
    /// By colour.
    pub colours: Vec<RatedPart>,
    /// By class of time control.
    pub time_controls: Vec<RatedPart>,
    /// What to keep in mind.
    pub remarks: Vec<String>,
}
