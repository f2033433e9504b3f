//! Weights fitted to observations, beside what simpler models foresee.

use endgame::heuristics::{Rule, Weights};
use player::logit::{Decision, Fit, LogitError, PartialFit, Score, cross_validate, fit_available};
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
    /// `uniform`, `R_c`, `rules`, `R_c and rules`, or `with history`: those and the rules that look at
    /// the player's own last move.
    pub name: &'static str,
    /// How many coefficients it has.
    pub coefficients: usize,
    /// Its foresight by cross-validation.
    #[serde(flatten)]
    pub score: Score,
}

/// Fits the weights of all features, and compares: no knowledge, competence alone (`R_c`), rules
/// alone, both, and what the player's own last move adds.
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
    let PartialFit { kept, fit, dropped } = fit_what_can_be(&decisions, &all)?;
    let looks_back = |feature: &usize| *feature > 0 && extractor.rules[feature - 1].looks_back();
    let (history, plain): (Vec<usize>, Vec<usize>) =
        kept.iter().copied().partition(|at| looks_back(at));
    let rules: Vec<usize> = plain.iter().copied().filter(|&feature| feature > 0).collect();
    let mut baselines = vec![Baseline {
        name: "uniform",
        coefficients: 0,
        score: Score::of(&through(&decisions, &[0]), &[0.0]),
    }];
    let sets = [
        ("R_c", vec![0], true),
        ("rules", rules.clone(), !rules.is_empty()),
        ("R_c and rules", plain, !rules.is_empty()),
        ("with history", kept.clone(), !history.is_empty()),
    ];
    for (name, features, _) in sets.into_iter().filter(|(.., says_more)| *says_more) {
        // A few games may lack what the whole has: then there is no score.
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

/// Fits what can be fitted.
pub(super) fn fit_what_can_be(
    decisions: &[Decision],
    features: &[usize],
) -> Result<PartialFit, LearnError> {
    fit_available(decisions, features).map_err(|error| {
        let (observations, reason) = (decisions.len(), error.to_string());
        LearnError::Nothing { observations, reason }
    })
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
