//! A database of one endgame: which of its positions are so?
//!
//! The interface to a solved endgame that Jansen 1992 lists among its contributions (section 8.4): sets
//! of positions, found by what is true of them, and operators on such sets. A query is an expression of
//! the language of rules ([`heuristics`](crate::heuristics)), asked of positions instead of moves:
//!
//! ```text
//! text -> Query -> tree of sets -> PositionSet -> positions, in order, at random or ranked
//! ```
//!
//! - `atom`: what can be asked
//! - `ready`: the tree with the sets and charts it needs; `evaluate`: asked about 64 positions at a time
//! - `set`: a result
//! - `optimal_paths`: difficulty, and how many optimal lines pass through

mod atom;
mod evaluate;
mod optimal_paths;
mod ready;
mod set;

pub use optimal_paths::difficulty;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use value::Metric;
use xxhash_rust::xxh3::Xxh3;

use crate::draw_depth::{DrawDepthError, DrawDepthTable};
use crate::heuristics::RuleError;
use crate::heuristics::rule::expression::Expression;
use crate::heuristics::rule::parser::parse_truth;
use crate::index::Symmetry;
use crate::material::Material;
use crate::progress::Monitor;
use crate::rules::{Color, Position, color_name, side};
use crate::successors::{Successors, WalkError};
use crate::table::Table;
use crate::tables::{Tables, TablesError};

use atom::PositionAtom;
pub use atom::reference;
pub use set::PositionSet;

/// A truth about a position, such as `depth = 20 and zugzwang and not check and K on d4`.
#[derive(Clone, Debug, PartialEq)]
pub struct Query(Expression<PositionAtom>);

impl FromStr for Query {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Query, RuleError> {
        parse_truth(text).map(Query)
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Query {
    /// The files it asks for.
    pub fn files(&self) -> Vec<String> {
        fn collect(tree: &Expression<PositionAtom>, files: &mut Vec<String>) {
            tree.each_atom(&mut |atom| match atom {
                PositionAtom::In(file) => files.push(file.clone()),
                PositionAtom::Set(_, inner) => collect(inner, files),
                _ => (),
            });
        }
        let mut files = Vec::new();
        collect(&self.0, &mut files);
        files
    }
}

/// Why a query has no answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum QueryError {
    #[error(
        "{name} holds positions of {holds}, and this is {asked}: operators join results of one endgame, ask {holds} instead"
    )]
    OtherEndgame { name: String, holds: Material, asked: Material },
    #[error(
        "{name} was found in {holds} tables, and these are {asked}: give --metric {}, or find it again",
        .holds.word()
    )]
    OtherMetric { name: String, holds: Metric, asked: Metric },
    #[error("{0} was found in another table of this endgame: find it again and save it")]
    OtherTable(String),
    #[error(
        "{name} holds positions with {} to move, and here {} is: give --side, or ask for can-reach(in {name})",
        color_name(*.holds), color_name(.holds.other())
    )]
    OtherSide { name: String, holds: Color },
    #[error("nothing is called {0}: open its file first")]
    NoSuchSet(String),
    #[error(
        "{0} with its colours exchanged is another endgame: `exchange` is for endgames such as KRKR"
    )]
    NotSymmetric(Material),
    #[error("{material} has no {man} when {} moves: name one of its men", color_name(*.mover))]
    MissingMan { material: Material, man: String, mover: Color },
    #[error(
        "{0} has more than {MOST_MEN} men: difficulty and optimal lines are worked out for at most so many"
    )]
    TooManyMen(Material),
    #[error(transparent)]
    Draws(#[from] DrawDepthError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Choices(#[from] value::ChoiceError),
}

/// The most men for which difficulty and optimal lines are worked out.
pub const MOST_MEN: usize = 4;

/// By what positions are ranked, the greatest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// How hard it is to play well from here to the end (Jansen 1992, section 9.1.2): the decimal
    /// logarithm of 1 over the chance that a player of random moves makes none but optimal ones, against
    /// random optimal replies. In a draw, of one over the share of moves that keep it.
    Difficulty,
    /// How many optimal lines lead through here to the goal, whatever won position they begin in
    /// (section 9.1.1), as a decimal logarithm.
    Paths,
}

/// A number for each position with White and with Black to move, by the table's numbers.
type Charts = Arc<[Vec<f64>; 2]>;

/// One solved endgame that can be asked.
pub struct Database<'t> {
    successors: Successors<'t>,
    material: Material,
    /// The images of a board that a number stands for: 8 without pawns, 2 with.
    symmetries: Vec<Symmetry>,
    sets: BTreeMap<String, Arc<PositionSet>>,
    checksum: OnceLock<u64>,
    charts: [OnceLock<Charts>; 2],
    draw_depths: OnceLock<Arc<DrawDepthTable>>,
}

