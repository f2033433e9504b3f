//! `fallible verify KBBKN`: every position of a table, held against slow plain code.

use std::io::Write;
use std::num::NonZeroU64;

use anyhow::bail;
use endgame::index::Slot;
use endgame::material::Material;
use endgame::progress::Progress;
use endgame::reference_solver::ReferenceSolver;
use endgame::rules::{Color, Position, Role};
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use endgame::verify::verify;
use study::schema::{Verification, VerifiedEndgame};

use crate::console::{self, Console};
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

/// How many wrong positions are shown.
const SHOWN: usize = 10;

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
            By::Successors => by_successors(&tables, material, every, &console)?,
            By::Graph => by_graph(&tables, &mut reference, material, &console)?,
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
/// Holds each position against its legal moves.
fn by_successors(
    tables: &Tables,
    material: Material,
    every: NonZeroU64,
    console: &Console,
) -> anyhow::Result<VerifiedEndgame> {
    let table = tables.table(&material, &console.monitor())?;
    let en_passant = Color::ALL.iter().all(|&c| material.army(c).count(Role::Pawn) > 0);
    // Most moves stay in this endgame: its table is asked without detour where it knows everything.
    let lookup = |position: &Position| match table.outcome(position) {
        Some(outcome) if !en_passant => Ok(outcome),
        _ => tables.outcome(position),
    };
    let report =
        verify::<TablesError>(tables.metric(), &lookup, positions(&table, every, console))?;
    stop_if_asked(material)?;
    Ok(VerifiedEndgame {
        material: material.to_string(),
        checked: report.checked,
        wrong: report.wrong,
        first: report.disagreements.iter().take(SHOWN).map(ToString::to_string).collect(),
    })
}

/// The legal positions of a table, one of each class, about one in so many, until Ctrl-C.
fn positions(
    table: &Table,
    every: NonZeroU64,
    console: &Console,
) -> impl Iterator<Item = Position> {
    let (index, cells) = (table.index(), table.index().cells());
    let slots = Color::ALL.into_iter().flat_map(move |turn| {
        (0..cells).flat_map(move |cell| {
            let classes = index.class_mask(cell).representatives;
            (0..64)
                .filter(move |square| classes >> square & 1 != 0)
                .map(move |square| Slot { turn, index: cell * 64 + square })
        })
    });
    let total = 2 * index.len();
    slots
        .inspect(move |slot| {
            if slot.index.is_multiple_of(1 << 16) {
                let done = slot.index + slot.turn.fold_wb(0, index.len());
                (console.monitor().report)(Progress { material: index.material(), done, total });
            }
        })
        .take_while(|_| !console::stopped())
        .filter(move |slot| mixed(slot.index as u64).is_multiple_of(every.get()))
        .filter_map(|slot| index.decode(slot))
}

/// A number with its bits well mixed, so that every so many-th is a fair sample.
fn mixed(number: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&number.to_le_bytes())
}

/// Holds each position against a second solution.
fn by_graph(
    tables: &Tables,
    reference: &mut ReferenceSolver,
    material: Material,
    console: &Console,
) -> anyhow::Result<VerifiedEndgame> {
    reference.solve(material)?;
    tables.table(&material, &console.monitor())?;
    let mut finding =
        VerifiedEndgame { material: material.to_string(), ..VerifiedEndgame::default() };
    let positions = reference.positions(material)?;
    let total = positions.len();
    for (done, (position, expected)) in positions.enumerate() {
        if done.is_multiple_of(1 << 12) {
            stop_if_asked(material)?;
            (console.monitor().report)(Progress { material, done, total });
        }
        let stored = tables.outcome(&position)?;
        finding.checked += 1;
        if stored != expected {
            finding.wrong += 1;
            if finding.first.len() < SHOWN {
                let fen = position.fen();
                finding
                    .first
                    .push(format!("{fen}: stored {stored}, but the graph says {expected}"));
            }
        }
    }
    Ok(finding)
}

fn stop_if_asked(material: Material) -> anyhow::Result<()> {
    if console::stopped() {
        bail!("stopped while checking {material}");
    }
    Ok(())
}
