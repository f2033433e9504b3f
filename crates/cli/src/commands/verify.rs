//! `fallible verify KBBKN`: every position of a table, held against slow plain code.

use std::io::Write;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use anyhow::bail;
use endgame::progress::Monitor;
use endgame::reference_solver::ReferenceSolver;
use study::schema::{Verification, VerifiedEndgame};
use study::verification::{Sample, by_reference_solver, by_successors, by_walking};

use crate::endgames_option::Endgames;
use crate::failure::refuse_if;
use crate::format::grouped;
use crate::json;
use crate::options::{Options, number_or};

/// Check tables, position by position
///
/// By default each position is held against its legal moves, and a sample against its mirror
/// images. The walk does the same without mirror images and several times as fast: it makes moves on
/// the table's own numbers. The graph judge instead solves the endgame a second time, by code that shares nothing
/// with the solver but the rules of chess; it takes up to four men. Exit code 1 if anything is
/// wrong.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible verify KBBKN
  fallible verify KQPKQ --sample 1000000           about a million positions of a large one
  fallible verify KQKR --judge walk                every position, fast
  fallible verify KQKR --judge graph
  fallible verify --men 3 --men 4 --judge graph    everything of three and four men")]
pub(crate) struct Args {
    #[command(flatten)]
    endgames: Endgames,

    /// Who judges: the legal moves of each position, the same made fast, or a second solver
    #[arg(long, value_enum, value_name = "JUDGE", default_value = "successors")]
    judge: By,

    /// With the successors: look at about one position in N, evenly spread [default: 1, all]
    #[arg(long, value_name = "N", value_parser = number_or("every", SOME, "give a number from 1, as in 1000"))]
    every: Option<NonZeroU64>,

    /// With the successors: look at about N positions, evenly spread
    #[arg(long, value_name = "N", conflicts_with = "every", value_parser = number_or("sample", SOME, "give a number from 1, as in 1000000"))]
    sample: Option<NonZeroU64>,

    #[command(flatten)]
    options: Options,
}

/// Any number but none.
const SOME: RangeInclusive<NonZeroU64> = NonZeroU64::MIN..=NonZeroU64::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Successors,
    Walk,
    Graph,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let endgames = args.endgames.list()?;
    let named = match (args.every, args.sample) {
        (Some(every), _) => Some(("--every", every, Sample::Every(every))),
        (None, Some(sample)) => Some(("--sample", sample, Sample::Positions(sample))),
        (None, None) => None,
    };
    let option = named.map_or("", |(option, ..)| option);
    let judge = format!("{:?}", args.judge).to_lowercase();
    refuse_if!(
        args.judge != By::Successors && named.is_some(),
        "{option} is a sample for the successors, and the {judge} judges every position: leave one of the two out"
    );
    let sample = named.map_or(Sample::Every(NonZeroU64::MIN), |(.., sample)| sample);
    let (tables, console) = args.options.open()?;
    let mut reference = ReferenceSolver::new(args.options.metric);
    let mut findings = Vec::new();
    let report = |progress| console.tell(progress);
    let monitor = Monitor { report: &report, ..console.monitor() };
    for material in endgames {
        if args.judge != By::Graph {
            tables.table(&material, &console.monitor())?;
        }
        let start = Instant::now();
        let finding = match args.judge {
            By::Successors => by_successors(&tables, material, sample, &monitor)?,
            By::Walk => by_walking(&tables, material, &monitor)?,
            By::Graph => by_reference_solver(&tables, &mut reference, material, &monitor)?,
        };
        console.clear();
        if let Some((option, number, _)) = named {
            let other = if args.every.is_some() { "smaller" } else { "larger" };
            refuse_if!(
                finding.checked == 0,
                "{option} {number} leaves no position of {material} to look at: give a {other} number"
            );
        }
        if !args.options.json {
            print(&finding, start.elapsed(), out)?;
            out.flush()?;
        }
        findings.push(finding);
    }
    let wrong: u64 = findings.iter().map(|finding| finding.wrong).sum();
    if args.options.json {
        let metric = args.options.metric.word().into();
        json::write(out, &Verification { metric, judge: judge.into(), endgames: findings })?;
    }
    if wrong > 0 {
        out.flush()?;
        bail!("{} positions are wrong: please report them with this output", grouped(wrong));
    }
    Ok(())
}

/// One row, with the rates of a sample, and a sentence for each of the first wrong positions.
fn print(finding: &VerifiedEndgame, time: Duration, out: &mut dyn Write) -> anyhow::Result<()> {
    let VerifiedEndgame { material, checked, every, wrong, first } = finding;
    let rates = match every {
        1 => String::new(),
        every => {
            let rate = *checked as f64 / time.as_secs_f64().max(1e-3);
            format!(", one in {}, {} a second", grouped(*every), grouped(rate as u64))
        }
    };
    let verdict = match wrong {
        0 => "all agree".to_owned(),
        wrong => format!("{} WRONG", grouped(*wrong)),
    };
    writeln!(out, "{material:<8}{:>14} positions{rates}: {verdict}", grouped(*checked))?;
    for sentence in first {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}
