//! The weight of each feature, learned from games: how much people look at such moves.

use std::fmt::Write as _;
use std::sync::OnceLock;

use super::{Looks, count};
use crate::strength::Strength;

/// Weights are kept to a thousandth.
const PARTS: f32 = 1000.0;

/// For each feature: its weight at the middle of the scale, what a unit of strength adds to it, and
/// what a classical game adds.
#[derive(Clone, Debug, PartialEq)]
pub struct LookWeights {
    pub(super) rows: Vec<[f32; 3]>,
}

/// What a move's look is worth: at the middle of the scale, and for each unit of strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookScore {
    /// At the middle of the scale.
    pub level: f64,
    /// For each unit of strength.
    pub slope: f64,
}

/// A text that is no table of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line} is no row of weights: a file of weights has {expected} lines of three whole numbers, as `fallible reproduce haworth2007/look` writes it"
)]
pub struct NotWeights {
    line: usize,
    expected: u16,
}

impl LookWeights {
    /// No preference for any look.
    pub fn zero() -> LookWeights {
        LookWeights { rows: vec![[0.0; 3]; usize::from(count())] }
    }

    /// Learned from games on Lichess, on the Free Internet Chess Server and at FIDE's classical time
    /// controls; how, and how well they predict: `experiments/results/haworth2007/look`.
    pub fn built_in() -> &'static LookWeights {
        static WEIGHTS: OnceLock<LookWeights> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            let text = include_str!("../../data/look_weights.txt");
            LookWeights::read(text).expect("the file in this crate is whole")
        })
    }

    /// Reads what [`text`](LookWeights::text) writes.
    pub fn read(text: &str) -> Result<LookWeights, NotWeights> {
        let expected = count();
        let wrong = |line: usize| NotWeights { line, expected };
        let row = |(place, line): (usize, &str)| {
            let mut numbers = line.split(' ').map(|number| number.parse::<i32>().ok());
            let mut next = || numbers.next().flatten().map(|n| n as f32 / PARTS);
            next()
                .and_then(|a| Some([a, next()?, next()?]))
                .filter(|_| numbers.next().is_none())
                .ok_or_else(|| wrong(place + 1))
        };
        let rows: Vec<[f32; 3]> = text.lines().enumerate().map(row).collect::<Result<_, _>>()?;
        if rows.len() != usize::from(expected) {
            return Err(wrong(rows.len() + 1));
        }
        Ok(LookWeights { rows })
    }

    /// One line for each feature: three weights in thousandths.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let [a, b, c] = row.map(|weight| (weight * PARTS).round() as i32);
            let _ = writeln!(text, "{a} {b} {c}");
        }
        text
    }

    /// What the looks of these moves are worth to a player of such a pool.
    pub fn scores(&self, looks: &Looks, strength: Strength) -> Vec<LookScore> {
        let classical = f64::from(u8::from(strength.classical));
        let score = |of: usize| {
            let mut sum = LookScore::default();
            for &feature in looks.features(of) {
                let row = self.rows[usize::from(feature)].map(f64::from);
                sum.level += row[0] + classical * row[2];
                sum.slope += row[1];
            }
            sum
        };
        (0..looks.len()).map(score).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_their_text() {
        let mut weights = LookWeights::zero();
        weights.rows[3] = [1.25, -0.5, 0.001];
        assert_eq!(LookWeights::read(&weights.text()), Ok(weights.clone()));
        let cut = weights.text().replacen("\n0 0 0\n", "\n0 0\n", 1);
        assert!(LookWeights::read(&cut).is_err());
        assert!(LookWeights::read("0 0 0\n").is_err());
    }
}