impl<'t> Database<'t> {
    /// Opens an endgame, in the colours of its name.
    pub fn open(
        tables: &'t Tables,
        material: Material,
        monitor: &Monitor<'_>,
    ) -> Result<Database<'t>, TablesError> {
        let successors = Successors::of(tables, &material, monitor)?;
        let symmetries = set::symmetries(&material);
        Ok(Database {
            successors,
            material,
            symmetries,
            sets: BTreeMap::new(),
            checksum: OnceLock::new(),
            charts: [OnceLock::new(), OnceLock::new()],
            draw_depths: OnceLock::new(),
        })
    }

    /// Its table.
    pub fn table(&self) -> &Table {
        self.successors.table()
    }

    /// Its positions with their moves.
    pub fn successors(&self) -> &Successors<'t> {
        &self.successors
    }

    /// Makes a saved result known by the name that queries call it.
    pub fn add(&mut self, name: &str, set: PositionSet) -> Result<(), QueryError> {
        self.check(name, &set)?;
        self.sets.insert(name.to_owned(), Arc::new(set));
        Ok(())
    }

    /// The positions that are so, with one side to move.
    pub fn find(
        &self,
        query: &Query,
        side: Color,
        monitor: &Monitor<'_>,
    ) -> Result<PositionSet, QueryError> {
        let images = ready::images(self, &query.0);
        self.set(&query.0, self.material.table_color(side), images, monitor)
    }

    fn checksum(&self) -> u64 {
        *self.checksum.get_or_init(|| {
            let mut hash = Xxh3::new();
            Color::ALL.into_iter().for_each(|turn| hash.update(self.table().codes(turn)));
            hash.digest()
        })
    }

    /// What every position is ranked by.
    fn chart(&self, rank: Rank, monitor: &Monitor<'_>) -> Result<Charts, QueryError> {
        let kept = &self.charts[usize::from(rank == Rank::Paths)];
        if let Some(charts) = kept.get() {
            return Ok(Arc::clone(charts));
        }
        if self.material.men() > MOST_MEN {
            return Err(QueryError::TooManyMen(self.material));
        }
        let charts = match rank {
            Rank::Difficulty => optimal_paths::difficulty(&self.successors, monitor)?,
            Rank::Paths => optimal_paths::through(&self.successors, monitor)?,
        };
        Ok(Arc::clone(kept.get_or_init(|| Arc::new(charts))))
    }

    /// How deep its draws are.
    pub fn draw_depths(&self, monitor: &Monitor<'_>) -> Result<Arc<DrawDepthTable>, QueryError> {
        if let Some(depths) = self.draw_depths.get() {
            return Ok(Arc::clone(depths));
        }
        let depths = Arc::new(DrawDepthTable::of(&self.successors, monitor)?);
        Ok(Arc::clone(self.draw_depths.get_or_init(|| depths)))
    }

    /// A position of a set by its number, in the colours of the endgame's name and the first image that
    /// belongs.
    pub(crate) fn position(&self, set: &PositionSet, number: usize) -> Option<Position> {
        let image = (0..set.images).find(|&image| set.has(number, image))?;
        let shown = self.shown(&self.successors.men(number), image);
        Position::from_men(shown.pieces(), set.side).ok()
    }

    /// The greatest so many of a set, the first numbers first among equals.
    pub fn ranked(
        &self,
        set: &PositionSet,
        rank: Rank,
        limit: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<(Position, f64)>, QueryError> {
        let charts = self.chart(rank, monitor)?;
        let chart = &charts[side(self.material.table_color(set.side))];
        Ok(self.ranked_by(set, chart, limit))
    }

    /// The same by whatever is known of each number.
    pub fn ranked_by(
        &self,
        set: &PositionSet,
        chart: &[f64],
        limit: usize,
    ) -> Vec<(Position, f64)> {
        let mut numbers: Vec<usize> = set.numbers(self.table().index()).collect();
        numbers.par_sort_unstable_by(|&a, &b| chart[b].total_cmp(&chart[a]).then(a.cmp(&b)));
        let best = numbers.into_iter().take(limit);
        best.filter_map(|number| Some((self.position(set, number)?, chart[number]))).collect()
    }

    /// Positions of a set in the order of their numbers, or at random.
    pub fn pick(&self, set: &PositionSet, pick: crate::find::Pick, limit: usize) -> Vec<Position> {
        let index = self.table().index();
        let numbers = crate::find::pick(index, |cell| set.members(index, cell), pick, limit);
        numbers.into_iter().filter_map(|number| self.position(set, number)).collect()
    }
}
