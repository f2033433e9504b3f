//! How far off a rating is that so many decisions of players of about that rating speak for.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

use study::schema::whole_games::RatingError;

use super::{HumanModel, Seen};
use crate::decision::Decision;
use crate::pool::Pool;
use crate::rating_belief::RatingBelief;

/// A decision held out.
pub(super) struct HeldOut {
    /// What it says, by a model that has not seen its game.
    belief: RatingBelief,
    rating: f64,
    /// What the move gave away, in centipawns, 1000 at most.
    loss: f64,
}

impl HeldOut {
    pub(super) fn new(
        pool: &Pool,
        model: &HumanModel,
        seen: &Seen,
        decision: &Decision,
    ) -> HeldOut {
        let mut belief = RatingBelief::new(pool.clone());
        belief.observe(model, seen);
        let rating = decision.rating().map_or(0.0, f64::from);
        HeldOut { belief, rating, loss: decision.centipawn_loss() }
    }
}

/// Decisions of one band pooled: their mean rating, what they speak for, what they lost.
struct Cell {
    rating: f64,
    belief: RatingBelief,
    loss: f64,
}

/// Points of a band.
const BAND: f64 = 200.0;

/// The orders in which decisions are pooled.
const ORDERS: u64 = 20;

/// Decisions of each band put together by so many, in several orders.
fn cells(pool: &Pool, decisions: &[HeldOut], size: usize) -> Vec<Cell> {
    let mut bands: BTreeMap<i64, Vec<&HeldOut>> = BTreeMap::new();
    for one in decisions {
        bands.entry((one.rating / BAND) as i64).or_default().push(one);
    }
    let mut cells = Vec::new();
    for order in 0..ORDERS {
        let mut random = ChaCha8Rng::seed_from_u64(order);
        for band in bands.values_mut() {
            band.shuffle(&mut random);
            cells.extend(band.chunks_exact(size).map(|pooled| Cell::new(pool, pooled)));
        }
    }
    cells
}

impl Cell {
    fn new(pool: &Pool, pooled: &[&HeldOut]) -> Cell {
        let mut belief = RatingBelief::new(pool.clone());
        pooled.iter().for_each(|one| belief.join(&one.belief));
        let mean = |of: fn(&HeldOut) -> f64| {
            pooled.iter().map(|one| of(one)).sum::<f64>() / pooled.len() as f64
        };
        Cell { rating: mean(|one| one.rating), belief, loss: mean(|one| one.loss) }
    }
}

/// The mean square of errors in standard deviations, if every decision stood alone.
pub(super) fn dispersion(pool: &Pool, decisions: &[HeldOut], size: usize) -> f64 {
    let cells = cells(pool, decisions, size);
    let square = |cell: &Cell| {
        let alone = cell.belief.interval(1.0);
        ((cell.rating - alone.mean) / alone.sd).powi(2)
    };
    cells.iter().map(square).sum::<f64>() / cells.len().max(1) as f64
}

/// The errors of ratings from so many decisions, by the model and by what everybody knows.
pub(super) fn rating_error(
    pool: &Pool,
    decisions: &[HeldOut],
    size: usize,
    dispersion: f64,
) -> RatingError {
    let cells = cells(pool, decisions, size);
    let n = cells.len().max(1) as f64;
    let intervals: Vec<_> = cells.iter().map(|cell| cell.belief.interval(dispersion)).collect();
    let truths: Vec<f64> = cells.iter().map(|cell| cell.rating).collect();
    let covered = cells
        .iter()
        .zip(&intervals)
        .filter(|(cell, interval)| (interval.low..=interval.high).contains(&cell.rating));
    let means: Vec<f64> = intervals.iter().map(|interval| interval.mean).collect();
    // Before any allowance is made, which draws the mean to the middle.
    let alone: Vec<f64> = cells.iter().map(|cell| cell.belief.interval(1.0).mean).collect();
    let losses: Vec<f64> = cells.iter().map(|cell| (5.0 + cell.loss).ln()).collect();
    let plain = means.iter().zip(&truths).map(|(mean, truth)| (mean - truth).abs()).sum::<f64>();
    RatingError {
        decisions: size,
        cells: cells.len() / ORDERS as usize,
        constant: left_out_by_order(&vec![0.0; truths.len()], &truths),
        centipawn_loss: left_out_by_order(&losses, &truths),
        model: plain / n,
        recalibrated: left_out_by_order(&alone, &truths),
        coverage: covered.count() as f64 / n,
    }
}

/// The mean of [`left_out`] over the orders: cells of another order share decisions.
fn left_out_by_order(from: &[f64], to: &[f64]) -> f64 {
    let each = (from.len() / ORDERS as usize).max(1);
    let pairs = from.chunks_exact(each).zip(to.chunks_exact(each));
    pairs.map(|(from, to)| left_out(from, to)).sum::<f64>() / ORDERS as f64
}

/// The mean absolute error of a straight line through all pairs but the one that is foretold.
fn left_out(from: &[f64], to: &[f64]) -> f64 {
    let n = from.len() as f64;
    let sums = |skip: usize| {
        let pairs = from.iter().zip(to).enumerate().filter(move |(place, _)| *place != skip);
        pairs.fold([0.0; 4], |[x, y, xx, xy], (_, (a, b))| [x + a, y + b, xx + a * a, xy + a * b])
    };
    let error = |place: usize| {
        let [x, y, xx, xy] = sums(place).map(|sum| sum / (n - 1.0));
        let variance = xx - x * x;
        let slope = if variance > 1e-12 { (xy - x * y) / variance } else { 0.0 };
        (y + slope * (from[place] - x) - to[place]).abs()
    };
    (0..from.len()).map(error).sum::<f64>() / n.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_foretells_what_lies_on_it() {
        let from = [1.0, 2.0, 4.0, 7.0];
        let on_it = from.map(|x| 3.0 * x - 2.0);
        assert!(left_out(&from, &on_it) < 1e-9);
        // Without anything to go by: the mean of the others.
        assert!((left_out(&[0.0; 3], &[0.0, 3.0, 6.0]) - (4.5 + 0.0 + 4.5) / 3.0).abs() < 1e-9);
    }
}
