//! What can be asked about one position: its moves, a player's choices, advice, the best line, a chart.

use endgame::chart::SquareContent;
use endgame::rules::{Position, Square};
use serde::{Deserialize, Serialize};
use value::Metric;

use super::{
    BoardFacts, Clock, Extent, Moments, MoveSquares, MoveValue, Number, Side, TheoreticalValue,
    Word,
};

/// A position and every legal move: `fallible probe`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The position.
    pub fen: String,
    /// What depths count: `dtc`, `dtm`, `dtz` or `dtz50`.
    pub metric: Word,
    /// For the side to move; in DTZ50 the half-move clock counts.
    pub value: TheoreticalValue,
    /// How far the 50-move rule is: whether the win comes in time. Left out in a draw, where the metric does
    /// not tell, and with a count of 0 that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Best first, equal ones in the order of their UCI names.
    pub moves: Vec<MoveValue>,
    /// `syzygy` where Syzygy files answer; left out where our own tables do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Word>,
    /// Whether the depth may be one move short; only where Syzygy files answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounded: Option<bool>,
}

/// The depth by the rule of a position: `fallible probe --dtr`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleDepth {
    /// The position; its half-move clock is not looked at.
    pub fen: String,
    /// What the depth counts: `dtr`.
    pub metric: Word,
    /// For the side to move without any rule; its depth is the least number of moves `k` for which the win
    /// can be forced under a `k`-move rule.
    pub value: TheoreticalValue,
}

/// The moves of a position as Jansen's database lists them: `fallible probe --jansen`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveList {
    /// The position.
    pub fen: String,
    /// For the side to move, in his depths: mate one move deeper than a capture, and one more with the
    /// loser to move.
    pub value: TheoreticalValue,
    /// How many moves are legal.
    pub legal: usize,
    /// How many of them are best.
    pub optimal: usize,
    /// Those that keep the value, best first, equal ones in the order of their UCI names.
    pub moves: Vec<ListedMove>,
}

/// A move in Jansen's list: `Qc8:(1)19`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedMove {
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// The mover's moves to win if he could move again, 1 after a check; none if he would not win.
    pub threat: Option<u16>,
    /// For the mover; the depth is that of the position after the move.
    pub value: TheoreticalValue,
}

/// A position with everything a board and a table of moves show: `GET /api/position`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExploredPosition {
    /// The position.
    #[serde(flatten)]
    pub board: BoardFacts,
    /// What depths count.
    pub metric: Word,
    /// For the side to move.
    pub value: TheoreticalValue,
    /// What a draw is measured against.
    pub extent: Extent,
    /// Best first.
    pub moves: Vec<ExploredMove>,
}

/// A move with what it is worth and what it costs a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExploredMove {
    /// Its names and its value.
    #[serde(flatten)]
    pub valued: MoveValue,
    /// Where from and where to.
    #[serde(flatten)]
    pub squares: MoveSquares,
    /// Whether a win stays a win, a draw a draw.
    pub keeps_value: bool,
    /// Moves of depth given away; none if the value itself is.
    pub conceded: Option<u16>,
    /// What it costs a reference player: `weight * exp(-c * cost)` is its share; none if infinite.
    pub cost: Option<f64>,
    /// 0 if the model never makes it.
    pub weight: f64,
    /// Whether it gives check.
    pub gives_check: bool,
    /// Whether it captures.
    pub captures: bool,
    /// Where it leads.
    pub fen_after: String,
}

/// How likely a player of some competence is to make each move: `fallible choices`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LikelyMoves {
    /// The position.
    pub fen: String,
    /// What depths count.
    pub metric: Word,
    /// The player's competence, or `inf`.
    pub competence: Number,
    /// The model's `κ`, or `0+`.
    pub kappa: Number,
    /// Settings that had to be changed, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// For the side to move.
    pub value: TheoreticalValue,
    /// How far the 50-move rule is: whether the win comes in time. Left out in a draw, where the metric does
    /// not tell, and with a count of 0 that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What a draw is measured against.
    pub extent: Extent,
    /// Best first.
    pub moves: Vec<LikelyMove>,
    /// What to expect after the move.
    pub expected: Expected,
    /// The same for every competence of a grid, if one was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<ChoiceCurve>,
}

/// A move and how likely it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LikelyMove {
    /// Its names and its value.
    #[serde(flatten)]
    pub valued: MoveValue,
    /// `v_m`: 1 without move weights.
    pub weight: f64,
    /// From 0 to 1; all moves add up to 1.
    pub probability: f64,
}

/// What to expect after a move, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// From -1, a certain loss, to 1, a certain win.
    pub value: f64,
    /// The mean number of the state, as the papers count states.
    pub state: f64,
    /// The mean depth of the wins and losses, in moves; none if all are draws.
    pub depth: Option<f64>,
}

/// The choices of a player of one competence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceCurve {
    /// The competence.
    pub competence: f64,
    /// One for each move, in the order of the moves.
    pub probabilities: Vec<f64>,
    /// What to expect after the move.
    pub expected: Expected,
}

