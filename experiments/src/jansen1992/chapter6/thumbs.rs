//! Figures 6.6 to 6.15: Check, LongLines and Zugzwang with the queen to move, by depth.
//!
//! Every printed number is met by one counting: depths as Jansen counts them, classes of positions,
//! a rule being helpful if `ho / h > o / b` strictly, and moves left out of all four numbers that give
//! the win away at once (the queen can be taken, or it is stalemate).

use std::sync::{Arc, PoisonError};

use endgame::heuristics::{Named, Rule, Sweep, named};
use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use plot::{Plot, Series};
use study::rule_statistics::{Cell, Finding, Findings, Settings, measure};

use crate::jansen1992::PAPER;
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

const COUNTING: &str = "Jansen's depths (mate one deeper than a capture), classes of positions, the queen to move; moves that \
     give the win away at once, the queen being taken or by stalemate, are counted nowhere. With these all five \
     printed percentages are met to the digit; with all legal moves, or with ties counted as helpful, they are not.";

/// The named rules of the queen's side, and what they are worth.
pub(super) fn queen(lab: &Lab<'_>) -> Result<(Vec<Named>, Arc<Findings>), ExperimentError> {
    let material: Material = "KQKR".parse()?;
    let rules = named(&material, Color::White);
    let mut kept = lab.thumbs.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(findings) = &*kept {
        return Ok((rules, Arc::clone(findings)));
    }
    let table = Arc::new(endgame::jansen::solve(lab.tables, &material, &lab.monitor)?);
    let successors = Successors::over(lab.tables, table, &lab.monitor)?;
    let sweep = Sweep::new(&successors, Color::White, &lab.monitor)?;
    let asked: Vec<Rule> = rules.iter().map(|named| named.rule.clone()).collect();
    let findings = Arc::new(measure(&sweep, &asked, &Settings::default(), &lab.monitor)?);
    *kept = Some(Arc::clone(&findings));
    Ok((rules, findings))
}

/// What one rule is worth.
fn of(lab: &Lab<'_>, name: &str) -> Result<Finding, ExperimentError> {
    let (rules, findings) = queen(lab)?;
    let at = rules.iter().position(|named| named.name == name).expect("a rule with this name");
    Ok(findings.rules[at].clone())
}

/// Depths with positions.
pub(super) fn deep(finding: &Finding) -> impl Iterator<Item = (usize, &Cell)> {
    finding.by_depth.iter().enumerate().filter(|(_, cell)| cell.positions > 0)
}

type Column = (&'static str, fn(&Cell) -> Option<f64>);

/// A grid of some figures by depth, and a line for each.
fn by_depth(finding: &Finding, columns: &[Column]) -> (Grid, Vec<Series>) {
    let mut grid = Grid::new("depth | positions");
    grid.columns.extend(columns.iter().map(|column| column.0.to_owned()));
    for (depth, cell) in deep(finding) {
        let cells = columns.iter().map(|(_, of)| of(cell).map_or(String::new(), figure));
        grid.row([depth.to_string(), cell.positions.to_string()].into_iter().chain(cells));
    }
    let series = columns.iter().map(|&(name, of)| Series {
        name: name.to_owned(),
        points: deep(finding).filter_map(|(d, cell)| Some((d as f64, of(cell)?))).collect(),
    });
    (grid, series.collect())
}

fn plot(name: &str, what: &str, up: &str, series: Vec<Series>) -> Plot {
    Plot {
        title: format!("KQKR, queen to move: {name}, {what}"),
        note: "Jansen's depths, classes, moves that lose the win at once left out".to_owned(),
        across: "depth before the move".to_owned(),
        up: up.to_owned(),
        series,
        ..Plot::default()
    }
}

/// Figures 6.6, 6.9 and 6.13: how often it applies, and how often it helps there.
pub(super) fn helps(
    lab: &Lab<'_>,
    name: &str,
    table: &str,
    from: u16,
) -> Result<Report, ExperimentError> {
    let finding = of(lab, name)?;
    let overall = finding.from_depth(from);
    let columns: [Column; 2] = [
        ("applies, %", |cell| Some(100.0 * cell.applicability()?)),
        ("helps, %", |cell| Some(100.0 * cell.helpfulness()?)),
    ];
    let (grid, series) = by_depth(&finding, &columns);
    let mut comparisons = Vec::new();
    for ((words, of), key) in columns.into_iter().zip(["applicable", "helpful"]) {
        let words = format!("{name} {words} of depth {from} or more");
        let ours = of(&overall).unwrap_or_default();
        comparisons.push(match printed(PAPER, table, key) {
            Ok(theirs) => Comparison::new(words, ours, theirs),
            Err(_) => Comparison::unprinted(words, ours),
        });
    }
    Ok(Report {
        claim: format!(
            "How often {name} says something, and how often it then points at optimal moves more often than chance does."
        ),
        grid,
        comparisons,
        plot: Some(plot(name, "how often it helps", "positions, %", series).into()),
        notes: vec![COUNTING.to_owned()],
    })
}

/// Figures 6.7, 6.10 and 6.14: the mean gain.
pub(super) fn gains(lab: &Lab<'_>, name: &str) -> Result<Report, ExperimentError> {
    let finding = of(lab, name)?;
    let (grid, series) = by_depth(&finding, &[("gain", Cell::gain)]);
    let least = deep(&finding).filter_map(|(_, cell)| cell.gain()).fold(f64::INFINITY, f64::min);
    let all = finding.from_depth(3).gain().unwrap_or_default();
    Ok(Report {
        claim: format!(
            "A move by {name} is optimal so many times as often as a random one: the mean of (ho / h) / (o / b)."
        ),
        grid,
        comparisons: vec![
            Comparison::unprinted(format!("{name}: mean gain, depth 3 or more"), all),
            Comparison::unprinted(format!("{name}: least gain of any depth"), least),
        ],
        plot: Some(plot(name, "gain", "gain", series).into()),
        notes: vec![
            COUNTING.to_owned(),
            "A mean of ratios: a few positions with one optimal move among many weigh most."
                .to_owned(),
        ],
    })
}

/// Figures 6.8, 6.11 and 6.15: the depth after a move by the rule, a random one, and the best.
pub(super) fn depths(lab: &Lab<'_>, name: &str) -> Result<Report, ExperimentError> {
    let finding = of(lab, name)?;
    let columns: [Column; 3] = [
        ("by the rule", Cell::depth_after),
        ("random", Cell::depth_after_random),
        ("best", Cell::depth_after_best),
    ];
    let (grid, series) = by_depth(&finding, &columns);
    let worse = |(_, cell): &(usize, &Cell)| cell.depth_after() > cell.depth_after_random();
    let worse = deep(&finding).filter(worse).count();
    let saved = finding.from_depth(3).error_saved().unwrap_or_default();
    Ok(Report {
        claim: format!("A move by {name} leaves less to be done than a random one, in the positions where there is one."),
        grid,
        comparisons: vec![
            Comparison::unprinted(format!("{name}: depths where it is worse than random"), worse as f64),
            Comparison::unprinted(format!("{name}: share of a random player's error saved"), saved),
        ],
        plot: Some(plot(name, "depth after the move", "depth after the move", series).into()),
        notes: vec![
            COUNTING.to_owned(),
            "Moves that give the win away have no depth and are left out of the averages, as in the thesis. His depth with \
             Black to move is one more than ours."
                .to_owned(),
        ],
    })
}
