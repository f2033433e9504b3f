//! `fallible survey KQKR`: what an endgame looks like to its players, depth by depth.

mod text;

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use endgame::successors::Successors;
use endgame::survey::Settings;
use study::survey_report::SurveyReport;
use value::Depth;

use crate::files;
use crate::options::{Options, color, count, number_or};

/// Survey an endgame: moves, good moves, random errors and zugzwangs at each depth
///
/// Everything Jansen's thesis (1992, chapter 5) counts of KQKR, for any endgame: how many moves
/// there are, how many keep the win or are optimal, where random moves lead, the bottleneck, the
/// depth at which a random player gets stuck, where the kings stand, threats and zugzwangs.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible survey KQKR
  fallible survey KQKR --html kqkr.html         a report with pictures, one file
  fallible survey KRKQ --winner white           the positions the rook wins
  fallible survey KPK --csv kpk --long 6        every count, as CSV files in a folder
  fallible survey KRKN --count boards --json
  fallible survey KBBKN --html kbbkn.html")]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// Count positions unique under the board's symmetries, or every placement
    #[arg(long, value_name = "WHAT", value_parser = count(), default_value = "classes")]
    count: Count,

    /// A loser's move is a long line if the winner then still needs so many moves
    #[arg(long, value_name = "N", default_value = "4", value_parser = number_or("long", 1u16..=250, LONG))]
    long: u16,

    /// Show the positions this side wins [default: the side that wins more]
    #[arg(long, value_name = "SIDE", value_parser = color())]
    winner: Option<Color>,

    /// Write a report with pictures into this file
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,

    /// Write every count into CSV files in this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,

    #[command(flatten)]
    options: Options,
}

const LONG: &str = "give a number of moves from 1 to 250";

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&[], &[("--html", &args.html), ("--csv", &args.csv)])?;
    let (tables, console) = args.options.open()?;
    let successors = Successors::of(&tables, &args.material, &console.monitor())?;
    let settings = Settings { count: args.count, long: Depth(args.long) };
    let report = SurveyReport::of(&successors, args.material, settings, &console.monitor())?;
    console.clear();
    if let Some(folder) = &args.csv {
        files::make_folder(folder)?;
        for (name, text) in report.csv() {
            files::write(&folder.join(name), &text)?;
        }
    }
    files::write_if(&args.html, || report.html())?;
    if args.options.json {
        return crate::json::write(out, &report.record());
    }
    let winner = args.winner.unwrap_or_else(|| report.stronger());
    text::write(&report, winner, out)
}
