//! Sixteen bytes at a time: what every x86_64 can do.

use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_set1_epi8, _mm_sub_epi8,
};

use super::Line;

#[inline(always)]
pub(super) fn places_apart(line: &Line, other: &Line) -> u64 {
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
pub(super) fn places(line: &Line, low: u8, width: u8) -> u64 {
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
