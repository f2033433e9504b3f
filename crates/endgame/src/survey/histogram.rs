//! How often each small number occurs.

/// Counts by a small number; grows as needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram(Vec<u64>);

impl Histogram {
    /// Counts a number so many times.
    #[inline]
    pub fn add(&mut self, at: usize, times: u64) {
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] += times;
    }

    /// The counts of the first few numbers, to count many at a time.
    pub(super) fn first_mut<const N: usize>(&mut self) -> &mut [u64; N] {
        if self.0.len() < N {
            self.0.resize(N, 0);
        }
        self.0.first_chunk_mut().expect("there are so many")
    }

    /// Forgets a number and all greater ones; how often it was counted.
    pub(super) fn take(&mut self, at: usize) -> u64 {
        let times = self.get(at);
        let counted = self.0.iter().take(at).rposition(|&times| times > 0);
        self.0.truncate(counted.map_or(0, |last| last + 1));
        times
    }

    /// Counts everything another one counted.
    pub fn merge(&mut self, other: &Histogram) {
        for (at, &times) in other.0.iter().enumerate() {
            if times > 0 {
                self.add(at, times);
            }
        }
    }

    /// How often a number was counted.
    pub fn get(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or(0)
    }

    /// One more than the greatest number counted.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// How much was counted.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The sum of all that was counted.
    pub fn sum(&self) -> u64 {
        self.iter().map(|(at, times)| at as u64 * times).sum()
    }

    /// The mean of what was counted; none if there is nothing.
    pub fn mean(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.sum() as f64 / self.total() as f64)
    }

    /// The number counted most often, the least of several; none if there is nothing.
    pub fn mode(&self) -> Option<usize> {
        let most = self.0.iter().copied().max().filter(|&most| most > 0)?;
        self.0.iter().position(|&times| times == most)
    }

    /// Every number that was counted and how often.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.0.iter().copied().enumerate().filter(|&(_, times)| times > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up() {
        let mut one = Histogram::default();
        one.add(3, 2);
        let mut two = Histogram::default();
        two.add(5, 2);
        one.merge(&two);
        assert_eq!(one.iter().collect::<Vec<_>>(), [(3, 2), (5, 2)]);
        assert_eq!((one.total(), one.sum(), one.mean(), one.mode()), (4, 16, Some(4.0), Some(3)));
        assert_eq!(Histogram::default().mean(), None);
    }
}
