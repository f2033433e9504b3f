//! Chapter 6: how people play KQKR, and what their rules of thumb are worth.

mod browne;
mod claims;
mod error_chance;
mod history;
mod masters;
mod predictor;
mod thumbs;

use study::assess::profile::Measure;

use crate::Row;

/// Its tables and figures.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/figure6.2", "Browne's two games in the space of possible games", browne::run),
    ("jansen1992/figure6.3", "moves conceded by depth, beside the random player", |lab, report| masters::run(lab, report, Measure::Average)),
    ("jansen1992/figure6.4", "how often mistakes are made by depth, beside the random player", |lab, report| masters::run(lab, report, Measure::Probability)),
    ("jansen1992/figure6.5", "how large mistakes are by depth, beside the random player", |lab, report| masters::run(lab, report, Measure::Magnitude)),
    ("jansen1992/figure6.6", "KQKR: how often a check helps", |lab, report| thumbs::helps(lab, report, "check", 3)),
    ("jansen1992/figure6.7", "KQKR: what a check gains", |lab, report| thumbs::gains(lab, report, "check")),
    ("jansen1992/figure6.8", "KQKR: the depth after a check", |lab, report| thumbs::depths(lab, report, "check")),
    ("jansen1992/figure6.9", "KQKR: how often leaving few long lines helps", |lab, report| thumbs::helps(lab, report, "longlines", 5)),
    ("jansen1992/figure6.10", "KQKR: what leaving few long lines gains", |lab, report| thumbs::gains(lab, report, "longlines")),
    ("jansen1992/figure6.11", "KQKR: the depth after leaving few long lines", |lab, report| thumbs::depths(lab, report, "longlines")),
    ("jansen1992/figure6.13", "KQKR: how often zugzwang helps", |lab, report| thumbs::helps(lab, report, "zugzwang", 3)),
    ("jansen1992/figure6.14", "KQKR: what zugzwang gains", |lab, report| thumbs::gains(lab, report, "zugzwang")),
    ("jansen1992/figure6.15", "KQKR: the depth after zugzwang", |lab, report| thumbs::depths(lab, report, "zugzwang")),
    ("jansen1992/section6.2", "KQKR: where each rule of thumb is said to help", claims::section),
    ("jansen1992/section6.2.7", "a predictor of people's moves, learned from their games", predictor::run),
    ("jansen1992/error-chance", "how likely an error is in a position, learned from games and from the list of choices", error_chance::run),
    ("jansen1992/predictor-error", "what the predictor's own error leaves of the gain of a mistake", error_chance::by_games),
    ("jansen1992/history", "whether a player's own last move says what he does next", history::run),
];
