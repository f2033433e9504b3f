//! Andrist & Haworth 2005, "Deeper model endgame analysis".

mod appendixc;
mod depths;
mod masters;
mod section4;
mod section6;
mod table1;
mod winning;

use crate::{Lab, Row};

/// The competences of figure 4, for all four.
const COMPETENCES: [f64; 6] = [15.0, 20.0, 25.0, 30.0, 35.0, 40.0];

/// The columns and lines of these competences.
fn names() -> impl Iterator<Item = String> {
    COMPETENCES.iter().map(|c| format!("c = {c}"))
}

/// The endgames of section 7, the one that is drawn first; at reduced scale only the small one.
fn endgames(lab: &Lab<'_>) -> &'static [&'static str] {
    lab.at_scale(&["KBBKN", "KQKR"][..], &["KQKR"])
}

/// Every table and figure of the paper.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("andrist2005/section4", "what the Analyser's grid, kappa and prior do to its answer", section4::run),
    ("andrist2005/section4-masters", "Bronstein and Timman in KBBKN", masters::run),
    ("andrist2005/table1", "2,000 games of R_20 against the infallible defender in KQKR", table1::run),
    ("andrist2005/section6", "the length of a KQKR win, Markov model and exact", section6::run),
    ("andrist2005/figure1", "the chance to convert from the deepest wins within so many moves", winning::figure1),
    ("andrist2005/figure2", "the chance to convert from the deepest wins with exactly that move", winning::figure2),
    ("andrist2005/figure3", "the expected length by depth", depths::figure3),
    ("andrist2005/figure4", "the chance to win within 50 moves by depth", depths::figure4),
    ("andrist2005/appendixc", "condition numbers, and the figures a plain solution loses", appendixc::run),
];
