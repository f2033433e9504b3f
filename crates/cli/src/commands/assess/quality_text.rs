//! The quality of play for people: lines for passages and players, a table by depth.

use std::fmt::Display;
use std::hash::Hash;
use std::io::{self, Write};

use player::quality::Equilibrium;
use study::assess::profile::{LEAST_MOVES, Measure, Profiles};
use study::assess::{PlayerRole, Totals};
use study::schema::quality::{MistakeCounts, PassageQuality, PlayQuality};

use crate::format::{counted, decimals};

pub(super) fn game(
    passages: &[PassageQuality],
    moves_allowed: u16,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut any = false;
    for one in passages {
        any |= passage(one, moves_allowed, out)?;
    }
    if any { writeln!(out) } else { Ok(()) }
}

pub(super) fn everybody<E: Clone + Eq + Hash + Display>(
    totals: &Totals<E>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (role, what) in [(PlayerRole::Attacker, "winning"), (PlayerRole::Defender, "losing")] {
        let of = totals.qualities.endgame.as_ref();
        let of = of.map_or("all endgames".to_owned(), ToString::to_string);
        writeln!(out, "everybody when {what}, {of}")?;
        player(&totals.quality_of_all(role), totals.moves_allowed, out)?;
    }
    writeln!(out)
}

pub(super) fn player(
    quality: &PlayQuality,
    moves_allowed: u16,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "  quality: {}", mistakes(&quality.errors))?;
    let (Some(net), Some(deepest)) = (quality.net, &quality.deepest_won) else { return Ok(()) };
    let [other, net, progress] = [quality.opponents_d, Some(net), quality.progress].map(three);
    let efficiency = match quality.path_efficiency {
        None => String::new(),
        Some(efficiency) => format!("; path efficiency {efficiency:.3} of {} won", quality.won),
    };
    write!(out, "           opponents' d {other}, net {net}, progress {progress}{efficiency}; ")?;
    writeln!(out, "deepest win expected in {moves_allowed} moves {deepest}")
}

fn mistakes(errors: &MistakeCounts) -> String {
    let moves = counted(errors.moves, "move", "moves");
    let mistakes = counted(errors.mistakes, "mistake", "mistakes");
    let fatal = match errors.fatal {
        0 => String::new(),
        times => format!(" and {times} fatal"),
    };
    let [p, delta, d] = [errors.p, errors.delta, errors.d].map(three);
    let conceded = errors.conceded;
    format!("{moves}, {mistakes}{fatal}, {conceded} conceded: p {p}, delta {delta}, d {d}")
}

/// Whether there was something to say.
fn passage(passage: &PassageQuality, moves_allowed: u16, out: &mut dyn Write) -> io::Result<bool> {
    let Some(measures) = &passage.measures else { return Ok(false) };
    let PassageQuality { endgame, winner, start, .. } = passage;
    let end = match (passage.won, passage.given_away) {
        (true, _) => "to the end".to_owned(),
        (_, true) => "until the win was given away".to_owned(),
        _ => format!("to depth {}", passage.depths.last().copied().unwrap_or(*start)),
    };
    let winners = mistakes(&passage.winner_errors);
    writeln!(out, "{endgame}, {winner} winning, from depth {start} {end}: {winners}")?;
    let whole = |q: Option<i64>| q.map_or("-".to_owned(), |q| q.to_string());
    let ([q1, q2], q3) = ([measures.q1, measures.q2].map(whole), measures.q3);
    let (q4, q5, losers) = (measures.q4, measures.q5, mistakes(&passage.loser_errors));
    write!(
        out,
        "  Q1 {q1}, Q2 {q2}, Q3 {q3}, Q4 {q4:.3}, Q5 {q5:.3}, Q6 = d, Q7 = p, Q8 = delta; "
    )?;
    writeln!(out, "the loser: {losers}")?;
    if let Some(slipped) = passage.slipped_with {
        let within = mistakes(&passage.within);
        write!(out, "  not to be won in {moves_allowed} moves any more after move {slipped}; ")?;
        writeln!(out, "until then {within}")?;
    }
    Ok(true)
}

/// Mistakes by depth, winners first.
pub(super) fn by_depth(profiles: &Profiles, out: &mut dyn Write) -> io::Result<()> {
    for side in &profiles.sides {
        let who = if side.side == PlayerRole::Attacker { "winners" } else { "losers" };
        writeln!(out, "{}, {who}: mistakes by depth; {}", profiles.endgame, profiles.note())?;
        let measures = "        d        p    delta";
        writeln!(out, "depth   moves  fatal{measures}   random{measures}")?;
        for row in &side.rows {
            let cells = [row.players, row.random].map(|rates| {
                Measure::ALL.map(|measure| format!("{:>9}", three(measure.of(rates)))).concat()
            });
            let (depth, moves, fatal) = (row.depth, row.moves, row.fatal);
            writeln!(out, "{depth:>5}{moves:>8}{fatal:>7}{}         {}", cells[0], cells[1])?;
        }
        if side.side == PlayerRole::Attacker {
            let [players, random] =
                [&side.equilibria, &side.random_equilibria].map(|it| places(it));
            let least = format!("{LEAST_MOVES} moves or more a depth");
            writeln!(out, "winners stand still (d = 1, {least}): {players}")?;
            writeln!(out, "the random player: {random}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn places(equilibria: &[Equilibrium]) -> String {
    let one = |at: &Equilibrium| {
        let kind = if at.stable { "stable" } else { "unstable" };
        format!("at depth {:.1} ({kind})", at.depth)
    };
    let all = equilibria.iter().map(one).collect::<Vec<_>>().join(", ");
    if all.is_empty() { "nowhere".to_owned() } else { all }
}

fn three(number: Option<f64>) -> String {
    decimals(number, 3)
}
