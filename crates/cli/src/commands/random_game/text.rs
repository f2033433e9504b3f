//! Random games on the terminal: classes and counts, a table by depth, then what agents did in them, or the one game.

use std::io::Write;

use study::schema::random_contest::RandomContest;
use study::schema::random_game::{MoveShares, RandomGameDetail, RandomGames};
use study::schema::{Side, Theoretical};

use crate::format::grouped;

/// Prints what was found.
pub(super) fn write(report: &RandomGames, out: &mut dyn Write) -> anyhow::Result<()> {
    let of = &report.parameters;
    let games = grouped(report.games as u64);
    let noun = if report.games == 1 { "random game" } else { "random games" };
    writeln!(
        out,
        "{games} {noun}, seed {}: {} positions with White to move, {} with Black",
        report.seed,
        grouped(of.white.into()),
        grouped(of.black.into())
    )?;
    let theory = &report.theory;
    let threshold = theory.threshold.map_or("none".to_owned(), |alpha| format!("{alpha:.5}"));
    writeln!(
        out,
        "terminal wins {:.4} of White's positions; the threshold is {threshold}: the theory expects {} {}\n",
        theory.alpha,
        if theory.class.starts_with('i') { "an" } else { "a" },
        theory.class
    )?;
    for class in report.classes.iter().filter(|_| report.games > 1) {
        let (share, low, high) = (100.0 * class.share, 100.0 * class.low, 100.0 * class.high);
        writeln!(out, "{:<18}{share:>7.2} %   95 % between {low:.2} and {high:.2}", class.class)?;
    }
    if report.games == 1 {
        let class = report.classes.iter().find(|class| class.games == 1);
        writeln!(out, "class              {}", class.map_or("", |class| class.class))?;
    }
    let rows = [
        ("White won", report.white_won),
        ("Black lost", report.black_lost),
        ("deepest", report.deepest),
        ("zugzwangs", report.zugzwangs),
    ];
    for (name, at) in rows {
        let expected = match name {
            "zugzwangs" => format!("     expected {:.1}", report.theory.zugzwangs),
            _ => String::new(),
        };
        if report.games == 1 {
            writeln!(out, "{name:<18} {}{expected}", at.mean)?;
        } else {
            writeln!(
                out,
                "{name:<14}{:>11.3}     95 % between {:.3} and {:.3}; sd {:.3}{expected}",
                at.mean, at.low, at.high, at.sd
            )?;
        }
    }
    print_depths(report, out)?;
    if let Some(contest) = &report.contest {
        return print_contest(contest, out);
    }
    report.game.as_ref().map_or(Ok(()), |game| print_game(game, out))
}

fn print_contest(told: &RandomContest, out: &mut dyn Write) -> anyhow::Result<()> {
    let from = match &*told.from {
        "deepest" => "the deepest wins".to_owned(),
        "draw" => "draws".to_owned(),
        depth => format!("wins in {depth}"),
    };
    writeln!(
        out,
        "\n{} games of {} against {} from {from}, White to move, at most {} moves",
        grouped(told.played as u64),
        told.white,
        told.black,
        grouped(told.limit as u64)
    )?;
    if told.left_out > 0 {
        writeln!(out, "{} random games have no such position", grouped(told.left_out as u64))?;
    }
    writeln!(
        out,
        "White won {}, Black {}, drawn {}, unfinished {}",
        grouped(told.white_won as u64),
        grouped(told.black_won as u64),
        grouped(told.drawn as u64),
        grouped(told.unfinished as u64)
    )?;
    if let Some(length) = told.length {
        writeln!(
            out,
            "White's moves {:>11.3}     95 % between {:.3} and {:.3}; sd {:.3}",
            length.mean, length.low, length.high, length.sd
        )?;
    }
    if let Some(known) = told.foreseen {
        let number = |number: Option<f64>| number.map_or("-".to_owned(), |x| format!("{x:.3}"));
        writeln!(
            out,
            "exactly       {:>11}     sd {}; won in time {:.4}",
            number(known.length),
            number(known.deviation),
            known.won_in_time
        )?;
        writeln!(out, "Markov model  {:>11}", number(known.markov))?;
    }
    for (name, shown) in [("White", &told.white_shown), ("Black", &told.black_shown)] {
        let competence = shown.competence.map_or(String::new(), |c| {
            format!("; apparent c {:.3}, 95 % between {:.3} and {:.3}", c.mean, c.low, c.high)
        });
        writeln!(
            out,
            "{name}: {} moves, {:.4} optimal, {:.4} fatal, mean depth conceded {:.4}{competence}",
            grouped(shown.moves),
            shown.optimal,
            shown.fatal,
            shown.conceded
        )?;
    }
    Ok(())
}

