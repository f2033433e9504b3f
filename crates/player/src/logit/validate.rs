//! How well a fit predicts games it has not seen.

use serde::Serialize;

use super::{Decision, LogitError, fit_available};

/// How well some decisions were foreseen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Minus the mean logarithm of the probability given to the move that was made, in nats.
    pub log_loss: f64,
    /// How often the move thought likeliest was made; moves thought equally likely share the credit.
    pub top_one: f64,
    /// Decisions foreseen.
    #[serde(skip)]
    pub decisions: usize,
}

/// Probabilities that differ by less, relatively, are the same.
const ALIKE: f64 = 1e-9;

impl Score {
    /// The score of fixed coefficients.
    pub fn of(decisions: &[Decision], coefficients: &[f64]) -> Score {
        let mut sum = Score::default();
        decisions.iter().for_each(|decision| sum.add(decision, coefficients));
        sum.mean()
    }

    /// Adds a decision to what is still a sum.
    fn add(&mut self, decision: &Decision, coefficients: &[f64]) {
        let logs = decision.log_probabilities(coefficients);
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let likeliest = |log: &f64| most - log < ALIKE;
        self.log_loss -= logs[decision.chosen];
        if likeliest(&logs[decision.chosen]) {
            self.top_one += 1.0 / logs.iter().filter(|log| likeliest(log)).count() as f64;
        }
        self.decisions += 1;
    }

    fn mean(self) -> Score {
        let count = self.decisions.max(1) as f64;
        Score { log_loss: self.log_loss / count, top_one: self.top_one / count, ..self }
    }
}

/// Fits as many times as there are folds, each time without the games of one fold, and scores the
/// decisions left out. Game `g` belongs to fold `g % folds`. A feature that one fold's games cannot
/// teach weighs nothing there.
pub fn cross_validate(decisions: &[Decision], folds: usize) -> Result<Score, LogitError> {
    let mut sum = Score::default();
    for fold in 0..folds {
        let in_fold = |decision: &&Decision| decision.game % folds == fold;
        let (left_out, kept): (Vec<_>, Vec<_>) =
            decisions.iter().partition(|decision| in_fold(decision));
        if left_out.is_empty() {
            continue;
        }
        let kept: Vec<Decision> = kept.into_iter().cloned().collect();
        let width = kept.first().map_or(0, |decision| decision.width);
        let features: Vec<usize> = (0..width).collect();
        let coefficients = fit_available(&kept, &features)?.coefficients(width);
        for decision in left_out {
            sum.add(decision, &coefficients);
        }
    }
    Ok(sum.mean())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coin(game: usize, chosen: usize) -> Decision {
        Decision::new(game, &[vec![0.0], vec![1.0]], chosen)
    }

    #[test]
    fn knowing_nothing_costs_the_logarithm_of_the_moves() {
        let sample: Vec<Decision> = (0..6).map(|game| coin(game, game % 2)).collect();
        let score = Score::of(&sample, &[0.0]);
        assert!((score.log_loss - 2f64.ln()).abs() < 1e-12);
        assert_eq!((score.top_one, score.decisions), (0.5, 6));
        assert_eq!(Score::of(&sample, &[1.0]).top_one, 0.5);
    }

    /// A truth that holds of one game's moves alone cannot be learned without that game: the others
    /// are foreseen by what is left.
    #[test]
    fn what_a_fold_cannot_teach_weighs_nothing_there() {
        let two = |game: usize, chosen| {
            let rare = f64::from(u8::from(game == 0));
            Decision::new(game, &[vec![0.0, 0.0], vec![1.0, rare]], chosen)
        };
        let choose =
            [(0, 1), (0, 0), (0, 0), (1, 1), (1, 1), (1, 0), (2, 1), (2, 0), (3, 1), (3, 0)];
        let sample: Vec<Decision> =
            choose.iter().map(|&(game, chosen)| two(game, chosen)).collect();
        let common: Vec<Decision> = sample.iter().map(|one| one.seen_through(&[0])).collect();
        let [with, without] = [&sample, &common].map(|s| cross_validate(s, 4).unwrap());
        // Game 0 is foreseen alike: without it, the truth is unknown.
        assert_eq!(with.decisions, 10);
        assert!(with.log_loss.is_finite() && (with.log_loss - without.log_loss).abs() < 0.5);
    }

    /// Folds 0 and 1 see 3:1 and 1:3; each is judged by what the other taught.
    #[test]
    fn a_fold_is_judged_by_the_others() {
        let sample: Vec<Decision> =
            (0..8).map(|game| coin(game, usize::from((game % 2 == 0) == (game > 1)))).collect();
        let score = cross_validate(&sample, 2).unwrap();
        let expected = -(0.25 * 0.75f64.ln() + 0.75 * 0.25f64.ln());
        assert!((score.log_loss - expected).abs() < 1e-8, "{score:?}");
        assert_eq!((score.top_one, score.decisions), (0.25, 8));
    }
}
