//! The stabilised biconjugate gradient method (BiCGStab, van der Vorst 1992), in single floats or in doubles.
//!
//! Each step needs two sweeps and seven vectors, whatever the number of steps before: the method remembers without
//! keeping. What all positions of a depth are wrong by together dies out as slowly as games are long; so each direction
//! is first corrected by the lumped Markov matrix, which is the same system for whole depths. What is slowest of all, the
//! chance to be still playing, has the form of the values found so far, and their image is known: so much of them is
//! added that nothing of it is left for the vectors, which single floats could not hold.

use std::ops::Range;

use endgame::quiet_moves::Number;
use rayon::prelude::*;

use super::ExactError;
use super::refined::{Pass, System};

/// The vectors that are kept.
pub(super) const VECTORS: usize = 7;
/// Steps without a shorter residual after which rounding is all that goes on.
const PATIENCE: usize = 40;

/// Vectors over the unknowns.
pub(super) struct Vectors<N> {
    /// By how much the equations miss.
    pub(super) residual: Vec<N>,
    /// What becomes of the values found so far in the equations.
    pub(super) known: Vec<N>,
    /// What is to be added to the values.
    pub(super) added: Vec<N>,
    /// Where the next step goes, before it is corrected, and what becomes of that in the equations.
    direction: Vec<N>,
    image: Vec<N>,
    /// What becomes of the residual in the equations.
    second: Vec<N>,
    /// What residuals are compared with: the first one.
    shadow: Vec<N>,
}

impl<N: Number> Vectors<N> {
    /// Room for so many unknowns.
    pub(super) fn new(unknowns: usize) -> Vectors<N> {
        let zeros = || vec![N::default(); unknowns];
        Vectors {
            residual: zeros(),
            known: zeros(),
            added: zeros(),
            direction: zeros(),
            image: zeros(),
            second: zeros(),
            shadow: zeros(),
        }
    }

    /// The parts of the stretches.
    fn parts<'p>(&'p mut self, stretches: &[Range<usize>], states: &'p [u8]) -> Vec<Part<'p, N>> {
        let mut shadow = chunks(&mut self.shadow, stretches).into_iter();
        let mut direction = chunks(&mut self.direction, stretches).into_iter();
        let mut image = chunks(&mut self.image, stretches).into_iter();
        let mut second = chunks(&mut self.second, stretches).into_iter();
        let mut known = chunks(&mut self.known, stretches).into_iter();
        let mut added = chunks(&mut self.added, stretches).into_iter();
        let residual = chunks(&mut self.residual, stretches).into_iter();
        let mut next = move |residual, at: &Range<usize>| {
            Some(Part {
                states: &states[at.clone()],
                residual,
                known: known.next()?,
                added: added.next()?,
                direction: direction.next()?,
                image: image.next()?,
                second: second.next()?,
                shadow: shadow.next()?,
                found: Found::nothing(),
            })
        };
        residual.zip(stretches).map_while(|(residual, at)| next(residual, at)).collect()
    }
}

/// The parts of a list that are worked on apart.
pub(super) fn chunks<'l, T>(list: &'l mut [T], stretches: &[Range<usize>]) -> Vec<&'l mut [T]> {
    let mut rest = list;
    let mut parts = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        let (part, after) = rest.split_at_mut(stretch.len());
        parts.push(part);
        rest = after;
    }
    parts
}

/// What one stretch has of the vectors.
struct Part<'p, N> {
    states: &'p [u8],
    residual: &'p mut [N],
    known: &'p mut [N],
    added: &'p mut [N],
    direction: &'p mut [N],
    image: &'p mut [N],
    second: &'p mut [N],
    shadow: &'p mut [N],
    found: Found,
}

/// What a stretch adds up.
struct Found {
    /// Sums by state, four of them taking turns: neighbours are often of one state.
    by_state: Box<[[f64; 4]; 256]>,
    products: [f64; 5],
}

impl Found {
    fn nothing() -> Found {
        Found { by_state: Box::new([[0.0; 4]; 256]), products: [0.0; 5] }
    }

    #[inline(always)]
    fn add_by_state<N: Number>(&mut self, states: &[u8], vector: &[N]) {
        for (lane, (&number, &state)) in vector.iter().zip(states).enumerate() {
            self.by_state[usize::from(state)][lane % 4] += number.double();
        }
    }

