//! Chapter 5: the shape of KQKR, and two figures of chapters 6 and 8 that follow from it.
//!
//! All in Jansen's depths: mate counts one move deeper than a capture, and with Black to move a depth
//! is one more than the moves White still needs.

mod counts;
mod errors;
mod figure5_10;
mod krkn_test;
mod moves;
mod places;
mod table5_1;

use std::sync::Arc;

use endgame::jansen;
use endgame::rules::Color;
use endgame::successors::Successors;
use endgame::survey::{Settings, Survey};
use endgame::table::Table;
use study::survey_plots::View;

use crate::lab::kept;
use crate::{ExperimentError, Lab, Row};

/// Its tables and figures.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/table5.1", "KQKR positions of each depth", table5_1::run),
    ("jansen1992/figure5.1", "the distribution of depths and its bottleneck", places::figure5_1),
    ("jansen1992/figure5.2", "White's moves, good moves and optimal moves", moves::figure5_2),
    ("jansen1992/figure5.3", "White's moves as a function of depth", moves::figure5_3),
    ("jansen1992/figure5.4", "White's branching factor and depth together", moves::figure5_4),
    ("jansen1992/figure5.5", "Black's moves, long lines and optimal moves", moves::figure5_5),
    ("jansen1992/figure5.6", "Black's moves as a function of depth", moves::figure5_6),
    ("jansen1992/figure5.7", "the depth after a random move of White's", errors::figure5_7),
    ("jansen1992/figure5.8", "the depth after a random move from depth 16", errors::figure5_8),
    ("jansen1992/figure5.9", "the expected depth after a random move", errors::figure5_9),
    ("jansen1992/figure5.10", "a depth chart: the queen on every square", figure5_10::run),
    ("jansen1992/section5.4", "60 positions of KRKN to be answered, made anew", krkn_test::run),
    ("jansen1992/figure6.12", "where the Black king stands at each depth", places::figure6_12),
    ("jansen1992/figure8.2", "long lines within a risk", moves::figure8_2),
];

/// KQKR in Jansen's depths.
pub(crate) struct Kqkr {
    /// What each position is worth.
    pub(crate) table: Arc<Table>,
    /// What it looks like.
    pub(crate) survey: Survey,
}

impl Kqkr {
    fn view(&self, turn: Color) -> View<'_> {
        View {
            endgame: "KQKR",
            note: "Jansen's depths, classes",
            side: self.survey.side(turn, Color::White),
            turn,
            winner: Color::White,
            flipped: false,
        }
    }
}

impl Lab<'_> {
    /// KQKR in Jansen's depths, solved and surveyed once.
    pub(crate) fn kqkr(&self) -> Result<Arc<Kqkr>, ExperimentError> {
        kept(&self.kqkr, || {
            let table = Arc::new(jansen::solve(self.tables, &"KQKR".parse()?, &self.monitor)?);
            let successors = Successors::over(self.tables, table.clone(), &self.monitor)?;
            let survey = Survey::of(&successors, Settings::default(), &self.monitor)?;
            Ok(Kqkr { table, survey })
        })
    }
}

/// What every report of this chapter must say.
const CONVENTION: &str = "Depths are Jansen's: mate counts one move deeper than a capture. With Black to move he prints one \
     more than the moves White still needs; plots and the column `moves` count White's moves, the column `depth` is his.";
