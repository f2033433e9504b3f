//! Measured rules as text.

use std::io::Write;

use endgame::rules::color_name;
use endgame::tables::Tables;
use study::rule_statistics::{Cell, RuleReport};

use crate::format::{decimals, grouped};

/// A share in percent, or a dash.
fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

/// As text: a line for each rule, then pairs, then counterexamples.
pub(super) fn write(
    report: &RuleReport,
    tables: &Tables,
    pairs: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let RuleReport { endgame, settings, depths, rules, findings, .. } = report;
    let (mover, does) = (color_name(report.mover), if settings.winning { "wins" } else { "loses" });
    let positions = findings.rules.first().map_or(0, |one| report.overall(one).positions);
    let (depth, count) = (settings.from_depth, settings.count.word());
    write!(out, "{endgame}, {mover} to move where it {does} in {depth} or more: ")?;
    writeln!(out, "{} {count}", grouped(positions))?;
    writeln!(out, "{depths}; moves considered: {}", settings.considered.word())?;
    write!(out, "depths after a move by the rule, a random one, the best; ")?;
    writeln!(out, "fatal moves left out\n")?;
    let both = || rules.iter().zip(&findings.rules);
    let rows = both().map(|(named, finding)| (named.name.clone(), report.overall(finding)));
    print_rows("rule", &rows.collect::<Vec<_>>(), out)?;
    let best = report.best_pairs(pairs);
    if !best.is_empty() {
        let rows: Vec<(String, Cell)> =
            best.into_iter().map(|([a, b], cell)| (format!("{a} and {b}"), cell)).collect();
        writeln!(out, "\nbest pairs, of those that apply in 1 % or more")?;
        print_rows("pair", &rows, out)?;
    }
    if let [finding] = &findings.rules[..] {
        writeln!(out)?;
        let depths = finding.by_depth.iter().enumerate();
        let rows: Vec<(String, Cell)> = depths
            .filter(|(_, cell)| cell.positions > 0)
            .map(|(depth, cell)| (depth.to_string(), *cell))
            .collect();
        print_rows("depth", &rows, out)?;
    }
    for (named, finding) in both() {
        for counterexample in report.counterexamples(tables, &named.rule, finding)? {
            let costs =
                counterexample.conceded.map_or("the win".to_owned(), |n| format!("{n} moves"));
            writeln!(out, "\n{} costs {costs}: {}", named.name, counterexample.fen)?;
            let (conforming, optimal) = (&counterexample.conforming, &counterexample.optimal);
            for (what, moves) in [("by the rule", conforming), ("best", optimal)] {
                let moves: Vec<&str> = moves.iter().map(|(san, _)| san.as_str()).collect();
                writeln!(out, "  {what}: {}", moves.join(" "))?;
            }
        }
    }
    Ok(())
}

fn print_rows(what: &str, rows: &[(String, Cell)], out: &mut dyn Write) -> anyhow::Result<()> {
    let wide = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(what.len());
    writeln!(out, "{what:<wide$}   applies     helps   gain   depth  random   best")?;
    for (name, cell) in rows {
        let [applies, helps] = [cell.applicability(), cell.helpfulness()].map(percent);
        let after = [cell.depth_after(), cell.depth_after_random(), cell.depth_after_best()];
        let [depth, random, best] = after.map(|depth| decimals(depth, 2));
        let gain = decimals(cell.gain(), 2);
        write!(out, "{name:<wide$} {applies:>9} {helps:>9} {gain:>6}")?;
        writeln!(out, " {depth:>7} {random:>7} {best:>6}")?;
    }
    Ok(())
}
