//! Fewer sweeps: the next guess mixed from the last few (Anderson 1965).
//!
//! A sweep turns a guess `x` into a better one `g(x)`. Of the last few guesses one can tell which
//! mixture would have changed least in a sweep; the same mixture of what the sweeps made of them is
//! a better guess than the last alone. Only differences between guesses are kept, and those need few
//! figures.

use rayon::prelude::*;

use super::players::Player;

/// How many differences are remembered.
pub(super) const REMEMBERED: usize = 5;

/// The products of the newest difference between changes with each, and of each with the change.
type Products = (Vec<f64>, Vec<f64>);

/// The last guesses and what became of them.
pub(super) struct Acceleration<'p> {
    player: &'p Player,
    /// One over the size of the values of a state.
    yardstick: Vec<f64>,
    stretches: Vec<History>,
    /// The products of the differences between changes with each other.
    products: Vec<Vec<f64>>,
    /// How the last guess was mixed.
    parts: Vec<f64>,
}

/// In one stretch of the table, by position, measured by the yardstick.
#[derive(Default)]
struct History {
    last: Option<Vec<f32>>,
    /// Differences between successive sweeps' changes, and between their results.
    changes: Vec<Vec<f32>>,
    results: Vec<Vec<f32>>,
}

impl<'p> Acceleration<'p> {
    pub(super) fn new(player: &'p Player, yardstick: Vec<f64>) -> Acceleration<'p> {
        let stretches = player.stretches.iter().map(|_| History::default()).collect();
        Acceleration { player, yardstick, stretches, products: Vec::new(), parts: Vec::new() }
    }

    /// Forgets everything: the guesses have become worse.
    pub(super) fn forget(&mut self) {
        self.stretches.iter_mut().for_each(|history| *history = History::default());
        self.products.clear();
        self.parts.clear();
    }

    /// Turns the result of a sweep into the next guess: how it changed each position, stretch by
    /// stretch, and by how much every position of a state is to be moved beside that.
    pub(super) fn mix(&mut self, values: &mut [f64], changes: Vec<Vec<f32>>, by: &[f64]) {
        let (player, yardstick, parts) = (self.player, &self.yardstick, &self.parts);
        let forward = self.stretches.par_iter_mut().zip(changes).enumerate();
        let products: Vec<Products> = forward
            .map(|(at, (history, mut change))| {
                let states = player.followed_states(at);
                for (change, state) in change.iter_mut().zip(states) {
                    *change = ((f64::from(*change) + by[state]) * yardstick[state]) as f32;
                }
                history.remember(change, parts)
            })
            .collect();
        let sum = |pick: fn(&Products) -> &Vec<f64>| {
            let mut total = vec![0.0; pick(&products[0]).len()];
            for one in &products {
                total.iter_mut().zip(pick(one)).for_each(|(total, one)| *total += one);
            }
            total
        };
        let (newest, right) = (sum(|both| &both.0), sum(|both| &both.1));
        if !newest.is_empty() {
            if self.products.len() == REMEMBERED {
                self.products.remove(0);
                self.products.iter_mut().for_each(|row| {
                    row.remove(0);
                });
            }
            self.products.iter_mut().zip(&newest).for_each(|(row, &product)| row.push(product));
            self.products.push(newest);
        }
        let rows = self.products.iter().zip(&right);
        let mut system: Vec<Vec<f64>> =
            rows.map(|(row, &right)| row.iter().copied().chain([right]).collect()).collect();
        match solve(&mut system) {
            Some(parts) => self.parts = parts,
            None => self.forget(),
        }
        let (yardstick, parts, stretches) = (&self.yardstick, &self.parts, &self.stretches);
        player.parts(values).into_par_iter().for_each(|(at, cells, values)| {
            let history = &stretches[at];
            let codes = &player.codes()[cells.start * 64..cells.end * 64];
            let followed =
                values.iter_mut().zip(codes).filter(|&(_, &c)| player.wanted[usize::from(c)]);
            let mut mixed = vec![0.0f32; history.last.as_ref().map_or(0, Vec::len)];
            for (part, result) in parts.iter().zip(&history.results) {
                let part = *part as f32;
                mixed.iter_mut().zip(result).for_each(|(mixed, result)| *mixed += part * result);
            }
            for ((value, &code), mixed) in
                followed.zip(mixed.into_iter().chain(std::iter::repeat(0.0)))
            {
                let state = usize::from(player.states[usize::from(code)]);
                let by = by[state] - f64::from(mixed) / yardstick[state];
                *value += by * player.scale[usize::from(code)];
            }
        });
    }
}

impl Player {
    /// The states of the positions of a stretch that are followed.
    fn followed_states(&self, stretch: usize) -> impl Iterator<Item = usize> {
        let cells = self.stretches[stretch].clone();
        let codes = self.codes()[cells.start * 64..cells.end * 64].iter();
        let followed = codes.filter(|&&code| self.wanted[usize::from(code)]);
        followed.map(|&code| usize::from(self.states[usize::from(code)]))
    }
}

impl History {
    /// Notes a sweep's changes after a guess mixed so; says the products of the newest difference with
    /// each, and of each with the change.
    fn remember(&mut self, change: Vec<f32>, parts: &[f64]) -> Products {
        let product = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
        };
        let mut newest = Vec::new();
        if let Some(mut last) = self.last.take() {
            // What the last sweep made is the guess before this one with its mixture undone.
            let mut result = change.clone();
            for (part, older) in parts.iter().zip(&self.results) {
                result.iter_mut().zip(older).for_each(|(r, o)| *r -= *part as f32 * o);
            }
            if self.changes.len() == REMEMBERED {
                self.changes.remove(0);
                self.results.remove(0);
            }
            last.iter_mut().zip(&change).for_each(|(last, change)| *last = change - *last);
            self.changes.push(last);
            self.results.push(result);
            let fresh = &self.changes[self.changes.len() - 1];
            newest = self.changes.iter().map(|older| product(fresh, older)).collect();
        }
        let right = self.changes.iter().map(|older| product(older, &change)).collect();
        self.last = Some(change);
        (newest, right)
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
