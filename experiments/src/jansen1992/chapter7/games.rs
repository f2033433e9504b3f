//! The 43 games of table 7.1, and those printed again in tables 7.2, 7.4 and 7.6, as printed; the counts are zeros where a program never errs.

use player::quality::Errors;

const TABLE_7_1: &str = include_str!("../../../papers/jansen1992-table7.1.csv");
const TABLE_7_2: &str = include_str!("../../../papers/jansen1992-table7.2.csv");
const TABLE_7_4: &str = include_str!("../../../papers/jansen1992-table7.4.csv");
const TABLE_7_6: &str = include_str!("../../../papers/jansen1992-table7.6.csv");

/// One row.
pub(super) struct Game {
    pub(super) number: usize,
    pub(super) subject: String,
    pub(super) program: String,
    pub(super) person: Errors,
    pub(super) machine: Errors,
    /// `#`, `S`, `P`, `D` (the depth, that after a large first error in brackets) and the counts.
    pub(super) given: Vec<String>,
    /// `pH delH dH pC delC dC Net DMAX`, `-` or `??` where nothing is printed.
    pub(super) printed: Vec<String>,
}

/// Which of the tables that print games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printed {
    /// All.
    Table7_1,
    /// The first series.
    Table7_2,
    /// The second series.
    Table7_4,
    /// HP2 beside the other programs.
    Table7_6,
}

/// Every game, in the order of print.
pub(super) fn games() -> Vec<Game> {
    games_of(Printed::Table7_1)
}

/// The games that a table prints.
pub(super) fn games_of(table: Printed) -> Vec<Game> {
    let text = match table {
        Printed::Table7_1 => TABLE_7_1,
        Printed::Table7_2 => TABLE_7_2,
        Printed::Table7_4 => TABLE_7_4,
        Printed::Table7_6 => TABLE_7_6,
    };
    let game = |cells: csv::StringRecord| {
        let count = |at: usize| cells[at].parse::<u64>().expect("a count");
        let errors = |at: usize| {
            let [moves, mistakes, total] = [at, at + 1, at + 2].map(count);
            Errors { moves, mistakes, total, fatal: 0 }
        };
        Game {
            number: count(0) as usize,
            subject: cells[1].to_owned(),
            program: cells[2].to_owned(),
            person: errors(4),
            machine: errors(7),
            given: cells.iter().take(10).map(str::to_owned).collect(),
            printed: cells.iter().skip(10).map(str::to_owned).collect(),
        }
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|cells| game(cells.expect("rows are even"))).collect()
}
