//! Di Fatta, Haworth & Regan 2009, "Skill Rating by Bayesian Inference": competence by FIDE rating with the law of
//! Haworth 2007, decision after decision.

mod classes;

use crate::Row;

/// What the paper does.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("difatta2009/classes", "competence of rating classes 100 points apart, and how many decisions tell them apart", classes::run),
];
