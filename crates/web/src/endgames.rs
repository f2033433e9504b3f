//! The atlas: every endgame with its name, its size and how hard it is.

use endgame::find::{Worth, deepest_positions};
use endgame::index::Index;
use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::outcome_histogram::{Count, OutcomeHistogram, SideHistogram};
use endgame::rules::Color;
use endgame::tables::TablesError;
use serde::Serialize;

use crate::deepest::deepest_win;
use crate::library::Library;
use study::endgame_names::plain_name;

/// One line of the atlas.
#[derive(Clone, Debug, Serialize)]
pub struct EndgameAnswer {
    /// `KQKR`.
    pub material: String,
    /// `queen against rook`.
    pub name: String,
    /// Kings included.
    pub men: usize,
    /// Whether there are any.
    pub pawns: bool,
    /// Both colours can be played.
    pub sides: [&'static str; 2],
    /// Whether its table is there.
    pub solved: bool,
    /// Numbers in its table with either side to move, symmetric images taken out.
    pub positions: usize,
    /// The deepest win of the side named first, or of the other if that one never wins; none if
    /// nobody does. Known before it is solved.
    pub deepest: Option<u16>,
    /// See [`difficulty`].
    pub difficulty: Option<u8>,
}

/// All endgames of three to five men.
pub fn all() -> impl Iterator<Item = Material> {
    (3..=MOST_MEN_LISTED).flat_map(Material::all_with)
}

/// How hard an endgame is, 1 to 5, by its deepest win:
///
/// ```text
/// 1: up to 10 moves   2: up to 20   3: up to 35   4: up to 60   5: more
/// ```
pub fn difficulty(deepest: u16) -> u8 {
    match deepest {
        0..=10 => 1,
        11..=20 => 2,
        21..=35 => 3,
        36..=60 => 4,
        _ => 5,
    }
}

/// One endgame, as if nobody had solved it.
pub fn line(material: &Material) -> EndgameAnswer {
    let deepest = deepest_win(material);
    EndgameAnswer {
        material: material.to_string(),
        name: plain_name(material),
        men: material.men(),
        pawns: material.pawns() > 0,
        sides: ["white", "black"],
        solved: false,
        positions: 2 * Index::new(material).len(),
        deepest,
        difficulty: deepest.map(difficulty),
    }
}

/// Positions with one side to move, by what they are worth to it.
#[derive(Clone, Debug, Serialize)]
pub struct SideAnswer {
    /// Depth and how many.
    pub wins: Vec<(u16, u64)>,
    /// How many.
    pub draws: u64,
    /// Depth and how many.
    pub losses: Vec<(u16, u64)>,
}

impl From<&SideHistogram> for SideAnswer {
    fn from(side: &SideHistogram) -> SideAnswer {
        let pairs = |map: &std::collections::BTreeMap<value::Depth, u64>| {
            map.iter().map(|(depth, &count)| (depth.0, count)).collect()
        };
        SideAnswer { wins: pairs(&side.wins), draws: side.draws, losses: pairs(&side.losses) }
    }
}

/// One endgame in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct StatsAnswer {
    /// `KQKR`.
    pub material: String,
    /// `queen against rook`.
    pub name: String,
    /// White to move, symmetric images counted once.
    pub white: SideAnswer,
    /// Black to move.
    pub black: SideAnswer,
    /// Where the deepest wins begin.
    pub deepest_fens: Vec<String>,
    /// What it takes a player of each competence; none where nobody wins.
    pub difficulty_by_competence: Option<Vec<CompetenceAnswer>>,
}

/// How a player of this competence fares from the deepest win against the infallible defender, by
/// the Markov model.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CompetenceAnswer {
    /// The competence.
    pub c: f64,
    /// Moves to the goal, on average.
    pub expected_length: Option<f64>,
    /// The chance to get there in 50 moves.
    pub chance_within_50: f64,
}

/// Deepest positions shown.
const SHOWN: usize = 4;

/// Counts an endgame, which must be ready.
pub fn stats(library: &Library, material: &Material) -> Result<StatsAnswer, TablesError> {
    let material = material.normalized();
    let table = library.table(&material)?;
    let histogram = OutcomeHistogram::of(&table, Count::Classes);
    let wins = |turn| deepest_positions(&table, turn, Worth::Win, SHOWN);
    let deepest = wins(Color::White).or_else(|| wins(Color::Black));
    let fens = deepest.map(|(_, positions)| positions).unwrap_or_default();
    Ok(StatsAnswer {
        material: material.to_string(),
        name: plain_name(&material),
        white: (&histogram.white).into(),
        black: (&histogram.black).into(),
        deepest_fens: fens.iter().map(endgame::rules::Position::fen).collect(),
        difficulty_by_competence: None,
    })
}
