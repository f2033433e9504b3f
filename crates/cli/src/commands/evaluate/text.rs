//! What was read, valued and written, for people.

use std::io::Write;
use std::time::Duration;

use study::schema::evaluation::EvaluationReport;

use crate::format::{grouped, roughly};
use crate::printable::printable;

pub(super) fn write(out: &mut dyn Write, report: &EvaluationReport) -> anyhow::Result<()> {
    let games = &report.games;
    let n = |count: usize| grouped(count as u64);
    writeln!(out, "games       {} read, {} kept", n(games.read), n(games.kept))?;
    for (reason, count) in &games.refused {
        writeln!(out, "            {} left out: {reason}", n(*count))?;
    }
    if games.unreadable > 0 {
        writeln!(out, "            {} could not be read", n(games.unreadable))?;
    }
    let (decisions, positions) = (n(report.decisions), n(report.positions));
    let duplicates = n(report.duplicates);
    writeln!(
        out,
        "decisions   {decisions} in {positions} positions, {duplicates} of them repeated"
    )?;
    let Some(file) = &report.file else {
        return Ok(writeln!(out, "time        {}", time(report.seconds))?);
    };
    let depths: Vec<String> = report.depths.iter().map(u16::to_string).collect();
    let engines = printable(&report.engines.join(", ")).into_owned();
    writeln!(out, "engines     {engines}, depth {}", depths.join(" and "))?;
    let (valued, known) = (n(report.valued), n(report.known));
    writeln!(out, "valued      {valued} now, {known} before, {} not at all", n(report.failed))?;
    if report.decided > 0 {
        writeln!(out, "            {} decisions left out as decided", n(report.decided))?;
    }
    match report.rows {
        0 => writeln!(out, "rows        none, and nothing is written")?,
        rows => writeln!(out, "rows        {} in {}", grouped(rows), printable(file))?,
    }
    let share = 100.0 * report.engine_share;
    let processes = report.processes;
    writeln!(
        out,
        "time        {}, engines at work {share:.1} % of it in {processes} processes",
        time(report.seconds)
    )?;
    Ok(())
}

fn time(seconds: f64) -> String {
    roughly(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}
