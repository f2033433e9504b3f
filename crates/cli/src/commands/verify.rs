//! `fallible verify KBBKN`: every position of a table, held against slow plain code.

use std::io::Write;
use std::num::NonZeroU64;

use anyhow::bail;
use endgame::reference_solver::ReferenceSolver;
use study::schema::{Verification, VerifiedEndgame};
use study::verification::{by_reference_solver, by_successors};

use crate::endgames_option::Endgames;
use crate::failure::bad_input;
use crate::format::grouped;
use crate::json;
use crate::options::Options;

/// Check tables, position by position
///
/// By default each position is held against its legal moves, and a sample against its mirror
/// images. The graph judge instead solves the endgame a second time, by code that shares nothing
/// with the solver but the rules of chess; it takes up to four men. Exit code 1 if anything is
/// wrong.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible verify KBBKN
  fallible verify KQPKQ --every 1000               a sample of a large one
  fallible verify KQKR --judge graph
  fallible verify --men 3 --men 4 --judge graph    everything of three and four men")]
pub(crate) struct Args {
    #[command(flatten)]
    endgames: Endgames,

    /// Who judges: the legal moves of each position, or a second solver
    #[arg(long, value_enum, value_name = "JUDGE", default_value = "successors")]
    judge: By,

    /// With the successors: look at about one position in N, evenly spread [default: 1, all]
    #[arg(long, value_name = "N")]
    every: Option<NonZeroU64>,

    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Successors,
    Graph,
}

impl By {
    fn word(self) -> &'static str {
        match self {
            By::Successors => "successors",
            By::Graph => "graph",
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let endgames = args.endgames.list()?;
    if args.judge == By::Graph && args.every.is_some() {
        return Err(bad_input(
            "--every is a sample for the successors, and the graph judges every position: leave one of the two out",
        ));
    }
    let every = args.every.unwrap_or(NonZeroU64::MIN);
    let (tables, console) = args.options.open()?;
    let mut reference = ReferenceSolver::new(args.options.metric);
    let mut findings = Vec::new();
    for material in endgames {
        let finding = match args.judge {
            By::Successors => by_successors(&tables, material, every, &console.monitor())?,
            By::Graph => {
                by_reference_solver(&tables, &mut reference, material, &console.monitor())?
            }
        };
        console.clear();
        if finding.checked == 0 {
            return Err(bad_input(format!(
                "--every {every} leaves no position of {material} to look at: give a smaller number"
            )));
        }
        if !args.options.json {
            print(&finding, out)?;
            out.flush()?;
        }
        findings.push(finding);
    }
    let wrong: u64 = findings.iter().map(|finding| finding.wrong).sum();
    if args.options.json {
        let (metric, judge) = (args.options.metric.word(), args.judge.word());
        json::write(
            out,
            &Verification { metric: metric.into(), judge: judge.into(), endgames: findings },
        )?;
    }
    if wrong > 0 {
        out.flush()?;
        bail!("{} positions are wrong: please report them with this output", grouped(wrong));
    }
    Ok(())
}

/// One row, and a sentence for each of the first wrong positions.
fn print(finding: &VerifiedEndgame, out: &mut dyn Write) -> anyhow::Result<()> {
    let verdict = match finding.wrong {
        0 => "all agree".to_owned(),
        wrong => format!("{} WRONG", grouped(wrong)),
    };
    writeln!(out, "{:<8}{:>14} positions: {verdict}", finding.material, grouped(finding.checked))?;
    for sentence in &finding.first {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}