    #[inline(always)]
    fn add_products(&mut self, products: [f64; 5]) {
        self.products.iter_mut().zip(products).for_each(|(sum, one)| *sum += one);
    }
}

/// The mean of each state, and the products.
fn sum(counts: &[f64], parts: &[&Found]) -> (Vec<f64>, [f64; 5]) {
    let (mut means, mut products) = (vec![0.0; counts.len()], [0.0; 5]);
    for found in parts {
        let by_state = found.by_state.iter().map(|[a, b, c, d]| (a + b) + (c + d));
        means.iter_mut().zip(by_state).for_each(|(sum, one)| *sum += one);
        products.iter_mut().zip(found.products).for_each(|(sum, one)| *sum += one);
    }
    means.iter_mut().zip(counts).for_each(|(sum, count)| *sum /= count.max(1.0));
    (means, products)
}

/// Sums that are kept side by side, so that none waits for the one before.
const LANES: usize = 16;

/// The product of two vectors.
#[inline(always)]
fn dot<N: Number>(one: &[N], other: &[N]) -> f64 {
    let mut sums = [0.0f64; LANES];
    let (ones, last_ones) = one.as_chunks::<LANES>();
    let (others, last_others) = other.as_chunks::<LANES>();
    for (one, other) in ones.iter().zip(others) {
        for lane in 0..LANES {
            sums[lane] += one[lane].double() * other[lane].double();
        }
    }
    let last = last_ones.iter().zip(last_others).map(|(a, b)| a.double() * b.double());
    sums.iter().sum::<f64>() + last.sum::<f64>()
}

/// A number for each state, zeros after them.
fn by_byte<N: Number>(by_state: impl Iterator<Item = f64>) -> [N; 256] {
    let mut by = [N::default(); 256];
    by.iter_mut().zip(by_state).for_each(|(by, one)| *by = N::of(one));
    by
}

/// How a vector is corrected: by so much for each state, and by a share of the values found so far, whose image then
/// is taken off.
struct Correction<N> {
    by_state: Vec<f64>,
    by: [N; 256],
    share: f64,
}

/// A step along the direction and then along the residual, both corrected.
struct Step<N> {
    long: N,
    short: N,
    /// By how much each state moves.
    by: [N; 256],
    /// How much of the values found so far is added.
    share: f64,
}

impl<N: Number> Step<N> {
    fn nowhere() -> Step<N> {
        let nothing = N::default();
        Step { long: nothing, short: nothing, by: [nothing; 256], share: 0.0 }
    }

    fn new(long: f64, far: &Correction<N>, short: f64, near: &Correction<N>) -> Step<N> {
        let both = far.by_state.iter().zip(&near.by_state);
        Step {
            long: N::of(long),
            short: N::of(short),
            by: by_byte(both.map(|(far, near)| long * far + short * near)),
            share: long * far.share + short * near.share,
        }
    }
}

impl<N: Number> Part<'_, N> {
    /// Goes a step: `added` becomes more, and the residual what is left.
    #[inline(always)]
    fn go(&mut self, at: Range<usize>, step: &Step<N>) {
        let share = N::of(step.share);
        let (states, known) = (&self.states[at.clone()], &self.known[at.clone()]);
        let (direction, second) = (&self.direction[at.clone()], &self.second[at.clone()]);
        let (residual, added) = (&mut self.residual[at.clone()], &mut self.added[at]);
        let n = states.len();
        assert!(
            [known.len(), direction.len(), second.len(), residual.len(), added.len()] == [n; 5]
        );
        for i in 0..n {
            let moved = step.by[usize::from(states[i])] - share * known[i];
            added[i] += step.long * direction[i] + step.short * residual[i] + moved;
            residual[i] -= step.short * second[i];
        }
    }

    /// What is left of a vector in the equations, once it is corrected.
    #[inline(always)]
    fn left(states: &[u8], vector: &[N], by: &[N; 256], swept: &[N], left: &mut [N]) {
        let n = swept.len();
        assert!([states.len(), vector.len(), left.len()] == [n; 3]);
        for i in 0..n {
            left[i] = vector[i] + by[usize::from(states[i])] - swept[i];
        }
    }
}

/// Goes the last step, and turns to the next direction: so much of the last, of its image, and the residual.
struct Turn<'p, 's, N> {
    part: Part<'p, N>,
    last: &'s Step<N>,
    keep: N,
    correction: &'s Correction<N>,
}

