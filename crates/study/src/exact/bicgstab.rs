//! Linear systems solved by the stabilised biconjugate gradient method (BiCGStab, van der Vorst 1992).
//!
//! The unknowns are the values with the defender to move, `y = T y + b`, where `T` is the attacker's
//! move after the defender's reply. Each step needs two sweeps and five vectors, whatever the number
//! of steps before: the method remembers without keeping. What all positions of a depth are wrong by
//! together dies out as slowly as games are long; so each direction is first corrected by the lumped
//! Markov matrix, which is the same system for whole depths.

use std::ops::Range;

use rayon::prelude::*;

use super::ExactError;

/// Bytes that are kept for each unknown.
pub(super) const PER_UNKNOWN: usize = 4 * 8 + 4;

/// A system `(I - T) y = b`.
pub(super) trait System: Sync {
    /// Room to work in.
    type Room: Sync;
    /// Room as a sweep needs it.
    fn room(&self) -> Self::Room;
    /// The stretches that are worked on apart: all unknowns, in order.
    fn stretches(&self) -> &[Range<usize>];
    /// The state of an unknown in the lumped system.
    fn state(&self, at: usize) -> usize;
    /// How many unknowns each state has.
    fn counts(&self) -> &[f64];
    /// How much each state is to be moved beside a vector with these means, so that the lumped system is solved.
    fn correction(&self, means: &[f64]) -> Vec<f64>;
    /// How much moves add at an unknown: what residuals are measured by.
    fn size(&self, at: usize) -> f64;
    /// `b - (I - T) y`.
    fn residual(&self, room: &mut Self::Room, y: &[f64], residual: &mut [f64]);
    /// `(I - T) (y + by)`, `by` being told by state; each stretch tells something about its part. Without a place for it
    /// the image stays in the room.
    fn image<R: Send>(
        &self,
        room: &mut Self::Room,
        y: &[f64],
        by: &[f64],
        image: Option<&mut [f64]>,
        tell: impl Fn(Range<usize>, &[f64]) -> R + Sync,
    ) -> Vec<R>;
    /// What a stretch has of the image that stayed in the room.
    fn stayed<'r>(&self, room: &'r Self::Room, stretch: usize) -> &'r [f64];
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
/// A residual that is so much smaller than the first is taken on trust no longer: it is worked out anew.
const TRUSTED: f64 = 1e-8;
/// A residual that rounding may leave behind: the answer is given, and says so.
const ROUNDED: f64 = 1e-3;

/// Solves a system to such a residual, or as well as rounding allows, beginning with some values; `each` is told the
/// sweeps done so far, and may stop it.
pub(super) fn solve<S: System>(
    system: &S,
    start: Vec<f64>,
    wanted: f64,
    mut each: impl FnMut(usize) -> Result<(), ExactError>,
) -> Result<Solution<S::Room>, ExactError> {
    let zeros = || vec![0.0; start.len()];
    let (residual, direction, image) = (zeros(), zeros(), zeros());
    let shadow = vec![0.0; start.len()];
    let (values, room) = (start, system.room());
    let mut work = Work { system, room, values, residual, direction, image, shadow, sweeps: 0 };
    let mut least = f64::INFINITY;
    loop {
        each(work.sweeps)?;
        let first = work.begin();
        let residual = first.greatest;
        if !residual.is_finite() {
            return Err(ExactError::Endless);
        }
        // What does not halve any more is rounding.
        let stalled = residual > 0.5 * least && least.is_finite();
        least = least.min(residual);
        let sweeps = work.sweeps;
        if residual <= wanted || stalled && residual <= ROUNDED {
            return Ok(Solution { room: work.room, values: work.values, residual, sweeps });
        }
        if sweeps > MOST_SWEEPS || stalled {
            return Err(ExactError::Unsettled { sweeps, residual });
        }
        let trusted = (TRUSTED * residual).max(0.5 * wanted);
        work.descend(first, trusted, &mut each)?;
    }
}

/// What is added up over the unknowns.
#[derive(Clone, Debug)]
struct Found {
    /// Sums by state.
    by_state: Vec<f64>,
    /// Products with the shadow, with the residual, and with itself.
    products: [f64; 3],
    /// The greatest residual as a share of what a move adds.
    greatest: f64,
}

impl Found {
    fn nothing(states: usize) -> Found {
        Found { by_state: vec![0.0; states], products: [0.0; 3], greatest: 0.0 }
    }

    fn add(mut self, other: &Found) -> Found {
        self.by_state.iter_mut().zip(&other.by_state).for_each(|(sum, one)| *sum += one);
        self.products.iter_mut().zip(other.products).for_each(|(sum, one)| *sum += one);
        self.greatest = greater(self.greatest, other.greatest);
        self
    }
}

