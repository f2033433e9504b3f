//! Looking at many players: what a small probability is still worth then.

/// Holm's correction: the chance that any of the honest looks as striking, each in its place.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let n = p_values.len();
    let mut adjusted = vec![1.0; n];
    let mut least = 0.0f64;
    for (rank, at) in rising(p_values).into_iter().enumerate() {
        least = least.max(p_values[at] * (n - rank) as f64).min(1.0);
        adjusted[at] = least;
    }
    adjusted
}

/// Benjamini and Hochberg's correction: the expected share of false discoveries among all that are at
/// least as striking, each in its place.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let n = p_values.len();
    let mut adjusted = vec![1.0; n];
    let mut most = 1.0f64;
    for (rank, at) in rising(p_values).into_iter().enumerate().rev() {
        most = most.min(p_values[at] * n as f64 / (rank + 1) as f64);
        adjusted[at] = most;
    }
    adjusted
}

/// The places of the numbers, the least first.
fn rising(numbers: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..numbers.len()).collect();
    places.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    places
}

/// The share of honest players among all whom a test points at, if it points at `false_alarm` of the
/// honest and at `power` of the assisted, of whom there are `prior` among all.
pub fn false_discoveries(prior: f64, false_alarm: f64, power: f64) -> f64 {
    let (honest, assisted) = ((1.0 - prior) * false_alarm, prior * power);
    if honest + assisted > 0.0 { honest / (honest + assisted) } else { 0.0 }
}

/// What a prior probability becomes after a Bayes factor, given by its natural logarithm.
pub fn posterior(prior: f64, log_bayes_factor: f64) -> f64 {
    let odds = (prior / (1.0 - prior)).ln() + log_bayes_factor;
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As R's `p.adjust` has them.
    #[test]
    fn corrections_as_in_r() {
        let p = [0.01, 0.04, 0.03, 0.005];
        let close = |ours: Vec<f64>, theirs: [f64; 4]| {
            ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() < 1e-12)
        };
        assert!(close(holm(&p), [0.03, 0.06, 0.06, 0.02]));
        assert!(close(benjamini_hochberg(&p), [0.02, 0.04, 0.04, 0.02]));
    }

    #[test]
    fn rare_things_are_mostly_false_alarms() {
        // One in a thousand assisted, all of them found, and 0.135 % of the honest pointed at.
        let share = false_discoveries(0.001, 0.00135, 1.0);
        assert!((share - 0.5743).abs() < 1e-4, "{share}");
        assert_eq!(false_discoveries(0.0, 0.0, 1.0), 0.0);
        assert!((posterior(0.5, 0.0) - 0.5).abs() < 1e-12);
        assert!((posterior(0.001, 1000f64.ln()) - 1000.0 / 1999.0).abs() < 1e-9);
    }
}
