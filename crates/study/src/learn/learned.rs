//! Weights fitted to observations, beside what simpler models foresee.

use endgame::heuristics::{Rule, Weights};
use player::logit::{Decision, Fit, LogitError, Score, cross_validate, fit};
use serde::Serialize;

use super::{Extractor, LearnError, Observation};

/// What was learned.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The features that stayed, by their numbers: 0 is the competence, then the rules.
    pub kept: Vec<usize>,
    /// Their coefficients, standard errors and likelihood.
    pub fit: Fit,
    /// Features left out, and why.
    pub dropped: Vec<(usize, LogitError)>,
    /// Every model with its foresight, from the simplest to the one learned.
    pub baselines: Vec<Baseline>,
}

/// A model and how well it foresees moves of games it was not fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Baseline {
    /// `uniform`, `R_c`, `rules` or `R_c and rules`.
    pub name: &'static str,
    /// How many coefficients it has.
    pub coefficients: usize,
    /// Its foresight by cross-validation.
    #[serde(flatten)]
    pub score: Score,
}

/// Fits the weights of all features, and compares: no knowledge, competence alone (`R_c`), rules
/// alone, both.
pub fn learn(
    extractor: &Extractor<'_>,
    observations: &[Observation],
    folds: usize,
) -> Result<Learned, LearnError> {
    if observations.is_empty() {
        return Err(LearnError::NoObservations { material: extractor.material });
    }
    let decisions: Vec<Decision> =
        observations.iter().map(|observation| observation.decision.clone()).collect();
    let all: Vec<usize> = (0..=extractor.rules.len()).collect();
    let (kept, fit, dropped) = fit_what_can_be(&decisions, &all)?;
    let rules: Vec<usize> = kept.iter().copied().filter(|&feature| feature > 0).collect();
    let mut baselines = vec![Baseline {
        name: "uniform",
        coefficients: 0,
        score: Score::of(&through(&decisions, &[0]), &[0.0]),
    }];
    let sets = [("R_c", vec![0]), ("rules", rules.clone()), ("R_c and rules", kept.clone())];
    for (name, features) in sets {
        if features.is_empty() || (name == "R_c and rules" && rules.is_empty()) {
            continue;
        }
        // A fold may lack what the whole has: such a model has no score.
        if let Ok(score) = cross_validate(&through(&decisions, &features), folds) {
            baselines.push(Baseline { name, coefficients: features.len(), score });
        }
    }
    Ok(Learned { kept, fit, dropped, baselines })
}

/// The decisions seen through some features.
pub(super) fn through(decisions: &[Decision], features: &[usize]) -> Vec<Decision> {
    decisions.iter().map(|decision| decision.seen_through(features)).collect()
}

type Fitted = (Vec<usize>, Fit, Vec<(usize, LogitError)>);

/// Fits what can be fitted: a feature that cannot be is left out, and the rest tried again.
pub(super) fn fit_what_can_be(
    decisions: &[Decision],
    features: &[usize],
) -> Result<Fitted, LearnError> {
    let mut kept = features.to_vec();
    let mut dropped = Vec::new();
    loop {
        use LogitError::{NeverVaries, Repeats, Unbounded};
        match fit(&through(decisions, &kept)) {
            Ok(fit) => return Ok((kept, fit, dropped)),
            Err(error @ (NeverVaries(at) | Repeats(at) | Unbounded(at))) if kept.len() > 1 => {
                dropped.push((kept.remove(at), error));
            }
            Err(error) => {
                let (observations, reason) = (decisions.len(), error.to_string());
                return Err(LearnError::Nothing { observations, reason });
            }
        }
    }
}

impl Learned {
    /// The coefficient of a feature and its standard error by game; none if it was left out.
    pub fn coefficient(&self, feature: usize) -> Option<(f64, f64)> {
        let at = self.kept.iter().position(|&kept| kept == feature)?;
        Some((self.fit.coefficients[at], self.fit.errors_by_game[at]))
    }

    /// The fitted competence: the coefficient of minus the cost; 0 if it was left out.
    pub fn competence(&self) -> f64 {
        self.coefficient(0).map_or(0.0, |(competence, _)| competence)
    }

    /// As weights that every agent can use.
    pub fn weights(&self, rules: &[Rule], name: &str, kappa: f64, source: &str) -> Weights {
        let term = |at: usize| Some((rules[at].clone(), self.coefficient(at + 1)?.0));
        Weights {
            name: name.to_owned(),
            terms: (0..rules.len()).filter_map(term).collect(),
            competence: Some(self.competence()),
            kappa: Some(kappa),
            source: source.to_owned(),
        }
    }
}
