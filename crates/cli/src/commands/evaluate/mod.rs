//! `fallible evaluate GAMES.pgn --engine stockfish --depth 8 --out FILE.parquet`: every legal move of
//! whole games, valued by engines.

mod filter_options;
mod text;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use corpus::evaluate::{
    EvaluateError, JournalError, Outcome, Plan, Progress, ReferenceEngine, count, evaluate,
};
use corpus::select::Refusal;

use crate::console::{Console, stop_flag, stopped};
use crate::failure::{bad_input, refuse};
use crate::files;
use crate::games::{GameFiles, Unreadable};
use crate::json;
use crate::options::number;
use crate::printable::printable;
use filter_options::FilterOptions;

/// Value every legal move of every position of whole games, by engines at a fixed depth
///
/// The reference assessments of Haworth 2007: each position is searched by E_p, an engine stopped down to p plies, with one thread and a cleared hash
/// table, so that the same values come out everywhere. Identical positions are valued once. The answer is a Parquet file, one row for each move of each decision,
/// which DuckDB, pandas and polars read; its columns are described in docs/formats.md.
///
/// A run may be stopped by Ctrl-C, killed or cut off: the same command goes on where it was, from a journal beside the file. Ctrl-Z halts it, `fg` goes on.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible evaluate ~/games/mine.pgn --out ~/mine.parquet
  fallible evaluate ~/games/mine.pgn --engine own --depth 4 --out ~/mine.parquet
  fallible evaluate ~/lichess.pgn.zst --time-control blitz --elo 1400-1600 --max-per-game 4 --spread --depth 8,10 --out ~/blitz.parquet
  fallible evaluate ~/games/mine.pgn --engine stockfish --engine /opt/toga2 --depth 8 --json --out ~/two.parquet
  fallible evaluate ~/lichess.pgn.zst --player DrNykterstein --dry-run

`--engine own` is our own searcher and needs nothing installed; beyond about 1800 Elo take Stockfish (`apt install stockfish`).
Stockfish at depth 8 takes about 0.15 s a position on one core, at depth 10 about 0.7 s, at depth 12 about 2 s.

Exit code 1: games could not be read or positions not be valued, and stderr says which; the others are in the file.")]
pub(crate) struct Args {
    /// PGN files, plain or packed by gzip, zstd or bzip2, whatever their names; - is standard input
    #[arg(value_name = "GAMES.pgn", required = true)]
    files: Vec<PathBuf>,

    /// A UCI engine by name or path, options after commas (stockfish,Hash=64), or own; may be repeated
    #[arg(long, value_name = "ENGINE", default_value = "stockfish")]
    engine: Vec<String>,

    /// How deep, in plies; several depths after commas cost no more than the deepest
    #[arg(long, value_name = "PLIES", default_value = "8", value_delimiter = ',', value_parser = number("depth", 1u16..=60))]
    depth: Vec<u16>,

    /// The file to write
    #[arg(long, value_name = "FILE.parquet", required_unless_present = "dry_run")]
    out: Option<PathBuf>,

    #[command(flatten)]
    filters: FilterOptions,

    /// Positions valued at a time, each by a process of its own [default: all cores]
    #[arg(long, value_name = "N", value_parser = number("processes", 1usize..=1024))]
    processes: Option<usize>,

    /// Keep all values in this file too, and take those it has: for several runs on the same games
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Replace the file if it is there
    #[arg(long)]
    force: bool,

