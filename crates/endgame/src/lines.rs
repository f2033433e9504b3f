//! Sixty-four bytes of a table at a time: the inner man on each square, all else fixed.

use crate::index::squares;

/// The codes of one cell.
pub(crate) type Line = [u8; 64];

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
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            return unsafe { wide::places(line, low, width) };
        }
        sixteen::places(line, low, width)
    }
    #[cfg(not(target_arch = "x86_64"))]
    (0..)
        .zip(line)
        .fold(0, |set, (place, code)| set | u64::from(code.wrapping_sub(low) <= width) << place)
}

/// Which of some lines differs from a line at the fewest places, the first of equals, and where.
#[inline(always)]
pub(crate) fn most_alike<'l>(line: &Line, others: impl Iterator<Item = &'l Line>) -> (u8, u64) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the instructions were just found on this machine.
            #[allow(unsafe_code)]
            return unsafe { wide::most_alike(line, others) };
        }
        fewest(others.map(|other| sixteen::places_apart(line, other)))
    }
    #[cfg(not(target_arch = "x86_64"))]
    fewest(others.map(|other| {
        let places = (0..).zip(line.iter().zip(other));
        places.fold(0, |set, (place, (one, other))| set | u64::from(one != other) << place)
    }))
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
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512bw") {
        // SAFETY: the instructions were just found on this machine.
        #[allow(unsafe_code)]
        return unsafe { wide::gather(line, places, into) };
    }
    for (place, byte) in squares(places).zip(into) {
        *byte = line[usize::from(place)];
    }
}

/// A line like another but at these places, which get these bytes in order: [`gather`] undone.
#[inline(always)]
pub(crate) fn scatter(bytes: &Line, places: u64, other: &Line, into: &mut Line) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512bw") {
        // SAFETY: the instructions were just found on this machine.
        #[allow(unsafe_code)]
        return unsafe { wide::scatter(bytes, places, other, into) };
    }
    *into = *other;
    for (place, byte) in squares(places).zip(bytes) {
        into[usize::from(place)] = *byte;
    }
}

/// Sixteen bytes at a time.
#[cfg(target_arch = "x86_64")]
mod sixteen {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_set1_epi8, _mm_sub_epi8,
    };

    #[inline(always)]
    pub(super) fn places_apart(line: &super::Line, other: &super::Line) -> u64 {
        let mut set = 0;
        let parts = line.as_chunks::<16>().0.iter().zip(other.as_chunks::<16>().0);
        for (n, (part, other)) in parts.enumerate() {
            // SAFETY: SSE2 is part of every x86_64, and sixteen bytes are one of its registers, every
            // bit pattern of which is valid.
            #[allow(unsafe_code)]
            let alike = unsafe {
                let [part, other] =
                    [*part, *other].map(|p| std::mem::transmute::<[u8; 16], __m128i>(p));
                _mm_movemask_epi8(_mm_cmpeq_epi8(part, other))
            };
            set |= u64::from(!alike as u16) << (16 * n);
        }
        set
    }

    #[inline(always)]
    pub(super) fn places(line: &super::Line, low: u8, width: u8) -> u64 {
        let mut set = 0;
        for (n, part) in line.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: SSE2 is part of every x86_64, and sixteen bytes are one of its registers, every
            // bit pattern of which is valid.
            #[allow(unsafe_code)]
            let inside = unsafe {
                let codes = std::mem::transmute::<[u8; 16], __m128i>(*part);
                let above = _mm_sub_epi8(codes, _mm_set1_epi8(low as i8));
                let least = _mm_min_epu8(above, _mm_set1_epi8(width as i8));
                _mm_movemask_epi8(_mm_cmpeq_epi8(least, above))
            };
            set |= u64::from(inside as u16) << (16 * n);
        }
        set
    }
}

