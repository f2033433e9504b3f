//! How long a win takes: its mean, spread and likeliest length.

use super::matrix::{StateDistribution, TransitionMatrix};

/// The length of a win from one state, in the attacker's moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// `l_i`, the expected length.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The least number of moves that suffices half of the time; none past [`Length::FOLLOWED`].
    pub median: Option<u64>,
    /// The likeliest number of moves; none past [`Length::FOLLOWED`].
    pub mode: Option<u64>,
}

impl Length {
    /// How many moves are followed in search of the median and the mode.
    pub const FOLLOWED: u64 = 50_000;

    /// The length from a won state; none if the win may be given away.
    pub fn from(matrix: &TransitionMatrix, start: usize) -> Option<Length> {
        let system = matrix.elimination()?;
        let wins = usize::from(matrix.space().deepest_win().0) + 1;
        let means = system.solve(&vec![1.0; wins]);
        let mean = *means.get(start)?;
        // E[T^2] = 1 + 2 Σ m_ij E[T_j] + Σ m_ij E[T_j^2], and Σ m_ij E[T_j] = E[T_i] - 1.
        let right: Vec<f64> = means.iter().map(|mean| 2.0 * mean - 1.0).collect();
        let square = system.solve(&right)[start];
        let deviation = (square - mean * mean).max(0.0).sqrt();
        let (mut median, mut mode) = (None, None);
        if start == 0 {
            (median, mode) = (Some(0), Some(0));
        } else if mean <= 2.0 * Length::FOLLOWED as f64 {
            let mut likeliest = (0.0, 0);
            let mut at = StateDistribution::certain(matrix.space(), start);
            for moves in 1..=Length::FOLLOWED {
                let next = at.moved(matrix);
                let exactly = next.won() - at.won();
                if exactly > likeliest.0 {
                    likeliest = (exactly, moves);
                }
                at = next;
                if median.is_none() && at.won() >= 0.5 {
                    median = Some(moves);
                }
                // Whatever is left is less than the likeliest.
                if median.is_some() && 1.0 - at.won() < likeliest.0 {
                    mode = Some(likeliest.1);
                    break;
                }
            }
        }
        Some(Length { mean, deviation, median, mode })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markov::StateSpace;
    use value::Depth;

    /// A coin until heads: geometric.
    #[test]
    fn a_coin_until_heads() {
        let rows = vec![1.0, 0.0, 0.25, 0.75];
        let matrix = TransitionMatrix::new(StateSpace::wins(Depth(1)), rows);
        let length = Length::from(&matrix, 1).unwrap();
        assert!((length.mean - 4.0).abs() < 1e-12);
        assert!((length.deviation - 12f64.sqrt()).abs() < 1e-12);
        assert_eq!((length.median, length.mode), (Some(3), Some(1)));
    }
}
