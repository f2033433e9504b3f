//! The characterisation of 1998 as bits: section 4.2 of Haworth & Velliste, who did not try it.
//!
//! > any Boolean function on n variables may be emulated by an n-n-1 network with only (n + 1)^2 weights

use crate::characterisation::INPUTS;

/// The least value of each input, and how many values it is given: the columns "Range" of Table 4.
///
/// `x_13`, redundant once pawns on the last rank were left out, is printed with the range [-6, 6]: so it has four bits here, and the
/// whole the 92 bits of section 4.2.
#[rustfmt::skip] // level by level, as in Table 4
const RANGES: [(i8, u8); INPUTS] = [
    (1, 8), (1, 8), (1, 8), (1, 8), (1, 4), (2, 6),
    (-7, 15), (-7, 15), (-3, 11), (-6, 13), (-3, 11), (-6, 13), (-6, 13), (1, 5),
    (0, 8), (0, 8), (0, 2), (0, 8), (0, 7), (0, 2), (0, 8), (0, 7), (0, 2),
    (2, 6), (0, 2), (0, 2), (1, 7), (1, 7), (0, 8),
    (-6, 13), (-5, 12), (0, 2),
];

/// How many bits each input has.
fn bits(at: usize) -> u32 {
    (RANGES[at].1 - 1).ilog2() + 1
}

/// How many bits the first inputs have together: 17 for the six basic ones, 92 for all.
pub fn count(inputs: usize) -> usize {
    (0..inputs).map(|at| bits(at) as usize).sum()
}

/// The bits of the first inputs of a position, each 0 or 1.
pub fn code(characteristics: &[i8; INPUTS], inputs: usize) -> Vec<f32> {
    let of = |at: usize| {
        let number = (characteristics[at] - RANGES[at].0) as u8;
        (0..bits(at)).map(move |bit| f32::from(number >> bit & 1))
    };
    (0..inputs).flat_map(of).collect()
}

/// The bits that some weight of an n-n-1 network must have if it is to emulate any function of n variables: more than
/// `2^n / (n + 1)^2`.
pub fn bits_of_a_weight(variables: u32) -> u64 {
    let weights = u64::from(variables + 1).pow(2);
    (1u64 << variables).div_ceil(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::characterisation::characterise_whole;
    use endgame::rules::Color;
    use std::collections::HashSet;

    /// Section 4.2: 17 and 92 bits; weights of 42, 73 and 405 bits.
    #[test]
    fn as_printed() {
        assert_eq!((count(6), count(INPUTS)), (17, 92));
        assert_eq!([13, 14, 17].map(bits_of_a_weight), [42, 73, 405]);
    }

    /// Different positions have different bits, and no value is out of its range.
    #[test]
    fn positions_are_told_apart() {
        let mut seen = HashSet::new();
        let mut count = 0;
        for pawn in (0..4).flat_map(|file| (1..7).map(move |rank| (file, rank))) {
            for kings in (0..4096i32).step_by(7) {
                let place = |square: i32| ((square & 7) as i8, (square >> 3) as i8);
                let men = [place(kings & 63), place(kings >> 6), pawn];
                let near = |a: (i8, i8), b: (i8, i8)| (a.0 - b.0).abs().max((a.1 - b.1).abs()) < 2;
                if men[0] == pawn || men[1] == pawn || near(men[0], men[1]) {
                    continue;
                }
                let coded = code(&characterise_whole(men, Color::White), 6);
                count += 1;
                seen.insert(coded.iter().map(|&bit| bit as u8).collect::<Vec<_>>());
            }
        }
        assert_eq!(seen.len(), count);
    }
}
