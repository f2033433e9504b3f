//! Haworth & Velliste 1998, "Chess endgames and neural networks".

mod accuracy;
mod at_the_board;
mod exact;
mod section6;
mod section7;
mod table6;
mod tables;
mod trials;
mod unseen;

use endgame::material::Material;
use net::kpk::{Kpk, KpkPosition};
use net::trial::Instance;

use crate::{ExperimentError, Lab, Row};

/// Every table and figure of the paper.
#[rustfmt::skip] // a line each
const PRINTED: &[Row] = &[
    ("haworth1998/table1", "the sets of positions of Table 1", tables::table1),
    ("haworth1998/table2", "how many positions KPK has, won and drawn", tables::table2),
    ("haworth1998/table3", "wins by the plies to conversion", tables::table3),
    ("haworth1998/table5", "the 41 trials: networks trained and tested", trials::table5),
    ("haworth1998/figure3", "misclassified positions of the a-file, epoch by epoch", trials::figure3),
    ("haworth1998/table6", "the positions of the a-file that remain misclassified", table6::run),
];

/// What it did not ask for.
#[rustfmt::skip] // a line each
const BEYOND: &[Row] = &[
    ("haworth1998/accuracy", "what an accuracy of 99.8 % means at the board: competence, wins, draws", accuracy::run),
    ("haworth1998/exact", "KPK without an error: a network, a decision tree and a decision diagram in bytes", exact::run),
];

/// The paper's tables and figures, its questions, and what it did not ask.
pub(crate) const EXPERIMENTS: [&[Row]; 4] =
    [PRINTED, section6::EXPERIMENTS, section7::EXPERIMENTS, BEYOND];

/// Every position of KPK.
fn kpk(lab: &Lab<'_>) -> Result<Kpk, ExperimentError> {
    let material: Material = "KPK".parse()?;
    Ok(Kpk::of(&*lab.tables.table(&material, &lab.monitor)?))
}

/// Positions as a trial sees them.
fn instances(positions: &[KpkPosition]) -> Vec<Instance> {
    let seen = |position: &KpkPosition| Instance {
        inputs: position.inputs().to_vec(),
        is_won: position.is_won(),
    };
    positions.iter().map(seen).collect()
}
