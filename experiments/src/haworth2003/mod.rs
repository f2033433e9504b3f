//! Haworth 2003, "Reference fallible endgame play".

mod appendixb;
mod browne;
mod curves;
mod preference;
mod section8;
mod table1;

use crate::Row;
use preference::{KQKR, KRKQ};

/// Every table and figure of the paper.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("haworth2003/figure1", "the preference function in KQKR, the queen to move", |_, report| preference::draw(report, KQKR, &[1.0], 37, "KQKR: what the queen's side prefers")),
    ("haworth2003/figure2", "the preference function in KRKQ, the rook to move", |_, report| preference::draw(report, KRKQ, &[1.0], 37, "KRKQ: what the rook's side prefers")),
    ("haworth2003/figure3", "the preference function for growing competence", |_, report| preference::draw(report, KQKR, &[1.0, 1.2, 1.4, 1.6], 32, "KQKR: preference for growing competence")),
    ("haworth2003/table1", "the nine KQKR positions of the paper", table1::run),
    ("haworth2003/figure4", "BB2-22b: one option dominates", curves::figure4),
    ("haworth2003/figure5", "BB2-10b: the best option changes once", |lab, report| curves::compare(lab, report, &curves::BB2_10B)),
    ("haworth2003/bb2-12b", "BB2-12b: three of four options are best in turn", |lab, report| curves::compare(lab, report, &curves::BB2_12B)),
    ("haworth2003/figure6", "BB2-24b: one option is best against the weakest and the strongest", |lab, report| curves::compare(lab, report, &curves::BB2_24B)),
    ("haworth2003/figure7", "J1-1b: a sacrifice of one move pays only against the weak", |lab, report| curves::compare(lab, report, &curves::J1_1B)),
    ("haworth2003/figure8", "Browne's apparent competence in his two games against BELLE", browne::figure8),
    ("haworth2003/section8", "the moves an opponent model would have made for BELLE", section8::run),
    ("haworth2003/figure9", "the depth after each of Browne's moves", browne::figure9),
    ("haworth2003/appendixb", "every annotation of the Browne-BELLE games", appendixb::run),
];
