//! A survey on the terminal: sentences, then one table for each side to move.

use std::io::Write;

use endgame::rules::Color;
use study::portrait::View;

use super::Found;
use crate::format::grouped;

impl Found<'_> {
    /// Prints what is found about the positions one side wins.
    pub(super) fn print(&self, winner: Color, out: &mut dyn Write) -> anyhow::Result<()> {
        let metric = self.survey.metric;
        writeln!(out, "{}: {metric}, {}", self.name, metric.unit())?;
        writeln!(out, "counted in {}\n", self.counted.said())?;
        for sentence in self.findings(winner) {
            writeln!(out, "{sentence}")?;
        }
        for turn in [winner, winner.other()] {
            let view = self.view(turn, winner);
            if view.side.positions() > 0 {
                writeln!(out, "\n{}", view.name())?;
                print_table(&view, out)?;
            }
        }
        let examples = self.examples(winner);
        if !examples.is_empty() {
            writeln!(out, "\nzugzwangs, the loser to move:")?;
        }
        for example in examples {
            let (fen, now, passed) = (example.position.fen(), example.outcome, example.passed);
            writeln!(out, "  {fen}   {now}, but {passed} if passing were allowed")?;
        }
        let loser = self.view(winner, winner.other()).side.positions()
            + self.view(winner.other(), winner.other()).side.positions();
        if loser > 0 {
            let other = if winner == Color::White { "black" } else { "white" };
            writeln!(
                out,
                "\nThe other side wins {} positions: see --winner {other}.",
                grouped(loser)
            )?;
        }
        Ok(())
    }
}

/// One row for each depth.
fn print_table(view: &View<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let third = if view.is_loser() { "long" } else { "good" };
    let fatal = if view.is_loser() { "" } else { "fatal" };
    let row = format!(
        "{:>5}{:>12}{:>8}{third:>8}{:>9}{:>8}{:>8}{:>8}{:>8}{:>10}{fatal:>9}",
        "depth", "positions", "moves", "optimal", "error", "p", "size", "after", "zugzwang"
    );
    writeln!(out, "{}", row.trim_end())?;
    for (depth, at) in view.side.strata() {
        let mean = |value: Option<f64>, decimals: usize| {
            value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"))
        };
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
            mean(at.branching.mean(), 1),
            mean(third, 1),
            mean(at.optimal.mean(), 2),
            mean(error.map(|error| error.good.expected), 2),
            mean(error.map(|error| error.good.probability), 3),
            mean(error.and_then(|error| error.good.magnitude()), 2),
            mean(at.depth_after().map(|after| after.mean()), 1),
            format!("{zugzwang:.2} %"),
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}
