//! Figures 1 to 3: the preference function itself.

use player::{PowerLaw, Preference};
use plot::{Plot, Series};
use value::{Depth, Extent, Outcome};

use crate::{ExperimentError, Report};

pub(super) const KQKR: Extent = Extent { deepest_win: Depth(31), deepest_loss: Depth(3) };

pub(super) const KRKQ: Extent = Extent { deepest_win: Depth(3), deepest_loss: Depth(31) };

/// The states of an endgame, the best first.
fn states(extent: Extent) -> impl Iterator<Item = Outcome> {
    let wins = (0..=extent.deepest_win.0).map(|d| Outcome::Win(Depth(d)));
    let losses = (0..=extent.deepest_loss.0).rev().map(|d| Outcome::Loss(Depth(d)));
    wins.chain([Outcome::Draw]).chain(losses)
}

/// Writes and draws what is preferred at these competences, of the first states.
pub(super) fn draw(
    report: &mut Report,
    extent: Extent,
    competences: &[f64],
    shown: usize,
    title: &str,
) -> Result<(), ExperimentError> {
    report.begin(
        "The quicker the win the more it is preferred, a draw less than any win, a loss less than a draw, \
         and the difference a move makes shrinks with depth.",
        "c | state | outcome | preference",
    );
    let law = PowerLaw::default();
    let mut series = Vec::new();
    for &c in competences {
        let mut points = Vec::new();
        for (number, outcome) in states(extent).take(shown).enumerate() {
            let preference = (-c * law.cost(outcome.into(), extent)).exp();
            report.grid.figures(&[&c, &number, &outcome], [preference]);
            points.push((number as f64, preference));
        }
        series.push(Series { name: format!("c = {c}"), points });
    }
    let (win, loss) = (extent.deepest_win.deeper(), extent.deepest_loss.deeper());
    let note = format!("kappa 1, a draw as good as a win in {win} and a loss in {loss}");
    report.draw(Plot::new(title, note, ["state, the best first", "preference"], series));
    report.note(&["The paper prints the curve without numbers."]);
    Ok(())
}
