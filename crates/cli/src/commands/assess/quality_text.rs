//! The quality of play for people: lines for passages and players, a table by depth.

use std::io::{self, Write};

use player::quality::Equilibrium;
use study::assess::profile::{LEAST_MOVES, Measure, Profiles};
use study::assess::{PlayerRole, Totals};
use study::schema::quality::{MistakeCounts, PassageQuality, PlayQuality};

use crate::format::{counted, decimals};

/// One or two lines for each passage of a game.
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

/// Everybody, winning and losing.
pub(super) fn everybody(totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
    for (role, what) in [(PlayerRole::Attacker, "winning"), (PlayerRole::Defender, "losing")] {
        let of = totals.qualities.endgame.map_or("all endgames".to_owned(), |it| it.to_string());
        writeln!(out, "everybody when {what}, {of}")?;
        player(&totals.quality_of_all(role), totals.moves_allowed, out)?;
    }
    writeln!(out)
}

/// A line or two for a player.
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
    writeln!(
        out,
        "           opponents' d {other}, net {net}, progress {progress}{efficiency}; deepest win expected in {moves_allowed} moves {deepest}"
    )
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
    writeln!(
        out,
        "  Q1 {}, Q2 {}, Q3 {}, Q4 {:.3}, Q5 {:.3}, Q6 = d, Q7 = p, Q8 = delta; the loser: {}",
        whole(measures.q1),
        whole(measures.q2),
        measures.q3,
        measures.q4,
        measures.q5,
        mistakes(&passage.loser_errors)
    )?;
    if let Some(slipped) = passage.slipped_with {
        writeln!(
            out,
            "  not to be won in {moves_allowed} moves any more after move {slipped}; until then {}",
            mistakes(&passage.within)
        )?;
    }
    Ok(true)
}

/// Mistakes by depth, winners first.
pub(super) fn by_depth(profiles: &Profiles, out: &mut dyn Write) -> io::Result<()> {
    for side in &profiles.sides {
        let who = if side.side == PlayerRole::Attacker { "winners" } else { "losers" };
        writeln!(out, "{}, {who}: mistakes by depth; {}", profiles.endgame, profiles.note())?;
        writeln!(
            out,
            "{:>5}{:>8}{:>7}{:>9}{:>9}{:>9}   random{:>9}{:>9}{:>9}",
            "depth", "moves", "fatal", "d", "p", "delta", "d", "p", "delta"
        )?;
        for row in &side.rows {
            let cells = [row.players, row.random].map(|rates| {
                Measure::ALL.map(|measure| format!("{:>9}", three(measure.of(rates)))).concat()
            });
            let (depth, moves, fatal) = (row.depth, row.moves, row.fatal);
            writeln!(out, "{depth:>5}{moves:>8}{fatal:>7}{}         {}", cells[0], cells[1])?;
        }
        if side.side == PlayerRole::Attacker {
            writeln!(
                out,
                "winners stand still (d = 1, {LEAST_MOVES} moves or more a depth): {}",
                places(&side.equilibria)
            )?;
            writeln!(out, "the random player: {}", places(&side.random_equilibria))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn places(equilibria: &[Equilibrium]) -> String {
    if equilibria.is_empty() {
        return "nowhere".to_owned();
    }
    let one = |at: &Equilibrium| {
        let kind = if at.stable { "stable" } else { "unstable" };
        format!("at depth {:.1} ({kind})", at.depth)
    };
    equilibria.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn three(number: Option<f64>) -> String {
    decimals(number, 3)
}
