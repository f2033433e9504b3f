//! The posterior of `c` for players of rating classes, and how many decisions tell neighbours apart.

use std::collections::BTreeMap;

use corpus::{Decision, Estimate, Family, Link, Pool, Sample};
use plot::{Plot, Series};

use crate::haworth2007::data;
use crate::{ExperimentError, Lab, Report};

/// Points between two classes, and how far a rating may be from one.
const STEP: f64 = 100.0;
/// Decisions that a class needs.
const LEAST: usize = 40;
/// Standard deviations that tell two classes apart.
const APART: f64 = 3.0;
/// The engines whose classes are shown: the paper's first.
const PAPERS: &str = "Toga";

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Bayesian inference with the law of Haworth 2007 separates classes of FIDE ratings by their moves: the competence rises with the rating, and its uncertainty falls with the number of decisions.",
        "engine | depth | kappa | class | games | decisions | c | sd | design effect | above the class before, in standard deviations",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let mut engines: BTreeMap<String, Vec<&Decision>> = BTreeMap::new();
    for one in decisions.iter().filter(|one| Pool::of(&one.game) == Pool::Fide && !one.is_forced())
    {
        let reference = &one.reference;
        let name = format!("{} {}", reference.engine, reference.version);
        engines.entry(name.trim().to_owned()).or_default().push(one);
    }
    let mut lines = Vec::new();
    for (engine, own) in &engines {
        for kappa in [1.0, 0.1] {
            lab.check()?;
            let family = Family { kappa, ..Family::of(Link::Haworth) };
            let found = classes(&family, own);
            if found.len() < 3 {
                continue;
            }
            let points = told(report, engine, &family, own, &found);
            if kappa == 1.0 {
                lines.push(Series { name: engine.clone(), points });
            }
        }
    }
    if lines.is_empty() {
        report.grid.figures(&[&"none", &"", &""], [None; 7]);
        report.notes.push(format!("SKIPPED: no engine has three classes of {LEAST} decisions of FIDE's players: give more with --decisions FILE."));
        return Ok(());
    }
    let note = "the law of Haworth 2007, kappa 1; competences of two engines are not comparable";
    report.draw(Plot::new("Apparent competence by rating class", note, ["rating", "c"], lines));
    report.note(&[
        "A class holds decisions of players rated within 50 points of it. Posteriors are from a uniform prior; sd is clustered by game (sandwich), the paper took decisions for independent.",
        "The paper used Toga II 1.3.1; `fallible evaluate --engine toga2` makes such decisions with Debian's Toga II 3.0 (a search after each move, as it keeps ten lines only). Its table of c by class was not at hand: what is compared is that c rises.",
        "Decisions to tell neighbours apart: the number in each of two classes at which their difference, by the slope of a line through all classes, is three standard deviations of it.",
    ]);
    Ok(())
}

/// Each class with enough decisions, by its rating.
fn classes(family: &Family, own: &[&Decision]) -> Vec<(u32, Estimate)> {
    let mut classes: BTreeMap<u32, Vec<&Decision>> = BTreeMap::new();
    for &one in own {
        if let Some(rating) = one.rating() {
            let class = (f64::from(rating) / STEP).round() * STEP;
            classes.entry(class as u32).or_default().push(one);
        }
    }
    let estimate = |(class, all): (u32, Vec<&Decision>)| {
        let sample = Sample::new(*family, all);
        let found = Estimate::new(&sample, family.default_grid());
        (found.decisions >= LEAST).then_some((class, found))
    };
    classes.into_iter().filter_map(estimate).collect()
}

fn told(
    report: &mut Report,
    engine: &str,
    family: &Family,
    own: &[&Decision],
    found: &[(u32, Estimate)],
) -> Vec<(f64, f64)> {
    let depth = own[0].reference.depth;
    let mut before: Option<(f64, f64)> = None;
    for (class, one) in found {
        let above = before.map(|(mean, sd)| (one.mean() - mean) / sd.hypot(one.sd()));
        report.grid.figures(
            &[&engine, &depth, &family.kappa, class, &one.games, &one.decisions],
            [Some(one.mean()), Some(one.sd()), Some(one.design_effect), above],
        );
        before = Some((one.mean(), one.sd()));
    }
    let points: Vec<(f64, f64)> =
        found.iter().map(|(class, one)| (f64::from(*class), one.mean())).collect();
    let weight = |one: &Estimate| one.sd().max(1e-6).powi(-2);
    let sum = |of: &dyn Fn(f64, &Estimate) -> f64| {
        found
            .iter()
            .map(|(class, one)| weight(one) * of(f64::from(*class) / 1000.0, one))
            .sum::<f64>()
    };
    let total = sum(&|_, _| 1.0);
    let (x, y) = (sum(&|x, _| x) / total, sum(&|_, one| one.mean()) / total);
    let spread = sum(&|at, _| (at - x).powi(2));
    let slope = sum(&|at, one| (at - x) * (one.mean() - y)) / spread;
    let name = format!("{engine}, depth {depth}, kappa {}", family.kappa);
    report.compare(format!("{name}: c for 1000 points"), slope).error = spread.sqrt().recip();
    let by_class: Vec<f64> = points.iter().map(|(_, c)| *c).collect();
    report.compare(
        format!("{name}: rank correlation of c and class"),
        crate::regan2011::rank_correlation(&by_class),
    );
    // The variance of one decision, at the middle of all.
    let one_decision = found.iter().map(|(_, one)| one.sd().powi(2) * one.decisions as f64);
    let one_decision = one_decision.sum::<f64>() / found.len() as f64;
    let between = (slope * STEP / 1000.0).abs().max(1e-9);
    let needed = 2.0 * one_decision * (APART / between).powi(2);
    report.compare(format!("{name}: decisions that tell neighbours apart"), needed);
    if engine.starts_with(PAPERS) {
        report.notes.push(format!("{engine} is the engine of the paper, of another version."));
    }
    points
}
