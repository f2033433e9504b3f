//! The standings of a tournament as text.

use std::io::Write;

use study::tournament::{Figure, Standing, TournamentReport};

pub(super) fn write(report: &TournamentReport, out: &mut dyn Write) -> anyhow::Result<()> {
    let TournamentReport { games, seed, rounds } = report;
    writeln!(out, "{games} games for each pair, seed {seed}; fifty moves are a draw")?;
    for round in rounds {
        writeln!(out, "\nagainst {}", round.opponent)?;
        let width = round.programs.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let width = width.max(10) + 2;
        writeln!(out, "{:<width$}{HEADINGS}", "program")?;
        for (at, name) in round.programs.iter().enumerate() {
            let Standing { opponent_error, own_error, net, saved, length, .. } = round.standing(at);
            let over = |figure: Figure, times: f64, decimals: usize| {
                let (over, se) = (times * figure.over_first, times * figure.over_first_se);
                format!("{over:+.decimals$} ± {se:.decimals$}")
            };
            let [d, own] = [opponent_error.mean, own_error.mean];
            let (net_over, saved_over) = (over(net, 1.0, 3), over(saved, 100.0, 1));
            let (net, saved, moves) = (net.mean, 100.0 * saved.mean, length.mean);
            write!(out, "{name:<width$}{d:>8.3}{own:>8.3}{net:>8.3}{net_over:>19}")?;
            writeln!(out, "{saved:>7.1} %{saved_over:>19}{moves:>8.2}")?;
        }
    }
    Ok(writeln!(out, "{LEGEND}")?)
}

const HEADINGS: &str =
    "       d     own     net     net over first    saved   saved over first   moves";

const LEGEND: &str = "
d: moves of depth the opponent gave up per move; own: what the program gave up; net: d - own.
saved: games not lost; moves: the opponent's, in all games; ± is one standard error, game by game.";
