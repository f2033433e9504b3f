//! The linear system behind lengths, solved by the stabilised biconjugate gradient method (BiCGStab,
//! van der Vorst 1992).
//!
//! The unknowns are the values with the defender to move, `y = T y + b`, where `T` is the attacker's
//! move after the defender's reply. Each step needs two sweeps and five vectors, whatever the number
//! of steps before: the method remembers without keeping. What all positions of a depth are wrong by
//! together dies out as slowly as games are long; so each direction is first corrected by the lumped
//! Markov matrix, which is the same system for whole depths.

use endgame::progress::Monitor;
use endgame::quiet_moves::Which;
use player::markov::{Elimination, TransitionMatrix};
use rayon::prelude::*;

use super::players::Player;
use super::sweep::Sweep;
use super::{Exact, ExactError};

/// Bytes that are kept for each position with the defender to move.
pub(super) const PER_UNKNOWN: usize = 5 * 8 + 4;

/// In one stretch of the table, the positions that are followed in the order of their numbers.
struct Part {
    /// The values looked for.
    value: Vec<f64>,
    /// By how much the equations miss.
    residual: Vec<f64>,
    /// Where the next step goes, before it is corrected.
    direction: Vec<f64>,
    /// What becomes of the direction in the equations, and of the residual.
    images: [Vec<f64>; 2],
    /// What residuals are compared with: the first one.
    shadow: Vec<f32>,
    /// What the last sweep found.
    found: Found,
}

/// What is added up over a stretch.
#[derive(Clone, Debug)]
struct Found {
    /// Sums by byte.
    by_code: [f64; 256],
    /// Products with the shadow, with the residual, and with itself.
    products: [f64; 3],
    /// The greatest residual as a share of what a move adds.
    greatest: f64,
}

impl Found {
    const NOTHING: Found = Found { by_code: [0.0; 256], products: [0.0; 3], greatest: 0.0 };

    fn add(mut self, other: &Found) -> Found {
        self.by_code.iter_mut().zip(other.by_code).for_each(|(sum, one)| *sum += one);
        self.products.iter_mut().zip(other.products).for_each(|(sum, one)| *sum += one);
        // A residual that is no number must not be lost.
        if other.greatest.is_nan() || other.greatest > self.greatest {
            self.greatest = other.greatest;
        }
        self
    }
}

/// A system to be solved.
pub(super) struct System<'e, A, S> {
    pub(super) attacker: &'e Player,
    pub(super) defender: &'e Player,
    /// How the defender's values come from the attacker's.
    pub(super) replies: Which<'e>,
    /// The lumped matrix of a reply and the move after it.
    pub(super) lumped: &'e TransitionMatrix,
    /// What a move of the attacker's adds, by number.
    pub(super) adds: A,
    /// How much moves after a reply add, by number: what residuals are measured by.
    pub(super) sizes: S,
}

/// A solution.
pub(super) struct Solution {
    /// By number, times the other player's preference.
    pub(super) attacker: Vec<f64>,
    pub(super) defender: Vec<f64>,
    /// The greatest residual as a share of what a move adds: at most that share of a value is wrong.
    pub(super) residual: f64,
    pub(super) sweeps: usize,
}

/// Sweeps after which there is no hope.
const MOST_SWEEPS: usize = 3_000;
/// A residual that is so much smaller than the first is taken on trust no longer: it is worked out anew.
const TRUSTED: f64 = 1e-8;
/// A residual that rounding may leave behind: the answer is given, and says so.
const ROUNDED: f64 = 1e-3;

