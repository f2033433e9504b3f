//! What a network would take if it were made exact, judged by a sample of the positions: for endgames too large to go through.

use crate::examples::Labelled;
use crate::integer::{CLASSES, IntegerNetwork, exception_model, sureness};
use crate::train::target;

/// A number and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error: how much it would differ for another sample.
    pub error: f64,
}

/// What a sample says of all positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// The share of positions that the network misjudges, from 0 to 1.
    pub wrong: Estimate,
    /// What its exceptions would take, in bytes.
    pub exception_bytes: Estimate,
}

/// Parts that a sample is divided into, to see how much they differ.
const PARTS: usize = 20;

impl Estimate {
    /// Of numbers that were found independently of each other.
    fn of(numbers: &[f64]) -> Estimate {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let square = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>();
        Estimate { mean, error: (square / (count - 1.0) / count).sqrt() }
    }
}

/// Judges a network by positions drawn at random that it was not trained on; `positions` is how many the endgame has.
pub fn judge(network: &IntegerNetwork, sample: &Labelled<'_>, positions: f64) -> Judged {
    let runner = network.runner();
    let outputs = network.topology.outputs;
    let of_part = |part: usize| {
        let (mut wrong, mut seen) = (0usize, 0usize);
        let mut counts = vec![[[0usize; 2]; CLASSES]; outputs];
        for at in (part..sample.len()).step_by(PARTS) {
            let said = runner.outputs(sample.inputs_of(at));
            seen += 1;
            wrong += usize::from(runner.verdict_of(said) != sample.results[at]);
            for (output, counts) in counts.iter_mut().enumerate() {
                let Some(truth) = target(output, sample.results[at]) else { continue };
                let is_wrong = (said[output] >= 0) != truth;
                counts[sureness(said[output])][usize::from(is_wrong)] += 1;
            }
        }
        let each = positions / seen.max(1) as f64;
        let bits = counts.iter().flat_map(|counts| counts.iter().enumerate());
        let bits = bits.map(|(class, counts)| {
            let [right, wrong] = counts.map(|count| count as f64 * each);
            exception_model(class).code_length(right, wrong)
        });
        (wrong as f64 / seen.max(1) as f64, bits.sum::<f64>() / 8.0)
    };
    let parts: Vec<(f64, f64)> = (0..PARTS).map(of_part).collect();
    let [wrong, bytes] = [0, 1].map(|which| {
        let numbers: Vec<f64> =
            parts.iter().map(|part| if which == 0 { part.0 } else { part.1 }).collect();
        Estimate::of(&numbers)
    });
    Judged { wrong, exception_bytes: bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_by_hand() {
        let of = Estimate::of(&[1.0, 2.0, 3.0]);
        assert_eq!(of.mean, 2.0);
        assert!((of.error - (1.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
