//! `fallible solve KQKR KBBKN`: makes tables and says what they hold and what they took.

use std::io::Write;
use std::time::{Duration, Instant};

use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::rules::Color;
use endgame::solve::SolveError;
use endgame::tables::{Tables, TablesError};
use study::schema::{OutcomeTotals, Solved, SolvedEndgame};
use value::Metric;

use crate::console::Console;
use crate::endgames_option::Endgames;
use crate::format::{bytes, grouped, seconds};
use crate::json;
use crate::options::{ChessOption, Options};
use crate::resource_usage;

/// Solve endgames and keep their tables
///
/// The smaller endgames they convert into are solved and kept too. Counts are classes: positions
/// unique under the board's symmetries.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible solve KQKR KBBKN
  fallible solve --men 3 --men 4                   all 35 of three and four men
  fallible solve KBBKN --no-cache --threads 1      for the stop-watch
  fallible solve KPK --metric dtm --again")]
pub(crate) struct Args {
    #[command(flatten)]
    endgames: Endgames,

    /// Solve anew what is in the cache already
    #[arg(long, conflicts_with = "no_cache")]
    again: bool,

    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let endgames = args.endgames.list()?;
    let (tables, console) =
        if args.again { args.options.open_in(None)? } else { args.options.open_to_keep()? };
    let tables = if endgames.len() == 1 { tables.keeping_the_last() } else { tables.keeping_all() };
    let start = Stopwatch::start();
    if !args.options.json {
        writeln!(out, "{}: {}\n", args.options.metric, args.options.metric.unit())?;
        writeln!(out, "{HEADINGS}")?;
        out.flush()?;
    }
    let mut answers = Vec::new();
    for (before, material) in endgames.into_iter().enumerate() {
        let solved = solve(args, &tables, material, &console);
        let solved = solved.map_err(|error| what_stays(args, before, error))?;
        console.clear();
        if args.options.json {
            answers.push(solved);
        } else {
            print(&solved, out)?;
            out.flush()?;
        }
    }
    let metric = args.options.metric;
    let made = (metric, answers, args.options.json);
    finish(made, &start, args.options.memory_budget(), out)
}

/// What it all took, as JSON with the endgames or as text after them.
pub(super) fn finish(
    (metric, endgames, as_json): (Metric, Vec<SolvedEndgame>, bool),
    start: &Stopwatch,
    memory_budget: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let ((clock, cpu), peak_memory) = (start.spent(), resource_usage::peak_memory());
    if as_json {
        let (metric, seconds, cpu_seconds) = (metric.word().into(), clock, cpu);
        let solved = Solved { metric, endgames, seconds, cpu_seconds, peak_memory, memory_budget };
        return json::write(out, &solved);
    }
    let cpu = cpu.map_or("unknown".to_owned(), seconds);
    let peak = peak_memory.map_or("unknown".to_owned(), bytes);
    let (clock, budget) = (seconds(clock), bytes(memory_budget as u64));
    write!(out, "\n{clock} on the clock, {cpu} CPU, {peak} of memory at the peak ")?;
    Ok(writeln!(out, "(tables may take {budget})")?)
}

/// Makes or finds one table and counts it; only the making is timed.
fn solve(
    args: &Args,
    tables: &Tables,
    material: Material,
    console: &Console,
) -> anyhow::Result<SolvedEndgame> {
    let stopwatch = Stopwatch::start();
    let there = if args.again {
        let store = args.options.store()?;
        store.iter().try_for_each(|store| store.check_writable(&material, tables.metric()))?;
        let table = tables.table(&material, &console.monitor())?;
        store.iter().try_for_each(|store| store.save(&table).map(|_| ()))?;
        false
    } else {
        tables.solve(&material, &console.monitor())?.was_already_there()
    };
    let (seconds, cpu_seconds) = stopwatch.spent();
    let histogram =
        OutcomeHistogram::of(&*tables.table(&material, &console.monitor())?, Count::Classes);
    let side = |turn: Color| OutcomeTotals::from(histogram.side(material.table_color(turn)));
    let [white, black] = Color::ALL.map(side);
    let cached = there && tables.store().is_some();
    let material = material.to_string();
    Ok(SolvedEndgame { material, cached, white, black, seconds, cpu_seconds })
}

/// What was written before somebody said stop: with `--again` only we know.
fn what_stays(args: &Args, before: usize, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<TablesError>() {
        Ok(TablesError::Solve(SolveError::Stopped { material, .. })) if args.again => {
            SolveError::Stopped { material, written: before }.into()
        }
        Ok(other) => other.into(),
        Err(other) => other,
    }
}

pub(super) const HEADINGS: &str = "endgame to move           wins         draws        losses  deepest win/loss      time       CPU";

/// Two rows, one for each side to move.
pub(super) fn print(solved: &SolvedEndgame, out: &mut dyn Write) -> anyhow::Result<()> {
    let times = match solved.cached {
        true => format!("{:>20}", "in the cache"),
        false => {
            let cpu = solved.cpu_seconds.map(seconds).unwrap_or_default();
            format!("{:>10}{cpu:>10}", seconds(solved.seconds))
        }
    };
    let rows = [
        (solved.material.as_str(), "White", solved.white, times.as_str()),
        ("", "Black", solved.black, ""),
    ];
    for (name, turn, OutcomeTotals { wins, draws, losses, deepest_win, deepest_loss }, times) in
        rows
    {
        let depth = |deepest: Option<u16>| deepest.map_or("-".to_owned(), |d| d.to_string());
        let deepest = format!("{} / {}", depth(deepest_win), depth(deepest_loss));
        let [wins, draws, losses] = [wins, draws, losses].map(grouped);
        writeln!(out, "{name:<8}{turn:<8}{wins:>14}{draws:>14}{losses:>14}{deepest:>18}{times}")?;
    }
    Ok(())
}

/// Measures the clock and the processors from a moment on.
pub(super) struct Stopwatch {
    start: Instant,
    processors: Option<Duration>,
}

impl Stopwatch {
    pub(super) fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), processors: resource_usage::cpu_time() }
    }

    /// Seconds on the clock, and on all processors together.
    pub(super) fn spent(&self) -> (f64, Option<f64>) {
        let processors = resource_usage::cpu_time().zip(self.processors);
        let processors = processors.map(|(now, then)| (now - then).as_secs_f64());
        (self.start.elapsed().as_secs_f64(), processors)
    }
}
