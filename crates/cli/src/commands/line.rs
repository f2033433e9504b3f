//! `fallible line FEN`: best play by both sides, with how much choice each had.

use std::collections::HashSet;
use std::io::Write;

use endgame::conversion::is_conversion;
use endgame::rules::{Color, Move, Position, color_name};
use endgame::tables::Tables;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use value::Outcome;

use crate::json::{self, Value};
use crate::options::{FenWords, Options, SyzygyOption};
use crate::probed::Probed;

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
    options: Options,
}

/// One move of the line and what it was chosen from.
struct Step {
    before: Position,
    play: Move,
    value: Outcome,
    optimal: usize,
    legal: usize,
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum End {
    Mate,
    Conversion,
    Draw,
    /// Only where rounded Syzygy depths lead in a circle.
    Repetition,
}

impl End {
    fn said(self) -> &'static str {
        match self {
            End::Mate => "mate",
            End::Conversion => "the goal is reached; --to-mate goes on from here",
            End::Repetition => {
                "the position repeats: the Syzygy files' rounded depths lead no further"
            }
            End::Draw => "drawn with best play: there is no winner's goal to play for",
        }
    }
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    metric: &'static str,
    value: Value,
    line: Vec<StepAnswer>,
    end: End,
}

#[derive(Serialize)]
struct StepAnswer {
    uci: String,
    san: String,
    value: Value,
    optimal: usize,
    legal: usize,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    let (tables, console) = args.options.open()?;
    let tables = args.syzygy.behind(tables)?;
    let start = Probed::of(&tables, position)?;
    let (steps, end) = follow(args, &tables, &start.position)?;
    console.clear();
    if args.options.json {
        return json::write(out, &answer(&start, &steps, end));
    }
    start.print(out)?;
    print_moves(&steps, out)?;
    Ok(writeln!(out, "{}", end.said())?)
}

/// Plays the best moves until the goal.
fn follow(args: &Args, tables: &Tables, start: &Position) -> anyhow::Result<(Vec<Step>, End)> {
    let mut rng = args.seed.map(ChaCha8Rng::seed_from_u64);
    let mut steps = Vec::new();
    let mut seen = HashSet::new();
    let mut at = start.clone();
    loop {
        if !seen.insert(at.clone()) {
            return Ok((steps, End::Repetition));
        }
        let probed = Probed::of(tables, at)?;
        if probed.value == Outcome::Draw {
            return Ok((steps, End::Draw));
        }
        if probed.choices.is_empty() {
            return Ok((steps, End::Mate));
        }
        let (optimal, legal) = (probed.optimal(), probed.choices.len());
        let pick = rng.as_mut().map_or(0, |rng| rng.random_range(0..optimal));
        let (play, value) = (probed.choices[pick].play, probed.choices[pick].value);
        at = probed.position.after(play);
        steps.push(Step { before: probed.position, play, value, optimal, legal });
        if is_conversion(probed.metric, play) && !args.to_mate && !at.is_checkmate() {
            return Ok((steps, End::Conversion));
        }
    }
}

fn answer(start: &Probed, steps: &[Step], end: End) -> Answer {
    let line = steps.iter().map(|step| StepAnswer {
        uci: step.before.uci(step.play),
        san: step.before.san(step.play),
        value: step.value.into(),
        optimal: step.optimal,
        legal: step.legal,
    });
    Answer {
        fen: start.position.fen(),
        metric: start.metric.word(),
        value: start.value.into(),
        line: line.collect(),
        end,
    }
}

/// One row for each move of both sides: SAN, depth after it, optimal choices of all.
fn print_moves(steps: &[Step], out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(first) = steps.first() else { return Ok(()) };
    let title = |color: Color| format!("{:<9}{:>5}  {:<9}", color_name(color), "depth", "optimal");
    writeln!(out, "      {}  {}", title(Color::White), title(Color::Black).trim_end())?;
    let skipped = usize::from(first.before.turn() == Color::Black);
    let cells: Vec<String> = std::iter::repeat_n(format!("{:<25}", "..."), skipped)
        .chain(steps.iter().map(|step| {
            let depth = step.value.depth().map(|depth| depth.to_string()).unwrap_or_default();
            let chosen = format!("{}/{}", step.optimal, step.legal);
            format!("{:<9}{depth:>5}  {chosen:<9}", step.before.san(step.play))
        }))
        .collect();
    for (number, pair) in cells.chunks(2).enumerate() {
        let row = format!("{:>4}  {}", format!("{}.", number + 1), pair.join("  "));
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(writeln!(out)?)
}
