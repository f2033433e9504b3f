//! The same for each band of ratings: do stronger players show a higher competence, and other rules?

use player::logit::{Decision, Score, cross_validate, fit};
use serde::Serialize;

use super::learned::{fit_what_can_be, through};
use super::{Extractor, Observation};

/// The players of one band of ratings.
#[derive(Clone, Debug, Serialize)]
pub struct Band {
    /// Its least rating; none for players without one.
    pub from: Option<u16>,
    /// Observations of players in this band.
    pub moves: usize,
    /// The competence of `R_c` alone and its standard error by game; none if it has no maximum.
    pub competence: Option<(f64, f64)>,
    /// How well no knowledge foresees the moves.
    pub uniform: Score,
    /// How well `R_c` does, by cross-validation.
    pub reference: Option<Score>,
    /// How well `R_c` with rules does.
    pub with_rules: Option<Score>,
    /// Each feature's coefficient and its standard error by game, where it can be had.
    pub coefficients: Vec<Option<(f64, f64)>>,
}

/// Bands of this many rating points, from the lowest; players without a rating last.
pub fn bands(
    extractor: &Extractor<'_>,
    observations: &[Observation],
    width: u16,
    folds: usize,
) -> Vec<Band> {
    let band_of =
        |observation: &Observation| observation.rating.map(|rating| rating / width * width);
    let mut starts: Vec<Option<u16>> = observations.iter().map(band_of).collect();
    starts.sort_by_key(|start| start.map_or(u32::MAX, u32::from));
    starts.dedup();
    let features: Vec<usize> = (0..=extractor.rules.len()).collect();
    let band = |from: Option<u16>| {
        let own = observations.iter().filter(|observation| band_of(observation) == from);
        let decisions: Vec<Decision> =
            own.map(|observation| observation.decision.clone()).collect();
        let costs = through(&decisions, &[0]);
        let alone = fit(&costs).ok();
        let full = fit_what_can_be(&decisions, &features).ok();
        let coefficient = |feature: &usize| {
            let full = full.as_ref()?;
            let at = full.kept.iter().position(|kept| kept == feature)?;
            Some((full.fit.coefficients[at], full.fit.errors_by_game[at]))
        };
        Band {
            from,
            moves: decisions.len(),
            competence: alone.map(|fit| (fit.coefficients[0], fit.errors_by_game[0])),
            uniform: Score::of(&costs, &[0.0]),
            reference: cross_validate(&costs, folds).ok(),
            with_rules: full
                .as_ref()
                .and_then(|full| cross_validate(&through(&decisions, &full.kept), folds).ok()),
            coefficients: features.iter().map(coefficient).collect(),
        }
    };
    starts.into_iter().map(band).collect()
}
