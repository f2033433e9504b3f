//! Players rated by the error that their own `(s, c)` expects on fixed positions.

use std::collections::BTreeMap;

use corpus::group::band;
use corpus::{Decision, Pool};

use super::fit::{rating_line, spread};
use super::law::Fitted;
use super::{POOLS, eligible, rating};
use crate::haworth2007::data;
use crate::{ExperimentError, Lab, Report};

/// Decisions of a player, and of a band that the line is drawn from.
const LEAST: usize = 150;
const OF_BAND: usize = 250;
/// Players that tell something.
const PLAYERS: usize = 5;
/// Positions on which all are measured.
const POSITIONS: usize = 2000;
/// By how much the compendium of 2012 widens the errors of its ratings.
const WIDENED: f64 = 1.4;

/// A player: the stated rating, the one by the line, and its standard error.
struct Rated {
    stated: f64,
    found: f64,
    error: f64,
    decisions: usize,
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A player's own (s, c) expects an error on fixed positions, and the line from error to rating makes that an intrinsic rating with an error of its own; in practice the errors are 1.4 times as large as computed.",
        "pool | players | decisions each | constant | intrinsic rating | bias | sd in stated errors | 95 % holds | 95 % holds, errors widened by 1.4",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    for pool in POOLS {
        lab.check()?;
        let own = eligible(&decisions, &pool);
        let rated = rated(lab, &own)?;
        if rated.len() < PLAYERS {
            report.notes.push(format!(
                "{pool}: {} players with {LEAST} decisions or more are too few.",
                rated.len()
            ));
            continue;
        }
        told(report, &pool, &rated);
    }
    if report.grid.rows.is_empty() {
        report.grid.figures(&[&"none"], [None; 8]);
        report.notes.push(format!("SKIPPED: no pool has {PLAYERS} players with {LEAST} decisions: give whole games of players with --decisions FILE."));
    }
    report.note(&[
        "Everybody is rated by a line that was drawn from the bands without the player's own decisions. Decisions and law as in regan2011/fit; the stated rating is the mean of what the games say.",
        "Constant: the mean rating of the other players. The error of an intrinsic rating is that of the expected error, clustered by game, times the slope; the sd in stated errors is 1 if it is right, and 1.4 by the compendium of 2012.",
    ]);
    Ok(())
}

/// Every player with enough decisions, by a line without him.
fn rated(lab: &Lab<'_>, own: &[&Decision]) -> Result<Vec<Rated>, ExperimentError> {
    let least = lab.at_scale(LEAST, 1);
    let mut players: BTreeMap<&str, Vec<&Decision>> = BTreeMap::new();
    let mut bands: BTreeMap<u16, Vec<&Decision>> = BTreeMap::new();
    for &one in own {
        if !matches!(one.player(), "" | "?") {
            players.entry(one.player()).or_default().push(one);
        }
        if let Some(band) = one.rating().and_then(band) {
            bands.entry(band).or_default().push(one);
        }
    }
    players.retain(|_, own| own.len() >= least);
    if players.len() < PLAYERS {
        return Ok(Vec::new());
    }
    let positions = spread(own, lab.at_scale(POSITIONS, 100));
    let mut whole: BTreeMap<u16, (f64, f64, f64)> = BTreeMap::new();
    for (from, of_band) in &bands {
        lab.check()?;
        whole.extend(point(of_band, &positions).map(|point| (*from, point)));
    }
    let mut found = Vec::new();
    for (name, decisions) in players {
        lab.check()?;
        // Only the bands that the player is in change without him.
        let mut points = whole.clone();
        let of_player = |one: &&&Decision| one.player() == name;
        for (from, of_band) in bands.iter().filter(|(_, all)| all.iter().any(|one| of_player(&one)))
        {
            let others: Vec<&Decision> =
                of_band.iter().filter(|one| !of_player(one)).copied().collect();
            points.remove(from);
            points.extend(point(&others, &positions).map(|point| (*from, point)));
        }
        if points.len() < 3 {
            continue;
        }
        let line = rating_line(&points.into_values().collect::<Vec<_>>());
        let fitted = Fitted::new(&decisions);
        let expected = fitted.expected_error(&positions);
        found.push(Rated {
            stated: mean(decisions.iter().map(|one| rating(one))),
            found: line[0].0 + line[1].0 * expected,
            error: line[1].0.abs() * fitted.error_of_expected(&positions),
            decisions: decisions.len(),
        });
    }
    Ok(found)
}

/// Expected error, mean rating and the error of the former for one band, if it has enough decisions.
fn point(of_band: &[&Decision], positions: &[&Decision]) -> Option<(f64, f64, f64)> {
    if of_band.len() < OF_BAND {
        return None;
    }
    let fitted = Fitted::new(of_band);
    let rating = mean(of_band.iter().map(|one| rating(one)));
    Some((fitted.expected_error(positions), rating, fitted.error_of_expected(positions)))
}

fn mean(of: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = of.fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
    sum / f64::max(count, 1.0)
}

fn told(report: &mut Report, pool: &Pool, rated: &[Rated]) {
    let n = rated.len() as f64;
    let all = mean(rated.iter().map(|one| one.stated));
    // The mean of the others is as far from one as the mean of all, n / (n - 1) times.
    let constant = mean(rated.iter().map(|one| (one.stated - all).abs())) * n / (n - 1.0);
    let off = |one: &Rated| one.found - one.stated;
    let z = |one: &Rated| off(one) / one.error.max(1e-9);
    let holds =
        |within: f64| mean(rated.iter().map(|one| f64::from(u8::from(z(one).abs() <= within))));
    let error = mean(rated.iter().map(|one| off(one).abs()));
    let sd = mean(rated.iter().map(|one| z(one).powi(2))).sqrt();
    let spread = mean(rated.iter().map(|one| (off(one).abs() - error).powi(2))).sqrt();
    report.grid.figures(
        &[pool, &rated.len()],
        [
            mean(rated.iter().map(|one| one.decisions as f64)),
            constant,
            error,
            mean(rated.iter().map(off)),
            sd,
            holds(1.96),
            holds(1.96 * WIDENED),
        ],
    );
    report.compare(format!("{pool}: mean absolute error of an intrinsic rating"), error).error =
        spread / n.sqrt();
    report.compare(format!("{pool}: sd in stated errors"), sd).error = sd / (2.0 * n).sqrt();
}
