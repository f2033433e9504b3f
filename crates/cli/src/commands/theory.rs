//! `fallible theory --branching 4`: what to expect of random games.

use std::io::Write;
use std::path::PathBuf;

use study::random_games::theory::{TheoryQuestion, answer, plot};
use study::random_games::{Branching, Theory};
use study::schema::random_game::{BranchingFactor, RandomTheory};

use crate::files;
use crate::json;
use crate::options::{number, number_or};

/// Say what to expect of random games: when they are won, and how deep
///
/// Jansen 1992, chapter 4: the threshold is the share of White's positions that must be terminal wins to
/// make a large game a total win; the critical mass is the share of them that can be won below it. The
/// distributions give the shares of positions won by White and lost by Black at each depth, in White's
/// moves; a terminal win is won in 1.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible theory --branching 2
  fallible theory --branching 4 --alpha 0.4 --positions 1000 --json
  fallible theory --branching 5 --white-branching 3 --terminal-draws 0.05
  fallible theory --branching poisson:3
  fallible theory --branching 4 --alpha 0.34,0.36,0.4 --plot theory.svg")]
pub(crate) struct Args {
    /// Moves of a position: 4, or a distribution as poisson:2.7 or 1:0.2/2:0.8
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    branching: Branching,

    /// White's moves, if they differ from Black's
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    white_branching: Option<Branching>,

    /// The share of Black's positions that are terminal draws
    #[arg(long, value_name = "SHARE", default_value = "0", allow_negative_numbers = true, value_parser = number_or("terminal-draws", 0.0..=1.0, SHARE))]
    terminal_draws: f64,

    /// Shares of terminal wins whose distributions are told [default: a little below and above the threshold]
    #[arg(long, value_name = "SHARE", value_delimiter = ',', allow_negative_numbers = true, value_parser = number_or("alpha", 0.0..=1.0, SHARE))]
    alpha: Vec<f64>,

    /// Positions of each side: how many terminal wins does an interesting game need?
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number("positions", 1u32..=u32::MAX))]
    positions: Option<u32>,

    /// Draw the distributions into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

const SHARE: &str = "give a share from 0 to 1, as in 0.4";

/// Depths of a distribution that are printed.
const SHOWN: usize = 40;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&[], &[("--plot", &args.plot)])?;
    let question = TheoryQuestion {
        theory: Theory {
            white_branching: args.white_branching.clone().unwrap_or_else(|| args.branching.clone()),
            black_branching: args.branching.clone(),
            terminal_draws: args.terminal_draws,
        },
        alphas: args.alpha.clone(),
        positions: args.positions,
    };
    let told = answer(&question);
    files::write_if(&args.plot, || plot(&told, &args.branching).svg())?;
    if args.json { json::write(out, &told) } else { print(&told, out) }
}

fn print(told: &RandomTheory, out: &mut dyn Write) -> anyhow::Result<()> {
    let number = |of: &BranchingFactor| match of {
        BranchingFactor::Fixed(moves) => moves.to_string(),
        BranchingFactor::Varied(words) => words.clone(),
    };
    let (white, black) = (number(&told.white_branching), number(&told.branching));
    match white == black {
        true => writeln!(out, "branching factor {black}")?,
        false => writeln!(out, "branching factor {white} for White, {black} for Black")?,
    }
    match told.threshold.zip(told.critical_mass) {
        Some((threshold, mass)) if threshold < 0.0 => writeln!(
            out,
            "threshold       {threshold:.7}   below 0: a large game is a total win without terminal wins (critical mass {mass:.7})"
        )?,
        Some((threshold, mass)) => {
            writeln!(
                out,
                "threshold       {threshold:.7}   of White's positions must be terminal wins for a total win"
            )?;
            writeln!(out, "critical mass   {mass:.7}   of White's positions can be won below it")?;
        }
        None => writeln!(out, "no threshold: the share of wins grows without a leap")?,
    }
    if let Some(from) = told.interesting {
        let large = from.when_large.map_or(String::new(), |wins| format!(" ({wins:.4} if large)"));
        writeln!(
            out,
            "with {} positions a side, a lost position is likelier than not from {:.4} terminal wins{large}",
            from.positions, from.terminal_wins
        )?;
    }
    for at in &told.distributions {
        writeln!(
            out,
            "\nalpha {:.5}: {}; White wins {:.4}, Black loses {:.4}",
            at.alpha, at.class, at.white_won, at.black_lost
        )?;
        if let Some((narrow, second)) = at.bottleneck.zip(at.second_maximum) {
            writeln!(out, "bottleneck at depth {narrow}, second maximum at {second}")?;
        }
        writeln!(out, "depth    White wins   Black loses")?;
        for row in at.depths.iter().take(SHOWN) {
            writeln!(out, "{:>5}{:>14.6}{:>14.6}", row.depth, row.white_won, row.black_lost)?;
        }
        if at.depths.len() > SHOWN {
            writeln!(out, "... {} depths more: --json has them", at.depths.len() - SHOWN)?;
        }
    }
    Ok(())
}
