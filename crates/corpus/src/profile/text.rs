//! A profile as a table for people.

use std::fmt::Write;

use crate::family::Link;
use study::schema::whole_games::{ProfileGroup, ProfileReport};

/// The widest that a name is written.
const WIDEST: usize = 32;

pub(super) fn table(report: &ProfileReport) -> String {
    let model = &report.model;
    let mut text = format!("family {}", model.family);
    for (name, value) in
        [("kappa", model.kappa), ("exponent", model.exponent), ("mate", model.mate)]
    {
        if let Some(value) = value {
            let _ = write!(text, ", {name} {value}");
        }
    }
    if model.lapse > 0.0 {
        let _ = write!(text, ", lapse {}", model.lapse);
    }
    let _ = writeln!(text, "; scores by {}", model.reference);
    let width = report.groups.iter().map(|one| one.group.chars().count()).max().unwrap_or(0);
    let width = width.clamp(report.by.len(), WIDEST);
    let _ =
        write!(text, "{:<width$}  games decisions        c         95 %    nats  top-1", report.by);
    text.push_str(if report.scale.is_some() { "    Elo        95 %\n" } else { "\n" });
    for one in &report.groups {
        row(&mut text, width, one);
    }
    if report.left_out > 0 {
        let _ = writeln!(
            text,
            "{} with fewer decisions left out: --least 1 lists them",
            report.left_out
        );
    }
    if report.exact_zone > 0 {
        let _ = writeln!(
            text,
            "with five men or fewer: {}, of which tables judged {} ({})",
            report.exact_zone,
            report.judged_by_tables,
            if report.model.family == Link::Haworth.word() {
                "as R_c does, by depth"
            } else {
                "every move that keeps the result is as good as the best"
            }
        );
    }
    if let Some(scale) = &report.scale {
        let _ = writeln!(text, "Elo by the scale {scale}, its error included in the interval");
    }
    text
}

fn row(text: &mut String, width: usize, one: &ProfileGroup) {
    let name: String = one.group.chars().take(WIDEST).collect();
    let c = &one.competence;
    let interval = format!("{:.2}..{:.2}", c.low, c.high);
    let _ = write!(
        text,
        "{name:<width$}{:>7}{:>10}{:>9.2}{interval:>13}{:>8.3}{:>6.1} %",
        one.games,
        one.decisions,
        c.mean,
        one.log_loss,
        100.0 * one.top1
    );
    if let Some(elo) = &one.elo {
        let interval = format!("{:.0}..{:.0}", elo.low, elo.high);
        let _ = write!(text, "{:>6.0}{interval:>12}", elo.mean);
    }
    if let Some(joint) = &one.joint {
        let ((c, c_sd), (kappa, kappa_sd)) = (joint.competence, joint.kappa);
        let _ =
            write!(text, "   with kappa: c {c:.2} ± {c_sd:.2}, kappa {kappa:.2} ± {kappa_sd:.2}");
    }
    text.push('\n');
}
