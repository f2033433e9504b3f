//! The standings of a tournament as text.

use std::io::Write;

use study::tournament::{Figure, Standing, TournamentReport};

/// One table for each opponent.
pub(super) fn write(report: &TournamentReport, out: &mut dyn Write) -> anyhow::Result<()> {
    let TournamentReport { games, seed, rounds } = report;
    writeln!(out, "{games} games for each pair, seed {seed}; fifty moves are a draw")?;
    for round in rounds {
        writeln!(out, "\nagainst {}", round.opponent)?;
        let width = round.programs.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let width = width.max(10) + 2;
        writeln!(
            out,
            "{:<width$}{:>8}{:>8}{:>8}{:>19}{:>9}{:>19}{:>8}",
            "program", "d", "own", "net", "net over first", "saved", "saved over first", "moves"
        )?;
        for (at, name) in round.programs.iter().enumerate() {
            let standing = round.standing(at);
            let Standing { opponent_error, own_error, net, saved, length, .. } = standing;
            let over = |figure: Figure, times: f64, decimals: usize| {
                let (over, se) = (times * figure.over_first, times * figure.over_first_se);
                format!("{over:+.decimals$} ± {se:.decimals$}")
            };
            writeln!(
                out,
                "{name:<width$}{:>8.3}{:>8.3}{:>8.3}{:>19}{:>7.1} %{:>19}{:>8.2}",
                opponent_error.mean,
                own_error.mean,
                net.mean,
                over(net, 1.0, 3),
                100.0 * saved.mean,
                over(saved, 100.0, 1),
                length.mean,
            )?;
        }
    }
    writeln!(
        out,
        "\nd: moves of depth the opponent gave up per move; own: what the program gave up; net: d - own.\n\
         saved: games not lost; moves: the opponent's, in all games; ± is one standard error, game by game."
    )?;
    Ok(())
}
