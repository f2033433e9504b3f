//! A chain that ends, solved without subtractions.

/// The elimination of Grassmann, Taksar and Heyman: `(I - M) x = b` with `x_0 = 0`.
///
/// State 0 is where the chain ends. States are taken out from the last to the first; whoever went
/// through the one taken out now goes where it leads. `1 - m_k,k` is never formed: it is the sum of
/// the ways out of `k`, so that every number is a sum of positive numbers and keeps its figures
/// however long the chain takes.
#[derive(Clone, Debug)]
pub struct Elimination {
    len: usize,
    /// Below the diagonal the ways left when a state is taken out, above it how often it is passed.
    ways: Vec<f64>,
    /// How likely a state is left when it is its turn.
    leaves: Vec<f64>,
}

impl Elimination {
    /// Takes the states out of a chain given row by row.
    ///
    /// # Panics
    /// If there are not `len` rows of `len`.
    pub fn of(rows: &[f64], len: usize) -> Elimination {
        assert_eq!(rows.len(), len * len, "a square matrix");
        let mut ways = rows.to_vec();
        let mut leaves = vec![1.0; len];
        for k in (1..len).rev() {
            let (above, below) = ways.split_at_mut(k * len);
            let out = &below[..k];
            let leave: f64 = out.iter().sum();
            leaves[k] = leave;
            for i in 1..k {
                let row = &mut above[i * len..(i + 1) * len];
                if row[k] > 0.0 {
                    // Never left: whoever comes here never ends either.
                    row[k] /= leave;
                    if leave > 0.0 {
                        let times = row[k];
                        for (way, out) in row.iter_mut().zip(out) {
                            *way += times * out;
                        }
                    }
                }
            }
        }
        Elimination { len, ways, leaves }
    }

    /// The solution for one right-hand side, whose first number is not looked at. Infinite where
    /// the chain may never end.
    ///
    /// # Panics
    /// If the right-hand side is not as long as the chain has states.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        assert_eq!(right.len(), self.len, "a number for each state");
        let len = self.len;
        let mut right = right.to_vec();
        for k in (1..len).rev() {
            for i in 1..k {
                let times = self.ways[i * len + k];
                if times > 0.0 {
                    right[i] += if times.is_finite() { times * right[k] } else { times };
                }
            }
        }
        let mut solution = vec![0.0; len];
        for k in 1..len {
            let ways = &self.ways[k * len + 1..k * len + k];
            let known = ways.iter().zip(&solution[1..k]).filter(|&(&way, _)| way > 0.0);
            let sum = right[k] + known.map(|(way, x)| way * x).sum::<f64>();
            solution[k] = if self.leaves[k] > 0.0 { sum / self.leaves[k] } else { f64::INFINITY };
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};
    use proptest::prelude::*;

    /// Chains in which each state may lead anywhere.
    fn chains() -> impl Strategy<Value = (usize, Vec<f64>)> {
        (2..12usize).prop_flat_map(|len| {
            prop::collection::vec(0.01..1.0f64, len * len).prop_map(move |mut rows| {
                for row in rows.chunks_mut(len) {
                    let sum: f64 = row.iter().sum();
                    row.iter_mut().for_each(|p| *p /= sum);
                }
                (len, rows)
            })
        })
    }

    proptest! {
        #[test]
        fn agrees_with_plain_elimination(
            (len, rows) in chains(),
            right in prop::collection::vec(-5.0..5.0f64, 12),
        ) {
            let full = DMatrix::from_row_slice(len, len, &rows);
            let a = DMatrix::identity(len - 1, len - 1) - full.view((1, 1), (len - 1, len - 1));
            let b = DVector::from_column_slice(&right[1..len]);
            let plain = a.lu().solve(&b).unwrap();
            let ours = Elimination::of(&rows, len).solve(&right[..len]);
            for (ours, plain) in ours[1..].iter().zip(plain.iter()) {
                prop_assert!((ours - plain).abs() <= 1e-9 * (1.0 + plain.abs()));
            }
        }
    }

    /// One way on and a tiny chance of it: plain elimination has no figures left.
    #[test]
    fn tiny_chances_keep_their_figures() {
        let tiny = 1e-18;
        let rows = [1.0, 0.0, 0.0, tiny, 0.0, 1.0, 0.0, 1.0, 0.0];
        let lengths = Elimination::of(&rows, 3).solve(&[0.0, 1.0, 1.0]);
        assert!((lengths[1] * tiny / 2.0 - 1.0).abs() < 1e-12, "{}", lengths[1]);
    }

    #[test]
    fn a_chain_that_never_ends_is_infinite() {
        let rows = [1.0, 0.0, 0.0, 0.5, 0.0, 0.5, 0.0, 0.0, 1.0];
        let lengths = Elimination::of(&rows, 3).solve(&[0.0, 1.0, 1.0]);
        assert_eq!(lengths, [0.0, f64::INFINITY, f64::INFINITY]);
    }
}
