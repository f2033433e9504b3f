//! `fallible solve KQKR KBBKN`: makes tables and says what they hold and what they took.

use std::io::Write;
use std::time::{Duration, Instant};

use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram, SideHistogram};
use endgame::rules::{Color, color_name};
use endgame::solve::SolveError;
use endgame::tables::{Tables, TablesError};
use study::schema::{Solved, SolvedEndgame, Totals};

use crate::console::Console;
use crate::endgames_option::Endgames;
use crate::format::{bytes, grouped, seconds};
use crate::json;
use crate::options::Options;
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
    options: Options,
}

/// Time on the clock and on all processors.
#[derive(Clone, Copy)]
struct Spent {
    clock: Duration,
    processors: Option<Duration>,
}

/// What one endgame holds, in the user's colours, and what it took.
struct Made {
    material: Material,
    cached: bool,
    sides: [SideHistogram; 2],
    spent: Spent,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let endgames = args.endgames.list()?;
    let (tables, console) =
        if args.again { args.options.open_in_memory()? } else { args.options.open_to_keep()? };
    let tables = tables.keeping_all();
    let start = Stopwatch::start();
    if !args.options.json {
        writeln!(out, "{}: {}\n", args.options.metric, args.options.metric.unit())?;
        writeln!(out, "{}", HEADINGS.join(""))?;
        out.flush()?;
    }
    let mut answers = Vec::new();
    for (before, material) in endgames.into_iter().enumerate() {
        let solved = solve(args, &tables, material, &console);
        let solved = solved.map_err(|error| what_stays(args, before, error))?;
        console.clear();
        if args.options.json {
            answers.push(solved.answer());
        } else {
            solved.print(out)?;
            out.flush()?;
        }
    }
    let (spent, peak_memory) = (start.spent(), resource_usage::peak_memory());
    if args.options.json {
        return json::write(
            out,
            &Solved {
                metric: args.options.metric.word().into(),
                endgames: answers,
                seconds: spent.clock.as_secs_f64(),
                cpu_seconds: spent.processors.map(|time| time.as_secs_f64()),
                peak_memory,
                memory_budget: args.options.memory_budget(),
            },
        );
    }
    Ok(writeln!(
        out,
        "\n{} on the clock, {} CPU, {} of memory at the peak (tables may take {})",
        seconds(spent.clock),
        spent.processors.map_or("unknown".to_owned(), seconds),
        peak_memory.map_or("unknown".to_owned(), bytes),
        bytes(args.options.memory_budget() as u64),
    )?)
}

/// Makes or finds one table and counts it; only the making is timed.
fn solve(
    args: &Args,
    tables: &Tables,
    material: Material,
    console: &Console,
) -> anyhow::Result<Made> {
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
    let spent = stopwatch.spent();
    let histogram =
        OutcomeHistogram::of(&*tables.table(&material, &console.monitor())?, Count::Classes);
    let sides = Color::ALL.map(|turn| histogram.side(material.table_color(turn)).clone());
    let cached = there && tables.store().is_some();
    Ok(Made { material, cached, sides, spent })
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

const HEADINGS: [&str; 8] = [
    "endgame ",
    "to move ",
    "          wins",
    "         draws",
    "        losses",
    "  deepest win/loss",
    "      time",
    "       CPU",
];

impl Made {
    /// Two rows, one for each side to move.
    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for (turn, side) in Color::ALL.into_iter().zip(&self.sides) {
            let first = turn == Color::White;
            let side = Totals::from(side);
            let depth = |deepest: Option<u16>| deepest.map_or("-".to_owned(), |d| d.to_string());
            let times = match (first, self.cached) {
                (false, _) => String::new(),
                (true, true) => format!("{:>20}", "in the cache"),
                (true, false) => {
                    let processors = self.spent.processors.map(seconds).unwrap_or_default();
                    format!("{:>10}{processors:>10}", seconds(self.spent.clock))
                }
            };
            writeln!(
                out,
                "{:<8}{:<8}{:>14}{:>14}{:>14}{:>18}{times}",
                if first { self.material.to_string() } else { String::new() },
                color_name(turn),
                grouped(side.wins),
                grouped(side.draws),
                grouped(side.losses),
                format!("{} / {}", depth(side.deepest_win), depth(side.deepest_loss)),
            )?;
        }
        Ok(())
    }

    fn answer(&self) -> SolvedEndgame {
        let [white, black] = &self.sides;
        SolvedEndgame {
            material: self.material.to_string(),
            cached: self.cached,
            white: white.into(),
            black: black.into(),
            seconds: self.spent.clock.as_secs_f64(),
            cpu_seconds: self.spent.processors.map(|time| time.as_secs_f64()),
        }
    }
}

/// Measures the clock and the processors from a moment on.
struct Stopwatch {
    start: Instant,
    processors: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), processors: resource_usage::cpu_time() }
    }

    fn spent(&self) -> Spent {
        let processors =
            resource_usage::cpu_time().zip(self.processors).map(|(now, then)| now - then);
        Spent { clock: self.start.elapsed(), processors }
    }
}