/// Which move is hardest for an opponent: `fallible advise`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdvisedMoves {
    /// The position.
    pub fen: String,
    /// What depths count.
    pub metric: Word,
    /// For the side to move.
    pub value: TheoreticalValue,
    /// How far the 50-move rule is: whether the win comes in time. Left out in a draw, where the metric does
    /// not tell, and with a count of 0 that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What a draw is measured against.
    pub extent: Extent,
    /// What is thought of the opponent's competence.
    pub belief: Moments,
    /// The model's `κ`, or `0+`.
    pub kappa: Number,
    /// Half-moves looked ahead.
    pub plies: u16,
    /// Positions looked at.
    pub nodes: usize,
    /// The move to make.
    pub choice: String,
    /// The moves considered, the best first.
    pub options: Vec<AdvisedMove>,
    /// Which move is best against whom.
    pub by_competence: Vec<BestAgainst>,
}

/// A move considered, with what to expect once the opponent has replied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdvisedMove {
    /// Its names and its value.
    #[serde(flatten)]
    pub valued: MoveValue,
    /// Moves of depth given away against the best move; none if the value itself is.
    pub risk: Option<u16>,
    /// From -1, a certain loss, to 1, a certain win, for us.
    pub expected_value: f64,
    /// The same with a draw as the chance that the opponent still errs from there.
    pub score: f64,
    /// The mean depth of the wins and losses, in moves; none if all are draws.
    pub expected_depth: Option<f64>,
    /// Whether no move considered is better.
    pub best: bool,
}

/// A stretch of competences of the opponent against which one move is best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestAgainst {
    /// The move.
    pub san: String,
    /// The least competence.
    pub from: f64,
    /// The greatest.
    pub to: f64,
}

/// What to expect of each move by the opponent's competence: `GET /api/curves`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curves {
    /// The moves that keep the value.
    pub options: Vec<MoveCurve>,
    /// Which of them is best against whom.
    pub by_competence: Vec<BestAgainst>,
}

/// The curve of one move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveCurve {
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// For the mover.
    pub value: TheoreticalValue,
    /// Competence, and the expected depth after the reply; nothing where nobody ever wins.
    pub points: Vec<(f64, f64)>,
}

/// Best play by both sides: `fallible line`, `GET /api/line`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Where it begins.
    pub fen: String,
    /// What depths count.
    pub metric: Word,
    /// For the side to move there.
    pub value: TheoreticalValue,
    /// The moves of both sides.
    pub line: Vec<LineMove>,
    /// Why it ends.
    pub end: LineEnd,
}

/// A best move, and how much choice there was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineMove {
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// For the mover; the depth is that of the position after the move.
    pub value: TheoreticalValue,
    /// How many moves are as good.
    pub optimal: usize,
    /// How many moves are legal.
    pub legal: usize,
    /// Where it leads; the web API only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen_after: Option<String>,
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// Checkmate.
    Mate,
    /// In other games: the side to move has no men or no move.
    Over,
    /// The metric's goal is reached.
    Conversion,
    /// Drawn with best play: there is no goal to play for.
    Draw,
    /// The position repeats, as it can where rounded Syzygy depths lead in a circle.
    Repetition,
    /// As many half-moves as were asked for.
    Length,
}

/// What a position would be worth with one man on every other square: `fallible chart`,
/// `GET /api/chart`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// The position.
    pub fen: String,
    /// The man: `Q` White's, `q` Black's.
    pub piece: String,
    /// The square it stands on.
    pub home: String,
    /// Who is to move.
    pub turn: Side,
    /// What depths count.
    pub metric: Word,
    /// `metric`, or `jansen` for depths as in Jansen's thesis.
    pub convention: Word,
    /// All 64, `a1` first, `b1` next.
    pub squares: Vec<ChartSquare>,
}

impl Chart {
    /// A chart of a position, its depths counted by a metric and a convention.
    pub fn of(
        position: &Position,
        chart: &endgame::chart::Chart,
        metric: Metric,
        convention: &'static str,
    ) -> Chart {
        let square = |(number, &cell): (usize, &SquareContent)| {
            let (man, value) = match cell {
                SquareContent::Man(man) => (Some(man.char().to_string()), None),
                SquareContent::Value(outcome) => (None, Some(outcome.into())),
                _ => (None, None),
            };
            let square = Square::new(number as u32).to_string();
            ChartSquare { square, man, legal: value.is_some(), value }
        };
        Chart {
            fen: position.fen(),
            piece: chart.man.char().to_string(),
            home: chart.home.to_string(),
            turn: chart.turn.into(),
            metric: metric.word().into(),
            convention: convention.into(),
            squares: chart.cells.iter().enumerate().map(square).collect(),
        }
    }
}

/// One square of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartSquare {
    /// Its name.
    pub square: String,
    /// The other man that stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<String>,
    /// Whether the man makes a legal position here.
    pub legal: bool,
    /// For the side to move; none where it makes none.
    pub value: Option<TheoreticalValue>,
}