impl<A: Fn(usize) -> f64 + Sync, S: Fn(usize) -> f64 + Sync> System<'_, A, S> {
    /// Solves the system to such a residual, or as well as rounding allows, beginning with values by
    /// number.
    pub(super) fn solve(
        &self,
        exact: &Exact<'_>,
        start: impl Fn(usize) -> f64 + Sync,
        wanted: f64,
        monitor: &Monitor<'_>,
    ) -> Result<Solution, ExactError> {
        let mut work = Work::new(self, start);
        let mut least = f64::INFINITY;
        loop {
            exact.step(work.sweeps, 0, monitor)?;
            let residual = work.true_residual();
            if !residual.is_finite() {
                return Err(ExactError::Endless);
            }
            // What does not halve any more is rounding.
            let stalled = residual > 0.5 * least && least.is_finite();
            least = least.min(residual);
            if residual <= wanted || stalled && residual <= ROUNDED {
                let Work { attackers, mut defenders, sweeps, parts, .. } = work;
                spread(self.defender, &parts, &mut defenders, |part| &part.value, None);
                return Ok(Solution { attacker: attackers, defender: defenders, residual, sweeps });
            }
            if work.sweeps > MOST_SWEEPS || stalled {
                return Err(ExactError::Unsettled { sweeps: work.sweeps, residual });
            }
            let trusted = (TRUSTED * residual).max(0.5 * wanted);
            work.descend(exact, trusted, monitor)?;
        }
    }
}

/// A system half solved.
struct Work<'s, 'e, A, S> {
    system: &'s System<'e, A, S>,
    coarse: Elimination,
    /// How many positions have each state.
    counts: Vec<f64>,
    parts: Vec<Part>,
    attackers: Vec<f64>,
    defenders: Vec<f64>,
    sweeps: usize,
}

impl<'s, 'e, A: Fn(usize) -> f64 + Sync, S: Fn(usize) -> f64 + Sync> Work<'s, 'e, A, S> {
    fn new(system: &'s System<'e, A, S>, start: impl Fn(usize) -> f64 + Sync) -> Self {
        let defender = system.defender;
        let states = system.lumped.space().len();
        let rows: Vec<f64> = system.lumped.rows().flatten().copied().collect();
        let mut counts = vec![0.0; states];
        let part = |cells: &std::ops::Range<usize>| {
            let numbers = cells.start * 64..cells.end * 64;
            let followed = numbers.filter(|&number| defender.follows(number));
            let value: Vec<f64> = followed.map(&start).collect();
            let zeros = || vec![0.0; value.len()];
            Part {
                residual: zeros(),
                direction: zeros(),
                images: [zeros(), zeros()],
                shadow: vec![0.0; value.len()],
                found: Found::NOTHING,
                value,
            }
        };
        let parts = defender.stretches.par_iter().map(part).collect();
        for &code in defender.codes() {
            if defender.wanted[usize::from(code)] {
                counts[usize::from(defender.states[usize::from(code)])] += 1.0;
            }
        }
        let numbers = defender.codes().len();
        let (attackers, defenders) = (vec![0.0; numbers], vec![0.0; numbers]);
        let coarse = Elimination::of(&rows, states);
        Work { system, coarse, counts, parts, attackers, defenders, sweeps: 0 }
    }

    /// Works the residual out from the values; says how large it is.
    fn true_residual(&mut self) -> f64 {
        let System { attacker, defender, adds, sizes, .. } = self.system;
        spread(defender, &self.parts, &mut self.defenders, |part| &part.value, None);
        let (which, others) = (attacker.which(), &self.defenders);
        Sweep { player: attacker, which, others, adds: |_, number| adds(number) }
            .run(&mut self.attackers);
        let replies = self.system.replies;
        self.parts.iter_mut().for_each(|part| part.found = Found::NOTHING);
        let codes = defender.codes();
        let mut parts: Vec<(usize, &mut Part)> = self.parts.iter_mut().map(|p| (0, p)).collect();
        defender.gather(&self.attackers, replies, &mut parts, |(at, part), cell, on| {
            on.each(|place, on| {
                let number = cell * 64 + place;
                let missing = on - part.value[*at];
                part.residual[*at] = missing;
                part.shadow[*at] = missing as f32;
                part.direction[*at] = 0.0;
                part.images[0][*at] = 0.0;
                part.found.notice(missing, sizes(number));
                part.found.by_code[usize::from(codes[number])] += missing;
                part.found.products[0] += f64::from(part.shadow[*at]) * missing;
                *at += 1;
            });
        });
        self.sweeps += 1;
        self.found().greatest
    }