impl<N: Number> Pass<N> for Turn<'_, '_, N> {
    #[inline(always)]
    fn fill(&mut self, at: Range<usize>, vector: &mut [N]) {
        self.part.go(at.clone(), self.last);
        let Correction { by, share, .. } = self.correction;
        let (keep, of_image, share) = (self.keep, self.keep * self.last.short, N::of(*share));
        let (states, known) = (&self.part.states[at.clone()], &self.part.known[at.clone()]);
        let (residual, image) = (&self.part.residual[at.clone()], &self.part.image[at.clone()]);
        let direction = &mut self.part.direction[at];
        let n = vector.len();
        assert!(
            [states.len(), known.len(), residual.len(), image.len(), direction.len()] == [n; 5]
        );
        for i in 0..n {
            let next = residual[i] + keep * direction[i] - of_image * image[i];
            direction[i] = next;
            vector[i] = next - share * known[i] + by[usize::from(states[i])];
        }
    }

    #[inline(always)]
    fn take(&mut self, at: Range<usize>, swept: &[N]) {
        let Part { states, direction, image, shadow, found, .. } = &mut self.part;
        let (states, image) = (&states[at.clone()], &mut image[at.clone()]);
        Part::left(states, &direction[at.clone()], &self.correction.by, swept, image);
        found.add_by_state(states, image);
        found.add_products([dot(&shadow[at], image), 0.0, 0.0, 0.0, 0.0]);
    }
}

/// Takes so much of the direction's image off the residual, and looks where that leads.
struct Shorten<'p, 's, N> {
    part: Part<'p, N>,
    long: N,
    correction: &'s Correction<N>,
}

impl<N: Number> Pass<N> for Shorten<'_, '_, N> {
    #[inline(always)]
    fn fill(&mut self, at: Range<usize>, vector: &mut [N]) {
        let Correction { by, share, .. } = self.correction;
        let (long, share) = (self.long, N::of(*share));
        let (states, known) = (&self.part.states[at.clone()], &self.part.known[at.clone()]);
        let image = &self.part.image[at.clone()];
        let residual = &mut self.part.residual[at];
        let n = vector.len();
        assert!([states.len(), known.len(), image.len(), residual.len()] == [n; 4]);
        for i in 0..n {
            residual[i] -= long * image[i];
            vector[i] = residual[i] - share * known[i] + by[usize::from(states[i])];
        }
    }

    #[inline(always)]
    fn take(&mut self, at: Range<usize>, swept: &[N]) {
        let Part { states, residual, second, shadow, found, .. } = &mut self.part;
        let (states, second) = (&states[at.clone()], &mut second[at.clone()]);
        let (residual, shadow) = (&residual[at.clone()], &shadow[at]);
        Part::left(states, residual, &self.correction.by, swept, second);
        found.add_by_state(states, second);
        let second = &*second;
        found.add_products([
            dot(shadow, residual),
            dot(shadow, second),
            dot(residual, residual),
            dot(residual, second),
            dot(second, second),
        ]);
    }
}

/// What came of a descent.
pub(super) struct Descent {
    /// How much of the values found before is added, beside the vector.
    pub(super) share: f64,
    pub(super) sweeps: usize,
}

