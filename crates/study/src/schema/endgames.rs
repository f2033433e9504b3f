//! Whole endgames: counted, searched, solved, checked and listed.

use std::collections::BTreeMap;

use endgame::outcome_histogram::SideHistogram;
use endgame::query::{PositionSet, Query};
use serde::{Deserialize, Serialize};
use value::Depth;

use super::{Holds, Side, TheoreticalValue, Word};

/// How many positions of each depth: `fallible stats`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// White's men first.
    pub material: String,
    /// What depths count.
    pub metric: Word,
    /// What is counted: `classes` or `boards`.
    pub count: Word,
    /// White to move.
    pub white: DepthCounts,
    /// Black to move.
    pub black: DepthCounts,
}

/// Positions with one side to move, by what they are worth to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthCounts {
    /// Depth and how many.
    pub wins: Vec<(u16, u64)>,
    /// How many.
    pub draws: u64,
    /// Depth and how many.
    pub losses: Vec<(u16, u64)>,
}

impl From<&SideHistogram> for DepthCounts {
    fn from(side: &SideHistogram) -> DepthCounts {
        let pairs = |by_depth: &BTreeMap<Depth, u64>| {
            by_depth.iter().map(|(depth, &count)| (depth.0, count)).collect()
        };
        DepthCounts { wins: pairs(&side.wins), draws: side.draws, losses: pairs(&side.losses) }
    }
}

/// One endgame in numbers: `GET /api/endgames/KQKR`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndgameStatistics {
    /// `KQKR`.
    pub material: String,
    /// `queen against rook`.
    pub name: String,
    /// White to move, symmetric images counted once.
    pub white: DepthCounts,
    /// Black to move.
    pub black: DepthCounts,
    /// Where the deepest wins begin.
    pub deepest_fens: Vec<String>,
    /// What it takes a player of each competence; none where nobody wins.
    pub difficulty_by_competence: Option<Vec<CompetenceForecast>>,
}

/// How a player of this competence fares from the deepest win against the infallible defender, by
/// the Markov model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompetenceForecast {
    /// The competence.
    pub competence: f64,
    /// Moves to the goal, on average.
    pub expected_length: Option<f64>,
    /// The chance to get there in 50 moves.
    pub win_within_50: f64,
}

/// One line of the atlas: `GET /api/endgames`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndgameEntry {
    /// `KQKR`.
    pub material: String,
    /// `queen against rook`.
    pub name: String,
    /// Kings included.
    pub men: usize,
    /// Whether there are any.
    pub pawns: bool,
    /// Both colours can be played.
    pub sides: [Side; 2],
    /// Whether its table is there.
    pub solved: bool,
    /// Numbers in its table with either side to move, symmetric images taken out.
    pub positions: usize,
    /// The deepest win of the side named first, or of the other if that one never wins, in moves to
    /// conversion; none if nobody does. Known before it is solved.
    pub deepest: Option<u16>,
    /// From 1 to 5, by the deepest win.
    pub difficulty: Option<u8>,
}

/// Positions found: `fallible find`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// White's men first.
    pub material: String,
    /// What depths count.
    pub metric: Word,
    /// How many there are, symmetric images counted once.
    pub total: u64,
    /// As many as were asked for, in the order found or ranked.
    pub positions: Vec<FoundPosition>,
}

/// A position found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundPosition {
    /// The position.
    pub fen: String,
    /// For the side to move.
    pub value: TheoreticalValue,
    /// What it is ranked by, with `--rank`: its difficulty, the decimal logarithm of the number of
    /// optimal lines through it, or the chance that the side to move loses the draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<f64>,
    /// How the draw is held, with `--rank losing`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<Holds>,
}

/// A result that can be asked for again: the file of `fallible find --save`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSet {
    /// White's men first.
    pub material: String,
    /// What depths count.
    pub metric: Word,
    /// Who is to move.
    pub side: Side,
    /// What was asked.
    pub query: String,
    /// How many positions there are, symmetric images counted once.
    pub total: u64,
    /// The checksum of the table's bytes, in hexadecimal digits.
    pub checksum: String,
    /// Symmetric images told apart: 1 if the query does not speak of squares, else 8, with pawns 2.
    pub images: usize,
    /// A bit for each number of the table and each image, compressed by zstd, in hexadecimal digits.
    pub bits: String,
}

