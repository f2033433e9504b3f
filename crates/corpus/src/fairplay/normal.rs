//! The standard normal distribution, accurate far out in its tail.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// Where the series ends and the continued fraction begins.
const SERIES: f64 = 2.5;

/// The probability of more than `z`.
pub fn upper_tail(z: f64) -> f64 {
    let x = z.abs() * FRAC_1_SQRT_2;
    let beyond = if x < SERIES { 0.5 * (1.0 - erf(x)) } else { 0.5 * erfc(x) };
    if z < 0.0 { 1.0 - beyond } else { beyond }
}

/// The `z` beyond which a probability lies; probabilities that no number of this size can tell from 0
/// or 1 count as the nearest that can.
pub fn from_upper_tail(probability: f64) -> f64 {
    let wanted = probability.clamp(1e-300, 1.0 - 1e-16);
    // 37 standard deviations leave 5.7e-300.
    let (mut low, mut high) = (-9.0, 37.5);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if upper_tail(middle) > wanted { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// By its series, for small arguments.
fn erf(x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (x, x, 0.0);
    while term > 1e-17 * sum {
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// By its continued fraction, for great arguments.
fn erfc(x: f64) -> f64 {
    let fraction = (1..=80).rev().fold(x, |below, n| x + 0.5 * f64::from(n) / below);
    (-x * x).exp() / (PI.sqrt() * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of a printed table (Abramowitz & Stegun 26.2; the last two by mpmath).
    #[test]
    fn tails_as_printed() {
        for (z, tail) in [
            (0.0, 0.5),
            (1.0, 0.158_655_253_931_457_05),
            (3.0, 1.349_898_031_630_094_5e-3),
            (-1.0, 0.841_344_746_068_542_9),
            (5.0, 2.866_515_718_791_939e-7),
            (10.0, 7.619_853_024_160_527e-24),
        ] {
            assert!((upper_tail(z) / tail - 1.0).abs() < 1e-11, "{z}");
        }
    }

    #[test]
    fn quantiles_undo_tails() {
        for z in [-4.0, -0.5, 0.0, 1.7, 3.5, 3.6, 8.0, 30.0] {
            assert!((from_upper_tail(upper_tail(z)) - z).abs() < 1e-9, "{z}");
        }
        assert!(from_upper_tail(0.0).is_finite() && from_upper_tail(1.0).is_finite());
    }
}
