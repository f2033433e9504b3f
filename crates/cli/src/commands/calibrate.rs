//! `fallible calibrate FILE --out SCALE.json`: which competence does a rating stand for?

use std::io::Write;
use std::path::PathBuf;

use corpus::one_reference::of_one_engine;
use corpus::scale::{Calibrating, text};
use corpus::{Pool, input, several_depths};

use crate::failure::bad_input;
use crate::family_options::FamilyOptions;
use crate::files;
use crate::json;

/// Measure which competence each rating stands for, and keep it as a scale
///
/// Competence by band of 200 points with intervals clustered by game, the rising curve that foresees
/// bands left out best, and by how much it errs. Ratings of different pools are never mixed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible calibrate ~/decisions.parquet --pool lichess                     the curve, as text
  fallible calibrate ~/decisions.parquet --pool fide --out fide.json        keep it
  fallible profile ~/mine.parquet --by player --scale fide.json             and use it")]
pub(crate) struct Args {
    /// Files of decisions, as in `fallible profile`
    #[arg(value_name = "FILE", required = true)]
    decisions: Vec<PathBuf>,

    /// Whose ratings: fide, rapid, lichess, fics or a name of your own; games are told apart by the
    /// names of files and events
    #[arg(long, value_name = "POOL")]
    pool: Option<Pool>,

    /// Of files with the scores of several engines, whose count, by words of the name
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,

    /// Decisions that a band needs
    #[arg(long, value_name = "N", default_value_t = 100)]
    least: usize,

    /// Where the scale goes
    #[arg(long, value_name = "SCALE.json")]
    out: Option<PathBuf>,

    /// Words that the scale keeps about where its decisions come from [default: the files' names]
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,

    #[command(flatten)]
    model: FamilyOptions,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let family = args.model.family().map_err(bad_input)?;
    files::check_outputs(&args.decisions, &[("--out", &args.out)])?;
    let names = args.decisions.iter().filter_map(|path| path.file_name());
    let names = || names.map(|name| name.to_string_lossy()).collect::<Vec<_>>().join(", ");
    let calibrating = Calibrating {
        family,
        pool: args.pool.clone(),
        least: args.least,
        source: args.source.clone().unwrap_or_else(names),
    };
    // Of decisions scored at several depths the deepest scores count.
    let decisions = several_depths::joined(input::read(&args.decisions)?);
    let decisions = of_one_engine(decisions, args.engine.as_deref()).map_err(bad_input)?;
    let scale = calibrating.scale(&decisions).map_err(bad_input)?;
    files::write_if(&args.out, || scale.file())?;
    match args.json {
        true => json::write(out, scale.record()),
        false => Ok(write!(out, "{}", text(scale.record()))?),
    }
}
