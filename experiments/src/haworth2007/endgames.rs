//! Section 3: where the tables take over, `E_p(c)` is `R_c`, and people of a rating have a competence there.

use std::collections::BTreeMap;

use corpus::group::{BAND, band};
use corpus::{Decision, Estimate, Family, Pool, Sample};
use plot::{Plot, Series};
use value::Outcome;

use super::data;
use crate::regan2011::rank_correlation;
use crate::{ExperimentError, Lab, Report};

/// Games and decisions that a band needs, and bands that an endgame needs.
const GAMES: usize = 30;
const DECISIONS: usize = 300;
const BANDS: usize = 3;

/// An endgame, the side of it, and a band of ratings.
type Key = (String, &'static str, u16);

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "In the table zone R_c takes over, so that people can be profiled there by the same c (section 3); and c rises with the rating.",
        "endgame | role | band | games | decisions | c | sd | low | high",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let mut bands: BTreeMap<Key, Vec<&Decision>> = BTreeMap::new();
    for one in decisions.iter().filter(|one| !one.is_forced()) {
        if let Some(key) = key(one) {
            bands.entry(key).or_default().push(one);
        }
    }
    let family = Family::haworth_2007(1.0);
    let mut found: BTreeMap<(String, &str), Vec<(u16, Estimate)>> = BTreeMap::new();
    for ((endgame, role, from), own) in bands {
        lab.check()?;
        let sample = Sample::new(family, own);
        let one = Estimate::new(&sample, family.default_grid());
        if one.games >= lab.at_scale(GAMES, 5) && one.decisions >= lab.at_scale(DECISIONS, 20) {
            found.entry((endgame, role)).or_default().push((from, one));
        }
    }
    found.retain(|_, bands| bands.len() >= BANDS);
    if found.is_empty() {
        report.grid.figures(&[&"none", &"", &""], [None; 6]);
        report.notes.push(format!("SKIPPED: no endgame of up to four men has {BANDS} bands of {GAMES} games with {DECISIONS} decisions: give games that reach one, valued by `fallible evaluate`, with --decisions FILE."));
        return Ok(());
    }
    let lines = found.iter().map(|((endgame, role), bands)| told(report, endgame, role, bands));
    let lines = lines.collect();
    let note = "the law of endgame tables, kappa 1, depth to conversion; people may concede all";
    report.draw(Plot::new("Apparent competence in endgames", note, ["FIDE rating", "c"], lines));
    report.note(&[
        "'wins': the mover has a won position, 'resists': a lost one; drawn positions are left out. Ratings are FIDE's, in bands of 200 points; a band counts with 30 games and 300 decisions, an endgame with three bands.",
        "Intervals hold 95 % and are clustered by game. Moves of people who are short of time, or know that the draw is near, are among them: this is competence as it is shown in games.",
        "The same people show another competence in each endgame and on each side of it: c of one says nothing of another, which is why ratings are offered for these endgames alone.",
    ]);
    Ok(())
}

/// Where a decision belongs, if tables have judged it and one side wins; games are FIDE's unless they say otherwise.
fn key(one: &Decision) -> Option<Key> {
    let role = match one.exact.as_ref()?.values().max()? {
        Outcome::Win(_) => "wins",
        Outcome::Draw => return None,
        Outcome::Loss(_) => "resists",
    };
    let pool = Pool::of(&one.game);
    let is_fide = matches!(pool, Pool::Fide | Pool::Other(_));
    let from = one.rating().and_then(band).filter(|_| is_fide)?;
    Some((one.board.position()?.material().normalized().to_string(), role, from))
}

fn told(report: &mut Report, endgame: &str, role: &str, bands: &[(u16, Estimate)]) -> Series {
    for (from, one) in bands {
        let (low, high) = one.interval();
        report.grid.figures(
            &[&endgame, &role, from, &one.games, &one.decisions],
            [one.mean(), one.sd(), low, high],
        );
    }
    let means: Vec<f64> = bands.iter().map(|(_, one)| one.mean()).collect();
    report.compare(
        format!("{endgame}, {role}: rank correlation of c and band"),
        rank_correlation(&means),
    );
    let middle = |(from, one): &(u16, Estimate)| (f64::from(from + BAND / 2), one.mean());
    Series { name: format!("{endgame}, {role}"), points: bands.iter().map(middle).collect() }
}
