//! `fallible find KQKR --depth 31`: positions worth a look, as FEN.

use std::io::Write;
use std::num::NonZeroUsize;

use endgame::find::{Find, Pick, Worth, find};
use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram, SideHistogram};
use endgame::rules::{Color, Position, color_name};
use endgame::table::Table;
use study::schema::{Found, FoundPosition};
use value::{Depth, Outcome};

use crate::failure::bad_input;
use crate::json;
use crate::options::{Options, color};

/// Find positions of an endgame, as FEN, one a line
///
/// One position stands for all that the board's symmetries turn into it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible find KQKR --depth 31 --side white
  fallible find KQKR --depth 20 --count 5 --seed 1              five at random, always the same
  fallible find KQKR --depth 10 --only-move                     one move wins, no other does
  fallible find KPK --side black --result loss --zugzwang       better not to have to move")]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// Moves the winner still needs [default: any]
    #[arg(long, value_name = "D")]
    depth: Option<u16>,

    /// Who is to move
    #[arg(long, value_parser = color(), value_name = "COLOUR", default_value = "white")]
    side: Color,

    /// What it is worth to the side to move
    #[arg(long, value_enum, value_name = "RESULT", default_value = "win")]
    result: Wanted,

    /// Only where the side to move would rather pass
    #[arg(long)]
    zugzwang: bool,

    /// Only where exactly one move keeps the win, or the draw
    #[arg(long)]
    only_move: bool,

    /// How many positions at most
    #[arg(long, value_name = "N", default_value = "10")]
    count: NonZeroUsize,

    /// Take positions at random, the same for the same seed [default: the first]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Wanted {
    Win,
    Draw,
    Loss,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let worth = args.worth()?;
    let (tables, console) = args.options.open()?;
    let table = tables.table(&args.material, &console.monitor())?;
    args.check_depth(&table)?;
    let wanted = Find {
        turn: args.material.table_color(args.side),
        worth,
        zugzwang: args.zugzwang,
        only_move: args.only_move,
        pick: args.seed.map_or(Pick::InOrder, |seed| Pick::Random { seed }),
        limit: args.count.get(),
    };
    let found = find(&table, &tables, &wanted)?;
    console.clear();
    if args.options.json {
        return json::write(out, &args.answer(&table, &found));
    }
    if found.is_empty() {
        eprintln!("fallible: {} has no such position", args.material);
    }
    for position in &found {
        writeln!(out, "{}", args.material.in_these_colors(position).fen())?;
    }
    Ok(())
}

impl Args {
    fn worth(&self) -> anyhow::Result<Worth> {
        Ok(match (self.result, self.depth.map(Depth)) {
            (Wanted::Win, None) => Worth::Win,
            (Wanted::Win, Some(depth)) => Worth::Exactly(Outcome::Win(depth)),
            (Wanted::Draw, None) => Worth::Draw,
            (Wanted::Draw, Some(_)) => {
                return Err(bad_input("a draw has no depth: leave out --depth or --result draw"));
            }
            (Wanted::Loss, None) => Worth::Loss,
            (Wanted::Loss, Some(depth)) => Worth::Exactly(Outcome::Loss(depth)),
        })
    }

    /// Refuses a depth that no position has, and says which there are.
    fn check_depth(&self, table: &Table) -> anyhow::Result<()> {
        let Some(depth) = self.depth else { return Ok(()) };
        let histogram = OutcomeHistogram::of(table, Count::Classes);
        let side: &SideHistogram = histogram.side(self.material.table_color(self.side));
        let (there, does) = match self.result {
            Wanted::Loss => (&side.losses, "loses"),
            Wanted::Win | Wanted::Draw => (&side.wins, "wins"),
        };
        if there.contains_key(&Depth(depth)) {
            return Ok(());
        }
        let (material, metric, mover) = (self.material, self.options.metric, color_name(self.side));
        Err(bad_input(match there.last_key_value() {
            None => format!(
                "{mover} to move never {does} {material}: ask for another --result or --side"
            ),
            Some((deepest, _)) => format!(
                "{mover} to move never {does} {material} in {depth} ({metric}): the deepest is {deepest}, try --depth {deepest}"
            ),
        }))
    }

    fn answer(&self, table: &Table, found: &[Position]) -> Found {
        let positions = found.iter().filter_map(|position| {
            let fen = self.material.in_these_colors(position).fen();
            table.outcome(position).map(|value| FoundPosition { fen, value: value.into() })
        });
        Found {
            material: self.material.to_string(),
            metric: self.options.metric.word().into(),
            positions: positions.collect(),
        }
    }
}
