//! Fewer sweeps: the next guess mixed from the last few (Anderson 1965).
//!
//! A sweep turns a guess `x` into a better one `g(x)`. Of the last few guesses one can tell which
//! mixture would have changed least in a sweep; the same mixture of what the sweeps made of them is
//! a better guess than the last alone.

use std::ops::Range;

use rayon::prelude::*;

/// How many guesses are remembered beside the last.
const REMEMBERED: usize = 8;
/// Summed up one by one, so that the sum does not depend on the threads.
const STRETCH: usize = 1 << 15;

/// The last guesses and what became of them.
pub(super) struct AndersonAcceleration {
    /// Places that are measured by one yardstick, and one over it.
    yardsticks: Vec<(Range<usize>, f64)>,
    /// Differences between successive sweeps' changes, and between their results.
    changes: Vec<Vec<f64>>,
    results: Vec<Vec<f64>>,
    /// The products of the differences between changes with each other.
    products: Vec<Vec<f64>>,
    last: Option<(Vec<f64>, Vec<f64>)>,
}

impl AndersonAcceleration {
    pub(super) fn new(yardsticks: Vec<(Range<usize>, f64)>) -> AndersonAcceleration {
        AndersonAcceleration {
            yardsticks,
            changes: Vec::new(),
            results: Vec::new(),
            products: Vec::new(),
            last: None,
        }
    }

    /// Forgets everything: the guesses have become worse.
    pub(super) fn forget(&mut self) {
        self.changes.clear();
        self.results.clear();
        self.products.clear();
        self.last = None;
    }

    /// Turns the result of a sweep into the next guess.
    pub(super) fn mix(&mut self, before: &[f64], result: &mut [f64]) {
        let difference = |a: &[f64], b: &[f64]| -> Vec<f64> {
            a.par_iter().zip(b).with_min_len(STRETCH).map(|(a, b)| a - b).collect()
        };
        let change = difference(result, before);
        if let Some((last_change, last_result)) = self.last.take() {
            if self.changes.len() == REMEMBERED {
                self.changes.remove(0);
                self.results.remove(0);
                self.products.remove(0);
                self.products.iter_mut().for_each(|row| {
                    row.remove(0);
                });
            }
            self.changes.push(difference(&change, &last_change));
            let newest = &self.changes[self.changes.len() - 1];
            let row: Vec<f64> =
                self.changes.iter().map(|older| self.product(newest, older)).collect();
            self.products.iter_mut().zip(&row).for_each(|(older, &product)| older.push(product));
            self.products.push(row);
            self.results.push(difference(result, &last_result));
        }
        self.last = Some((change, result.to_vec()));
        let Some((change, _)) = &self.last else { return };
        let mut system: Vec<Vec<f64>> = self
            .products
            .iter()
            .zip(&self.changes)
            .map(|(row, older)| row.iter().copied().chain([self.product(older, change)]).collect())
            .collect();
        let Some(parts) = solve(&mut system) else { return self.forget() };
        for (part, older) in parts.into_iter().zip(&self.results) {
            result
                .par_iter_mut()
                .zip(older)
                .with_min_len(STRETCH)
                .for_each(|(r, o)| *r -= part * o);
        }
    }

    fn product(&self, a: &[f64], b: &[f64]) -> f64 {
        let stretch = |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let measured = self.yardsticks.iter().map(|(places, scale)| {
            let (a, b) = (&a[places.clone()], &b[places.clone()]);
            let sums: Vec<f64> =
                a.par_chunks(STRETCH).zip(b.par_chunks(STRETCH)).map(stretch).collect();
            sums.iter().sum::<f64>() * scale * scale
        });
        measured.sum()
    }
}

/// Solves a small symmetric system, its right-hand side in the last column; none if it has no
/// figures left.
fn solve(system: &mut [Vec<f64>]) -> Option<Vec<f64>> {
    let many = system.len();
    let trace: f64 = (0..many).map(|i| system[i][i]).sum();
    for (i, row) in system.iter_mut().enumerate() {
        row[i] += 1e-13 * trace;
    }
    for k in 0..many {
        let (above, below) = system.split_at_mut(k + 1);
        let pivot = &above[k];
        for row in below {
            let times = row[k] / pivot[k];
            row.iter_mut().zip(pivot).for_each(|(x, p)| *x -= times * p);
        }
    }
    let mut solution = vec![0.0; many];
    for k in (0..many).rev() {
        let known: f64 = (k + 1..many).map(|j| system[k][j] * solution[j]).sum();
        solution[k] = (system[k][many] - known) / system[k][k];
    }
    solution.iter().all(|x| x.is_finite()).then_some(solution)
}
