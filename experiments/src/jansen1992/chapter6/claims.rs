//! Section 6.2.4 in words: the depths at which each rule is said to help, one by one.

use study::rule_statistics::{Cell, Finding};

use super::thumbs::{deep, of, queen};
use crate::beyond::measures;
use crate::{ExperimentError, Lab, Report};

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

pub(super) fn section(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Many rules that people go by help only at some depths, and elsewhere lead to mistakes.",
        "rule | depth | positions | applies | helps | gain | depth after | random | best",
    );
    let found = queen(lab)?;
    let of = |name: &str| of(&found, name);
    let (rules, findings) = &found;
    for (named, finding) in rules.iter().zip(&findings.rules) {
        for (depth, cell) in deep(finding) {
            report.grid.figures(&[&named.name, &depth, &cell.positions], measures(cell));
        }
    }
    for (name, words, said) in RANGES {
        let useful = |cell: &Cell| cell.helpfulness().is_some_and(|share| share > 0.5);
        let wrong: Vec<String> = deep(of(name))
            .filter(|(depth, cell)| cell.applicable >= FEW && useful(cell) != said(*depth))
            .map(|(depth, _)| depth.to_string())
            .collect();
        let label = format!("{name} helps {words}: depths where it is otherwise");
        report.compare(label, wrong.len() as f64);
        if !wrong.is_empty() {
            let wrong = wrong.join(", ");
            report.note(&[&format!("{name} is said to help {words}; it is otherwise at {wrong}.")]);
        }
    }
    let percent = |cell: Cell| 100.0 * cell.helpfulness().unwrap_or_default();
    report.compare("attack helps, % of depth above 10", percent(of("attack").from_depth(11)));
    report.compare("threat helps, % of depth 3 or more", percent(of("threat").from_depth(3)));
    let applies = |finding: &Finding| finding.from_depth(3).applicability().unwrap_or_default();
    let more =
        findings.rules.iter().filter(|one| applies(one) > applies(of("approach(K,k)"))).count();
    report.compare("rules that apply more often than approach(K,k)", more as f64);
    report.notes.push(format!(
        "Counted as in figure 6.6. A rule helps at a depth if it does so in more than half of the positions where it applies; depths with fewer than {FEW} such positions say nothing."
    ));
    Ok(())
}
