//! What `assess` prints for people: a row for each move, a block for each player.

use std::fmt::Display;
use std::hash::Hash;
use std::io::Write;
use std::path::Path;

use endgame::rules::Color;
use study::assess::{Assessment, MoveAssessment, OTHERS, Record};
use study::described::{Described, TablePosition};
use study::pgn::Game;

use super::findings::Findings;
use super::quality_text;
use crate::format::{counted, grouped};
use crate::printable::printable;

/// One game, one row for each move the tables know.
pub(super) fn game<B: Described, P: TablePosition>(
    file: &Path,
    game: &Game<B>,
    assessment: &Assessment<P>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (white, black) = (game.player(Color::White), game.player(Color::Black));
    let date = game.tag("Date").map(|date| format!(", {date}")).unwrap_or_default();
    let (file, index) = (file.display(), game.index);
    let head = format!("{file}, game {index}: {white} - {black}{date}, {}", game.result);
    writeln!(out, "{}", printable(&head))?;
    if assessment.outside > 0 {
        let outside = counted(assessment.outside as u64, "move", "moves");
        writeln!(out, "{outside} outside the tables")?;
    }
    writeln!(out, "  move             value after conceded     optimal   competence (sd)")?;
    let mut totals = [0u32; 2];
    for judged in &assessment.moves {
        let total = &mut totals[judged.mover().fold_wb(0, 1)];
        *total += u32::from(judged.conceded().unwrap_or(0));
        writeln!(out, "{}", row(judged, *total).trim_end())?;
    }
    Ok(writeln!(out)?)
}

fn row<P: TablePosition>(judged: &MoveAssessment<P>, total: u32) -> String {
    let dots = if judged.mover() == judged.position.first_mover() { "." } else { "..." };
    let number = format!("{}{dots:<3}", judged.number);
    let sign = judged.sign().map(|sign| sign.to_string()).unwrap_or_default();
    let san = format!("{}{sign}", judged.san());
    let conceded = match judged.conceded() {
        None => format!("the {}", judged.before.word()),
        Some(0) => String::new(),
        Some(moves) => format!("+{moves}/+{total}"),
    };
    let optimal = format!("{}/{}", judged.optimal.len(), judged.legal);
    let (mean, sd) = judged.competence;
    let after = judged.after.to_string();
    let better = if judged.is_optimal() { String::new() } else { few(&judged.alternatives()) };
    let what = format!("{number:>8}  {san:<9}{after:<12}{conceded:<12}{optimal:>8}");
    format!("{what}  {mean:>8.3} {sd:>7.3}  {better}")
}

/// The first few names of many.
fn few(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    if names.len() > SHOWN { format!("{shown}, ...") } else { shown }
}

/// The players over all games, and what was left out.
pub(super) fn summary<E: Clone + Eq + Hash + Display>(
    findings: &Findings<E>,
    unreadable: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Findings { asked, totals, .. } = findings;
    for (name, record) in &totals.records.players {
        player(name, record, asked.mass, out)?;
        if asked.quality
            && let Some(quality) = totals.quality(name, record.side)
        {
            quality_text::player(&quality, totals.moves_allowed, out)?;
        }
        writeln!(out)?;
    }
    if asked.quality {
        quality_text::everybody(totals, out)?;
    }
    if let Some(profiles) = findings.profiles.as_ref().filter(|_| asked.by_depth) {
        quality_text::by_depth(profiles, out)?;
    }
    let games = |count: usize| counted(count as u64, "game", "games");
    let moves = |count: usize| counted(count as u64, "move", "moves");
    let (metric, words) = (asked.metric, &asked.words);
    let (judged, made) = (games(totals.games), moves(totals.moves));
    writeln!(out, "{judged} assessed, {made}; {metric}: {}", asked.unit)?;
    writeln!(out, "model: {words}; competence from {}", words.grid)?;
    if totals.unreached > 0 {
        writeln!(out, "{} without a position of the tables, left out", games(totals.unreached))?;
    }
    if unreadable > 0 {
        writeln!(out, "{} that could not be read, left out", games(unreadable))?;
    }
    if totals.records.players.iter().any(|(name, _)| name == OTHERS) {
        let most = grouped(asked.most_records as u64);
        writeln!(out, "players that came after the first {most} are put together as {OTHERS}")?;
    }
    if totals.outside > 0 {
        let (outside, why) = (moves(totals.outside), &asked.outside);
        writeln!(out, "{outside} outside the tables ({why}) were left out")?;
    }
    Ok(())
}

fn player(name: &str, record: &Record, mass: f64, out: &mut dyn Write) -> anyhow::Result<()> {
    let belief = &record.belief;
    let (low, high) = belief.interval(mass);
    let cell = match belief.finer_grid(mass) {
        Some(grid) => format!(" (one cell of the grid; finer with --grid '{grid}')"),
        None => String::new(),
    };
    writeln!(out, "{}, {}", printable(name), record.side.word())?;
    let (mean, sd, mass) = (belief.mean(), belief.sd(), 100.0 * mass);
    write!(
        out,
        "  competence {mean:.3}, sd {sd:.3}; {mass} % between {low:.2} and {high:.2}{cell}; "
    )?;
    let (mode, likeliest) = (belief.mode(), belief.maximum_likelihood());
    writeln!(out, "most probable {mode}, likeliest {likeliest}")?;
    let moves = counted(record.moves as u64, "move", "moves");
    let used = match record.moves - belief.moves() {
        0 => String::new(),
        impossible => format!(" ({impossible} that no competence makes, not used)"),
    };
    let forced = match record.forced {
        0 => String::new(),
        forced => format!(", {} without a choice", grouped(forced as u64)),
    };
    let value = match record.value_conceded {
        0 => String::new(),
        times => format!(", the value {}", counted(times as u64, "time", "times")),
    };
    let optimal = grouped(record.optimal as u64);
    let conceded = counted(record.conceded, "move", "moves");
    write!(
        out,
        "  {moves}{used}: {optimal} optimal{forced}; conceded {conceded} of depth{value}; "
    )?;
    writeln!(out, "log-evidence {:.3}", belief.log_evidence())?;
    if let Some(joint) = &record.joint {
        let ((c, c_sd), (kappa, kappa_sd)) = (joint.competence(), joint.offset());
        let (mode, offset) = (joint.mode().0, joint.mode().1.get());
        write!(out, "  with kappa unknown: competence {c:.3}, sd {c_sd:.3}; ")?;
        write!(out, "kappa {kappa:.3}, sd {kappa_sd:.3}; ")?;
        writeln!(out, "most probable {mode} with {offset:.3}")?;
    }
    Ok(())
}