/// The greater of two numbers; what is no number is not lost.
#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if other > one || other.is_nan() { other } else { one }
}

/// Sums that are kept side by side, so that none waits for the one before.
const LANES: usize = 8;

/// The sum of a stretch of a vector for each state.
fn sums_by_state<S: System>(system: &S, at: Range<usize>, vector: &[f64]) -> Vec<f64> {
    // Neighbours are often of one state: four sums take turns.
    let mut sums = vec![[0.0; 4]; system.counts().len()];
    for (lane, (&number, at)) in vector.iter().zip(at).enumerate() {
        sums[system.state(at)][lane % 4] += number;
    }
    sums.into_iter().map(|[a, b, c, d]| (a + b) + (c + d)).collect()
}

/// The products of a stretch of a vector with the shadow, with the residual, and with itself.
fn products(vector: &[f64], shadow: &[f32], residual: &[f64]) -> [f64; 3] {
    let mut sums = [[0.0; LANES]; 3];
    let mut add = |lane: usize, own: f64, shadow: f32, residual: f64| {
        sums[0][lane] += f64::from(shadow) * own;
        sums[1][lane] += residual * own;
        sums[2][lane] += own * own;
    };
    let (owns, last_owns) = vector.as_chunks::<LANES>();
    let (shadows, last_shadows) = shadow.as_chunks::<LANES>();
    let (residuals, last_residuals) = residual.as_chunks::<LANES>();
    for ((own, shadow), residual) in owns.iter().zip(shadows).zip(residuals) {
        (0..LANES).for_each(|lane| add(lane, own[lane], shadow[lane], residual[lane]));
    }
    for ((&own, &shadow), &residual) in last_owns.iter().zip(last_shadows).zip(last_residuals) {
        add(0, own, shadow, residual);
    }
    sums.map(|lanes| lanes.iter().sum())
}

/// The greatest residual of a stretch, as a share of what a move adds.
fn greatest<S: System>(system: &S, at: Range<usize>, residual: &[f64]) -> f64 {
    let mut most = [0.0; LANES];
    for (lane, (missing, at)) in residual.iter().zip(at).enumerate() {
        let most = &mut most[lane % LANES];
        *most = greater(*most, missing.abs() / system.size(at));
    }
    most.into_iter().fold(0.0, greater)
}

/// What the image is of.
#[derive(Clone, Copy)]
enum Of {
    Direction,
    Residual,
}

/// A system half solved.
struct Work<'s, S: System> {
    system: &'s S,
    room: S::Room,
    /// The values looked for.
    values: Vec<f64>,
    /// By how much the equations miss.
    residual: Vec<f64>,
    /// Where the next step goes, before it is corrected.
    direction: Vec<f64>,
    /// What becomes of the direction in the equations.
    image: Vec<f64>,
    /// What residuals are compared with: the first one.
    shadow: Vec<f32>,
    sweeps: usize,
}

