//! The atlas: every endgame with its name, its size and how hard it is.

use endgame::find::{Worth, deepest_positions};
use endgame::index::Index;
use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::rules::Color;
use endgame::table::Table;

use crate::deepest_wins::deepest_win;
use crate::endgame_names::plain_name;
use crate::schema::{EndgameEntry, EndgameStatistics, Side};

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
pub fn entry(material: &Material) -> EndgameEntry {
    let deepest = deepest_win(material);
    EndgameEntry {
        material: material.to_string(),
        name: plain_name(material),
        men: material.men(),
        pawns: material.pawns() > 0,
        sides: [Side::White, Side::Black],
        solved: false,
        positions: 2 * Index::new(material).len(),
        deepest,
        difficulty: deepest.map(difficulty),
    }
}

/// Deepest positions shown.
const SHOWN: usize = 4;

/// Counts an endgame; what it takes players of several competences is left open.
pub fn statistics(table: &Table) -> EndgameStatistics {
    let material = table.material();
    let histogram = OutcomeHistogram::of(table, Count::Classes);
    let wins = |turn| deepest_positions(table, turn, Worth::Win, SHOWN);
    let deepest = wins(Color::White).or_else(|| wins(Color::Black));
    let fens = deepest.map(|(_, positions)| positions).unwrap_or_default();
    EndgameStatistics {
        material: material.to_string(),
        name: plain_name(&material),
        white: (&histogram.white).into(),
        black: (&histogram.black).into(),
        deepest_fens: fens.iter().map(|position| position.fen()).collect(),
        difficulty_by_competence: None,
    }
}
