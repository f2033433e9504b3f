//! `fallible line FEN`: best play by both sides, with how much choice each had.

use std::io::Write;

use endgame::rules::{Color, color_name};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::best_line::{LineEnd, LineStep, LineTies, Until, best_line, to_schema};
use study::described::TablePosition;
use study::position_report::PositionReport;

use crate::json;
use crate::options::{ChessOption, FenWords, Options, SyzygyOption};
use crate::position_report::print_head;

/// Show an optimal line to the metric's goal, with the number of optimal choices at each move
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible line \"K3r3/8/5k2/Q7/8/8/8/8 w\"               to conversion
  fallible line --to-mate \"K3r3/8/5k2/Q7/8/8/8/8 w\"     and on, until mate
  fallible line --metric dtm \"8/8/8/3k4/8/8/3Q4/3K4 b\"
  fallible line --seed 7 \"K3r3/8/5k2/Q7/8/8/8/8 w\"      another line, as good")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenWords,

    /// Go on through conversions until mate
    #[arg(long)]
    to_mate: bool,

    /// Choose among optimal moves at random, the same for the same seed [default: the first]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

/// Why a line ends, for people.
pub(super) fn describe(end: LineEnd) -> &'static str {
    match end {
        LineEnd::Mate => "mate",
        LineEnd::Over => "the game is over",
        LineEnd::Conversion => "the goal is reached; --to-mate goes on from here",
        LineEnd::Repetition => {
            "the position repeats: the Syzygy files' rounded depths lead no further"
        }
        LineEnd::Length => "as far as was asked for",
        LineEnd::Draw => "drawn with best play: there is no winner's goal to play for",
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    let (tables, console) = args.syzygy.open(&args.options)?;
    let start = PositionReport::of(&tables, position)?;
    let until = if args.to_mate { Until::Mate } else { Until::Goal };
    let mut rng = args.seed.map(ChaCha8Rng::seed_from_u64);
    let ties = rng.as_mut().map_or(LineTies::FirstNamed, |rng| LineTies::Random(rng));
    let line = best_line(&tables, &start.position, until, ties)?;
    console.clear();
    if args.options.json {
        return json::write(out, &to_schema(&start, &line, false));
    }
    print_head(&start, out)?;
    print_moves(&line.0, out)?;
    Ok(writeln!(out, "{}", describe(line.1))?)
}

/// One row for each move of both sides: SAN, depth after it, optimal choices of all.
pub(super) fn print_moves<P: TablePosition>(
    steps: &[LineStep<P>],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(first) = steps.first() else { return Ok(()) };
    let title = |color: Color| format!("{:<9}{:>5}  {:<9}", color_name(color), "depth", "optimal");
    let begins = first.before.first_mover();
    writeln!(out, "      {}  {}", title(begins), title(begins.other()).trim_end())?;
    let skipped = usize::from(first.before.turn() != begins);
    let cells: Vec<String> = std::iter::repeat_n(format!("{:<25}", "..."), skipped)
        .chain(steps.iter().map(|step| {
            let depth = step.value.depth().map(|depth| depth.to_string()).unwrap_or_default();
            let chosen = format!("{}/{}", step.optimal, step.legal);
            format!("{:<9}{depth:>5}  {chosen:<9}", step.before.name(&step.play))
        }))
        .collect();
    for (number, pair) in cells.chunks(2).enumerate() {
        let row = format!("{:>4}  {}", format!("{}.", number + 1), pair.join("  "));
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(writeln!(out)?)
}
