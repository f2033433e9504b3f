//! Regan & Haworth 2011, "Intrinsic Chess Ratings": sensitivity and consistency by rating, and players
//! rated by what they would give away on positions that are the same for all.
//!
//! - `law`: their law fitted, and the error it expects
//! - `fit`: `(s, c)` by band, and the line from expected error to rating
//! - `ratings`: players rated by it, and whether the stated error is right

mod fit;
mod law;
mod ratings;

use corpus::{Decision, Pool};

use crate::Row;

/// What the paper does.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("regan2011/fit", "sensitivity and consistency by rating, and the line from expected error to rating", fit::run),
    ("regan2011/ratings", "players rated by expected error, and whether the stated error is right", ratings::run),
];

/// Positions beyond so many pawns are left out.
const DECIDED: f64 = 3.0;

/// The pools, in the order of the report.
const POOLS: [Pool; 4] = [Pool::Fide, Pool::Rapid, Pool::Lichess, Pool::Fics];

/// The decisions of rated players that the paper would look at: not decided, and not the tables'.
fn eligible<'a>(decisions: &'a [Decision], pool: &Pool) -> Vec<&'a Decision> {
    let is = |one: &&Decision| {
        Pool::of(&one.game) == *pool
            && !one.is_forced()
            && one.exact.is_none()
            && one.rating().is_some()
            && one.best().pawns().abs() <= DECIDED
    };
    decisions.iter().filter(is).collect()
}

fn rating(one: &Decision) -> f64 {
    one.rating().map_or(0.0, f64::from)
}

/// Spearman's, of values in the order of rising ratings, without ties.
pub(crate) fn rank_correlation(values: &[f64]) -> f64 {
    let rank = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let squares: f64 =
        values.iter().enumerate().map(|(at, value)| (at as f64 - rank(*value)).powi(2)).sum();
    let n = values.len() as f64;
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}
