//! Bayesian classification: every input speaks for itself, and what they say is added up.
//!
//! ```text
//! ln P(win | x) / P(draw | x) = ln P(win) / P(draw) + Σ ln P(x_i | win) / P(x_i | draw)
//! ```
//!
//! As if inputs knew nothing of each other, which they do. Buro (1995) compares it with discriminants; Haworth & Velliste (1998,
//! section 7) ask for it beside networks.

use crate::examples::{Labelled, WhiteResult};

/// What every value of every input speaks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveBayes {
    /// In [`STEP`]s: by input, by value from -32 on.
    evidence: Vec<[i8; 64]>,
    prior: i32,
    /// Values that occurred, over all inputs.
    values: usize,
}

/// What a piece of evidence of 1 is in nats.
const STEP: f64 = 1.0 / 16.0;

/// Values are counted from here.
const LEAST: i8 = -32;

impl NaiveBayes {
    /// Counts how often each value goes with a win and how often not, each half a time more than seen.
    pub fn learn(examples: &Labelled<'_>) -> NaiveBayes {
        let mut seen = vec![[[0u32; 2]; 64]; examples.width];
        let mut results = [0u32; 2];
        for at in 0..examples.len() {
            let is_won = usize::from(examples.results[at] == WhiteResult::Win);
            results[is_won] += 1;
            for (seen, &value) in seen.iter_mut().zip(examples.inputs_of(at)) {
                seen[(value - LEAST) as usize][is_won] += 1;
            }
        }
        let odds =
            |[draws, wins]: [u32; 2]| ((f64::from(wins) + 0.5) / (f64::from(draws) + 0.5)).ln();
        let rounded = |odds: f64| (odds / STEP).round() as i32;
        let prior = rounded(odds(results));
        let of_value = |counts: [u32; 2]| match counts {
            [0, 0] => 0,
            counts => rounded(odds(counts) - odds(results)).clamp(-127, 127) as i8,
        };
        NaiveBayes {
            values: seen.iter().flatten().filter(|counts| **counts != [0, 0]).count(),
            evidence: seen.into_iter().map(|seen| seen.map(of_value)).collect(),
            prior,
        }
    }

    /// How much speaks for a win, in sixteenths of a nat.
    pub fn evidence(&self, inputs: &[i8]) -> i32 {
        let of =
            |(evidence, &value): (&[i8; 64], &i8)| i32::from(evidence[(value - LEAST) as usize]);
        self.prior + self.evidence.iter().zip(inputs).map(of).sum::<i32>()
    }

    /// Whether a win is likelier than not.
    pub fn is_won(&self, inputs: &[i8]) -> bool {
        self.evidence(inputs) >= 0
    }

    /// A byte for each value that occurs, and one for how often positions are won at all.
    pub fn bytes(&self) -> usize {
        self.values + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs, the first of which tells all and the second nothing.
    #[test]
    fn evidence_by_hand() {
        let inputs: Vec<i8> =
            (0..400).flat_map(|at| [(at % 2) as i8, (at / 2 % 2) as i8]).collect();
        let results: Vec<WhiteResult> = (0..400)
            .map(|at| if at % 2 == 1 { WhiteResult::Win } else { WhiteResult::Draw })
            .collect();
        let bayes = NaiveBayes::learn(&Labelled::new(&inputs, 2, &results));
        // ln(200.5 / 0.5) = 5.994, in sixteenths 96; the second input's counts are equal.
        assert_eq!(bayes.evidence(&[1, 0]), 96);
        assert_eq!((bayes.evidence(&[0, 1]), bayes.bytes()), (-96, 5));
        assert!(bayes.is_won(&[1, 1]) && !bayes.is_won(&[0, 0]));
    }
}
