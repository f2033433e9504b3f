//! Figures 6.6 to 6.15: Check, LongLines and Zugzwang with the queen to move, by depth.
//!
//! Every printed number is met by one counting: depths as Jansen counts them, classes of positions,
//! a rule being helpful if `ho / h > o / b` strictly, and moves left out of all four numbers that give
//! the win away at once (the queen can be taken, or it is stalemate).

use std::sync::Arc;

use endgame::heuristics::{Named, Rule, Sweep, named};
use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use plot::{Plot, Series};
use study::rule_statistics::{Cell, Finding, Findings, Settings, measure};

use crate::lab::kept;
use crate::{ExperimentError, Lab, Report};

const COUNTING: &str = "Jansen's depths (mate one deeper than a capture), classes of positions, the queen to move; moves that \
     give the win away at once, the queen being taken or by stalemate, are counted nowhere. With these all five \
     printed percentages are met to the digit; with all legal moves, or with ties counted as helpful, they are not.";

/// The named rules of the queen's side, and what they are worth.
pub(super) fn queen(lab: &Lab<'_>) -> Result<(Vec<Named>, Arc<Findings>), ExperimentError> {
    let material: Material = "KQKR".parse()?;
    let rules = named(&material, Color::White);
    let findings = kept(&lab.thumbs, || {
        let table = Arc::new(endgame::jansen::solve(lab.tables, &material, &lab.monitor)?);
        let successors = Successors::over(lab.tables, table, &lab.monitor)?;
        let sweep = Sweep::new(&successors, Color::White, &lab.monitor)?;
        let asked: Vec<Rule> = rules.iter().map(|named| named.rule.clone()).collect();
        Ok(measure(&sweep, &asked, &Settings::default(), &lab.monitor)?)
    })?;
    Ok((rules, findings))
}

/// What the rule of this name is worth.
pub(super) fn of<'f>(
    (rules, findings): &'f (Vec<Named>, Arc<Findings>),
    name: &str,
) -> &'f Finding {
    let at = rules.iter().position(|named| named.name == name).expect("a rule with this name");
    &findings.rules[at]
}

/// Depths with positions.
pub(super) fn deep(finding: &Finding) -> impl Iterator<Item = (usize, &Cell)> {
    finding.by_depth.iter().enumerate().filter(|(_, cell)| cell.positions > 0)
}

type Column = (&'static str, fn(&Cell) -> Option<f64>);

/// Writes some figures by depth, and draws a line for each.
fn by_depth(
    report: &mut Report,
    finding: &Finding,
    columns: &[Column],
    [name, what, up]: [&str; 3],
) {
    report.grid.columns.extend(columns.iter().map(|column| column.0.to_owned()));
    for (depth, cell) in deep(finding) {
        let figures = columns.iter().map(|(_, of)| of(cell));
        report.grid.figures(&[&depth, &cell.positions], figures);
    }
    let series = columns.iter().map(|&(name, of)| Series {
        name: name.to_owned(),
        points: deep(finding).filter_map(|(d, cell)| Some((d as f64, of(cell)?))).collect(),
    });
    report.draw(Plot::new(
        format!("KQKR, queen to move: {name}, {what}"),
        "Jansen's depths, classes, moves that lose the win at once left out",
        ["depth before the move", up],
        series.collect(),
    ));
    report.note(&[COUNTING]);
}

const HEAD: &str = "depth | positions";

/// Figures 6.6, 6.9 and 6.13: how often it applies, and how often it helps there.
pub(super) fn helps(
    lab: &Lab<'_>,
    report: &mut Report,
    name: &str,
    from: u16,
) -> Result<(), ExperimentError> {
    let claim = format!(
        "How often {name} says something, and how often it then points at optimal moves more often than chance does."
    );
    report.begin(claim, HEAD);
    let found = queen(lab)?;
    let finding = of(&found, name);
    let overall = finding.from_depth(from);
    let columns: [Column; 2] = [
        ("applies, %", |cell| Some(100.0 * cell.applicability()?)),
        ("helps, %", |cell| Some(100.0 * cell.helpfulness()?)),
    ];
    by_depth(report, finding, &columns, [name, "how often it helps", "positions, %"]);
    for (words, of) in columns {
        let words = format!("{name} {words} of depth {from} or more");
        report.compare(words, of(&overall).unwrap_or_default());
    }
    Ok(())
}

/// Figures 6.7, 6.10 and 6.14: the mean gain.
pub(super) fn gains(lab: &Lab<'_>, report: &mut Report, name: &str) -> Result<(), ExperimentError> {
    let claim = format!(
        "A move by {name} is optimal so many times as often as a random one: the mean of (ho / h) / (o / b)."
    );
    report.begin(claim, HEAD);
    let found = queen(lab)?;
    let finding = of(&found, name);
    by_depth(report, finding, &[("gain", Cell::gain)], [name, "gain", "gain"]);
    let all = finding.from_depth(3).gain().unwrap_or_default();
    report.compare(format!("{name}: mean gain, depth 3 or more"), all);
    let least = deep(finding).filter_map(|(_, cell)| cell.gain()).fold(f64::INFINITY, f64::min);
    report.compare(format!("{name}: least gain of any depth"), least);
    report
        .note(&["A mean of ratios: a few positions with one optimal move among many weigh most."]);
    Ok(())
}

/// Figures 6.8, 6.11 and 6.15: the depth after a move by the rule, a random one, and the best.
pub(super) fn depths(
    lab: &Lab<'_>,
    report: &mut Report,
    name: &str,
) -> Result<(), ExperimentError> {
    let claim = format!(
        "A move by {name} leaves less to be done than a random one, in the positions where there is one."
    );
    report.begin(claim, HEAD);
    let found = queen(lab)?;
    let finding = of(&found, name);
    let columns: [Column; 3] = [
        ("by the rule", Cell::depth_after),
        ("random", Cell::depth_after_random),
        ("best", Cell::depth_after_best),
    ];
    let after = "depth after the move";
    by_depth(report, finding, &columns, [name, after, after]);
    let worse = |(_, cell): &(usize, &Cell)| cell.depth_after() > cell.depth_after_random();
    let worse = deep(finding).filter(worse).count();
    report.compare(format!("{name}: depths where it is worse than random"), worse as f64);
    let saved = finding.from_depth(3).error_saved().unwrap_or_default();
    report.compare(format!("{name}: share of a random player's error saved"), saved);
    report.note(&[
        "Moves that give the win away have no depth and are left out of the averages, as in the thesis. His depth with \
         Black to move is one more than ours.",
    ]);
    Ok(())
}