    /// Makes steps until the residual is as small as can be trusted, or the steps fail.
    fn descend(
        &mut self,
        exact: &Exact<'_>,
        trusted: f64,
        monitor: &Monitor<'_>,
    ) -> Result<(), ExactError> {
        let found = self.found();
        let mut product = found.products[0];
        let mut residual = self.means(&found);
        let (mut direction, mut image) = (vec![0.0; residual.len()], vec![0.0; residual.len()]);
        let (mut last, mut long, mut short) = (1.0, 1.0, 1.0);
        loop {
            exact.step(self.sweeps, 0, monitor)?;
            // The next direction is the residual, made conjugate to the last.
            let turn = product / last * (long / short);
            last = product;
            mix(&mut direction, turn, &image, -turn * short, &residual);
            let by = self.correction(&direction);
            self.parts.par_iter_mut().for_each(|part| {
                let Part { direction, images, residual, .. } = part;
                mix(direction, turn, &images[0], -turn * short, residual);
            });
            let found = self.image(|part| &part.direction, 0, &by);
            image = self.means(&found);
            long = product / found.products[0];
            if !(long.is_finite() && long != 0.0) {
                return Ok(());
            }
            residual.iter_mut().zip(&image).for_each(|(r, image)| *r -= long * image);
            self.go(|part| (&mut part.value, &part.direction), long, &by);
            self.parts.par_iter_mut().for_each(|part| {
                let pairs = part.residual.iter_mut().zip(&part.images[0]);
                pairs.for_each(|(r, image)| *r -= long * image);
            });
            // And a step that makes the residual as short as it can be.
            let by = self.correction(&residual);
            let found = self.image(|part| &part.residual, 1, &by);
            short = found.products[1] / found.products[2];
            if !(short.is_finite() && short != 0.0) {
                return Ok(());
            }
            let second = self.means(&found);
            residual.iter_mut().zip(&second).for_each(|(r, image)| *r -= short * image);
            self.go(|part| (&mut part.value, &part.residual), short, &by);
            let found = self.shorten(short);
            product = found.products[0];
            self.sweeps += 2;
            let goes_on = found.greatest > trusted && product != 0.0;
            if !goes_on || self.sweeps > MOST_SWEEPS {
                return Ok(());
            }
        }
    }

    /// What becomes of a vector, corrected by so much for each state, in the equations.
    fn image(&mut self, of: fn(&Part) -> &Vec<f64>, which: usize, by: &[f64]) -> Found {
        let System { attacker, defender, replies, .. } = self.system;
        spread(defender, &self.parts, &mut self.defenders, of, Some(by));
        let others = &self.defenders;
        Sweep { player: attacker, which: attacker.which(), others, adds: |_, _| 0.0 }
            .run(&mut self.attackers);
        self.parts.iter_mut().for_each(|part| part.found = Found::NOTHING);
        let codes = defender.codes();
        let mut parts: Vec<(usize, &mut Part)> = self.parts.iter_mut().map(|p| (0, p)).collect();
        defender.gather(&self.attackers, *replies, &mut parts, |(at, part), cell, on| {
            on.each(|place, on| {
                let number = cell * 64 + place;
                let code = usize::from(codes[number]);
                let image = others[number] * defender.unscale[code] - on;
                part.images[which][*at] = image;
                let Found { by_code, products, .. } = &mut part.found;
                by_code[code] += image;
                products[0] += f64::from(part.shadow[*at]) * image;
                products[1] += part.residual[*at] * image;
                products[2] += image * image;
                *at += 1;
            });
        });
        self.found()
    }

