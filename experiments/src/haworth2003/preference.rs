//! Figures 1 to 3: the preference function itself.

use player::{PowerLaw, Preference};
use plot::{Plot, Scale, Series};
use value::{Depth, Extent, Outcome};

use crate::report::figure;
use crate::{ExperimentError, Grid, Lab, Report};

const KQKR: Extent = Extent { deepest_win: Depth(31), deepest_loss: Depth(3) };

/// The states of an endgame, the best first.
fn states(extent: Extent) -> impl Iterator<Item = Outcome> {
    let wins = (0..=extent.deepest_win.0).map(|d| Outcome::Win(Depth(d)));
    let losses = (0..=extent.deepest_loss.0).rev().map(|d| Outcome::Loss(Depth(d)));
    wins.chain([Outcome::Draw]).chain(losses)
}

fn drawn(extent: Extent, competences: &[f64], shown: usize, title: &str) -> Report {
    let law = PowerLaw::default();
    let mut grid = Grid::new("c | state | outcome | preference");
    let mut series = Vec::new();
    for &c in competences {
        let mut points = Vec::new();
        for (number, outcome) in states(extent).take(shown).enumerate() {
            let preference = (-c * law.cost(outcome.into(), extent)).exp();
            grid.row([c.to_string(), number.to_string(), outcome.to_string(), figure(preference)]);
            points.push((number as f64, preference));
        }
        series.push(Series { name: format!("c = {c}"), points });
    }
    Report {
        claim: "The quicker the win the more it is preferred, a draw less than any win, a loss less than a draw, \
                and the difference a move makes shrinks with depth."
            .to_owned(),
        grid,
        comparisons: Vec::new(),
        plot: Some(Plot {
            title: title.to_owned(),
            note: format!(
                "kappa 1, a draw as good as a win in {} and a loss in {}",
                extent.deepest_win.deeper(),
                extent.deepest_loss.deeper()
            ),
            across: "state, the best first".to_owned(),
            up: "preference".to_owned(),
            close_up: false,
            up_scale: Scale::Linear,
            series,
            ..Plot::default()
        }.into()),
        notes: vec!["The paper prints the curve without numbers.".to_owned()],
    }
}

pub(super) fn figure1(_: &Lab<'_>) -> Result<Report, ExperimentError> {
    Ok(drawn(KQKR, &[1.0], usize::MAX, "KQKR: what the queen's side prefers"))
}

pub(super) fn figure2(_: &Lab<'_>) -> Result<Report, ExperimentError> {
    Ok(drawn(KQKR.flipped(), &[1.0], usize::MAX, "KRKQ: what the rook's side prefers"))
}

pub(super) fn figure3(_: &Lab<'_>) -> Result<Report, ExperimentError> {
    let competences = [1.0, 1.2, 1.4, 1.6];
    Ok(drawn(KQKR, &competences, 32, "KQKR: preference for growing competence"))
}
