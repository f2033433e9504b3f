//! The linear system of the lengths, solved by biconjugate gradients, stabilised (van der Vorst 1992).
//!
//! The unknowns are the defender's. Each step is corrected by the same system for whole depths, in which all
//! positions of a depth are one: what whole depths are wrong by would die out slowly.

use std::cell::RefCell;

use rayon::prelude::*;

use super::super::{ExactError, MOST_WRONG};
use super::coarse::Coarse;
use super::rows::Rows;

/// Misses smaller than this, as a share of what moves add, end the search; or than this share of the greatest value.
const SETTLED: f64 = 1e-10;
const ROUNDING: f64 = 1e-13;
const MOST_STEPS: usize = 1_000;
/// Steps in which the least miss so far must halve; else rounding has the last word.
const PATIENCE: usize = 60;
/// What rounding may leave behind: the answer is given, and says so.
const ROUNDED: f64 = 1e-3;

/// 0 for the positions left out.
fn clear(values: &mut [f64], left_out: &[bool]) {
    let both = values.iter_mut().zip(left_out).filter(|(_, left_out)| **left_out);
    both.for_each(|(value, _)| *value = 0.0);
}

/// `(I - P) x = b` in the defender's positions, `P` being a reply and a move.
pub(crate) struct System<'s> {
    rows: &'s [Rows; 2],
    left_out: &'s [Vec<bool>; 2],
    coarse: Coarse,
    /// Room for the attacker's values.
    attacker: RefCell<Vec<f64>>,
}

/// A solution.
pub(crate) struct Solved {
    /// The attacker's values and the defender's; infinite for those left out.
    pub(crate) values: [Vec<f64>; 2],
    /// By how much the equations miss, as a share of what moves add.
    pub(crate) residual: f64,
    pub(crate) steps: usize,
}

