//! How far two orders agree.

/// Spearman's rank correlation; equals share their rank.
pub(super) fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let ones = ranks(pairs.iter().map(|pair| pair.0).collect());
    let others = ranks(pairs.iter().map(|pair| pair.1).collect());
    let middle = (pairs.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    product(&ones, &others) / (product(&ones, &ones) * product(&others, &others)).sqrt()
}

/// The rank of each number from 1 on, the mean of their ranks for equals.
fn ranks(numbers: Vec<f64>) -> Vec<f64> {
    let rank = |one: &f64| {
        let below = numbers.iter().filter(|other| *other < one).count();
        let equal = numbers.iter().filter(|other| *other == one).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Spearman's test in many textbooks, IQ and hours of television: -29/165.
    #[test]
    fn orders_are_compared() {
        let pairs = [
            (106.0, 7.0),
            (100.0, 27.0),
            (86.0, 2.0),
            (101.0, 50.0),
            (99.0, 28.0),
            (103.0, 29.0),
            (97.0, 20.0),
            (113.0, 12.0),
            (112.0, 6.0),
            (110.0, 17.0),
        ];
        assert!((rank_correlation(&pairs) + 29.0 / 165.0).abs() < 1e-12);
        assert!(
            (rank_correlation(&[(1.0, 3.0), (2.0, 3.0), (3.0, 9.0)]) - 0.75f64.sqrt()).abs()
                < 1e-12
        );
    }
}
