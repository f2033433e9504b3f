//! A whole line at a time. All need `avx512bw`; `gather` and `scatter` need `avx512vbmi2` too.

use std::arch::x86_64::{
    __m512d, __m512i, _mm512_cmple_epu8_mask, _mm512_cmpneq_epi8_mask, _mm512_mask_add_pd,
    _mm512_mask_blend_epi8, _mm512_mask_expand_epi8, _mm512_maskz_compress_epi8, _mm512_set1_epi8,
    _mm512_sub_epi8,
};

use super::{Line, Term};

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(super) fn places(line: &Line, low: u8, width: u8) -> u64 {
    let above = _mm512_sub_epi8(register(line), _mm512_set1_epi8(low as i8));
    _mm512_cmple_epu8_mask(above, _mm512_set1_epi8(width as i8))
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(super) fn places_within(line: &Line, first: &Line, more: &Line) -> u64 {
    let above = _mm512_sub_epi8(register(line), register(first));
    _mm512_cmple_epu8_mask(above, register(more))
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn add_up(numbers: &[f64], terms: &[Term], sums: &mut [f64; 64]) {
    let mut all = numbers_in_registers(sums);
    for &(base, places) in terms {
        let line = numbers[base..base + 64].try_into().expect("64 numbers");
        let parts = numbers_in_registers(line);
        for (eight, (sum, part)) in all.iter_mut().zip(parts).enumerate() {
            *sum = _mm512_mask_add_pd(*sum, (places >> (8 * eight)) as u8, *sum, part);
        }
    }
    // SAFETY: eight registers are 64 numbers, and every bit pattern is valid.
    #[allow(unsafe_code)]
    let summed = unsafe { std::mem::transmute::<[__m512d; 8], [f64; 64]>(all) };
    *sums = summed;
}

#[target_feature(enable = "avx512f")]
#[inline]
fn numbers_in_registers(numbers: &[f64; 64]) -> [__m512d; 8] {
    // SAFETY: 64 numbers are eight registers, every bit pattern of which is valid.
    #[allow(unsafe_code)]
    unsafe {
        std::mem::transmute::<[f64; 64], [__m512d; 8]>(*numbers)
    }
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
