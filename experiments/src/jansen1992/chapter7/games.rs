//! The 43 games of table 7.1, as printed; the counts are zeros where a program never errs.

use player::quality::Errors;

const TABLE: &str = include_str!("../../../papers/jansen1992-table7.1.csv");

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

/// Every game, in the order of print.
pub(super) fn games() -> Vec<Game> {
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
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    reader.records().map(|cells| game(cells.expect("rows are even"))).collect()
}
