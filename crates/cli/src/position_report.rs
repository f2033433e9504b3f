//! How a position is shown before its moves.

use std::io::Write;

use endgame::rules::color_name;
use study::described::{Described, TablePosition};
use study::position_report::PositionReport;
use value::{Extent, Metric};

/// The position, its value, the unit, and what must be known to read them.
pub(crate) fn print_head<P: TablePosition>(
    report: &PositionReport<P>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}", report.position.text())?;
    writeln!(out, "{} to move: {}", color_name(report.position.turn()), report.value)?;
    writeln!(out, "{}: {}", report.metric, report.unit)?;
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
pub(crate) fn print_bound<P: Described>(
    report: &PositionReport<P>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if !report.extent_known {
        let draw = Extent::FIFTY_MOVES.deepest_win.deeper();
        write!(out, "how deep this endgame goes is not known: ")?;
        writeln!(out, "a draw is measured against {draw} moves")?;
    }
    Ok(())
}

/// Every move with its value, best first, and what else there is to say of it.
pub(crate) fn print_moves<P: TablePosition>(
    report: &PositionReport<P>,
    remark: impl Fn(&P::Move) -> &'static str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for (at, choice) in report.choices.iter().enumerate() {
        let best = if report.choices.is_optimal(at) { '*' } else { ' ' };
        let name = report.position.name(&choice.play);
        let row = format!("{best} {name:<8}{:<12}{}", choice.value, remark(&choice.play));
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(writeln!(out, "\n* optimal; the depth is that of the position after the move")?)
}