impl<'s> System<'s> {
    pub(crate) fn new(
        rows: &'s [Rows; 2],
        left_out: &'s [Vec<bool>; 2],
        coarse: Coarse,
    ) -> System<'s> {
        System { rows, left_out, coarse, attacker: RefCell::new(vec![0.0; rows[0].len()]) }
    }

    /// The values where each player's moves add so much, by position.
    pub(crate) fn values(
        &self,
        adds: [&(dyn Fn(usize) -> f64 + Sync); 2],
        each: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<Solved, ExactError> {
        let ([attack, defence], left_out) = (self.rows, self.left_out);
        let mut right = vec![0.0; defence.len()];
        {
            let mut first = self.attacker.borrow_mut();
            first.par_iter_mut().enumerate().for_each(|(row, first)| {
                *first = if left_out[0][row] { 0.0 } else { adds[0](row) };
            });
            defence.means(
                &first,
                &mut right,
                |row| if left_out[1][row] { 0.0 } else { adds[1](row) },
            );
        }
        clear(&mut right, &left_out[1]);
        let (defender, residual, steps) = self.solve(&right, each)?;
        let mut attacker = vec![0.0; attack.len()];
        attack.means(&defender, &mut attacker, adds[0]);
        let mut values = [attacker, defender];
        for (values, left_out) in values.iter_mut().zip(left_out) {
            let both = values.iter_mut().zip(left_out).filter(|(_, left_out)| **left_out);
            both.for_each(|(value, _)| *value = f64::INFINITY);
        }
        Ok(Solved { values, residual, steps })
    }

    /// `(I - P) x`.
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let [attack, defence] = self.rows;
        let mut attacker = self.attacker.borrow_mut();
        attack.means(x, &mut attacker, |_| 0.0);
        clear(&mut attacker, &self.left_out[0]);
        let mut after = vec![0.0; x.len()];
        defence.means(&attacker, &mut after, |_| 0.0);
        clear(&mut after, &self.left_out[1]);
        after.par_iter_mut().zip(x).for_each(|(after, x)| *after = x - *after);
        after
    }

    /// About `(I - P)^-1 x`.
    fn corrected(&self, x: &[f64]) -> Vec<f64> {
        let by = self.coarse.by(x);
        let states = self.coarse.states();
        x.par_iter().zip(states).map(|(x, &state)| x + by[state as usize]).collect()
    }

    /// The solution, by how much it misses, and after how many steps.
    fn solve(
        &self,
        right: &[f64],
        mut each: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<(Vec<f64>, f64, usize), ExactError> {
        let mut x = self.corrected(right);
        let mut steps = 0;
        let (mut least, mut since) = (f64::INFINITY, 0);
        loop {
            let mut r = right.to_vec();
            add(&mut r, -1.0, &self.apply(&x));
            let residual = miss(&r, right);
            let longest = x.iter().copied().fold(0.0, f64::max);
            let settled = SETTLED.max(ROUNDING * longest).min(MOST_WRONG);
            if residual < 0.5 * least {
                (least, since) = (residual, steps);
            }
            if !residual.is_finite() {
                return Err(ExactError::Endless);
            }
            let stalled = steps > since + PATIENCE || steps >= MOST_STEPS;
            if residual <= settled || (stalled && residual <= ROUNDED) {
                return Ok((x, residual, steps.max(1)));
            }
            if stalled {
                return Err(ExactError::Unsettled { sweeps: 2 * steps, residual });
            }
            // From time to time it begins anew: what it remembers of itself has been rounded.
            let enough = |r: &[f64]| miss(r, right) <= settled / 2.0;
            steps += self.steps(&mut x, r, enough, |done| each(steps + done))?;
        }
    }

    /// Some steps from a guess that misses by so much, until that is little enough.
    fn steps(
        &self,
        x: &mut [f64],
        mut r: Vec<f64>,
        enough: impl Fn(&[f64]) -> bool,
        mut each: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<usize, ExactError> {
        const BETWEEN: usize = 30;
        let shadow = r.clone();
        let (mut rho, mut alpha, mut omega) = (1.0, 1.0, 1.0);
        let mut p = vec![0.0; r.len()];
        let mut v = vec![0.0; r.len()];
        for step in 1..=BETWEEN {
            each(step)?;
            let next = product(&shadow, &r);
            let beta = next / rho * (alpha / omega);
            rho = next;
            p.par_iter_mut()
                .zip(&v)
                .zip(&r)
                .for_each(|((p, v), r)| *p = r + beta * (*p - omega * v));
            let y = self.corrected(&p);
            v = self.apply(&y);
            alpha = rho / product(&shadow, &v);
            if !alpha.is_finite() {
                return Ok(step);
            }
            add(&mut r, -alpha, &v);
            let z = self.corrected(&r);
            let t = self.apply(&z);
            omega = product(&t, &r) / product(&t, &t);
            add(x, alpha, &y);
            if !omega.is_finite() || omega == 0.0 {
                return Ok(step);
            }
            add(x, omega, &z);
            add(&mut r, -omega, &t);
            if enough(&r) {
                return Ok(step);
            }
        }
        Ok(BETWEEN)
    }
}

fn add(sum: &mut [f64], times: f64, one: &[f64]) {
    sum.par_iter_mut().zip(one).for_each(|(sum, one)| *sum += times * one);
}

/// Summed up in the same order on any number of threads.
fn product(one: &[f64], other: &[f64]) -> f64 {
    let parts: Vec<f64> = one
        .par_chunks(1 << 12)
        .zip(other.par_chunks(1 << 12))
        .map(|(one, other)| one.iter().zip(other).map(|(a, b)| a * b).sum())
        .collect();
    parts.iter().sum()
}

/// The greatest miss, as a share of what moves add there: values are wrong by at most that share of themselves. Where
/// every reply ends the game nothing is added, and the miss counts as it is.
fn miss(r: &[f64], right: &[f64]) -> f64 {
    let share = |(r, &right): (&f64, &f64)| r.abs() / if right > 0.0 { right } else { 1.0 };
    // A maximum, with which nothing that is no number gets lost.
    let most = |one: f64, other: f64| if one > other || one.is_nan() { one } else { other };
    r.par_iter().zip(right).map(share).reduce(|| 0.0, most)
}
