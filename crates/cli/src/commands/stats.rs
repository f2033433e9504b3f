//! `fallible stats KQKR`: how many positions of each depth, and which are the deepest.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use endgame::find::{Worth, deepest_positions};
use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram, SideHistogram};
use endgame::rules::{Color, color_name};
use endgame::table::Table;
use study::schema::Statistics;
use value::{Depth, Metric};

use crate::files;
use crate::format::{counted, grouped, share};
use crate::json;
use crate::options::{Options, count};
use crate::plot::{Plot, Scale, Series};

/// How many of the deepest positions are shown.
const SHOWN: usize = 3;

/// Count the positions of each depth, for both sides to move
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible stats KQKR
  fallible stats KRKQ                           the same in the other colours
  fallible stats KQKR --count boards --json
  fallible stats KBBKN --plot kbbkn.svg --log")]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// Count positions unique under the board's symmetries, or every placement
    #[arg(long, value_name = "WHAT", value_parser = count(), default_value = "classes")]
    count: Count,

    /// Draw the counts by depth into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Draw counts on a logarithmic axis
    #[arg(long, requires = "plot")]
    log: bool,

    #[command(flatten)]
    options: Options,
}

/// Everything to be said about an endgame, in the user's colours.
struct Report {
    material: Material,
    metric: Metric,
    counted: Count,
    white: SideHistogram,
    black: SideHistogram,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let (tables, console) = args.options.open()?;
    let table = tables.table(&args.material, &console.monitor())?;
    let histogram = OutcomeHistogram::of(&table, args.count);
    console.clear();
    let [white, black] =
        Color::ALL.map(|turn| histogram.side(args.material.table_color(turn)).clone());
    let report = Report {
        material: args.material,
        metric: args.options.metric,
        counted: args.count,
        white,
        black,
    };
    if let Some(file) = &args.plot {
        let scale = if args.log { Scale::Log } else { Scale::Linear };
        files::write(file, &report.plot(scale).svg())?;
    }
    if args.options.json {
        return json::write(out, &report.answer());
    }
    report.print_shares(out)?;
    report.print_depths(out)?;
    report.print_deepest(&table, out)
}

impl Report {
    fn side(&self, turn: Color) -> &SideHistogram {
        turn.fold_wb(&self.white, &self.black)
    }

    fn answer(&self) -> Statistics {
        Statistics {
            material: self.material.to_string(),
            metric: self.metric.word().into(),
            count: self.counted.word().into(),
            white: (&self.white).into(),
            black: (&self.black).into(),
        }
    }

    /// Wins, draws and losses of either side to move.
    fn print_shares(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{}: {}, {}", self.material, self.metric, self.metric.unit())?;
        writeln!(out, "counted in {}\n", self.counted.meaning())?;
        writeln!(out, "{:<8}{:>24}{:>26}", "", "White to move", "Black to move")?;
        let sides = Color::ALL.map(|turn| self.side(turn));
        let rows = [
            ("wins", sides.map(SideHistogram::won)),
            ("draws", sides.map(|side| side.draws)),
            ("losses", sides.map(SideHistogram::lost)),
        ];
        let [whites, blacks] = sides.map(SideHistogram::total);
        for (name, [white, black]) in rows {
            let cell = |part, whole| format!("{:>14}{:>10}", grouped(part), share(part, whole));
            writeln!(out, "{name:<8}{}  {}", cell(white, whites), cell(black, blacks))?;
        }
        Ok(writeln!(out)?)
    }

    /// How many of each depth.
    fn print_depths(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let columns = [&self.white.wins, &self.white.losses, &self.black.wins, &self.black.losses];
        let depths: BTreeSet<Depth> = columns.iter().flat_map(|c| c.keys().copied()).collect();
        writeln!(
            out,
            "{:<8}{:>12}{:>12}  {:>12}{:>12}",
            "depth", "wins", "losses", "wins", "losses"
        )?;
        for depth in depths {
            let [a, b, c, d] =
                columns.map(|column| column.get(&depth).map_or("-".to_owned(), |&n| grouped(n)));
            writeln!(out, "{depth:>5}   {a:>12}{b:>12}  {c:>12}{d:>12}")?;
        }
        Ok(writeln!(out)?)
    }

    /// The first few of the deepest positions, for each side to move and winner.
    fn print_deepest(&self, table: &Table, out: &mut dyn Write) -> anyhow::Result<()> {
        for (turn, winner) in Color::ALL.into_iter().flat_map(|turn| [(turn, turn), (turn, !turn)])
        {
            let side = self.side(turn);
            let (worth, deepest) = if winner == turn {
                (Worth::Win, side.deepest_win())
            } else {
                (Worth::Loss, side.deepest_loss())
            };
            let in_table = self.material.table_color(turn);
            let positions = deepest_positions(table, in_table, worth, SHOWN);
            let (Some((depth, n)), Some((_, positions))) = (deepest, positions) else { continue };
            let count = counted(n, self.counted.one(), self.counted.word());
            let (winner, mover) = (color_name(winner), color_name(turn));
            writeln!(out, "{winner} wins in {depth}, {mover} to move: {count}")?;
            for position in positions {
                writeln!(out, "  {}", self.material.in_these_colors(&position).fen())?;
            }
        }
        Ok(())
    }

    /// A line for each side to move and winner that occurs.
    fn plot(&self, up_scale: Scale) -> Plot {
        let named = [
            ("White to move, White wins", &self.white.wins),
            ("Black to move, White wins", &self.black.losses),
            ("Black to move, Black wins", &self.black.wins),
            ("White to move, Black wins", &self.white.losses),
        ];
        let points = |counts: &BTreeMap<Depth, u64>| {
            counts.iter().map(|(depth, &n)| (f64::from(depth.0), n as f64)).collect()
        };
        let series = named.into_iter().filter(|(_, counts)| !counts.is_empty());
        Plot {
            title: format!("{}: positions of each depth", self.material),
            note: format!("{}, counted in {}", self.metric, self.counted.meaning()),
            across: format!("depth: {}", self.metric.unit()),
            up: self.counted.word().to_owned(),
            close_up: false,
            up_scale,
            series: series
                .map(|(name, counts)| Series { name: name.to_owned(), points: points(counts) })
                .collect(),
            ..Plot::default()
        }
    }
}
