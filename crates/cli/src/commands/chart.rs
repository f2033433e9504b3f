//! `fallible chart FEN --piece Q`: what a position is worth with one man on every square.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use endgame::chart::{Cell, Chart, ChartError, Which};
use endgame::jansen;
use endgame::rules::{Color, Position, Square, color_name};
use endgame::tables::Tables;
use plot::{Board, OnSquare};
use study::schema;
use value::{Depth, Outcome};

use crate::console::Console;
use crate::files;
use crate::json;
use crate::options::{FenWords, Options, color};

/// Show the depth with one man on every square of the board
///
/// A number is the depth if the man's own side wins, with a minus sign if it loses; = is a draw and
/// a dot a square where the man makes no legal position.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible chart \"8/1Q6/5K2/r7/7k/8/8/8 b\" --piece Q
  fallible chart \"8/1Q6/5K2/r7/7k/8/8/8 b\" --piece Q --convention jansen --svg chart.svg
  fallible chart \"8/1Q6/5K2/r7/7k/8/8/8 b\" --piece k --side white --json
  fallible chart \"8/8/8/4k3/8/8/B2B4/3K4 w\" --piece Ba2         which of two like men")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenWords,

    /// The man: its letter, Q White's and q Black's; with its square if there are two, as in Qa5
    #[arg(long, value_name = "MAN")]
    piece: Which,

    /// Who is to move [default: as in the FEN]
    #[arg(long, value_name = "SIDE", value_parser = color())]
    side: Option<Color>,

    /// How depths are counted: by the metric, or as in Jansen's thesis, mate one move deeper than a
    /// capture and one more with the loser to move
    #[arg(long, value_name = "HOW", value_enum, default_value = "metric")]
    convention: Convention,

    /// Draw the board into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,

    /// Colour the squares by depth: auto does so on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    color: When,

    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Convention {
    Metric,
    Jansen,
}

