//! `fallible chart FEN --piece Q`: what a position is worth with one man on every square.

use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;

use clap::ColorChoice;
use endgame::chart::{Chart, ChartError, SquareContent, Which};
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
    color: ColorChoice,

    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Convention {
    Metric,
    Jansen,
}

fn paints(when: ColorChoice) -> bool {
    match when {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    let turn = args.side.unwrap_or(position.turn());
    let (tables, console) = args.options.open()?;
    let chart = args.chart(&position, turn, &tables, &console)?;
    console.clear();
    files::write_if(&args.svg, || args.board(&chart).svg())?;
    if args.options.json {
        let convention = if args.convention == Convention::Metric { "metric" } else { "jansen" };
        let metric = args.options.metric;
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
            Convention::Jansen => JANSEN.to_owned(),
        }
    }

    fn print(&self, chart: &Chart, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{} on every square, {} to move", chart.whose(), color_name(chart.turn))?;
        writeln!(out, "{}\n", self.counted())?;
        let deepest = deepest(chart);
        for rank in (0..8u32).rev() {
            write!(out, "{} ", rank + 1)?;
            for file in 0..8 {
                let content = chart.at(Square::new(rank * 8 + file));
                let own = own_value(chart, content);
                let text = match (content, own) {
                    (SquareContent::Man(man), _) => man.char().to_string(),
                    (_, None) => ".".to_owned(),
                    (_, Some(Outcome::Draw)) => "=".to_owned(),
                    (_, Some(Outcome::Win(depth))) => depth.to_string(),
                    (_, Some(Outcome::Loss(depth))) => format!("-{depth}"),
                };
                match own.and_then(|own| paint(own, deepest)).filter(|_| paints(self.color)) {
                    Some(paint) => write!(out, "{paint}{text:>4} \x1b[0m")?,
                    None => write!(out, "{text:>4} ")?,
                }
            }
            writeln!(out)?;
        }
        writeln!(out, "     a    b    c    d    e    f    g    h\n")?;
        let side = color_name(chart.man.color);
        writeln!(out, "n: {side} wins in n; -n: {side} loses in n; =: draw; .: no legal position")?;
        Ok(())
    }

    fn board(&self, chart: &Chart) -> Board {
        let deepest = f64::from(deepest(chart).0.max(1));
        let on = |&content: &SquareContent| match (content, own_value(chart, content)) {
            (SquareContent::Man(man), _) => OnSquare::Man(sign(man.char()).to_string()),
            (_, None) => OnSquare::Word("\u{b7}".to_owned()),
            (_, Some(Outcome::Draw)) => OnSquare::Word("draw".to_owned()),
            (_, Some(Outcome::Win(depth))) => OnSquare::Value {
                text: depth.to_string(),
                shade: 0.12 + 0.78 * f64::from(depth.0) / deepest,
            },
            (_, Some(Outcome::Loss(depth))) => OnSquare::Word(format!("loses {depth}")),
        };
        let [side, turn] = [chart.man.color, chart.turn].map(color_name);
        Board {
            title: format!("{} on every square", chart.whose()),
            note: match self.convention {
                Convention::Metric => format!("{turn} to move; {}", self.counted()),
                Convention::Jansen => format!("{turn} to move; depths as in Jansen 1992"),
            },
            legend: format!("numbers: {side} wins in so many moves; \u{b7} no legal position"),
            squares: chart.cells.iter().map(on).collect(),
        }
    }
}

const JANSEN: &str =
    "Jansen 1992: mate one move deeper than a capture, and one more with the loser to move";

/// What a square is worth to the man's own side; none where there is another man or no legal position.
fn own_value(chart: &Chart, content: SquareContent) -> Option<Outcome> {
    let SquareContent::Value(outcome) = content else { return None };
    Some(if chart.turn == chart.man.color { outcome } else { outcome.flipped() })
}

/// The deepest win of the man's side.
fn deepest(chart: &Chart) -> Depth {
    let depths = chart.cells.iter().filter_map(|&content| match own_value(chart, content)? {
        Outcome::Win(depth) => Some(depth),
        _ => None,
    });
    depths.max().unwrap_or(Depth(0))
}

/// From green for quick wins to blue for slow ones; red for losses.
fn paint(own: Outcome, deepest: Depth) -> Option<&'static str> {
    const QUICK_TO_SLOW: [&str; 5] = [
        "\x1b[30;48;5;157m",
        "\x1b[30;48;5;116m",
        "\x1b[30;48;5;74m",
        "\x1b[97;48;5;32m",
        "\x1b[97;48;5;24m",
    ];
    let step = |depth| usize::from(depth) * QUICK_TO_SLOW.len() / (usize::from(deepest.0) + 1);
    match own {
        Outcome::Win(Depth(depth)) => Some(QUICK_TO_SLOW[step(depth)]),
        Outcome::Draw => None,
        Outcome::Loss(_) => Some("\x1b[30;48;5;217m"),
    }
}

/// The sign of a man, from `\u{2654}`, White's king, to `\u{265f}`, Black's pawn.
fn sign(letter: char) -> char {
    let man = "KQRBNPkqrbnp".chars().position(|known| known == letter);
    ('\u{2654}'..='\u{265f}').nth(man.unwrap_or(11)).unwrap_or('?')
}
