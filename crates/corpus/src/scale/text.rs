//! A scale as text for people.

use std::fmt::Write;

use study::schema::whole_games::CompetenceScale;

use super::Curve;

/// The bands, the curve at each, and its errors.
pub fn text(scale: &CompetenceScale) -> String {
    let CompetenceScale { pool, model, bands, fit, error, .. } = scale;
    let mut text = format!("pool {pool}, family {}; scores by {}\n", model.family, model.reference);
    text.push_str("band    Elo  games decisions        c         95 %    curve\n");
    let curve = Curve::new(fit).ok();
    for band in bands {
        let c = &band.competence;
        let interval = format!("{:.2}..{:.2}", c.low, c.high);
        let on_curve = curve.as_ref().map_or(f64::NAN, |curve| curve.competence(band.elo));
        let _ = writeln!(
            text,
            "{:<6}{:>5.0}{:>7}{:>10}{:>9.2}{interval:>13}{on_curve:>9.2}",
            band.from, band.elo, band.games, band.decisions, c.mean
        );
    }
    let tried: Vec<String> =
        error.curves.iter().map(|(name, error)| format!("{name} {error:.3}")).collect();
    let _ = writeln!(text, "curve: {}, from {} to {}", fit.curve, fit.range.0, fit.range.1);
    let _ = writeln!(text, "error of c in bands left out: {}", tried.join(", "));
    let _ = writeln!(
        text,
        "error of the rating of a band left out: {:.0} points; of the curve itself: {:.0}",
        error.elo, error.curve
    );
    text
}
