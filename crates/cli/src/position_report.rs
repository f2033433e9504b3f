//! How a position is shown before its moves.

use std::io::Write;

use endgame::rules::color_name;
use study::position_report::PositionReport;
use value::{Extent, Metric};

/// The position, its value, the unit, and what must be known to read them.
pub(crate) fn print_head(report: &PositionReport, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", report.position.fen())?;
    writeln!(out, "{} to move: {}", color_name(report.position.turn()), report.value)?;
    writeln!(out, "{}: {}", report.metric, report.metric.unit())?;
    if report.rounded.is_some() {
        writeln!(out, "answered by Syzygy files, which round: a depth may be one move short")?;
    }
    if let (Some(clock), Some(winner)) = (&report.clock, report.winner()) {
        writeln!(out, "{}", clock.sentence(winner))?;
        if report.metric != Metric::Dtz50 && clock.in_time == Some(false) {
            let metric = report.metric;
            writeln!(
                out,
                "{metric} does not look at the clock: choose --metric dtz50 for play that does"
            )?;
        }
    }
    Ok(writeln!(out)?)
}

/// What a draw is measured against, where that is not known and had to be bounded.
pub(crate) fn print_bound(report: &PositionReport, out: &mut dyn Write) -> anyhow::Result<()> {
    if !report.extent_known {
        let draw = Extent::FIFTY_MOVES.deepest_win.deeper();
        write!(out, "how deep this endgame goes is not known: ")?;
        writeln!(out, "a draw is measured against {draw} moves")?;
    }
    Ok(())
}
