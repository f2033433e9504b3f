//! `fallible stats KQKR`: how many positions of each depth, and which are the deepest.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use endgame::dtr::{self, RuleDepths};
use endgame::find::{Worth, deepest_positions};
use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram, SideHistogram};
use endgame::rules::{Color, Position, color_name};
use endgame::table::Table;
use study::schema::{DrawCounts, DrawStatistics, Statistics};
use value::Depth;

use crate::files;
use crate::format::{counted, grouped, share};
use crate::json;
use crate::options::{ChessOption, Options, count};
use crate::plot::{Plot, Scale, Series};

const SHOWN: usize = 3;

/// Count the positions of each depth, for both sides to move
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible stats KQKR
  fallible stats KRKQ                           the same in the other colours
  fallible stats KQKR --count boards --json
  fallible stats KRKN --draws                   draws by the moves that forcing them takes
  fallible stats KPK --dtr                      the shortest rule each position can be won under
  fallible stats KBBKN --plot kbbkn.svg --log")]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// Count positions unique under the board's symmetries, or every placement
    #[arg(long, value_name = "WHAT", value_parser = count(), default_value = "classes")]
    count: Count,

    /// Count the draws instead, by the moves in which either side forces them
    #[arg(long, conflicts_with_all = ["plot", "log"])]
    draws: bool,

    /// Count by the depth by the rule: the least k for which the win can be forced under a k-move rule
    /// (four men at most, five without pawns)
    #[arg(long, conflicts_with_all = ["metric", "draws"])]
    dtr: bool,

    /// Draw the counts by depth into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Draw counts on a logarithmic axis
    #[arg(long, requires = "plot")]
    log: bool,

    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

/// Everything to be said about an endgame, in the user's colours.
pub(super) struct Report<'a> {
    pub(super) endgame: String,
    pub(super) count: Count,
    /// Whether counts are drawn on a logarithmic axis.
    pub(super) log: bool,
    /// What depths are called, and what they count.
    pub(super) metric: (String, &'static str),
    pub(super) white: &'a SideHistogram,
    pub(super) black: &'a SideHistogram,
}

/// The deepest positions of a side to move and a winner, with their depth.
pub(super) type Deepest = (Depth, Vec<String>);

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.draws {
        return draws(args, out);
    }
    let (tables, console) = args.options.open()?;
    let (depths, kept);
    let table: &Table = if args.dtr {
        depths = RuleDepths::of(&args.material, &console.monitor())?;
        depths.table()
    } else {
        kept = tables.table(&args.material, &console.monitor())?;
        &kept
    };
    let histogram = OutcomeHistogram::of(table, args.count);
    console.clear();
    let [white, black] = Color::ALL.map(|turn| histogram.side(args.material.table_color(turn)));
    let metric = match args.dtr {
        true => ("DTR".to_owned(), dtr::UNIT),
        false => (args.options.metric.to_string(), args.options.metric.unit()),
    };
    let endgame = args.material.to_string();
    let report = Report { endgame, count: args.count, log: args.log, metric, white, black };
    files::write_if(&args.plot, || report.plot().svg())?;
    if args.options.json {
        let statistics = Statistics {
            material: args.material.to_string(),
            metric: report.metric.0.to_lowercase().into(),
            count: args.count.word().into(),
            white: white.into(),
            black: black.into(),
        };
        return json::write(out, &statistics);
    }
    report.print(out, |turn, wins| {
        let worth = if wins { Worth::Win } else { Worth::Loss };
        let deepest = deepest_positions(table, args.material.table_color(turn), worth, SHOWN);
        let fen = |position: &Position| args.material.in_these_colors(position).fen();
        Ok(deepest.map(|(depth, positions)| (depth, positions.iter().map(fen).collect())))
    })
}

