//! Andrist & Haworth 2005, "Deeper model endgame analysis".

mod table1;

use crate::Experiment;

const PAPER: &str = "andrist2005";

/// Every table and figure of the paper.
pub const EXPERIMENTS: &[Experiment] = &[Experiment {
    key: "andrist2005/table1",
    title: "2,000 games of R_20 against the infallible defender in KQKR",
    run: table1::run,
}];
