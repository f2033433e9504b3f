//! A whole line at a time. All need `avx512bw`; `gather` and `scatter` need `avx512vbmi2` too.

use std::arch::x86_64::{
    __m512, __m512d, __m512i, _mm512_cmple_epu8_mask, _mm512_cmpneq_epi8_mask, _mm512_mask_add_pd,
    _mm512_mask_add_ps, _mm512_mask_blend_epi8, _mm512_mask_expand_epi8,
    _mm512_maskz_compress_epi8, _mm512_maskz_expandloadu_ps, _mm512_set1_epi8, _mm512_sub_epi8,
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
pub(super) fn places_within(line: &Line, first: &Line, more: &Line) -> u64 {
    let above = _mm512_sub_epi8(register(line), register(first));
    _mm512_cmple_epu8_mask(above, register(more))
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn add_up(numbers: &[f64], bases: &[u32], places: &[u64], sums: &mut [f64; 64]) {
    let mut all = numbers_in_registers(sums);
    for (&base, &places) in bases.iter().zip(places) {
        let line = numbers[base as usize..base as usize + 64].try_into().expect("64 numbers");
        let parts = numbers_in_registers(line);
        for (part, (sum, number)) in all.iter_mut().zip(parts).enumerate() {
            *sum = _mm512_mask_add_pd(*sum, (places >> (8 * part)) as u8, *sum, number);
        }
    }
    // SAFETY: eight registers are 64 numbers, and every bit pattern is valid.
    #[allow(unsafe_code)]
    let summed = unsafe { std::mem::transmute::<[__m512d; 8], [f64; 64]>(all) };
    *sums = summed;
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn add_up_singles(numbers: &[f32], bases: &[u32], places: &[u64], sums: &mut [f32; 64]) {
    let mut all = singles_in_registers(sums);
    for (&base, &places) in bases.iter().zip(places) {
        let line = numbers[base as usize..base as usize + 64].try_into().expect("64 numbers");
        let parts = singles_in_registers(line);
        for (part, (sum, number)) in all.iter_mut().zip(parts).enumerate() {
            *sum = _mm512_mask_add_ps(*sum, (places >> (16 * part)) as u16, *sum, number);
        }
    }
    // SAFETY: four registers are 64 numbers, and every bit pattern is valid.
    #[allow(unsafe_code)]
    let summed = unsafe { std::mem::transmute::<[__m512; 4], [f32; 64]>(all) };
    *sums = summed;
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn expand(packed: &[f32], places: u64) -> [f32; 64] {
    let mut packed = &packed[..places.count_ones() as usize];
    let parts: [__m512; 4] = std::array::from_fn(|part| {
        let mask = (places >> (16 * part)) as u16;
        let (here, after) = packed.split_at(mask.count_ones() as usize);
        packed = after;
        // SAFETY: as many numbers are read as the mask has bits.
        #[allow(unsafe_code)]
        unsafe {
            _mm512_maskz_expandloadu_ps(mask, here.as_ptr())
        }
    });
    // SAFETY: four registers are 64 numbers, and every bit pattern is valid.
    #[allow(unsafe_code)]
    unsafe {
        std::mem::transmute::<[__m512; 4], [f32; 64]>(parts)
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn singles_in_registers(numbers: &[f32; 64]) -> [__m512; 4] {
    // SAFETY: 64 numbers are four registers, every bit pattern of which is valid.
    #[allow(unsafe_code)]
    unsafe {
        std::mem::transmute::<[f32; 64], [__m512; 4]>(*numbers)
    }
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
