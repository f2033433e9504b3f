//! How well moves were foreseen, with standard errors by game.

use std::collections::BTreeMap;

/// Probabilities that differ by less, as logarithms, are the same.
const ALIKE: f64 = 1e-9;

/// What one model said of one decision: the logarithm of each move's probability, and the move made.
pub(super) struct Told {
    pub(super) game: usize,
    pub(super) logs: Vec<f64>,
    pub(super) played: usize,
}

impl Told {
    /// The same if only these moves could be made; none if the one made is not among them, or it is the only one.
    pub(super) fn among(&self, open: &[bool]) -> Option<Told> {
        if !open[self.played] || open.iter().filter(|&&open| open).count() < 2 {
            return None;
        }
        let kept = self.logs.iter().zip(open).filter(|(_, open)| **open).map(|(log, _)| *log);
        let played = open[..self.played].iter().filter(|&&open| open).count();
        Some(Told { game: self.game, logs: normal(kept.collect()), played })
    }
}

/// Logarithms of odds as logarithms of probabilities.
pub(super) fn normal(mut logs: Vec<f64>) -> Vec<f64> {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    logs.iter_mut().for_each(|log| *log -= most + total.ln());
    logs
}

/// Means and their standard errors by game.
#[derive(Clone, Copy)]
pub(super) struct Score {
    pub(super) decisions: usize,
    pub(super) games: usize,
    pub(super) nats: (f64, f64),
    pub(super) top: (f64, f64),
}

impl Score {
    /// How many nats less the second model needs than the first for the same decisions, one after the other.
    pub(super) fn gain(first: &[Told], second: &[Told]) -> Option<(f64, f64)> {
        let mut games: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
        for (one, other) in first.iter().zip(second) {
            let sums = games.entry(one.game).or_default();
            sums[0] += 1.0;
            sums[1] += other.logs[other.played] - one.logs[one.played];
        }
        (first.len() == second.len() && !first.is_empty()).then(|| mean(games.values(), 1))
    }

    /// None without decisions.
    pub(super) fn of<'a>(told: impl IntoIterator<Item = &'a Told>) -> Option<Score> {
        let mut games: BTreeMap<usize, [f64; 3]> = BTreeMap::new();
        for one in told {
            let most = one.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let alike = one.logs.iter().filter(|log| most - **log < ALIKE).count() as f64;
            let hit = if most - one.logs[one.played] < ALIKE { 1.0 / alike } else { 0.0 };
            let sums = games.entry(one.game).or_default();
            let here = [1.0, -one.logs[one.played], hit];
            sums.iter_mut().zip(here).for_each(|(sum, here)| *sum += here);
        }
        let count: f64 = games.values().map(|sums| sums[0]).sum();
        (count > 0.0).then(|| {
            let (nats, top) = (mean(games.values(), 1), mean(games.values(), 2));
            Score { decisions: count as usize, games: games.len(), nats, top }
        })
    }
}

/// The mean of one of the sums of all games for each decision, whose number stands first, and its standard error.
fn mean<'a, const N: usize>(
    games: impl Iterator<Item = &'a [f64; N]> + Clone,
    of: usize,
) -> (f64, f64) {
    let count: f64 = games.clone().map(|sums| sums[0]).sum();
    let mean = games.clone().map(|sums| sums[of]).sum::<f64>() / count;
    let gap = |sums: &[f64; N]| (sums[of] - mean * sums[0]).powi(2);
    (mean, games.map(gap).sum::<f64>().sqrt() / count)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_score_by_hand() {
        let half = 0.5f64.ln();
        let told = |game, logs: &[f64], played| Told { game, logs: logs.to_vec(), played };
        let all = [told(1, &[half, half], 0), told(2, &[0.9f64.ln(), 0.1f64.ln()], 0)];
        let score = Score::of(&all).unwrap();
        assert_eq!((score.decisions, score.games), (2, 2));
        assert!((score.nats.0 - (2f64.ln() - 0.9f64.ln()) / 2.0).abs() < 1e-12);
        assert!((score.top.0 - 0.75).abs() < 1e-12 && score.top.1 > 0.0);
        assert!(Score::of(&[]).is_none());
        let sure = [told(1, &[0.0, -9.0], 0), told(2, &[half, half], 0)];
        let gain = Score::gain(&all, &sure).unwrap();
        let each = [2f64.ln(), half - 0.9f64.ln()];
        assert!((gain.0 - (each[0] + each[1]) / 2.0).abs() < 1e-12);
        assert!((gain.1 - (each[0] - each[1]).abs() / 8f64.sqrt()).abs() < 1e-12);
        assert!(Score::gain(&all, &sure[..1]).is_none());
        let three = told(1, &normal(vec![0.0, 0.0, 0.0]), 2);
        let two = three.among(&[true, false, true]).unwrap();
        assert_eq!(two.played, 1);
        assert!((two.logs[0] - half).abs() < 1e-12);
        assert!(
            three.among(&[true, true, false]).is_none()
                && three.among(&[false, false, true]).is_none()
        );
    }
}
