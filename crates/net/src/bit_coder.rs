//! An arithmetic coder of single bits: a bit of probability `p` costs `-log2 p` bits.
//!
//! The encoder keeps the interval `[low, high]` of all 32-bit fractions that still fit the bits so far and narrows it with
//! every bit; leading bytes that both ends share are written. All arithmetic is on integers, so that every machine reads
//! what another has written.

/// Probabilities are multiples of `1 / 65536`.
const ONE: u32 = 1 << 16;

/// An adaptive model of one kind of bit: it counts what it has seen.
///
/// ```text
/// P(1) = (16 ones + prior_one) / (16 (ones + zeros) + prior_one + prior_zero)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitModel {
    seen: [u32; 2],
    prior: [u32; 2],
}

impl BitModel {
    /// A model that knows nothing: half a bit of either kind seen before the first (Krichevsky & Trofimov).
    pub const EVEN: BitModel = BitModel { seen: [0, 0], prior: [8, 8] };

    /// A model that expects zeros and ones in these proportions, in sixteenths of a bit seen.
    pub const fn expecting(zeros: u32, ones: u32) -> BitModel {
        BitModel { seen: [0, 0], prior: [zeros, ones] }
    }

    /// The probability of a one, in units of `1 / 65536`, never 0 nor 65536.
    fn probability(&self) -> u32 {
        let [zeros, ones] =
            [0, 1].map(|bit| 16 * u64::from(self.seen[bit]) + u64::from(self.prior[bit]));
        let share = (ones * u64::from(ONE)) / (zeros + ones);
        (share as u32).clamp(1, ONE - 1)
    }

    fn learn(&mut self, bit: bool) {
        self.seen[usize::from(bit)] += 1;
    }

    /// What it costs to code so many zeros and ones with this model from the start, in any order, in bits.
    pub fn code_length(&self, zeros: f64, ones: f64) -> f64 {
        if zeros + ones == 0.0 {
            return 0.0;
        }
        let [zero, one] = self.prior.map(|sixteenths| f64::from(sixteenths) / 16.0);
        let ln = ln_gamma(zero) + ln_gamma(one) - ln_gamma(zero + one)
            + ln_gamma(zeros + zero + ones + one)
            - ln_gamma(zeros + zero)
            - ln_gamma(ones + one);
        ln / std::f64::consts::LN_2
    }
}

/// `ln Γ(x)` for `x > 0`, by Stirling's series after shifting the argument above 8; good to `1e-10`.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut below) = (x, 1.0);
    while x < 8.0 {
        below *= x;
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series =
        inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    (x - 0.5) * x.ln() - x + 0.918_938_533_204_672_7 + series - below.ln()
}

/// Whoever takes bits in their order: one walk over what is written serves writer and reader.
pub(crate) trait BitStream {
    /// The given bit, or the one that was read.
    fn bit(&mut self, bit: bool, model: &mut BitModel) -> bool;
}

impl BitStream for BitEncoder {
    fn bit(&mut self, bit: bool, model: &mut BitModel) -> bool {
        self.encode(bit, model);
        bit
    }
}

impl BitStream for BitDecoder<'_> {
    fn bit(&mut self, _: bool, model: &mut BitModel) -> bool {
        self.decode(model)
    }
}

/// One of the numbers that are possible, sorted, bit by bit, each with the model of the bits before it; a bit that all of
/// them share is not written. There are as many models as numbers could be, a power of two.
pub(crate) fn choose(
    bits: &mut impl BitStream,
    possible: &[usize],
    wanted: usize,
    models: &mut [BitModel],
) -> usize {
    let (mut from, mut width) = (0, models.len());
    let mut possible = possible;
    while width > 1 {
        width /= 2;
        let upper = possible.partition_point(|&number| number < from + width);
        let is_upper = match (upper == 0, upper == possible.len()) {
            (true, _) => true,
            (_, true) => false,
            _ => {
                // As the inner nodes of a heap: 1 is the root.
                let node = (models.len() + from) / (2 * width);
                bits.bit(wanted >= from + width, &mut models[node])
            }
        };
        possible = if is_upper { &possible[upper..] } else { &possible[..upper] };
        from += if is_upper { width } else { 0 };
    }
    from
}

