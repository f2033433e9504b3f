//! One side's values from the other's, state by state.

use rayon::prelude::*;

use super::graph::{Bucket, SideGraph};

/// How a position's value comes from those of the positions after its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// The mean, by preference.
    Mean,
    /// The greatest.
    Greatest,
    /// The least.
    Least,
}

/// Everything a sweep over one state reads.
pub(super) struct Sweep<'a> {
    pub(super) side: &'a SideGraph,
    pub(super) takes: Takes,
    /// One over the preferences of all moves, by place.
    pub(super) share: &'a [f64],
    /// What a move adds by itself, by place; the same for all if there is but one.
    pub(super) adds: &'a [f64],
    /// The other side's values times this side's preference for them, by place.
    pub(super) others: &'a [f64],
}

impl Sweep<'_> {
    /// Works out the values of one state's positions, in the order of their places; says for each
    /// stretch the sum of the changes, weighed by boards, and the greatest.
    ///
    /// `scale` is how much the other side prefers this state: values are kept times that.
    pub(super) fn state(&self, state: usize, scale: f64, values: &mut [f64]) -> Change {
        let first = self.side.numbering.state(state).start;
        let mut work: Vec<(usize, &Bucket, &mut [f64])> = Vec::new();
        let (mut rest, mut place) = (values, first);
        for bucket in &self.side.buckets[state] {
            let (here, after) = rest.split_at_mut(bucket.ends.len());
            work.push((place, bucket, here));
            place += bucket.ends.len();
            rest = after;
        }
        let one = |(first, bucket, values): (usize, &Bucket, &mut [f64])| {
            self.stretch(first, bucket, scale, values)
        };
        // A few positions are done sooner than threads are woken.
        let changes: Vec<Change> = if place - first < 4096 {
            work.into_iter().map(one).collect()
        } else {
            work.into_par_iter().map(one).collect()
        };
        changes.into_iter().fold(Change::default(), Change::plus)
    }

    fn stretch(&self, first: usize, bucket: &Bucket, scale: f64, values: &mut [f64]) -> Change {
        let mut change = Change::default();
        let unscale = 1.0 / scale;
        let rows = bucket.rows().zip(&bucket.boards).zip(values).enumerate();
        for (at, ((moves, &boards), value)) in rows {
            let others = moves.iter().map(|&place| self.others[place as usize]);
            let on = match self.takes {
                Takes::Mean => others.sum::<f64>() * self.share[first + at],
                Takes::Greatest => others.fold(0.0, f64::max),
                Takes::Least => others.fold(f64::INFINITY, f64::min),
            };
            let adds = self.adds.get(first + at).or(self.adds.first()).copied().unwrap_or(0.0);
            let next = adds + on;
            let moved = next - *value * unscale;
            *value = next * scale;
            change.sum += f64::from(boards) * moved;
            change.boards += f64::from(boards);
            if moved.abs() > change.greatest * (1.0 + next.abs()) {
                change.greatest = moved.abs() / (1.0 + next.abs());
            }
        }
        change
    }
}

/// How much a sweep changed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    sum: f64,
    boards: f64,
    /// The greatest change, as a share of the value.
    pub(super) greatest: f64,
}

impl Change {
    fn plus(self, other: Change) -> Change {
        Change {
            sum: self.sum + other.sum,
            boards: self.boards + other.boards,
            greatest: self.greatest.max(other.greatest),
        }
    }

    /// The mean over boards.
    pub(super) fn mean(self) -> f64 {
        if self.boards > 0.0 { self.sum / self.boards } else { 0.0 }
    }
}
