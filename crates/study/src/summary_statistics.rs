//! Numbers summed up: mean, spread, and how sure the mean is.

use serde::Serialize;

/// Mean, spread and extremes of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SummaryStatistics {
    /// How many.
    #[serde(skip)]
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, of the sample (`n - 1`).
    pub sd: f64,
    /// The standard error of the mean.
    pub se: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl SummaryStatistics {
    /// Sums up; none of nothing.
    pub fn of(numbers: &[f64]) -> Option<SummaryStatistics> {
        let count = numbers.len();
        let (&first, n) = (numbers.first()?, count as f64);
        let mean = numbers.iter().sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        let sd = if count > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
        let (min, max) =
            numbers.iter().fold((first, first), |(min, max), &x| (x.min(min), x.max(max)));
        Some(SummaryStatistics { count, mean, sd, se: sd / n.sqrt(), min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_summed_up() {
        let tally = SummaryStatistics::of(&[2.0, 4.0, 4.0, 6.0]).unwrap();
        assert_eq!((tally.count, tally.mean, tally.min, tally.max), (4, 4.0, 2.0, 6.0));
        assert!((tally.sd - (8.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((tally.se - tally.sd / 2.0).abs() < 1e-12);
        assert_eq!(SummaryStatistics::of(&[]), None);
        assert_eq!(SummaryStatistics::of(&[1.0]).unwrap().sd, 0.0);
    }
}