/// The draws by depth, then the first few of the deepest.
fn draws(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let (tables, console) = args.options.open()?;
    let Args { material, count, .. } = args;
    let draws = DrawStatistics::of(&tables, material, *count, SHOWN, &console.monitor())?;
    console.clear();
    if args.options.json {
        return json::write(out, &draws);
    }
    let DrawStatistics { white, black, .. } = &draws;
    let columns =
        [&white.white_to_move, &white.black_to_move, &black.white_to_move, &black.black_to_move];
    writeln!(out, "{material}: draws, by the moves of the side that forces them")?;
    writeln!(out, "counted in {}\n", count.meaning())?;
    writeln!(out, "               White forces the draw          Black forces the draw")?;
    writeln!(out, "depth        White moves Black moves        White moves Black moves")?;
    let deepest = columns.iter().filter_map(|column| column.forced.last()).map(|last| last.0).max();
    let row = |name: &str, cells: [Option<u64>; 4]| {
        let [a, b, c, d] = cells.map(|cell| cell.map_or("-".to_owned(), grouped));
        format!("{name:<11}{a:>13}{b:>12}  {c:>17}{d:>12}")
    };
    for depth in (0..=deepest.unwrap_or(0)).filter(|_| deepest.is_some()) {
        let of =
            |column: &DrawCounts| column.forced.iter().find(|one| one.0 == depth).map(|one| one.1);
        writeln!(out, "{}", row(&format!("{depth:>5}"), columns.map(of)))?;
    }
    writeln!(out, "{}\n", row("without end", columns.map(|column| Some(column.endless))))?;
    let who = [("White", "White"), ("White", "Black"), ("Black", "White"), ("Black", "Black")];
    for ((forces, moves), column) in who.into_iter().zip(columns) {
        let Some(&(depth, n)) = column.forced.last() else { continue };
        let counted = counted(n, count.one(), count.word());
        writeln!(out, "{forces} forces the draw in {depth}, {moves} to move: {counted}")?;
        for fen in &column.deepest_fens {
            writeln!(out, "  {fen}")?;
        }
    }
    Ok(())
}

impl Report<'_> {
    /// Everything; `deepest` gives the first of the deepest wins, or losses, of a side to move.
    pub(super) fn print(
        &self,
        out: &mut dyn Write,
        deepest: impl Fn(Color, bool) -> anyhow::Result<Option<Deepest>>,
    ) -> anyhow::Result<()> {
        self.print_shares(out)?;
        self.print_depths(out)?;
        self.print_deepest(deepest, out)
    }

    /// Wins, draws and losses of either side to move.
    fn print_shares(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (metric, unit) = &self.metric;
        writeln!(out, "{}: {metric}, {unit}", self.endgame)?;
        writeln!(out, "counted in {}\n", self.count.meaning())?;
        writeln!(out, "                   White to move             Black to move")?;
        let sides = [self.white, self.black];
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

    fn print_depths(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let columns = [&self.white.wins, &self.white.losses, &self.black.wins, &self.black.losses];
        let depths: BTreeSet<Depth> = columns.iter().flat_map(|c| c.keys().copied()).collect();
        writeln!(out, "depth           wins      losses          wins      losses")?;
        for depth in depths {
            let [a, b, c, d] =
                columns.map(|column| column.get(&depth).map_or("-".to_owned(), |&n| grouped(n)));
            writeln!(out, "{depth:>5}   {a:>12}{b:>12}  {c:>12}{d:>12}")?;
        }
        Ok(writeln!(out)?)
    }

    /// The first few of the deepest positions, for each side to move and winner.
    fn print_deepest(
        &self,
        found: impl Fn(Color, bool) -> anyhow::Result<Option<Deepest>>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let deepest =
            [(Color::White, self.white), (Color::Black, self.black)].map(|(turn, side)| {
                [(turn, true, side.deepest_win()), (turn, false, side.deepest_loss())]
            });
        for (turn, wins, deepest) in deepest.concat() {
            let (Some((depth, n)), Some((_, positions))) = (deepest, found(turn, wins)?) else {
                continue;
            };
            let count = counted(n, self.count.one(), self.count.word());
            let winner = color_name(if wins { turn } else { !turn });
            writeln!(out, "{winner} wins in {depth}, {} to move: {count}", color_name(turn))?;
            for fen in positions.iter().take(SHOWN) {
                writeln!(out, "  {fen}")?;
            }
        }
        Ok(())
    }

    /// A line for each side to move and winner that occurs.
    pub(super) fn plot(&self) -> Plot {
        let Report { endgame, count, log, .. } = self;
        let named = [
            ("White to move, White wins", &self.white.wins),
            ("Black to move, White wins", &self.black.losses),
            ("Black to move, Black wins", &self.black.wins),
            ("White to move, Black wins", &self.white.losses),
        ];
        let series = named.into_iter().filter(|(_, counts)| !counts.is_empty());
        let series = series.map(|(name, counts)| {
            let points = counts.iter().map(|(depth, &n)| (f64::from(depth.0), n as f64));
            Series { name: name.to_owned(), points: points.collect() }
        });
        let title = format!("{endgame}: positions of each depth");
        let (metric, unit) = &self.metric;
        let note = format!("{metric}, counted in {}", count.meaning());
        let axes = [&format!("depth: {unit}"), count.word()];
        let up_scale = if *log { Scale::Log } else { Scale::Linear };
        Plot { up_scale, ..Plot::new(title, note, axes, series.collect()) }
    }
}
