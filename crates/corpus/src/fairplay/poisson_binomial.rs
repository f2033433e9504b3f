//! How many of several independent events happen, each with a probability of its own.

/// The probability that at least so many happen, exactly, by adding one event after the other.
pub fn at_least(probabilities: &[f64], count: usize) -> f64 {
    distribution(probabilities).get(count..).map_or(0.0, |tail| tail.iter().sum::<f64>().min(1.0))
}

/// The probability of each number from none to all.
pub fn distribution(probabilities: &[f64]) -> Vec<f64> {
    let mut of = vec![0.0; probabilities.len() + 1];
    of[0] = 1.0;
    for (known, p) in probabilities.iter().enumerate() {
        for count in (0..=known).rev() {
            of[count + 1] += of[count] * p;
            of[count] *= 1.0 - p;
        }
    }
    of
}

/// The probability that somewhere so many happen in a row, exactly: the chances of each length of the
/// run at hand, event after event.
pub fn run_of(probabilities: &[f64], length: usize) -> f64 {
    if length == 0 {
        return 1.0;
    }
    let (mut current, mut found) = (vec![0.0; length], 0.0);
    current[0] = 1.0;
    for p in probabilities {
        let going: f64 = current.iter().sum();
        found += current[length - 1] * p;
        for run in (1..length).rev() {
            current[run] = current[run - 1] * p;
        }
        current[0] = going * (1.0 - p);
    }
    found
}

/// The longest run of events that happened.
pub fn longest_run(happened: impl IntoIterator<Item = bool>) -> usize {
    let (mut current, mut longest) = (0, 0);
    for one in happened {
        current = if one { current + 1 } else { 0 };
        longest = longest.max(current);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every outcome of every event, with its probability.
    fn outcomes(probabilities: &[f64]) -> Vec<(Vec<bool>, f64)> {
        let of = |bits: u32| {
            let happened: Vec<bool> =
                (0..probabilities.len()).map(|at| bits >> at & 1 == 1).collect();
            let chances =
                happened.iter().zip(probabilities).map(|(yes, p)| if *yes { *p } else { 1.0 - p });
            let chance = chances.product();
            (happened, chance)
        };
        (0..1u32 << probabilities.len()).map(of).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Both agree with adding up all outcomes one by one.
        #[test]
        fn all_outcomes_added_up(
            probabilities in prop::collection::vec(0.0..=1.0f64, 0..10),
            count in 0usize..11,
        ) {
            let all = outcomes(&probabilities);
            let sum = |is: &dyn Fn(&[bool]) -> bool| -> f64 {
                all.iter().filter(|(happened, _)| is(happened)).map(|(_, chance)| chance).sum()
            };
            let many = sum(&|happened| happened.iter().filter(|yes| **yes).count() >= count);
            prop_assert!((at_least(&probabilities, count) - many).abs() < 1e-12);
            let in_a_row = sum(&|happened| longest_run(happened.iter().copied()) >= count);
            prop_assert!((run_of(&probabilities, count) - in_a_row).abs() < 1e-12);
        }
    }

    #[test]
    fn far_tails_keep_their_figures() {
        assert!((at_least(&[1e-3; 60], 60) / 1e-180 - 1.0).abs() < 1e-9);
    }
}
