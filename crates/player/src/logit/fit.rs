//! Maximum likelihood by Newton's method, with standard errors.
//!
//! The log-likelihood `Σ ln P[chosen]` is concave. Its gradient is what was chosen less what was
//! expected, `Σ (x_chosen - E x)`, and minus its Hessian, the information, is the covariance of the
//! features under the model, summed over the decisions.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::Decision;

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// `β`, one for each feature.
    pub coefficients: Vec<f64>,
    /// Their standard errors if every decision stands alone: the inverse of the information.
    pub errors: Vec<f64>,
    /// Their standard errors if only the games stand alone (the sandwich estimate); as above with
    /// a single game.
    pub errors_by_game: Vec<f64>,
    /// The covariance behind those, row after row.
    pub covariance_by_game: Vec<f64>,
    /// The log-likelihood reached.
    pub log_likelihood: f64,
    /// The log-likelihood of a player who knows no difference between moves.
    pub uniform_log_likelihood: f64,
    /// Decisions learned from.
    pub decisions: usize,
    /// Games they come from.
    pub games: usize,
}

/// Why nothing was learned; features are told by their number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum LogitError {
    #[error("there is nothing to learn from: no move was made where there was a choice")]
    Empty,
    #[error("feature {0} is the same for all moves of every position, so it explains no choice")]
    NeverVaries(usize),
    #[error("feature {0} says nothing that the others do not say already: leave it out")]
    Repeats(usize),
    #[error(
        "feature {0} holds of the moves made always or never, so that its weight grows without bound: leave it out or bring more games"
    )]
    Unbounded(usize),
}

/// Newton steps before giving up; a concave likelihood with a maximum takes about ten.
const STEPS: usize = 100;

/// Twice the gain in log-likelihood that a further step could bring, when to stop.
const CLOSE: f64 = 1e-10;

/// A standard error of this much in the logarithm of the odds of two moves is no estimate any more:
/// where the likelihood has no maximum, the coefficient runs away and its error with it.
const BEYOND_BELIEF: f64 = 20.0;

/// Finds the coefficients that make what was chosen most likely.
pub fn fit(decisions: &[Decision]) -> Result<Fit, LogitError> {
    let width = decisions.iter().find(|one| one.moves() > 1).map_or(0, |one| one.width);
    if width == 0 {
        return Err(LogitError::Empty);
    }
    let spans = spans(decisions, width);
    if let Some(feature) = spans.iter().position(|&span| span == 0.0) {
        return Err(LogitError::NeverVaries(feature));
    }
    let mut coefficients = DVector::zeros(width);
    let mut here = Slope::at(decisions, &coefficients);
    let uniform_log_likelihood = here.log_likelihood;
    for _ in 0..STEPS {
        let inverse = here.inverse_information()?;
        let unsure = |feature: &usize| inverse[(*feature, *feature)].sqrt() * spans[*feature];
        if let Some(feature) = (0..width).find(|feature| unsure(feature) > BEYOND_BELIEF) {
            return Err(LogitError::Unbounded(feature));
        }
        let step = inverse * &here.gradient;
        if step.dot(&here.gradient) < CLOSE {
            // Newton's method doubles the figures with each step: the last one is free.
            coefficients += step;
            here = Slope::at(decisions, &coefficients);
            break;
        }
        // A full step may overshoot far from the maximum: halve it until it gains.
        let mut share = 1.0;
        loop {
            let tried = &coefficients + &step * share;
            let there = Slope::at(decisions, &tried);
            if there.log_likelihood > here.log_likelihood || share < 1e-9 {
                (coefficients, here) = (tried, there);
                break;
            }
            share /= 2.0;
        }
    }
    let inverse = here.inverse_information()?;
    let roots = |matrix: &DMatrix<f64>| (0..width).map(|k| matrix[(k, k)].sqrt()).collect();
    let (scatter, games) = scatter_by_game(decisions, &coefficients);
    // A single game varies with no other: then its decisions must stand alone.
    let sandwich = if games > 1 { &inverse * scatter * &inverse } else { inverse.clone() };
    Ok(Fit {
        errors: roots(&inverse),
        errors_by_game: roots(&sandwich),
        covariance_by_game: sandwich.transpose().as_slice().to_vec(),
        coefficients: coefficients.iter().copied().collect(),
        log_likelihood: here.log_likelihood,
        uniform_log_likelihood,
        decisions: decisions.len(),
        games,
    })
}

/// What could be learned of some features, and why the others had to be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialFit {
    /// The features that stayed, by their numbers.
    pub kept: Vec<usize>,
    /// Their coefficients, in that order.
    pub fit: Fit,
    /// Features left out, and why.
    pub dropped: Vec<(usize, LogitError)>,
}