impl SavedSet {
    /// A result with what was asked.
    pub fn new(set: &PositionSet, query: &Query, total: u64) -> SavedSet {
        SavedSet {
            material: set.material.to_string(),
            metric: set.metric.word().into(),
            side: set.side.into(),
            query: query.to_string(),
            total,
            checksum: format!("{:016x}", set.checksum),
            images: set.images,
            bits: set.bits(),
        }
    }

    /// The result; none if the file was damaged.
    pub fn set(&self) -> Option<PositionSet> {
        let material = self.material.parse().ok()?;
        let metric = self.metric.parse().ok()?;
        let checksum = u64::from_str_radix(&self.checksum, 16).ok()?;
        let unread = PositionSet::unread(material, self.side.into(), metric, checksum, self.images);
        unread.with_bits(&self.bits)
    }
}

/// Tables made: `fallible solve`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// What depths count.
    pub metric: Word,
    /// In the order asked for.
    pub endgames: Vec<SolvedEndgame>,
    /// On the clock.
    pub seconds: f64,
    /// On all processors together.
    pub cpu_seconds: Option<f64>,
    /// The most memory held at once, in bytes.
    pub peak_memory: Option<u64>,
    /// What tables and the solver may take together, in bytes.
    pub memory_budget: usize,
}

/// One endgame that was solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedEndgame {
    /// White's men first.
    pub material: String,
    /// Whether its table was there already.
    pub cached: bool,
    /// White to move.
    pub white: OutcomeTotals,
    /// Black to move.
    pub black: OutcomeTotals,
    /// On the clock.
    pub seconds: f64,
    /// On all processors together.
    pub cpu_seconds: Option<f64>,
}

/// Positions with one side to move, symmetric images counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeTotals {
    /// Won by the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// In moves; none if it never wins.
    pub deepest_win: Option<u16>,
    /// In moves; none if it never loses.
    pub deepest_loss: Option<u16>,
}

impl From<&SideHistogram> for OutcomeTotals {
    fn from(side: &SideHistogram) -> OutcomeTotals {
        OutcomeTotals {
            wins: side.won(),
            draws: side.draws,
            losses: side.lost(),
            deepest_win: side.deepest_win().map(|(depth, _)| depth.0),
            deepest_loss: side.deepest_loss().map(|(depth, _)| depth.0),
        }
    }
}

/// Tables checked: `fallible verify`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// What depths count.
    pub metric: Word,
    /// Who judged: `successors`, `walk` or `graph`.
    pub judge: Word,
    /// In the order asked for.
    pub endgames: Vec<VerifiedEndgame>,
}

/// What the judge says of one endgame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifiedEndgame {
    /// White's men first.
    pub material: String,
    /// Positions looked at.
    pub checked: u64,
    /// About one in how many that is; 1 if all were.
    pub every: u64,
    /// Those on which the table and the judge disagree.
    pub wrong: u64,
    /// The first of them, a sentence each.
    pub first: Vec<String>,
}

/// Names of remade tables and figures: `fallible reproduce --list`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExperimentList {
    /// In the order of print.
    pub experiments: Vec<ExperimentName>,
}

/// A table or figure of a paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExperimentName {
    /// `andrist2005/table1`.
    pub name: Word,
    /// What it shows.
    pub title: Word,
}

/// Tables and figures remade: `fallible reproduce`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduction {
    /// In the order of print.
    pub experiments: Vec<Reproduced>,
}

/// One of them, compared with the print.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduced {
    /// Its name and title.
    #[serde(flatten)]
    pub name: ExperimentName,
    /// What is printed in numbers.
    pub comparisons: Vec<Comparison>,
    /// The files written.
    pub files: Vec<String>,
}

/// A number of ours beside one of theirs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What is compared.
    pub what: String,
    /// Our number.
    pub ours: f64,
    /// Its standard error; 0 if it is exact.
    pub error: f64,
    /// Theirs, as printed; none if it is not.
    pub theirs: Option<f64>,
    /// How far ours may be from it.
    pub spread: Option<f64>,
    /// The verdict in a word.
    pub verdict: String,
}