fn print_depths(report: &RandomGames, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\ndepth   White won   expected  Black lost   expected    White: optimal, inaccurate, fatal   difficulty   Black: optimal"
    )?;
    for at in report.depths.iter().take(SHOWN) {
        let moves = |of: &MoveShares| match of.moves {
            0 => "       -       -       -".to_owned(),
            _ => format!("{:>8.3}{:>8.3}{:>8.3}", of.optimal, of.inaccurate, of.fatal),
        };
        let hard = at.difficulty.map_or("-".to_owned(), |hard| format!("{hard:.3}"));
        let black = match at.black_moves.moves {
            0 => "-".to_owned(),
            _ => format!("{:.3}", at.black_moves.optimal),
        };
        writeln!(
            out,
            "{:>5}{:>12.2}{:>11.2}{:>12.2}{:>11.2}        {}{hard:>13}{black:>17}",
            at.depth,
            at.white_won.mean,
            at.white_expected,
            at.black_lost.mean,
            at.black_expected,
            moves(&at.white_moves)
        )?;
    }
    if report.depths.len() > SHOWN {
        writeln!(out, "... {} depths more: --json has them all", report.depths.len() - SHOWN)?;
    }
    if report.black_drawn.moves > 0 {
        writeln!(
            out,
            "\nBlack's moves in draws: {:.3} are fatal mistakes",
            report.black_drawn.fatal
        )?;
    }
    Ok(())
}

/// Depths and positions that are printed.
const SHOWN: usize = 40;

fn print_game(game: &RandomGameDetail, out: &mut dyn Write) -> anyhow::Result<()> {
    let side = |side: Side| if side == Side::White { "White" } else { "Black" };
    if !game.important.is_empty() {
        writeln!(out, "\nmost optimal lines lead through")?;
    }
    for at in &game.important {
        let lines = at.lines.clone().unwrap_or_else(|| format!("e^{:.2}", at.ln_lines));
        writeln!(
            out,
            "  {} to move, {:<8} depth {:<4} {lines} lines",
            side(at.side),
            at.number,
            at.depth
        )?;
    }
    if !game.zugzwangs.is_empty() {
        let numbers: Vec<String> = game.zugzwangs.iter().map(ToString::to_string).collect();
        writeln!(out, "zugzwang: {}", numbers.join(" "))?;
    }
    if game.positions.is_empty() || game.positions.len() > 2 * SHOWN {
        return Ok(());
    }
    writeln!(out, "\n          number   value        plies   moves (* optimal)")?;
    for at in &game.positions {
        let value = match (at.value.outcome, at.value.depth) {
            (Theoretical::Draw, _) => "draw".to_owned(),
            (Theoretical::Win, depth) => format!("win in {}", depth.unwrap_or(0)),
            (Theoretical::Loss, depth) => format!("loss in {}", depth.unwrap_or(0)),
        };
        let plies = at.plies.map_or("-".to_owned(), |plies| plies.to_string());
        let moves: Vec<String> = at
            .moves
            .iter()
            .map(|one| format!("{}{}", one.to, if one.optimal { "*" } else { "" }))
            .collect();
        let moves = if at.terminal { "terminal".to_owned() } else { moves.join(" ") };
        writeln!(out, "  {} {:>8}   {value:<12}{plies:>6}   {moves}", side(at.side), at.number)?;
    }
    Ok(())
}
