//! Plain Rust: what the other paths are tested against, and what machines without them run.

use std::ops::AddAssign;

use super::Line;
use crate::index::squares;

/// The places whose byte lies in `low..=low + width`.
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(super) fn places(line: &Line, low: u8, width: u8) -> u64 {
    let bytes = (0..).zip(line);
    bytes.fold(0, |set, (place, byte)| set | u64::from(byte.wrapping_sub(low) <= width) << place)
}

/// The places where two lines differ.
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(super) fn places_apart(line: &Line, other: &Line) -> u64 {
    let bytes = (0..).zip(line.iter().zip(other));
    bytes.fold(0, |set, (place, (one, other))| set | u64::from(one != other) << place)
}

#[inline(always)]
pub(super) fn add_up<N: Copy + AddAssign>(
    numbers: &[N],
    bases: &[u32],
    places: &[u64],
    sums: &mut [N; 64],
) {
    for (&base, &places) in bases.iter().zip(places) {
        let line = &numbers[base as usize..base as usize + 64];
        if places == !0 {
            sums.iter_mut().zip(line).for_each(|(sum, number)| *sum += *number);
        } else {
            squares(places).for_each(|at| sums[usize::from(at)] += line[usize::from(at)]);
        }
    }
}

#[inline(always)]
pub(super) fn expand<N: Copy + Default>(packed: &[N], places: u64) -> [N; 64] {
    let mut line = [N::default(); 64];
    squares(places).zip(packed).for_each(|(at, &number)| line[usize::from(at)] = number);
    line
}

#[inline(always)]
pub(super) fn places_within(line: &Line, first: &Line, more: &Line) -> u64 {
    let mut set = 0;
    for (n, part) in line.as_chunks::<8>().0.iter().enumerate() {
        let inside: [u8; 8] = std::array::from_fn(|at| {
            u8::from(part[at].wrapping_sub(first[8 * n + at]) <= more[8 * n + at])
        });
        // Gathers the lowest bits of eight bytes into one.
        let bits = u64::from_le_bytes(inside).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        set |= bits << (8 * n);
    }
    set
}

#[inline(always)]
pub(super) fn gather(line: &Line, places: u64, into: &mut Line) {
    for (place, byte) in squares(places).zip(into) {
        *byte = line[usize::from(place)];
    }
}

#[inline(always)]
pub(super) fn scatter(bytes: &Line, places: u64, other: &Line, into: &mut Line) {
    *into = *other;
    for (place, byte) in squares(places).zip(bytes) {
        into[usize::from(place)] = *byte;
    }
}

#[inline(always)]
pub(super) fn replace(line: &mut Line, places: u64, from: u8, to: u8) {
    let change = u64::from(from ^ to) * 0x0101_0101_0101_0101;
    for (n, part) in line.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mask = SPREAD[usize::from((places >> (8 * n)) as u8)];
        *part = (u64::from_le_bytes(*part) ^ mask & change).to_le_bytes();
    }
}

/// Eight bytes, 0xff where the byte's bit is set.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte] |= 0xff << (8 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};
