//! Sixty-four bytes of a table at a time: the inner man on each square, all else fixed.

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

/// Sixteen bytes at a time.
#[cfg(target_arch = "x86_64")]
mod sixteen {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_set1_epi8, _mm_sub_epi8,
    };

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
        __m512i, _mm512_cmple_epu8_mask, _mm512_mask_blend_epi8, _mm512_set1_epi8, _mm512_sub_epi8,
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
    pub(super) fn repaint(line: &mut Line, places: u64, to: u8) {
        let painted = _mm512_mask_blend_epi8(places, register(line), _mm512_set1_epi8(to as i8));
        // SAFETY: a register is 64 bytes, and every bit pattern is valid.
        #[allow(unsafe_code)]
        let painted = unsafe { std::mem::transmute::<__m512i, Line>(painted) };
        *line = painted;
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
pub(crate) fn painted(places: u64, there: u8, elsewhere: u8) -> Line {
    let mut line = [elsewhere; 64];
    repaint(&mut line, places, elsewhere, there);
    line
}

/// Turns the bytes at these places from one code to another.
#[inline(always)]
pub(crate) fn repaint(line: &mut Line, places: u64, from: u8, to: u8) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512bw") {
        // SAFETY: the instructions were just found on this machine.
        #[allow(unsafe_code)]
        return unsafe { wide::repaint(line, places, to) };
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
    fn places_are_found_and_repainted() {
        let mut line: Line = std::array::from_fn(|n| (n * 37 % 251) as u8);
        for (low, high) in [(0, 255), (3, 3), (10, 200), (200, 255), (9, 3)] {
            let plain =
                (0..64).fold(0u64, |set, n| set | u64::from((low..=high).contains(&line[n])) << n);
            assert_eq!(places_between(&line, (low, high)), plain);
        }
        assert_eq!(places_of(&line, 37), 1 << 1);
        line = [1; 64];
        repaint(&mut line, 0x8000_0000_0000_0005, 1, 200);
        assert_eq!(places_of(&line, 200), 0x8000_0000_0000_0005);
        assert_eq!(places_of(&line, 1), !0x8000_0000_0000_0005);
    }
}