impl<S: System> Work<'_, S> {
    /// Works the residual out from the values, and makes it what residuals are compared with.
    fn begin(&mut self) -> Found {
        self.system.residual(&mut self.room, &self.values, &mut self.residual);
        self.sweeps += 1;
        let Work { system, residual, direction, image, shadow, .. } = self;
        let states = system.counts().len();
        let residuals = chunks(residual, system.stretches());
        let rest = chunks(direction, system.stretches())
            .into_par_iter()
            .zip(chunks(image, system.stretches()))
            .zip(chunks(shadow, system.stretches()));
        let parts: Vec<Found> = residuals
            .into_par_iter()
            .zip(rest)
            .zip(system.stretches())
            .map(|((residual, ((direction, image), shadow)), at)| {
                direction.fill(0.0);
                image.fill(0.0);
                shadow.iter_mut().zip(&*residual).for_each(|(shadow, r)| *shadow = *r as f32);
                Found {
                    by_state: sums_by_state(*system, at.clone(), residual),
                    products: products(residual, shadow, residual),
                    greatest: greatest(*system, at.clone(), residual),
                }
            })
            .collect();
        sum(&parts, states)
    }

    /// Makes steps until the residual is as small as can be trusted, or the steps fail.
    fn descend(
        &mut self,
        first: Found,
        trusted: f64,
        each: &mut impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<(), ExactError> {
        let mut product = first.products[0];
        let mut residual = self.means(first);
        let (mut direction, mut image) = (vec![0.0; residual.len()], vec![0.0; residual.len()]);
        let (mut last, mut long, mut short) = (1.0, 1.0, 1.0);
        loop {
            each(self.sweeps)?;
            // The next direction is the residual, made conjugate to the last.
            let turn = product / last * (long / short);
            last = product;
            mix(&mut direction, turn, &image, -turn * short, &residual);
            let far = self.system.correction(&direction);
            self.turn(turn, -turn * short);
            let found = self.image(Of::Direction, &far);
            self.sweeps += 1;
            long = product / found.products[0];
            image = self.means(found);
            if !(long.is_finite() && long != 0.0) {
                return Ok(());
            }
            residual.iter_mut().zip(&image).for_each(|(r, image)| *r -= long * image);
            self.shorten(long);
            // And a step that makes the residual as short as it can be.
            let near = self.system.correction(&residual);
            let found = self.image(Of::Residual, &near);
            self.sweeps += 1;
            short = found.products[1] / found.products[2];
            let ended = !(short.is_finite() && short != 0.0);
            let second = self.means(found);
            short = if ended { 0.0 } else { short };
            residual.iter_mut().zip(&second).for_each(|(r, image)| *r -= short * image);
            let found = self.go(long, &far, short, &near);
            product = found.products[0];
            let goes_on = !ended && found.greatest > trusted && product != 0.0;
            if !goes_on || self.sweeps > MOST_SWEEPS {
                return Ok(());
            }
        }
    }

    /// The next direction: so much of the last, of its image, and the residual.
    fn turn(&mut self, last: f64, image: f64) {
        let stretches = self.system.stretches();
        let parts = chunks(&mut self.direction, stretches).into_par_iter().zip(stretches);
        parts.for_each(|(direction, at)| {
            let at = at.clone();
            mix(direction, last, &self.image[at.clone()], image, &self.residual[at]);
        });
    }

    /// What becomes in the equations of the direction, or of the residual, corrected by so much for each state.
    fn image(&mut self, of: Of, by: &[f64]) -> Found {
        let Work { system, room, residual, direction, image, shadow, .. } = self;
        let states = system.counts().len();
        let (residual, direction) = (&*residual, &*direction);
        let (of, image) = match of {
            Of::Direction => (direction, Some(&mut image[..])),
            Of::Residual => (residual, None),
        };
        let parts = system.image(room, of, by, image, |at, image| {
            let by_state = sums_by_state(*system, at.clone(), image);
            let products = products(image, &shadow[at.clone()], &residual[at]);
            Found { by_state, products, greatest: 0.0 }
        });
        sum(&parts, states)
    }

    /// Takes so much of the direction's image off the residual.
    fn shorten(&mut self, by: f64) {
        let stretches = self.system.stretches();
        let parts = chunks(&mut self.residual, stretches).into_par_iter().zip(stretches);
        parts.for_each(|(residual, at)| {
            let image = &self.image[at.clone()];
            residual.iter_mut().zip(image).for_each(|(r, image)| *r -= by * image);
        });
    }

    /// Goes so far along the direction and along the residual, both corrected by so much for each state, and takes the
    /// residual's image off.
    fn go(&mut self, long: f64, far: &[f64], short: f64, near: &[f64]) -> Found {
        let Work { system, room, values, residual, direction, shadow, .. } = self;
        let (system, room) = (*system, &*room);
        let states = system.counts().len();
        let moved: Vec<f64> =
            far.iter().zip(near).map(|(far, near)| long * far + short * near).collect();
        let both = chunks(values, system.stretches())
            .into_par_iter()
            .zip(chunks(residual, system.stretches()));
        let images = (0..system.stretches().len()).into_par_iter();
        let images = images.map(|stretch| system.stayed(room, stretch));
        let parts: Vec<Found> = both
            .zip(images)
            .zip(system.stretches())
            .map(|(((values, residual), image), at)| {
                let mut found = Found::nothing(0);
                let read = direction[at.clone()].iter().zip(image);
                let written = values.iter_mut().zip(&mut *residual);
                for ((value, r), ((direction, image), at)) in written.zip(read.zip(at.clone())) {
                    *value += long * direction + short * *r + moved[system.state(at)];
                    *r -= short * image;
                }
                found.products = products(residual, &shadow[at.clone()], residual);
                found.greatest = greatest(system, at.clone(), residual);
                found
            })
            .collect();
        sum(&parts, states)
    }

    /// The mean of each state.
    fn means(&self, found: Found) -> Vec<f64> {
        let counts = self.system.counts();
        let sums = found.by_state.into_iter().zip(counts);
        sums.map(|(sum, count)| sum / count.max(1.0)).collect()
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

/// What the stretches found, in their order.
fn sum(parts: &[Found], states: usize) -> Found {
    parts.iter().fold(Found::nothing(states), Found::add)
}

/// `own = a own + b other + third`.
fn mix(own: &mut [f64], a: f64, other: &[f64], b: f64, third: &[f64]) {
    for ((own, other), third) in own.iter_mut().zip(other).zip(third) {
        *own = a * *own + b * other + third;
    }
}