/// A whole line at a time, where the machine can.
#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m512i, _mm512_cmple_epu8_mask, _mm512_cmpneq_epi8_mask, _mm512_mask_blend_epi8,
        _mm512_mask_expand_epi8, _mm512_maskz_compress_epi8, _mm512_set1_epi8, _mm512_sub_epi8,
    };

    use super::Line;

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    pub(super) fn places(line: &Line, low: u8, width: u8) -> u64 {
        let above = _mm512_sub_epi8(register(line), _mm512_set1_epi8(low as i8));
        _mm512_cmple_epu8_mask(above, _mm512_set1_epi8(width as i8))
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    pub(super) fn replace(line: &mut Line, places: u64, to: u8) {
        let to = _mm512_set1_epi8(to as i8);
        *line = from_register(_mm512_mask_blend_epi8(places, register(line), to));
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    pub(super) fn most_alike<'l>(line: &Line, others: impl Iterator<Item = &'l Line>) -> (u8, u64) {
        super::fewest(others.map(|other| _mm512_cmpneq_epi8_mask(register(line), register(other))))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    #[inline]
    pub(super) fn gather(line: &Line, places: u64, into: &mut Line) {
        *into = from_register(_mm512_maskz_compress_epi8(places, register(line)));
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    #[inline]
    pub(super) fn scatter(bytes: &Line, places: u64, other: &Line, into: &mut Line) {
        *into = from_register(_mm512_mask_expand_epi8(register(other), places, register(bytes)));
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn from_register(register: __m512i) -> Line {
        // SAFETY: a register is 64 bytes, and every bit pattern is valid.
        #[allow(unsafe_code)]
        unsafe {
            std::mem::transmute::<__m512i, Line>(register)
        }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn register(line: &Line) -> __m512i {
        // SAFETY: 64 bytes are a register, every bit pattern of which is valid.
        #[allow(unsafe_code)]
        unsafe {
            std::mem::transmute::<Line, __m512i>(*line)
        }
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
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512bw") {
        // SAFETY: the instructions were just found on this machine.
        #[allow(unsafe_code)]
        return unsafe { wide::replace(line, places, to) };
    }
    let change = u64::from(from ^ to) * 0x0101_0101_0101_0101;
    for (n, part) in line.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mask = SPREAD[usize::from((places >> (8 * n)) as u8)];
        *part = (u64::from_le_bytes(*part) ^ mask & change).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_alike_is_the_first_with_the_fewest_differences() {
        let line: Line = std::array::from_fn(|n| n as u8);
        let but = |places| painted_over(&line, places);
        let lines = [but(!0), but(0x70), but(0x8001), but(0x0110), but(7)];
        assert_eq!(most_alike(&line, lines.iter()), (2, 0x8001));
        assert_eq!(most_alike(&line, lines[..1].iter()), (0, !0));
        assert_eq!(most_alike(&line, [but(1), line, line].iter()), (1, 0));
        #[cfg(target_arch = "x86_64")]
        for (other, places) in lines.iter().zip([!0, 0x70, 0x8001, 0x0110, 7]) {
            assert_eq!(sixteen::places_apart(&line, other), places);
        }
    }

    /// The line with another byte at each of these places.
    fn painted_over(line: &Line, places: u64) -> Line {
        std::array::from_fn(|n| line[n] + 100 * (places >> n & 1) as u8)
    }

    #[test]
    fn what_was_gathered_is_scattered_back() {
        let line: Line = std::array::from_fn(|n| n as u8);
        let other = painted_over(&line, !0);
        for places in [0, 1, 1 << 63, 0x8100_0042_0000_0007, !0] {
            let [mut bytes, mut back] = [[0; 64]; 2];
            gather(&line, places, &mut bytes);
            let count = places.count_ones() as usize;
            assert!(bytes[..count].iter().copied().eq(squares(places)));
            bytes[count..].fill(200);
            scatter(&bytes, places, &other, &mut back);
            assert_eq!(back, painted_over(&line, !places));
        }
    }

    #[test]
    fn places_are_found_and_repainted() {
        let mut line: Line = std::array::from_fn(|n| (n * 37 % 251) as u8);
        for (low, high) in [(0, 255), (3, 3), (10, 200), (200, 255), (9, 3)] {
            let plain =
                (0..64).fold(0u64, |set, n| set | u64::from((low..=high).contains(&line[n])) << n);
            assert_eq!(places_between(&line, (low, high)), plain);
        }
        assert_eq!(places_of(&line, 37), 1 << 1);
        line = [1; 64];
        replace(&mut line, 0x8000_0000_0000_0005, 1, 200);
        assert_eq!(places_of(&line, 200), 0x8000_0000_0000_0005);
        assert_eq!(places_of(&line, 1), !0x8000_0000_0000_0005);
    }
}
