//! The weight of each feature, learned from games: how much people look at such moves.

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

/// Weights for another list of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the file has weights for {given} looks of a move and this program knows {known}: learn them again with `fallible train`"
)]
pub struct OtherFeatures {
    given: usize,
    known: usize,
}

impl LookWeights {
    /// No preference for any look.
    pub fn zero() -> LookWeights {
        LookWeights { rows: vec![[0.0; 3]; usize::from(count())] }
    }

    /// From thousandths, a row for each feature.
    pub fn from_thousandths(rows: &[[i32; 3]]) -> Result<LookWeights, OtherFeatures> {
        let known = usize::from(count());
        if rows.len() != known {
            return Err(OtherFeatures { given: rows.len(), known });
        }
        let rows = rows.iter().map(|row| row.map(|parts| parts as f32 / PARTS)).collect();
        Ok(LookWeights { rows })
    }

    /// In thousandths, rounded.
    pub fn thousandths(&self) -> Vec<[i32; 3]> {
        let parts = |weight: f32| (weight * PARTS).round() as i32;
        self.rows.iter().map(|row| row.map(parts)).collect()
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
    fn weights_survive_rounding() {
        let mut weights = LookWeights::zero();
        weights.rows[3] = [1.25, -0.5, 0.001];
        assert_eq!(LookWeights::from_thousandths(&weights.thousandths()), Ok(weights));
        assert!(LookWeights::from_thousandths(&[[0; 3]]).is_err());
    }
}
