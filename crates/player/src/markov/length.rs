//! How long a game takes: its mean, spread and likeliest length.

use super::matrix::{StateDistribution, TransitionMatrix};

/// The length of a game from one state, in the attacker's moves: to the win, or where that may be
/// given away, until it is over either way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// `l_i`, the expected length; infinite if the game may never be over.
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
    pub const FOLLOWED: u64 = 1 << 16;

    /// The length from a state.
    pub fn from(matrix: &TransitionMatrix, start: usize) -> Length {
        Length::mixed(&[(1.0, matrix)], start)
    }

    /// The same if the chain is one of several, each with its probability.
    pub fn mixed(parts: &[(f64, &TransitionMatrix)], start: usize) -> Length {
        let (mut mean, mut square) = (0.0, 0.0);
        for &(p, matrix) in parts {
            let solve = matrix.solver(&matrix.ends());
            let means = solve(&|_| 1.0);
            mean += p * means[start];
            // E[T^2] = 1 + 2 Σ m_ij E[T_j] + Σ m_ij E[T_j^2], and Σ m_ij E[T_j] = E[T_i] - 1.
            square += p * solve(&|i| 2.0 * means[i] - 1.0)[start];
        }
        let deviation = match mean.is_finite() {
            true => (square - mean * mean).max(0.0).sqrt(),
            false => f64::INFINITY,
        };
        let (median, mode) = middle(parts, start);
        Length { mean, deviation, median, mode }
    }
}

/// The median and the mode.
fn middle(parts: &[(f64, &TransitionMatrix)], start: usize) -> (Option<u64>, Option<u64>) {
    let ends: Vec<Vec<usize>> = parts.iter().map(|(_, matrix)| matrix.ends()).collect();
    if parts.iter().zip(&ends).all(|(_, ends)| ends.contains(&start)) {
        return (Some(0), Some(0));
    }
    let certain = |matrix: &TransitionMatrix| StateDistribution::certain(matrix.space(), start);
    let mut at: Vec<StateDistribution> = parts.iter().map(|(_, matrix)| certain(matrix)).collect();
    let over = |at: &[StateDistribution]| -> f64 {
        let one = |at: &StateDistribution, ends: &[usize]| -> f64 {
            ends.iter().map(|&end| at.probabilities()[end]).sum()
        };
        parts.iter().zip(at).zip(&ends).map(|(((p, _), at), ends)| p * one(at, ends)).sum()
    };
    let last = |matrix: &TransitionMatrix| {
        let power = (1..=Length::FOLLOWED.ilog2()).fold(matrix.clone(), |m, _| m.then(&m));
        certain(matrix).moved(&power)
    };
    if over(&parts.iter().map(|(_, matrix)| last(matrix)).collect::<Vec<_>>()) < 0.5 {
        return (None, None);
    }
    let (mut median, mut likeliest, mut before) = (None, (0.0, 0), over(&at));
    for moves in 1..=Length::FOLLOWED {
        at.iter_mut().zip(parts).for_each(|(at, (_, matrix))| *at = at.moved(matrix));
        let now = over(&at);
        if now - before > likeliest.0 {
            likeliest = (now - before, moves);
        }
        before = now;
        if median.is_none() && now >= 0.5 {
            median = Some(moves);
        }
        // Whatever is left is less than the likeliest.
        if median.is_some() && 1.0 - now < likeliest.0 {
            return (median, Some(likeliest.1));
        }
    }
    (median, None)
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
        let length = Length::from(&matrix, 1);
        assert!((length.mean - 4.0).abs() < 1e-12);
        assert!((length.deviation - 12f64.sqrt()).abs() < 1e-12);
        assert_eq!((length.median, length.mode), (Some(3), Some(1)));
    }

    /// One of two coins, nobody knows which: means and squares are averaged, and so is each move.
    #[test]
    fn one_of_two_coins() {
        let coin =
            |p: f64| TransitionMatrix::new(StateSpace::wins(Depth(1)), vec![1.0, 0.0, p, 1.0 - p]);
        let (often, seldom) = (coin(0.5), coin(0.1));
        let length = Length::mixed(&[(0.75, &often), (0.25, &seldom)], 1);
        let (mean, square) = (0.75 * 2.0 + 0.25 * 10.0, 0.75 * 6.0 + 0.25 * 190.0);
        assert!((length.mean - mean).abs() < 1e-12);
        assert!((length.deviation - (square - mean * mean).sqrt()).abs() < 1e-12);
        let won = |m: i32| 1.0 - 0.75 * 0.5f64.powi(m) - 0.25 * 0.9f64.powi(m);
        let median = (1..).find(|&m| won(m) >= 0.5).unwrap();
        assert_eq!((length.median, length.mode), (Some(median as u64), Some(1)));
    }
}