    /// Only read the games, and say how many positions there are
    #[arg(long, conflicts_with_all = ["out", "journal"])]
    dry_run: bool,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&args.files, &[("--out", &args.out), ("--journal", &args.journal)])?;
    // Refuses what cannot be read.
    GameFiles::new(&args.files)?;
    let console = Console::new(args.json);
    let (outcome, plan) = match &args.out {
        None => (args.count(&console)?, None),
        Some(file) => {
            let plan = args.plan(file)?;
            let mut tell = |progress: Progress| tell(&console, progress);
            (evaluate(&plan, stop_flag(), &mut tell).map_err(sorted)?, Some(plan))
        }
    };
    console.clear();
    if outcome.games.read == 0 {
        refuse!("there is no game in the files given: name a PGN file with games");
    }
    if plan.is_some() && outcome.totals.rows + outcome.totals.failed as u64 == 0 {
        return nothing(outcome);
    }
    let report = outcome.report(plan.as_ref());
    if args.json {
        json::write(out, &report)?;
    } else {
        text::write(out, &report)?;
    }
    out.flush()?;
    told(outcome)
}

impl Args {
    fn plan(&self, file: &std::path::Path) -> anyhow::Result<Plan> {
        let mut depths = self.depth.clone();
        depths.sort_unstable();
        depths.dedup();
        let mut names = Vec::new();
        for name in &self.engine {
            if names.contains(&name) {
                refuse!("the engine {name} is named twice: its values would count twice");
            }
            names.push(name);
        }
        let engines =
            self.engine.iter().map(|text| ReferenceEngine::parse(text).map_err(bad_input));
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Plan {
            files: self.files.clone(),
            filters: self.filters.filters(),
            engines: engines.collect::<Result<_, _>>()?,
            depths,
            processes: self.processes.unwrap_or_else(cores),
            out: file.to_owned(),
            journal: self.journal.clone(),
            force: self.force,
        })
    }

    /// The games alone.
    fn count(&self, console: &Console) -> anyhow::Result<Outcome> {
        let since = Instant::now();
        let counted = count(&self.files, &self.filters.filters(), stop_flag(), |stream| {
            console.reading(stream.counts().read, "games", stream.bytes(), since);
        })
        .map_err(sorted)?;
        if stopped() {
            anyhow::bail!("stopped: not all games were read");
        }
        Ok(counted)
    }
}

fn tell(console: &Console, progress: Progress) {
    let Progress { decisions, total, left, games, .. } = progress;
    match total {
        Some(total) => console.advance((decisions, total), "decisions", left),
        None => console.count(games, "games"),
    }
}

/// What cannot be asked told apart from what failed.
pub(crate) fn sorted(error: EvaluateError) -> anyhow::Error {
    use EvaluateError::{Exists, Games};
    let journal = matches!(error, EvaluateError::Journal(JournalError::NotAJournal { .. }));
    match error {
        Exists { .. } | Games(_) => bad_input(error),
        _ if journal => bad_input(error),
        _ => error.into(),
    }
}

/// Says why there is no file.
fn nothing(outcome: Outcome) -> anyhow::Result<()> {
    let Outcome { games, totals } = outcome;
    let mut why: Vec<String> = Refusal::ALL
        .iter()
        .zip(games.refused)
        .filter(|(_, count)| *count > 0)
        .map(|(reason, count)| format!("{count} left out: {}", reason.word()))
        .collect();
    if totals.decided > 0 {
        why.push(format!("{} decisions left out as decided", totals.decided));
    }
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    let read = games.read;
    let unreadable = Unreadable { first: games.errors, count: games.unreadable };
    if let Err(why_not) = unreadable.report(read) {
        eprintln!("fallible: {}", printable(&why_not.to_string()));
    }
    refuse!(
        "no position of {read} games passes, and nothing is written{why}: give other games, or other filters"
    )
}

/// Says what could not be done, which makes the exit code.
fn told(outcome: Outcome) -> anyhow::Result<()> {
    let Outcome { games, totals } = outcome;
    for failure in &totals.failures {
        eprintln!("fallible: {}", printable(failure));
    }
    Unreadable { first: games.errors, count: games.unreadable }.report(games.read)?;
    if totals.failed > 0 {
        anyhow::bail!(
            "{} positions could not be valued and are not in the file; the same command tries them again",
            totals.failed
        );
    }
    Ok(())
}