/// Where an interval is divided: bits that are one lie at or below.
fn middle(low: u32, high: u32, model: &BitModel) -> u32 {
    let width = u64::from(high - low);
    low + ((width * u64::from(model.probability())) >> 16) as u32
}

/// Writes bits.
#[derive(Debug)]
pub struct BitEncoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Default for BitEncoder {
    fn default() -> BitEncoder {
        BitEncoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }
}

impl BitEncoder {
    /// Writes a bit, and lets its model learn of it.
    pub fn encode(&mut self, bit: bool, model: &mut BitModel) {
        let middle = middle(self.low, self.high, model);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        model.learn(bit);
        while self.low >> 24 == self.high >> 24 {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
    }

    /// The bytes that are certain by now.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing is certain yet.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All bytes: the shortest fraction within the interval. Zeros at the end are left away: the decoder reads zeros there.
    pub fn finish(mut self) -> Vec<u8> {
        let kept = (0..=32).map(|bits| u32::MAX.checked_shl(32 - bits).unwrap_or(0));
        let shortest = kept.map(|mask| self.high & mask).find(|&fraction| fraction >= self.low);
        self.bytes.extend(shortest.unwrap_or(self.high).to_be_bytes());
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads what a [`BitEncoder`] has written, with the same models in the same order.
#[derive(Debug)]
pub struct BitDecoder<'a> {
    low: u32,
    high: u32,
    fraction: u32,
    rest: &'a [u8],
}

impl<'a> BitDecoder<'a> {
    /// At the first bit.
    pub fn new(bytes: &'a [u8]) -> BitDecoder<'a> {
        let mut decoder = BitDecoder { low: 0, high: u32::MAX, fraction: 0, rest: bytes };
        for _ in 0..4 {
            decoder.shift_in();
        }
        decoder
    }

    fn shift_in(&mut self) {
        let byte = self.rest.split_off_first().copied().unwrap_or(0);
        self.fraction = self.fraction << 8 | u32::from(byte);
    }

    /// The next bit.
    pub fn decode(&mut self, model: &mut BitModel) -> bool {
        let middle = middle(self.low, self.high, model);
        let bit = self.fraction <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        model.learn(bit);
        while self.low >> 24 == self.high >> 24 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift_in();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What was written is read, whatever the bits and models.
        #[test]
        fn bits_come_back(bits in prop::collection::vec((any::<bool>(), 0usize..5), 0..3000)) {
            let fresh = [BitModel::EVEN, BitModel::expecting(64, 1), BitModel::expecting(4000, 4),
                BitModel::expecting(1, 300), BitModel::EVEN];
            let (mut models, mut encoder) = (fresh, BitEncoder::default());
            bits.iter().for_each(|&(bit, of)| encoder.encode(bit, &mut models[of]));
            let bytes = encoder.finish();
            let (mut models, mut decoder) = (fresh, BitDecoder::new(&bytes));
            for &(bit, of) in &bits {
                prop_assert_eq!(decoder.decode(&mut models[of]), bit);
            }
        }
    }

    /// A code length that is computed from counts is what the bytes come to.
    #[test]
    fn the_length_is_foretold() {
        let bits: Vec<bool> =
            (0..20_000u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57 == 5).collect();
        let ones = bits.iter().filter(|&&bit| bit).count() as f64;
        let (mut model, mut encoder) = (BitModel::expecting(64, 4), BitEncoder::default());
        let foretold = model.code_length(bits.len() as f64 - ones, ones) / 8.0;
        bits.iter().for_each(|&bit| encoder.encode(bit, &mut model));
        let bytes = encoder.finish().len() as f64;
        assert!((bytes - foretold).abs() < 3.0, "{bytes} bytes, {foretold} foretold");
    }

    /// Γ(n) = (n - 1)!, Γ(1/2) = √π.
    #[test]
    fn the_gamma_function_by_hand() {
        for (x, gamma) in [
            (1.0, 1.0),
            (2.0, 1.0),
            (5.0, 24.0),
            (11.0, 3_628_800.0),
            (0.5, std::f64::consts::PI.sqrt()),
        ] {
            assert!((ln_gamma(x) - f64::ln(gamma)).abs() < 1e-9, "{x}");
        }
    }
}