impl Convention {
    fn word(self) -> &'static str {
        match self {
            Convention::Metric => "metric",
            Convention::Jansen => "jansen",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl When {
    fn now(self) -> bool {
        match self {
            When::Always => true,
            When::Never => false,
            When::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}

/// What a square shows.
enum Shown {
    Man(char),
    Illegal,
    Draw,
    /// Whether the man's own side wins, and the depth.
    Decided(bool, Depth),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    let turn = args.side.unwrap_or(position.turn());
    let (tables, console) = args.options.open()?;
    let chart = args.chart(&position, turn, &tables, &console)?;
    console.clear();
    if let Some(file) = &args.svg {
        files::write(file, &args.board(&chart).svg())?;
    }
    if args.options.json {
        let (metric, convention) = (args.options.metric, args.convention.word());
        return json::write(out, &schema::Chart::of(&position, &chart, metric, convention));
    }
    args.print(&chart, out)
}

impl Args {
    /// The chart, its depths as the convention has them.
    fn chart(
        &self,
        position: &Position,
        turn: Color,
        tables: &Tables,
        console: &Console,
    ) -> anyhow::Result<Chart> {
        // A man that is not there is found out before anything is solved.
        Chart::of(position, self.piece, turn, |_| Ok::<_, ChartError>(Outcome::Draw))?;
        if self.convention == Convention::Metric {
            let worth = |at: &Position| Ok::<_, anyhow::Error>(tables.outcome(at)?);
            return Chart::of(position, self.piece, turn, worth);
        }
        let table = jansen::solve(tables, &position.material(), &console.monitor())?;
        let worth = |at: &Position| {
            let outcome = table.outcome(at).expect("the same men on other squares");
            let depth = jansen::printed_depth(outcome);
            Ok::<_, ChartError>(match (outcome, depth) {
                (Outcome::Win(_), Some(depth)) => Outcome::Win(depth),
                (Outcome::Loss(_), Some(depth)) => Outcome::Loss(depth),
                _ => Outcome::Draw,
            })
        };
        Ok(Chart::of(position, self.piece, turn, worth)?)
    }

    fn counted(&self) -> String {
        match self.convention {
            Convention::Metric => {
                format!("{}: {}", self.options.metric, self.options.metric.unit())
            }
            Convention::Jansen => "Jansen 1992: mate one move deeper than a capture, and one more \
                                   with the loser to move"
                .to_owned(),
        }
    }

    fn print(&self, chart: &Chart, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{} on every square, {} to move", chart.whose(), color_name(chart.turn))?;
        writeln!(out, "{}\n", self.counted())?;
        let deepest = deepest(chart);
        for rank in (0..8u32).rev() {
            write!(out, "{} ", rank + 1)?;
            for file in 0..8 {
                let shown = shown(chart, chart.at(Square::new(rank * 8 + file)));
                let text = match &shown {
                    Shown::Man(letter) => letter.to_string(),
                    Shown::Illegal => ".".to_owned(),
                    Shown::Draw => "=".to_owned(),
                    Shown::Decided(true, depth) => depth.to_string(),
                    Shown::Decided(false, depth) => format!("-{depth}"),
                };
                let cell = format!("{text:>4} ");
                match shown {
                    Shown::Decided(own, depth) if self.color.now() => {
                        write!(out, "{}{cell}\x1b[0m", paint(own, depth, deepest))?;
                    }
                    _ => write!(out, "{cell}")?,
                }
            }
            writeln!(out)?;
        }
        let files: String = ('a'..='h').map(|file| format!("{file:>4} ")).collect();
        writeln!(out, "  {}\n", files.trim_end())?;
        let side = color_name(chart.man.color);
        let legend =
            format!("n: {side} wins in n; -n: {side} loses in n; =: draw; .: no legal position");
        Ok(writeln!(out, "{legend}")?)
    }

    fn board(&self, chart: &Chart) -> Board {
        let deepest = f64::from(deepest(chart).0.max(1));
        let on = |&cell: &Cell| match (cell, shown(chart, cell)) {
            (Cell::Man(man), _) => OnSquare::Man(sign(man.char()).to_owned()),
            (_, Shown::Draw) => OnSquare::Word("draw".to_owned()),
            (_, Shown::Decided(true, depth)) => OnSquare::Value {
                text: depth.to_string(),
                shade: 0.12 + 0.78 * f64::from(depth.0) / deepest,
            },
            (_, Shown::Decided(false, depth)) => OnSquare::Word(format!("loses {depth}")),
            (_, Shown::Illegal | Shown::Man(_)) => OnSquare::Word("\u{b7}".to_owned()),
        };
        let side = color_name(chart.man.color);
        Board {
            title: format!("{} on every square", chart.whose()),
            note: match self.convention {
                Convention::Metric => {
                    format!("{} to move; {}", color_name(chart.turn), self.counted())
                }
                Convention::Jansen => {
                    format!("{} to move; depths as in Jansen 1992", color_name(chart.turn))
                }
            },
            legend: format!("numbers: {side} wins in so many moves; \u{b7} no legal position"),
            squares: chart.cells.iter().map(on).collect(),
        }
    }
}

fn shown(chart: &Chart, cell: Cell) -> Shown {
    match cell {
        Cell::Man(man) => Shown::Man(man.char()),
        Cell::Illegal => Shown::Illegal,
        Cell::Value(Outcome::Draw) => Shown::Draw,
        Cell::Value(Outcome::Win(depth)) => Shown::Decided(chart.turn == chart.man.color, depth),
        Cell::Value(Outcome::Loss(depth)) => Shown::Decided(chart.turn != chart.man.color, depth),
    }
}

/// The deepest win of the man's side.
fn deepest(chart: &Chart) -> Depth {
    let depths = chart.cells.iter().filter_map(|&cell| match shown(chart, cell) {
        Shown::Decided(true, depth) => Some(depth),
        _ => None,
    });
    depths.max().unwrap_or(Depth(0))
}

/// From green for quick wins to blue for slow ones; red for losses.
fn paint(own: bool, depth: Depth, deepest: Depth) -> &'static str {
    const QUICK_TO_SLOW: [&str; 5] = [
        "\x1b[30;48;5;157m",
        "\x1b[30;48;5;116m",
        "\x1b[30;48;5;74m",
        "\x1b[97;48;5;32m",
        "\x1b[97;48;5;24m",
    ];
    if !own {
        return "\x1b[30;48;5;217m";
    }
    let step = usize::from(depth.0) * QUICK_TO_SLOW.len() / (usize::from(deepest.0) + 1);
    QUICK_TO_SLOW[step]
}

/// The sign of a man.
fn sign(letter: char) -> &'static str {
    match letter {
        'K' => "\u{2654}",
        'Q' => "\u{2655}",
        'R' => "\u{2656}",
        'B' => "\u{2657}",
        'N' => "\u{2658}",
        'P' => "\u{2659}",
        'k' => "\u{265a}",
        'q' => "\u{265b}",
        'r' => "\u{265c}",
        'b' => "\u{265d}",
        'n' => "\u{265e}",
        _ => "\u{265f}",
    }
}
