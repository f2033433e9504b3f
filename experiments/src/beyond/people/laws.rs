//! The laws that know nothing but what a move gives away, fitted to decisions.

use player::logit;
use study::people::decisions::Decision;

/// What a law is fitted to: the moves that were open, what each costs, and the one made.
pub(super) struct Open {
    pub(super) game: usize,
    pub(super) costs: Vec<f64>,
    pub(super) lost: Vec<f64>,
    pub(super) played: usize,
}

/// What giving the value away counts as, in moves.
const GIVEN: f64 = 40.0;

impl Open {
    /// A decision among some of its moves.
    pub(super) fn new(one: &Decision, open: &[bool], fold: usize) -> Open {
        let best = one.values.iter().max().copied();
        let lost = |value: &value::Outcome| {
            best.and_then(|best| value.conceded(best))
                .map_or(GIVEN, |lost| f64::from(lost).min(GIVEN))
        };
        let kept = |at: &usize| open[*at];
        Open {
            game: fold,
            costs: (0..open.len()).filter(kept).map(|at| one.costs[at]).collect(),
            lost: (0..open.len()).filter(kept).map(|at| lost(&one.values[at])).collect(),
            played: open[..one.played].iter().filter(|&&open| open).count(),
        }
    }
}

/// The weight of minus these figures that fits best.
pub(super) fn slope(decisions: &[&Open], of: fn(&Open) -> &Vec<f64>) -> f64 {
    let rows = |one: &&Open| {
        let rows: Vec<Vec<f64>> = of(one).iter().map(|figure| vec![-figure]).collect();
        logit::Decision::new(one.game, &rows, one.played)
    };
    let decisions: Vec<logit::Decision> = decisions.iter().map(rows).collect();
    logit::fit(&decisions).map_or(0.0, |fit| fit.coefficients[0])
}

/// Regan & Haworth 2011: `p_i = p_0 ^ exp((lost_i / s)^c)`, the best move's `p_0` such that all add up to one.
#[derive(Clone, Copy)]
pub(super) struct Regan {
    s: f64,
    c: f64,
}

impl Regan {
    /// The law of a grid that fits best.
    pub(super) fn fitted(decisions: &[&Open]) -> Regan {
        let sensitivities = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
        let powers = [0.15, 0.25, 0.4, 0.6, 0.9];
        let laws = sensitivities.into_iter().flat_map(|s| powers.map(|c| Regan { s, c }));
        let likelihood = |law: &Regan| -> f64 {
            decisions.iter().map(|one| law.logs(&one.lost)[one.played]).sum()
        };
        let told = laws.map(|law| (likelihood(&law), law));
        told.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, law)| law).expect("a grid of laws")
    }

    /// The logarithm of each move's probability.
    pub(super) fn logs(self, lost: &[f64]) -> Vec<f64> {
        let powers: Vec<f64> = lost.iter().map(|lost| (lost / self.s).powf(self.c).exp()).collect();
        let (mut low, mut high) = (-50.0f64, 0.0f64);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            let total: f64 = powers.iter().map(|power| (middle * power).exp()).sum();
            if total > 1.0 { high = middle } else { low = middle }
        }
        super::score::normal(powers.iter().map(|power| low * power).collect())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn regans_law_adds_up_and_prefers_the_best() {
        let logs = Regan { s: 2.0, c: 0.4 }.logs(&[0.0, 1.0, 5.0, 0.0]);
        assert!((logs.iter().map(|log| log.exp()).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(logs[0] > logs[1] && logs[1] > logs[2] && (logs[0] - logs[3]).abs() < 1e-9);
    }
}
