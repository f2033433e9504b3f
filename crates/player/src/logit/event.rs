//! Something that happens or not, learned from what was known before: a choice between two.
//!
//! ```text
//! P[happens] = 1 / (1 + exp(-β·x))
//! ```
//!
//! is the conditional logit of a choice between `x` and nothing, so that [`fit_available`] finds `β`.

use serde::{Deserialize, Serialize};

use super::{Decision, LogitError, fit_available};

/// An occasion on which something happened or did not.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Which game it belongs to: what happens in one game is kept together.
    pub game: usize,
    /// Whether it happened.
    pub happened: bool,
    /// What was known before; a constant among it, if there is to be one.
    pub features: Vec<f64>,
}

impl Event {
    fn decision(&self) -> Decision {
        let nothing = vec![0.0; self.features.len()];
        Decision::new(self.game, &[nothing, self.features.clone()], usize::from(self.happened))
    }
}

/// How likely something is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// From 0 to 1.
    pub probability: f64,
    /// `ln(p / (1 - p))`.
    pub log_odds: f64,
}

impl Chance {
    /// The chance with these log-odds.
    pub fn of_log_odds(log_odds: f64) -> Chance {
        Chance { probability: 1.0 / (1.0 + (-log_odds).exp()), log_odds }
    }

    /// The log-odds of a probability, no further from even than `e^15` to one.
    pub fn log_odds_of(probability: f64) -> f64 {
        (probability / (1.0 - probability)).ln().clamp(-15.0, 15.0)
    }
}

/// How log-odds foreseen are to be read: what happened in games left out, `a + b * log-odds`.
///
/// A fit to few games says too much of what it has seen, and `b` is below 1. It is never above: a
/// forecast is not made bolder than it was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Added to the log-odds.
    pub intercept: f64,
    /// What they are multiplied with, from 0 (they tell nothing) to 1.
    pub slope: f64,
}

impl Calibration {
    /// Log-odds taken as they are.
    pub const NONE: Calibration = Calibration { intercept: 0.0, slope: 1.0 };

    /// How these log-odds, foreseen for events of games left out, are to be read.
    pub fn of(log_odds: &[f64], happened: &[bool]) -> Result<Calibration, LogitError> {
        let decisions: Vec<Decision> = log_odds
            .iter()
            .zip(happened)
            .map(|(&seen, &happened)| {
                Event { game: 0, happened, features: vec![1.0, seen] }.decision()
            })
            .collect();
        let both = fit_available(&decisions, &[0, 1])?.coefficients(2);
        Ok(match both[1] {
            slope if slope >= 1.0 => Calibration::NONE,
            slope if slope > 0.0 => Calibration { intercept: both[0], slope },
            _ => {
                let rate = fit_available(&decisions, &[0])?.coefficients(1);
                Calibration { intercept: rate[0], slope: 0.0 }
            }
        })
    }

    /// The chance that log-odds stand for.
    pub fn chance(&self, log_odds: f64) -> Chance {
        Chance::of_log_odds(self.intercept + self.slope * log_odds)
    }
}

/// What was learned of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct EventFit {
    /// One for each feature: 0 for those left out.
    pub coefficients: Vec<f64>,
    /// Their covariance if only the games stand alone, row after row.
    pub covariance: Vec<f64>,
    /// Features left out, by their numbers, and why.
    pub dropped: Vec<(usize, LogitError)>,
}

impl EventFit {
    /// Learns from events what these features, by their numbers, tell of them.
    pub fn new(events: &[Event], features: &[usize]) -> Result<EventFit, LogitError> {
        let width = events.first().map_or(0, |event| event.features.len());
        let decisions: Vec<Decision> = events.iter().map(Event::decision).collect();
        let learned = fit_available(&decisions, features)?;
        let mut covariance = vec![0.0; width * width];
        let count = learned.kept.len();
        for (row, &to_row) in learned.kept.iter().enumerate() {
            for (column, &to_column) in learned.kept.iter().enumerate() {
                let value = learned.fit.covariance_by_game[row * count + column];
                covariance[to_row * width + to_column] = value;
            }
        }
        let coefficients = learned.coefficients(width);
        Ok(EventFit { coefficients, covariance, dropped: learned.dropped })
    }

