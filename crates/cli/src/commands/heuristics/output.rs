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
    let (mover, does) =
        (color_name(report.mover), if report.settings.winning { "wins" } else { "loses" });
    let positions = report.findings.rules.first().map_or(0, |one| report.overall(one).positions);
    writeln!(
        out,
        "{}, {mover} to move where it {does} in {} or more: {} {}",
        report.endgame,
        report.settings.from_depth,
        grouped(positions),
        report.settings.count.word(),
    )?;
    writeln!(out, "{}; moves considered: {}", report.depths, report.settings.considered.word())?;
    writeln!(
        out,
        "depths after a move by the rule, a random one, the best; fatal moves left out\n"
    )?;
    let rows: Vec<(String, Cell)> = report
        .rules
        .iter()
        .zip(&report.findings.rules)
        .map(|(named, finding)| (named.name.clone(), report.overall(finding)))
        .collect();
    print_rows("rule", &rows, out)?;
    let best = report.best_pairs(pairs);
    if !best.is_empty() {
        let rows: Vec<(String, Cell)> =
            best.into_iter().map(|([a, b], cell)| (format!("{a} and {b}"), cell)).collect();
        writeln!(out, "\nbest pairs, of those that apply in 1 % or more")?;
        print_rows("pair", &rows, out)?;
    }
    if let ([_], [finding]) = (&report.rules[..], &report.findings.rules[..]) {
        writeln!(out)?;
        let depths = finding.by_depth.iter().enumerate();
        let rows: Vec<(String, Cell)> = depths
            .filter(|(_, cell)| cell.positions > 0)
            .map(|(depth, cell)| (depth.to_string(), *cell))
            .collect();
        print_rows("depth", &rows, out)?;
    }
    for (named, finding) in report.rules.iter().zip(&report.findings.rules) {
        for counterexample in report.counterexamples(tables, &named.rule, finding)? {
            let costs =
                counterexample.conceded.map_or("the win".to_owned(), |n| format!("{n} moves"));
            writeln!(out, "\n{} costs {costs}: {}", named.name, counterexample.fen)?;
            for (what, moves) in
                [("by the rule", &counterexample.conforming), ("best", &counterexample.optimal)]
            {
                let moves: Vec<String> = moves.iter().map(|(san, _)| san.clone()).collect();
                writeln!(out, "  {what}: {}", moves.join(" "))?;
            }
        }
    }
    Ok(())
}

fn print_rows(what: &str, rows: &[(String, Cell)], out: &mut dyn Write) -> anyhow::Result<()> {
    let wide = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(what.len());
    writeln!(
        out,
        "{what:<wide$} {:>9} {:>9} {:>6} {:>7} {:>7} {:>6}",
        "applies", "helps", "gain", "depth", "random", "best"
    )?;
    for (name, cell) in rows {
        writeln!(
            out,
            "{name:<wide$} {:>9} {:>9} {:>6} {:>7} {:>7} {:>6}",
            percent(cell.applicability()),
            percent(cell.helpfulness()),
            decimals(cell.gain(), 2),
            decimals(cell.depth_after(), 2),
            decimals(cell.depth_after_random(), 2),
            decimals(cell.depth_after_best(), 2),
        )?;
    }
    Ok(())
}
