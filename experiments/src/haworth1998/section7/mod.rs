//! The questions of section 7: networks in context.

mod curriculum;
mod feedback;
mod hybrid;
mod methods;
mod seeding;

use crate::Row;

#[rustfmt::skip] // a line each
pub(super) const EXPERIMENTS: &[Row] = &[
    ("haworth1998/methods", "networks, rules, rule induction and Bayesian classification at equal size", methods::run),
    ("haworth1998/hybrid", "a network and q plies of search over C_(p+q)", hybrid::run),
    ("haworth1998/curriculum", "closed sets first: C_1, C_3, ... against plain training", curriculum::run),
    ("haworth1998/feedback", "inferred features fed back as inputs", feedback::run),
    ("haworth1998/seeding", "an n-n-1 network that starts from a linear function", seeding::run),
];
