//! Linear systems of millions of unknowns, solved again and again for what is still missing.
//!
//! The unknowns are the values with the defender to move, `y = T y + b`, where `T` is the attacker's
//! move after the defender's reply. What the equations miss is worked out in doubles; a solution for that, as good as single
//! floats allow and no better than a thousandth, is added; and so on until nothing is missing that could be told.

use std::ops::Range;

use endgame::quiet_moves::Number;
use rayon::prelude::*;

use super::ExactError;
use super::bicgstab::{VECTORS, Vectors, chunks, descend};

/// Bytes that are kept for each unknown: doubles, and vectors of numbers of so many bytes.
pub(super) const fn per_unknown(number: usize) -> usize {
    8 + number * VECTORS
}

/// A system `(I - T) y = b`.
pub(super) trait System: Sync {
    /// Room to work in.
    type Room;
    /// Room as a sweep needs it.
    fn room(&self) -> Self::Room;
    /// The stretches that are worked on apart: all unknowns, in order.
    fn stretches(&self) -> &[Range<usize>];
    /// The state of each unknown in the lumped system.
    fn states(&self) -> &[u8];
    /// How many unknowns each state has.
    fn counts(&self) -> &[f64];
    /// How much each state is to be moved beside a vector with these means, so that the lumped system is solved.
    fn correction(&self, means: &[f64]) -> Vec<f64>;
    /// What part of what dies out slowest each state has: the lumped system's own left vector.
    fn slowest(&self) -> &[f64];
    /// How much moves add at an unknown: what residuals are measured by.
    fn size(&self, at: usize) -> f64;
    /// What the equations miss, `b - (I - T) y`, and what they have of the values, `(I - T) y`; the greatest miss
    /// as a share of what moves add.
    fn residual<N: Number>(
        &self,
        room: &mut Self::Room,
        y: &[f64],
        residual: &mut [N],
        image: &mut [N],
    ) -> f64;
    /// Makes room for numbers of another kind.
    fn clear(&self, room: &mut Self::Room);
    /// `T` of what the passes fill in, one for each stretch.
    fn sweep<N: Number, P: Pass<N>>(&self, room: &mut Self::Room, passes: &mut [P]);
}

/// What is done with the unknowns of a stretch before and after a sweep over them, some at a time, in order.
pub(super) trait Pass<N>: Send {
    /// Writes the vector that the sweep is over.
    fn fill(&mut self, at: Range<usize>, vector: &mut [N]);
    /// Takes what the sweep makes of it.
    fn take(&mut self, at: Range<usize>, swept: &[N]);
}

/// A solution.
pub(super) struct Solution<R> {
    /// As the last residual left it.
    pub(super) room: R,
    pub(super) values: Vec<f64>,
    /// The greatest residual as a share of what moves add: at most that share of a value is wrong.
    pub(super) residual: f64,
    pub(super) sweeps: usize,
}

/// Sweeps after which there is no hope.
const MOST_SWEEPS: usize = 3_000;
/// How much smaller a residual is made in single floats before it is worked out anew.
const REDUCED: f64 = 1e-3;
/// A residual that rounding may leave behind: the answer is given, and says so.
const ROUNDED: f64 = 1e-3;

/// Solves a system to such a residual, or as well as rounding allows, beginning with some values; `each` is told the
/// sweeps done so far, and may stop it. `N` are the numbers that the vectors are made of.
pub(super) fn solve<N: Number, S: System>(
    system: &S,
    mut values: Vec<f64>,
    wanted: f64,
    mut each: impl FnMut(usize) -> Result<(), ExactError>,
) -> Result<Solution<S::Room>, ExactError> {
    let (mut room, mut vectors) = (system.room(), Vectors::<N>::new(values.len()));
    let (mut sweeps, mut least) = (0, f64::INFINITY);
    loop {
        each(sweeps)?;
        let Vectors { residual: missing, known, .. } = &mut vectors;
        let residual = system.residual(&mut room, &values, missing, known);
        sweeps += 1;
        if !residual.is_finite() {
            return Err(ExactError::Endless);
        }
        // What does not halve any more is rounding.
        let stalled = residual > 0.5 * least && least.is_finite();
        least = least.min(residual);
        if residual <= wanted || stalled && residual <= ROUNDED {
            return Ok(Solution { room, values, residual, sweeps });
        }
        if sweeps > MOST_SWEEPS || stalled {
            return Err(ExactError::Unsettled { sweeps, residual });
        }
        // In the middle of what the numbers can hold.
        let size = residual;
        missing.par_iter_mut().for_each(|missing| *missing = N::of(missing.double() / size));
        system.clear(&mut room);
        let share = (0.3 * wanted / residual).max(REDUCED);
        let done = descend(system, &mut room, &mut vectors, share, |more| each(sweeps + more))?;
        sweeps += done.sweeps;
        let all = chunks(&mut values, system.stretches()).into_par_iter();
        let added = chunks(&mut vectors.added, system.stretches());
        all.zip(added).for_each(|(values, added)| {
            for (value, added) in values.iter_mut().zip(&*added) {
                *value += size * (done.share * *value + added.double());
            }
        });
    }
}