    /// Goes so far along a vector, corrected by so much for each state.
    fn go(&mut self, of: fn(&mut Part) -> (&mut Vec<f64>, &Vec<f64>), far: f64, by: &[f64]) {
        let defender = self.system.defender;
        self.parts.par_iter_mut().zip(&defender.stretches).for_each(|(part, cells)| {
            let (values, along) = of(part);
            let codes = defender.codes()[cells.start * 64..cells.end * 64].iter();
            let states = codes
                .filter(|&&code| defender.wanted[usize::from(code)])
                .map(|&code| usize::from(defender.states[usize::from(code)]));
            for ((value, along), state) in values.iter_mut().zip(along).zip(states) {
                *value += far * (along + by[state]);
            }
        });
    }

    /// Takes so much of its own image off the residual.
    fn shorten(&mut self, by: f64) -> Found {
        let System { defender, sizes, .. } = self.system;
        self.parts.par_iter_mut().zip(&defender.stretches).for_each(|(part, cells)| {
            part.found = Found::NOTHING;
            let numbers = cells.start * 64..cells.end * 64;
            let followed = numbers.filter(|&number| defender.follows(number));
            let Part { residual, images, shadow, found, .. } = part;
            for (((r, image), shadow), number) in
                residual.iter_mut().zip(&images[1]).zip(&*shadow).zip(followed)
            {
                *r -= by * image;
                found.products[0] += f64::from(*shadow) * *r;
                found.notice(*r, sizes(number));
            }
        });
        self.found()
    }

    /// How much every state is to be moved beside a vector with these means.
    fn correction(&self, means: &[f64]) -> Vec<f64> {
        let unseen: Vec<f64> = (0..means.len())
            .map(|state| self.system.lumped.row(state).iter().zip(means).map(|(p, m)| p * m).sum())
            .collect();
        self.coarse.solve(&unseen)
    }

    /// The mean of each state.
    fn means(&self, found: &Found) -> Vec<f64> {
        let defender = self.system.defender;
        let mut means = vec![0.0; self.counts.len()];
        for (code, sum) in
            found.by_code.iter().enumerate().filter(|&(code, _)| defender.wanted[code])
        {
            means[usize::from(defender.states[code])] += sum;
        }
        means.iter_mut().zip(&self.counts).for_each(|(mean, count)| *mean /= count.max(1.0));
        means
    }

    /// What the stretches found, in their order.
    fn found(&self) -> Found {
        self.parts.iter().fold(Found::NOTHING, |sum, part| sum.add(&part.found))
    }
}

impl Found {
    #[inline(always)]
    fn notice(&mut self, residual: f64, size: f64) {
        let share = residual.abs() / size;
        if share > self.greatest || share.is_nan() {
            self.greatest = share;
        }
    }
}

/// `own = a own + b other + third`.
fn mix(own: &mut [f64], a: f64, other: &[f64], b: f64, third: &[f64]) {
    for ((own, other), third) in own.iter_mut().zip(other).zip(third) {
        *own = a * *own + b * other + third;
    }
}

/// Writes a vector by number, times the other player's preference, each state moved by so much.
fn spread(
    defender: &Player,
    parts: &[Part],
    values: &mut [f64],
    of: fn(&Part) -> &Vec<f64>,
    by: Option<&[f64]>,
) {
    let moved: [f64; 256] = std::array::from_fn(|code| match by {
        Some(by) if defender.wanted[code] => by[usize::from(defender.states[code])],
        _ => 0.0,
    });
    defender.parts(values).into_par_iter().zip(parts).for_each(|((_, cells, values), part)| {
        let codes = &defender.codes()[cells.start * 64..cells.end * 64];
        let mut vector = of(part).iter();
        for (value, &code) in values.iter_mut().zip(codes) {
            let code = usize::from(code);
            if defender.wanted[code] {
                let one = vector.next().expect("one for each position that is followed");
                *value = (one + moved[code]) * defender.scale[code];
            }
        }
    });
}
