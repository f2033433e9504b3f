//! Section 4.3: apparent competence against the depth of the search, its rise and fall.

use std::collections::BTreeMap;

use corpus::{Decision, Estimate, Family, Link, Pool, Sample};
use plot::{Plot, Series};

use super::data;
use super::paired::{Fitted, difference};
use crate::{ExperimentError, Lab, Report};

/// How many points a group of ratings is wide: wider than a band, for few positions are searched deep.
const WIDE: u16 = 400;
/// Decisions at the greatest depth that a group needs.
const LEAST: usize = 30;
/// The paper looks at depths from 8 on; below 4 plies a deeper search need not play better (transform).
const SHALLOWEST: u16 = 4;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "As p decreases, the apparent competence first increases while E_p's play falls to the player's, and then decreases as E_p's errors are taken for the player's: so it can be seen whether E_p plays better than P (section 4.3).",
        "group | depth | games | decisions | c | sd | low | high | less than at the peak | error of that",
    );
    let Some(decisions) = data::at_every_depth(lab, report)? else { return Ok(()) };
    let mut lines = Vec::new();
    let laws = [Family::of(Link::Power), Family::of(Link::Haworth)];
    let all = groups(&decisions);
    for ((name, by_depth), family) in all.iter().flat_map(|one| laws.map(|law| (one, law))) {
        lab.check()?;
        if by_depth.len() < 3 {
            continue;
        }
        let name = format!("{name}, {}", family.link);
        let fitted: Vec<(u16, Estimate, Fitted)> =
            by_depth.iter().map(|(depth, all)| fit(&family, *depth, all)).collect();
        let peak = (0..fitted.len())
            .max_by(|&a, &b| fitted[a].1.mean().total_cmp(&fitted[b].1.mean()))
            .unwrap_or(0);
        for (depth, found, own) in &fitted {
            let (low, high) = found.interval();
            let (less, error) = difference(&fitted[peak].2, own);
            report.grid.figures(
                &[&name, depth, &found.games, &found.decisions],
                [found.mean(), found.sd(), low, high, less, error],
            );
        }
        verdict(report, &name, &fitted, peak);
        let points = fitted.iter().map(|(depth, found, _)| (f64::from(*depth), found.mean()));
        let deepest = fitted.last().map_or(0, |(depth, ..)| *depth);
        if family != Family::of(Link::Power) {
            continue;
        }
        lines.push((deepest, Series { name, points: points.collect() }));
    }
    if lines.is_empty() {
        report.grid.figures(&[&"one depth only", &"", &"", &""], [None; 6]);
        report.note(&["SKIPPED: these decisions were scored at fewer than three depths: `fallible evaluate GAMES.pgn --depth 4,6,8,10,12,14` makes some that can be compared."]);
        return Ok(());
    }
    // The groups that were searched deepest; the others have more positions and fewer depths.
    let deepest = lines.iter().map(|line| line.0).max().unwrap_or(0);
    let lines = lines.into_iter().filter(|line| line.0 == deepest).map(|line| line.1).collect();
    report.draw(Plot::new(
        "Apparent competence by the depth of the search",
        format!("{}; the same decisions at every depth", Family::of(Link::Power)),
        ["depth of the search, in plies", "c"],
        lines,
    ));
    report.note(&[
        "Every group's decisions are the same at each depth, so that differences are paired: their errors come from the games' influence on both competences. Intervals hold 95 % and are clustered by game.",
        "The peak is the greatest of several estimates and so looks a little higher than it is; 'falls' and 'rises' want two standard errors.",
        "Depths below 4 are left out. With them the greatest c is at depth 1 for most groups of weaker players (the first run had them): there a deeper search need not play better (transform), so the rise and fall would not be the paper's.",
        "The spread of the values changes with p too, which alone moves c: a change of c with p is not only one of E_p's strength.",
    ]);
    Ok(())
}

/// The decisions by pool and rating, or file where nobody is rated, then by depth; each depth holds the
/// same decisions in the same order.
fn groups(decisions: &[Decision]) -> BTreeMap<String, BTreeMap<u16, Vec<&Decision>>> {
    let mut groups: BTreeMap<String, BTreeMap<u16, Vec<&Decision>>> = BTreeMap::new();
    let wanted = |one: &&Decision| !one.is_forced() && one.reference.depth >= SHALLOWEST;
    // Positions that were searched deep are few: they stand by themselves.
    let mut deepest: BTreeMap<(&str, usize, u32), u16> = BTreeMap::new();
    let key = |one: &Decision| (one.game.number, one.ply);
    for one in decisions.iter().filter(wanted) {
        let (number, ply) = key(one);
        let depth = deepest.entry((&one.game.file, number, ply)).or_default();
        *depth = (*depth).max(one.reference.depth);
    }
    for one in decisions.iter().filter(wanted) {
        let (number, ply) = key(one);
        let to = deepest[&(one.game.file.as_str(), number, ply)];
        let who = match one.rating() {
            Some(rating) => {
                let from = rating / WIDE * WIDE;
                format!("{} {from}-{}", Pool::of(&one.game), from + WIDE)
            }
            None => one.game.file.trim_end_matches(".pgn").to_owned(),
        };
        let name = format!("{who}, to depth {to}");
        groups.entry(name).or_default().entry(one.reference.depth).or_default().push(one);
    }
    for by_depth in groups.values_mut() {
        for all in by_depth.values_mut() {
            all.sort_by_key(|one| (&one.game.file, one.game.number, one.ply));
        }
        let most = by_depth.values().map(Vec::len).max().unwrap_or(0);
        by_depth.retain(|_, all| all.len() == most && most >= LEAST);
    }
    groups
}

fn fit(family: &Family, depth: u16, decisions: &[&Decision]) -> (u16, Estimate, Fitted) {
    let sample = Sample::new(*family, decisions.iter().copied());
    let found = Estimate::new(&sample, family.default_grid());
    let fitted = Fitted::new(&sample, &family.default_grid());
    (depth, found, fitted)
}

/// What is seen on both sides of the peak.
fn verdict(report: &mut Report, name: &str, fitted: &[(u16, Estimate, Fitted)], peak: usize) {
    let last = fitted.len() - 1;
    let z = |at: usize| {
        let (less, error) = difference(&fitted[peak].2, &fitted[at].2);
        if error > 0.0 { less / error } else { 0.0 }
    };
    report.compare(format!("{name}: depth of the greatest c"), f64::from(fitted[peak].0));
    let (less, error) = difference(&fitted[peak].2, &fitted[last].2);
    report.compare(format!("{name}: c at the peak less c at the greatest depth"), less).error =
        error;
    let level = (0..=peak).find(|&at| z(at) <= 2.0).unwrap_or(peak);
    report.compare(
        format!("{name}: depth from which c is level with the peak within two errors"),
        f64::from(fitted[level].0),
    );
    let (rises, falls) = (z(0) > 2.0, z(last) > 2.0);
    let said = match (rises, falls) {
        (true, true) => "rise and fall: as the paper expects",
        (true, false) => {
            "c rises with p and no fall is seen: that E_p plays better than these players is not shown this way"
        }
        (false, true) => "c falls with p: E_p plays better at every depth, or its values spread",
        (false, false) => "neither rise nor fall can be told from chance",
    };
    report.notes.push(format!("{name}: {said}."));
}
