//! Operations on the 64 bytes of a cell: the inner man on each square, all else fixed.
//!
//! Each is written two or three times and gives the same answer: [`plain`], for every x86_64 (`sse2`),
//! and for machines with AVX-512.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use bytemuck::Pod;

#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(not(target_arch = "x86_64"))]
use plain as baseline;
#[cfg(target_arch = "x86_64")]
use sse2 as baseline;

/// The codes of one cell.
pub(crate) type Line = [u8; 64];

/// Returns what the AVX-512 version gives, on machines that have it: first what it needs, then the call.
macro_rules! prefer_avx512 {
    ($($feature:tt),+: $call:expr) => {
        #[cfg(target_arch = "x86_64")]
        if crate::simd::is_avx512_allowed() && $(is_x86_feature_detected!($feature))&&+ {
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            return unsafe { $call };
        }
    };
}

/// The places of a line whose byte lies in `low..=high`.
#[inline(always)]
pub(crate) fn places_between(line: &Line, (low, high): (u8, u8)) -> u64 {
    if low > high { 0 } else { places(line, low, high - low) }
}

/// The places of a line whose byte is this one.
#[inline(always)]
pub(crate) fn places_of(line: &Line, code: u8) -> u64 {
    places(line, code, 0)
}

/// The places whose byte lies in `low..=low + width`.
#[inline(always)]
fn places(line: &Line, low: u8, width: u8) -> u64 {
    prefer_avx512!("avx512bw": avx512::places(line, low, width));
    baseline::places(line, low, width)
}

/// The places whose byte lies in a range of its own: the first byte of it, and how many more.
#[inline(always)]
pub(crate) fn places_within(line: &Line, first: &Line, more: &Line) -> u64 {
    prefer_avx512!("avx512bw": avx512::places_within(line, first, more));
    plain::places_within(line, first, more)
}

/// Numbers that lines of them are added up of: single and double floats.
pub trait Number:
    Pod
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + AddAssign
    + SubAssign
{
    /// The nearest number of this kind.
    fn of(number: f64) -> Self;
    /// The number as a double.
    fn double(self) -> f64;
    /// Adds lines of numbers up: where each begins, and the places at which it is added.
    #[doc(hidden)]
    fn add_up(numbers: &[Self], bases: &[u32], places: &[u64], sums: &mut [Self; 64]);
    /// The numbers at the front of a list, put in order to these places of a line, with 0 elsewhere.
    #[inline(always)]
    fn expand(packed: &[Self], places: u64) -> [Self; 64] {
        plain::expand(packed, places)
    }
}

impl Number for f32 {
    #[inline(always)]
    fn of(number: f64) -> f32 {
        number as f32
    }

    #[inline(always)]
    fn double(self) -> f64 {
        self.into()
    }

    #[inline(always)]
    fn add_up(numbers: &[f32], bases: &[u32], places: &[u64], sums: &mut [f32; 64]) {
        prefer_avx512!("avx512f": avx512::add_up_singles(numbers, bases, places, sums));
        plain::add_up(numbers, bases, places, sums);
    }

    #[inline(always)]
    fn expand(packed: &[f32], places: u64) -> [f32; 64] {
        prefer_avx512!("avx512f": avx512::expand(packed, places));
        plain::expand(packed, places)
    }
}

impl Number for f64 {
    #[inline(always)]
    fn of(number: f64) -> f64 {
        number
    }

    #[inline(always)]
    fn double(self) -> f64 {
        self
    }

    #[inline(always)]
    fn add_up(numbers: &[f64], bases: &[u32], places: &[u64], sums: &mut [f64; 64]) {
        prefer_avx512!("avx512f": avx512::add_up(numbers, bases, places, sums));
        plain::add_up(numbers, bases, places, sums);
    }
}

/// Which of some lines differs from a line at the fewest places, the first of equals, and where.
#[inline(always)]
pub(crate) fn most_alike<'l>(line: &Line, others: impl Iterator<Item = &'l Line>) -> (u8, u64) {
    prefer_avx512!("avx512bw": avx512::most_alike(line, others));
    fewest(others.map(|other| baseline::places_apart(line, other)))
}

/// Which of some sets has the fewest places, the first of equals, and the set itself.
#[inline(always)]
fn fewest(sets: impl Iterator<Item = u64>) -> (u8, u64) {
    let mut fewest = (0, !0);
    let mut least = u32::MAX;
    for (which, set) in (0..).zip(sets) {
        if set.count_ones() < least {
            least = set.count_ones();
            fewest = (which, set);
        }
        if least == 0 {
            break;
        }
    }
    fewest
}

/// Puts the bytes at these places in order to the front of `into`; what follows them there means
/// nothing.
#[inline(always)]
pub(crate) fn gather(line: &Line, places: u64, into: &mut Line) {
    prefer_avx512!("avx512vbmi2", "avx512bw": avx512::gather(line, places, into));
    plain::gather(line, places, into);
}

/// A line like another but at these places, which get these bytes in order: [`gather`] undone.
#[inline(always)]
pub(crate) fn scatter(bytes: &Line, places: u64, other: &Line, into: &mut Line) {
    prefer_avx512!("avx512vbmi2", "avx512bw": avx512::scatter(bytes, places, other, into));
    plain::scatter(bytes, places, other, into);
}

/// A line of one code at these places and of another elsewhere.
#[inline(always)]
pub(crate) fn two_valued(places: u64, there: u8, elsewhere: u8) -> Line {
    let mut line = [elsewhere; 64];
    replace(&mut line, places, elsewhere, there);
    line
}

/// Turns the bytes at these places from one code to another.
#[inline(always)]
pub(crate) fn replace(line: &mut Line, places: u64, from: u8, to: u8) {
    prefer_avx512!("avx512bw": avx512::replace(line, places, to));
    plain::replace(line, places, from, to);
}

#[cfg(test)]
mod tests;
