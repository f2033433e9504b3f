//! Section 6.2.4 in words: the depths at which each rule is said to help, one by one.

use study::rule_statistics::{Cell, Finding};

use super::thumbs::{deep, queen};
use crate::jansen1992::PAPER;
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// A rule, the depths in words, and which they are.
type Range = (&'static str, &'static str, fn(usize) -> bool);

/// A rule and the depths at which the text says that it helps in more than half the positions.
const RANGES: [Range; 7] = [
    ("check", "below 10 or above 28", |depth| !(10..=28).contains(&depth)),
    ("attack", "nowhere", |_| false),
    ("threat", "nowhere", |_| false),
    ("approach(K,r)", "from 16", |depth| depth >= 16),
    ("approach(K,k)", "from 10 to 28", |depth| (10..=28).contains(&depth)),
    ("approach(Q,r)", "from 5 to 10", |depth| (5..=10).contains(&depth)),
    ("approach(Q,k)", "from 3 to 5", |depth| (3..=5).contains(&depth)),
];

/// Fewer positions than this say nothing.
const FEW: u64 = 100;

pub(super) fn section(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let (rules, findings) = queen(lab)?;
    let of = |name: &str| -> &Finding {
        let at = rules.iter().position(|named| named.name == name).expect("a rule with this name");
        &findings.rules[at]
    };
    let mut grid = Grid::new(
        "rule | depth | positions | applies | helps | gain | depth after | random | \
             best",
    );
    for (named, finding) in rules.iter().zip(&findings.rules) {
        for (depth, cell) in deep(finding) {
            let say = |number: Option<f64>| number.map_or(String::new(), figure);
            let figures = [
                cell.applicability(),
                cell.helpfulness(),
                cell.gain(),
                cell.depth_after(),
                cell.depth_after_random(),
                cell.depth_after_best(),
            ];
            let head = [named.name.clone(), depth.to_string(), cell.positions.to_string()];
            grid.row(head.into_iter().chain(figures.map(say)));
        }
    }
    let mut comparisons = Vec::new();
    let mut notes = Vec::new();
    for (name, words, said) in RANGES {
        let useful = |cell: &Cell| cell.helpfulness().is_some_and(|share| share > 0.5);
        let wrong: Vec<usize> = deep(of(name))
            .filter(|(depth, cell)| cell.applicable >= FEW && useful(cell) != said(*depth))
            .map(|(depth, _)| depth)
            .collect();
        let label = format!("{name} helps {words}: depths where it is otherwise");
        let theirs = printed(PAPER, "section6.2", "otherwise")?;
        comparisons.push(Comparison::new(label, wrong.len() as f64, theirs));
        if !wrong.is_empty() {
            let wrong: Vec<String> = wrong.iter().map(usize::to_string).collect();
            notes.push(format!(
                "{name} is said to help {words}; it is otherwise at {}.",
                wrong.join(", ")
            ));
        }
    }
    let percent = |cell: Cell| 100.0 * cell.helpfulness().unwrap_or_default();
    for (label, key, ours) in [
        ("attack helps, % of depth above 10", "attack_deep", percent(of("attack").from_depth(11))),
        ("threat helps, % of depth 3 or more", "threat", percent(of("threat").from_depth(3))),
    ] {
        comparisons.push(Comparison::new(label, ours, printed(PAPER, "section6.2", key)?));
    }
    let applies = |finding: &Finding| finding.from_depth(3).applicability().unwrap_or_default();
    let more =
        findings.rules.iter().filter(|one| applies(one) > applies(of("approach(K,k)"))).count();
    comparisons
        .push(Comparison::unprinted("rules that apply more often than approach(K,k)", more as f64));
    notes.push(format!(
        "Counted as in figure 6.6. A rule helps at a depth if it does so in more than half of the positions where it applies; depths with fewer than {FEW} such positions say nothing."
    ));
    Ok(Report {
        claim:
            "Many rules that people go by help only at some depths, and elsewhere lead to mistakes."
                .to_owned(),
        grid,
        comparisons,
        plot: None,
        notes,
    })
}
