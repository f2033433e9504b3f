//! `fallible line FEN --game antichess`: best play by both sides.

use std::io::Write;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::best_line::{LineEnd, LineTies, to_schema};
use study::other_games::line::best_line;
use study::position_report::PositionReport;

use crate::commands::line::{describe, print_moves};
use crate::json;
use crate::options::{FenWords, GameOptions};
use crate::position_report::print_head;

/// Show an optimal line of another game, with the number of optimal choices at each move
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible line \"8/8/8/8/8/2k5/8/R6K w\" --game antichess
  fallible line --to-the-end \"8/8/8/8/8/2k5/8/R6K w\" --game antichess
  fallible line W:WK14,K15:BK4 --seed 7 --game checkers")]
pub(super) struct Args {
    #[command(flatten)]
    position: FenWords,

    /// Go on through captures and promotions until the game is over
    #[arg(long)]
    to_the_end: bool,

    /// Choose among optimal moves at random, the same for the same seed [default: the first]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.of_game(args.options.game)?;
    let (game, console) = args.options.open()?;
    let start = PositionReport::of_game(&game, position)?;
    let mut rng = args.seed.map(ChaCha8Rng::seed_from_u64);
    let ties = rng.as_mut().map_or(LineTies::FirstNamed, |rng| LineTies::Random(rng));
    let line = best_line(&game, &start.position, args.to_the_end, ties)?;
    console.clear();
    if args.options.json {
        return json::write(out, &to_schema(&start, &line, false));
    }
    print_head(&start, out)?;
    print_moves(&line.0, out)?;
    let end = match line.1 {
        LineEnd::Conversion => "the goal is reached; --to-the-end goes on from here",
        end => describe(end),
    };
    Ok(writeln!(out, "{end}")?)
}