impl PartialFit {
    /// A coefficient for each of so many features: 0 for those left out.
    pub fn coefficients(&self, width: usize) -> Vec<f64> {
        let mut all = vec![0.0; width];
        for (&feature, &coefficient) in self.kept.iter().zip(&self.fit.coefficients) {
            all[feature] = coefficient;
        }
        all
    }
}

/// Fits what can be fitted of these features: one that cannot be is left out, and the rest tried again.
pub fn fit_available(decisions: &[Decision], features: &[usize]) -> Result<PartialFit, LogitError> {
    use LogitError::{NeverVaries, Repeats, Unbounded};
    let mut kept = features.to_vec();
    let mut dropped = Vec::new();
    loop {
        let seen: Vec<Decision> = decisions.iter().map(|one| one.seen_through(&kept)).collect();
        match fit(&seen) {
            Ok(fit) => return Ok(PartialFit { kept, fit, dropped }),
            Err(error @ (NeverVaries(at) | Repeats(at) | Unbounded(at))) if kept.len() > 1 => {
                dropped.push((kept.remove(at), error));
            }
            Err(error) => return Err(error),
        }
    }
}

/// For each feature, the widest difference between two moves of one position.
fn spans(decisions: &[Decision], width: usize) -> Vec<f64> {
    let span = |feature: usize| {
        let of = |one: &Decision| {
            let values = || (0..one.moves()).map(|at| one.features(at)[feature]);
            values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
        };
        decisions.iter().map(of).fold(0.0, f64::max)
    };
    (0..width).map(span).collect()
}

/// The log-likelihood at some coefficients, its gradient and the information.
struct Slope {
    log_likelihood: f64,
    gradient: DVector<f64>,
    information: DMatrix<f64>,
}

impl Slope {
    fn at(decisions: &[Decision], coefficients: &DVector<f64>) -> Slope {
        let width = coefficients.len();
        let mut slope = Slope {
            log_likelihood: 0.0,
            gradient: DVector::zeros(width),
            information: DMatrix::zeros(width, width),
        };
        for decision in decisions {
            let logs = decision.log_probabilities(coefficients.as_slice());
            slope.log_likelihood += logs[decision.chosen];
            let surprise = surprise(decision, &logs);
            // The covariance about the chosen move's features: only differences matter.
            let chosen = decision.features(decision.chosen);
            for (of, log) in logs.iter().enumerate() {
                let gaps = decision.features(of).iter().zip(chosen).map(|(x, mine)| mine - x);
                let away = DVector::from_iterator(width, gaps);
                slope.information.syger(log.exp(), &away, &away, 1.0);
            }
            slope.information.syger(-1.0, &surprise, &surprise, 1.0);
            slope.gradient += surprise;
        }
        slope.information.fill_upper_triangle_with_lower_triangle();
        slope
    }

    fn inverse_information(&self) -> Result<DMatrix<f64>, LogitError> {
        if let Some(feature) = dependent(&self.information) {
            return Err(LogitError::Repeats(feature));
        }
        let inverse = self.information.clone().cholesky().map(|factor| factor.inverse());
        inverse.ok_or(LogitError::Repeats(self.gradient.len() - 1))
    }
}

/// `x_chosen - E x` of one decision.
fn surprise(decision: &Decision, log_probabilities: &[f64]) -> DVector<f64> {
    let chosen = decision.features(decision.chosen);
    let mut surprise = DVector::zeros(chosen.len());
    for (of, log) in log_probabilities.iter().enumerate() {
        let probability = log.exp();
        for (k, (x, mine)) in decision.features(of).iter().zip(chosen).enumerate() {
            surprise[k] += probability * (mine - x);
        }
    }
    surprise
}

/// The first feature whose variance the features before it explain: a pivot of the elimination
/// that vanishes beside the variance it started from.
fn dependent(information: &DMatrix<f64>) -> Option<usize> {
    let mut left = information.clone();
    for pivot in 0..left.nrows() {
        let value = left[(pivot, pivot)];
        if value <= 1e-10 * information[(pivot, pivot)] {
            return Some(pivot);
        }
        for row in pivot + 1..left.nrows() {
            let share = left[(row, pivot)] / value;
            for column in pivot..left.ncols() {
                left[(row, column)] -= share * left[(pivot, column)];
            }
        }
    }
    None
}