/// Makes steps until the residual is such a share of what it was, or until rounding is all that goes on. `each` is told
/// the sweeps done so far.
pub(super) fn descend<N: Number, S: System>(
    system: &S,
    room: &mut S::Room,
    vectors: &mut Vectors<N>,
    wanted: f64,
    mut each: impl FnMut(usize) -> Result<(), ExactError>,
) -> Result<Descent, ExactError> {
    let (stretches, states, counts) = (system.stretches(), system.states(), system.counts());
    let (mut residual, known, first) = begin(vectors, stretches, states, counts);
    let slowest = Slowest::new(system, &known);
    let states_of = residual.len();
    let (mut direction, mut image) = (vec![0.0; states_of], vec![0.0; states_of]);
    let (mut product, mut last, mut long, mut short) = (first, 1.0, 1.0, 1.0);
    let (mut least, mut waited) = (first, 0);
    let mut step = Step::nowhere();
    let mut done = Descent { share: 0.0, sweeps: 0 };
    loop {
        each(done.sweeps)?;
        // The next direction is the residual, made conjugate to the last.
        let keep = product / last * (long / short);
        last = product;
        for ((direction, image), residual) in direction.iter_mut().zip(&image).zip(&residual) {
            *direction = residual + keep * (*direction - short * image);
        }
        let far: Correction<N> = slowest.correct(system, &direction);
        let parts = vectors.parts(stretches, states).into_iter();
        let mut passes: Vec<Turn<'_, '_, N>> = parts
            .map(|part| Turn { part, last: &step, keep: N::of(keep), correction: &far })
            .collect();
        system.sweep(room, &mut passes);
        done.sweeps += 1;
        let found: Vec<&Found> = passes.iter().map(|pass| &pass.part.found).collect();
        let (means, products) = sum(counts, &found);
        image = means;
        long = product / products[0];
        if !(long.is_finite() && long != 0.0) {
            // The last step is gone already.
            return Ok(done);
        }
        residual.iter_mut().zip(&image).for_each(|(r, image)| *r -= long * image);
        // And a step that makes the residual as short as it can be.
        let near: Correction<N> = slowest.correct(system, &residual);
        let parts = vectors.parts(stretches, states).into_iter();
        let mut passes: Vec<Shorten<'_, '_, N>> =
            parts.map(|part| Shorten { part, long: N::of(long), correction: &near }).collect();
        system.sweep(room, &mut passes);
        done.sweeps += 1;
        let found: Vec<&Found> = passes.iter().map(|pass| &pass.part.found).collect();
        let (second, [before, with_second, square, cross, second_square]) = sum(counts, &found);
        short = cross / second_square;
        let ended = !(short.is_finite() && short != 0.0);
        short = if ended { 0.0 } else { short };
        residual.iter_mut().zip(&second).for_each(|(r, image)| *r -= short * image);
        product = before - short * with_second;
        step = Step::new(long, &far, short, &near);
        done.share += step.share;
        let norm = square - short * (2.0 * cross - short * second_square);
        waited = if norm < least { 0 } else { waited + 1 };
        least = least.min(norm);
        let goes_on = norm > wanted * wanted * first && product != 0.0 && waited < PATIENCE;
        if ended || !goes_on {
            let mut parts = vectors.parts(stretches, states);
            parts.par_iter_mut().for_each(|part| part.go(0..part.states.len(), &step));
            return Ok(done);
        }
    }
}

/// Makes the residual what residuals are compared with: its means, those of the known image, and the residual's square.
fn begin<N: Number>(
    vectors: &mut Vectors<N>,
    stretches: &[Range<usize>],
    states: &[u8],
    counts: &[f64],
) -> (Vec<f64>, Vec<f64>, f64) {
    let mut parts = vectors.parts(stretches, states);
    let known: Vec<Found> = parts
        .par_iter_mut()
        .map(|part| {
            part.shadow.copy_from_slice(part.residual);
            for vector in [&mut *part.added, part.direction, part.image, part.second] {
                vector.fill(N::default());
            }
            part.found.add_by_state(part.states, part.residual);
            part.found.products[0] = dot(part.residual, part.residual);
            let mut known = Found::nothing();
            known.add_by_state(part.states, part.known);
            known
        })
        .collect();
    let found: Vec<&Found> = parts.iter().map(|part| &part.found).collect();
    let (residual, products) = sum(counts, &found);
    let (known, _) = sum(counts, &known.iter().collect::<Vec<_>>());
    (residual, known, products[0])
}

/// What dies out slowest of all, as the lumped system sees it.
struct Slowest<'k> {
    /// What the values found so far have in the equations, by state.
    known: &'k [f64],
    /// How much of a vector is of that kind.
    of: &'k [f64],
    /// And of the known image.
    of_known: f64,
}

impl<'k> Slowest<'k> {
    fn new<S: System>(system: &'k S, known: &'k [f64]) -> Slowest<'k> {
        let of = system.slowest();
        let of_known = of.iter().zip(known).map(|(of, known)| of * known).sum();
        Slowest { known, of, of_known }
    }

    /// How a vector with these means is corrected.
    fn correct<N: Number, S: System>(&self, system: &S, means: &[f64]) -> Correction<N> {
        let share = self.of.iter().zip(means).map(|(of, mean)| of * mean).sum::<f64>();
        let share = share / self.of_known;
        let share = if share.is_finite() { share } else { 0.0 };
        let rest: Vec<f64> =
            means.iter().zip(self.known).map(|(mean, known)| mean - share * known).collect();
        let by_state = system.correction(&rest);
        let by = by_byte(by_state.iter().copied());
        Correction { by_state, by, share }
    }
}