    /// The log-odds of the event where this is known.
    pub fn log_odds(&self, features: &[f64]) -> f64 {
        self.coefficients.iter().zip(features).map(|(beta, x)| beta * x).sum()
    }
}

/// The variance of `direction · β`, for a covariance written row after row.
pub fn variance_along(covariance: &[f64], direction: &[f64]) -> f64 {
    let rows = covariance.chunks_exact(direction.len().max(1)).zip(direction);
    let product = |row: &[f64]| row.iter().zip(direction).map(|(v, x)| v * x).sum::<f64>();
    rows.map(|(row, x)| x * product(row)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn sample(truth: &[f64; 2], count: usize) -> Vec<Event> {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut one = |game: usize| {
            let x: f64 = rng.random_range(-2.0..2.0);
            let chance = Chance::of_log_odds(truth[0] + truth[1] * x).probability;
            let happened = rng.random_range(0.0..1.0) < chance;
            Event { game, happened, features: vec![1.0, x, 0.0] }
        };
        (0..count).map(&mut one).collect()
    }

    #[test]
    fn what_decides_an_event_is_found_again() {
        let truth = [-0.7, 1.2];
        let fit = EventFit::new(&sample(&truth, 4_000), &[0, 1, 2]).unwrap();
        assert_eq!(fit.dropped, [(2, LogitError::NeverVaries(2))]);
        for (k, truth) in truth.iter().enumerate() {
            let error = fit.covariance[k * 3 + k].sqrt();
            assert!((fit.coefficients[k] - truth).abs() < 3.5 * error && error < 0.06, "{fit:?}");
        }
        assert_eq!(fit.coefficients[2], 0.0);
    }

    /// One truth, counted: the coefficient is a difference of log-odds.
    #[test]
    fn two_groups_have_the_odds_that_were_counted() {
        let of = |x: f64, happened: usize, not: usize| {
            let one = move |at: usize| Event {
                game: at,
                happened: at < happened,
                features: vec![1.0, x],
            };
            (0..happened + not).map(one)
        };
        let events: Vec<Event> = of(0.0, 10, 30).chain(of(1.0, 24, 8)).collect();
        let fit = EventFit::new(&events, &[0, 1]).unwrap();
        assert!((fit.coefficients[0] - (1.0f64 / 3.0).ln()).abs() < 1e-8);
        assert!((fit.log_odds(&[1.0, 1.0]) - 3f64.ln()).abs() < 1e-8);
        assert!((Chance::of_log_odds(fit.log_odds(&[1.0, 1.0])).probability - 0.75).abs() < 1e-9);
    }

    #[test]
    fn bold_forecasts_are_read_with_care() {
        let truth = [0.0, 1.0];
        let events = sample(&truth, 3_000);
        let happened: Vec<bool> = events.iter().map(|event| event.happened).collect();
        let of = |boldness: f64| -> Calibration {
            let said: Vec<f64> = events.iter().map(|event| boldness * event.features[1]).collect();
            Calibration::of(&said, &happened).unwrap()
        };
        assert!((of(4.0).slope - 0.25).abs() < 0.03);
        assert_eq!(of(0.5), Calibration::NONE);
        let wrong = of(-1.0);
        assert_eq!(wrong.slope, 0.0);
        let rate = happened.iter().filter(|&&h| h).count() as f64 / happened.len() as f64;
        assert!((wrong.chance(9.0).probability - rate).abs() < 1e-6);
    }

    #[test]
    fn a_variance_is_a_quadratic_form() {
        let covariance = [4.0, 1.0, 1.0, 9.0];
        assert_eq!(variance_along(&covariance, &[1.0, 0.0]), 4.0);
        assert_eq!(variance_along(&covariance, &[1.0, -2.0]), 4.0 - 4.0 + 36.0);
    }
}
