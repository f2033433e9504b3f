//! `fallible stats KQvR --game antichess`: how many positions of each depth, and which are the deepest.

use std::io::Write;
use std::path::PathBuf;

use endgame::outcome_histogram::Count;
use study::other_games::statistics::{GameHistogram, deepest};

use crate::commands::stats::Report;
use crate::files;
use crate::json;
use crate::options::{GameOptions, count};

/// Count the positions of each depth of another game's endgame, for both sides to move
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible stats KQvR --game antichess
  fallible stats NNvP --game suicide --metric dtz --json
  fallible stats KKvKM --game checkers --plot counts.svg")]
pub(super) struct Args {
    /// The endgame, White's men first: KQvR, or in checkers KKvKM
    #[arg(value_name = "ENDGAME")]
    endgame: String,

    /// Count every placement, or mirrored positions once
    #[arg(long, value_name = "WHAT", value_parser = count(), default_value = "boards")]
    count: Count,

    /// Draw the counts by depth into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Draw counts on a logarithmic axis
    #[arg(long, requires = "plot")]
    log: bool,

    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let (game, console) = args.options.open()?;
    let endgame = super::endgame(&game, &args.endgame)?;
    let histogram = GameHistogram::of(&game, &endgame, args.count)?;
    console.clear();
    let report = Report {
        endgame: endgame.to_string(),
        count: args.count,
        log: args.log,
        metric: (game.metric().to_string(), game.unit()),
        white: &histogram.white,
        black: &histogram.black,
    };
    files::write_if(&args.plot, || report.plot().svg())?;
    if args.options.json {
        return json::write(out, &histogram.to_schema(&game, &endgame, args.count));
    }
    report.print(out, |turn, wins| {
        let found = deepest(&game, &endgame, turn, wins)?;
        let text = |positions: Vec<_>| positions.iter().map(ToString::to_string).collect();
        Ok(found.map(|(depth, positions)| (depth, text(positions))))
    })
}
