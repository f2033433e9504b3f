//! A survey on the terminal: sentences, then one table for each side to move.

use std::io::Write;

use endgame::rules::Color;
use study::survey_plots::View;
use study::survey_report::SurveyReport;

use crate::format::{decimals, grouped};

/// Prints what is found about the positions one side wins.
pub(super) fn write(
    report: &SurveyReport<'_>,
    winner: Color,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let metric = report.survey.metric;
    writeln!(out, "{}: {metric}, {}", report.name, metric.unit())?;
    writeln!(out, "counted in {}\n", report.survey.settings.count.meaning())?;
    for sentence in report.findings(winner) {
        writeln!(out, "{sentence}")?;
    }
    for turn in [winner, winner.other()] {
        let view = report.view(turn, winner);
        if view.side.positions() > 0 {
            writeln!(out, "\n{}", view.name())?;
            print_table(&view, out)?;
        }
    }
    let examples = report.examples(winner);
    if !examples.is_empty() {
        writeln!(out, "\nzugzwangs, the loser to move:")?;
    }
    for example in examples {
        let (fen, now, passed) = (example.position.fen(), example.outcome, example.passed);
        writeln!(out, "  {fen}   {now}, but {passed} if passing were allowed")?;
    }
    let loser = report.view(winner, winner.other()).side.positions()
        + report.view(winner.other(), winner.other()).side.positions();
    if loser > 0 {
        let other = if winner == Color::White { "black" } else { "white" };
        writeln!(out, "\nThe other side wins {} positions: see --winner {other}.", grouped(loser))?;
    }
    Ok(())
}

fn print_table(view: &View<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let third = if view.is_loser() { "long" } else { "good" };
    let fatal = if view.is_loser() { "" } else { "fatal" };
    let rest = format!("  optimal   error       p    size   after  zugzwang{fatal:>9}");
    writeln!(out, "depth   positions   moves{third:>8}{}", rest.trim_end())?;
    for (depth, at) in view.side.strata() {
        let third = if view.is_loser() { at.long.mean() } else { at.good.mean() };
        let error = at.random_error();
        let zugzwang = 100.0 * at.null_move.zugzwangs() as f64 / at.positions() as f64;
        let fatal = match error {
            Some(error) if !view.is_loser() => format!("{:.1} %", 100.0 * error.fatal),
            _ => String::new(),
        };
        let row = format!(
            "{depth:>5}{:>12}{:>8}{:>8}{:>9}{:>8}{:>8}{:>8}{:>8}{:>10}{fatal:>9}",
            grouped(at.positions()),
            decimals(at.branching.mean(), 1),
            decimals(third, 1),
            decimals(at.optimal.mean(), 2),
            decimals(error.map(|error| error.good.expected), 2),
            decimals(error.map(|error| error.good.probability), 3),
            decimals(error.and_then(|error| error.good.magnitude()), 2),
            decimals(at.depth_after().map(|after| after.mean()), 1),
            format!("{zugzwang:.2} %"),
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}