/// The outer products of the games' summed surprises, and how many games there are.
fn scatter_by_game(decisions: &[Decision], coefficients: &DVector<f64>) -> (DMatrix<f64>, usize) {
    let mut games: BTreeMap<usize, DVector<f64>> = BTreeMap::new();
    for decision in decisions {
        let logs = decision.log_probabilities(coefficients.as_slice());
        let sum = games.entry(decision.game).or_insert_with(|| DVector::zeros(coefficients.len()));
        *sum += surprise(decision, &logs);
    }
    let width = coefficients.len();
    let mut scatter = DMatrix::zeros(width, width);
    for sum in games.values() {
        scatter += sum * sum.transpose();
    }
    (scatter, games.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Decisions of a player with these coefficients among moves with random features, the second
    /// one a truth, four decisions to a game.
    fn decisions(coefficients: &[f64], count: usize, seed: u64) -> Vec<Decision> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut one = |number: usize| {
            let moves: Vec<Vec<f64>> = (0..rng.random_range(2..12))
                .map(|_| {
                    let mut row: Vec<f64> =
                        coefficients.iter().map(|_| rng.random_range(-1.0..1.0)).collect();
                    row[1] = f64::from(u8::from(row[1] > 0.5));
                    row
                })
                .collect();
            let unchosen = Decision::new(number / 4, &moves, 0);
            let logs = unchosen.log_probabilities(coefficients);
            let mut left: f64 = rng.random_range(0.0..1.0);
            let chosen = logs.iter().position(|log| {
                left -= log.exp();
                left <= 0.0
            });
            Decision { chosen: chosen.unwrap_or(moves.len() - 1), ..unchosen }
        };
        (0..count).map(&mut one).collect()
    }

    /// A model must find itself.
    #[test]
    fn the_weights_of_a_player_are_found_again() {
        let truth = [2.0, -1.5, 0.0];
        let fitted = fit(&decisions(&truth, 4_000, 7)).unwrap();
        for (k, truth) in truth.iter().enumerate() {
            let (found, error) = (fitted.coefficients[k], fitted.errors[k]);
            assert!((found - truth).abs() < 3.5 * error, "{k}: {found} ± {error}, truly {truth}");
            assert!(error < 0.12);
            // Independent decisions: grouping them by game changes little.
            assert!((fitted.errors_by_game[k] / error - 1.0).abs() < 0.15);
        }
        assert!(fitted.log_likelihood > fitted.uniform_log_likelihood);
        assert_eq!((fitted.decisions, fitted.games), (4_000, 1_000));
    }

    /// Two moves, one feature: the coefficient is the logarithm of the odds, its variance
    /// `1/a + 1/b`.
    #[test]
    fn two_moves_are_a_matter_of_odds() {
        let decision = |chosen| Decision::new(chosen, &[vec![0.0], vec![1.0]], chosen);
        let sample: Vec<Decision> =
            (0..40).map(|number| decision(usize::from(number < 30))).collect();
        let fitted = fit(&sample).unwrap();
        assert!((fitted.coefficients[0] - 3f64.ln()).abs() < 1e-9);
        assert!((fitted.errors[0] - (1.0f64 / 30.0 + 0.1).sqrt()).abs() < 1e-9);
        let expected = 30.0 * 0.75f64.ln() + 10.0 * 0.25f64.ln();
        assert!((fitted.log_likelihood - expected).abs() < 1e-9);
        assert!((fitted.uniform_log_likelihood - 40.0 * 0.5f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_learned_is_named() {
        assert_eq!(fit(&[]), Err(LogitError::Empty));
        assert_eq!(fit(&[Decision::new(0, &[vec![1.0]], 0)]), Err(LogitError::Empty));
        let rows = |f: fn(f64) -> Vec<f64>| [f(0.0), f(1.0), f(2.0)];
        let sample = |f: fn(f64) -> Vec<f64>| -> Vec<Decision> {
            (0..9).map(|game| Decision::new(game, &rows(f), game % 3)).collect()
        };
        assert_eq!(fit(&sample(|x| vec![x * x, 4.0])), Err(LogitError::NeverVaries(1)));
        assert_eq!(fit(&sample(|x| vec![x, x * x, 3.0 * x - x * x])), Err(LogitError::Repeats(2)));
        let always: Vec<Decision> =
            (0..9).map(|game| Decision::new(game, &rows(|x| vec![x]), 2)).collect();
        assert_eq!(fit(&always), Err(LogitError::Unbounded(0)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// At the maximum nothing that is near is more likely, and probabilities sum to one.
        #[test]
        fn nothing_near_is_more_likely(seed in 0..1_000u64, nudge in prop::collection::vec(-0.1..0.1f64, 3)) {
            let sample = decisions(&[1.0, 0.5, -1.0], 300, seed);
            let fitted = fit(&sample).unwrap();
            let at = |beta: &[f64]| -> f64 {
                sample.iter().map(|one| one.log_probabilities(beta)[one.chosen]).sum()
            };
            let beside: Vec<f64> =
                fitted.coefficients.iter().zip(&nudge).map(|(beta, nudge)| beta + nudge).collect();
            prop_assert!((at(&fitted.coefficients) - fitted.log_likelihood).abs() < 1e-8);
            prop_assert!(at(&beside) <= fitted.log_likelihood + 1e-9);
            let sum: f64 = sample[0].log_probabilities(&beside).iter().map(|log| log.exp()).sum();
            prop_assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}
