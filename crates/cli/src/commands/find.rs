//! `fallible find KQKR "depth = 20 and zugzwang"`: positions worth a look, as FEN.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use endgame::find::Pick;
use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram, SideHistogram};
use endgame::query::{Database, PositionSet, Query, Rank, reference};
use endgame::rules::{Color, Position, color_name};
use endgame::table::Table;
use player::{Competence, Model};
use study::draws::hardest::hardest;
use study::schema::{Found, FoundPosition, Holds, SavedSet};
use value::Depth;

use crate::failure::{bad_input, refuse};
use crate::files;
use crate::json;
use crate::options::{ChessOption, Options, color};

/// Find positions of an endgame, as FEN, one a line
///
/// One position stands for all that the board's symmetries turn into it.
#[derive(clap::Args, Debug)]
#[command(after_help = help())]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// What the position must be like, as in 'depth = 20 and zugzwang and not check'
    #[arg(value_name = "QUERY")]
    query: Option<String>,

    /// Moves the winner still needs [default: any]
    #[arg(long, value_name = "D")]
    depth: Option<u16>,

    /// Who is to move
    #[arg(long, value_parser = color(), value_name = "COLOUR", default_value = "white")]
    side: Color,

    /// What it is worth to the side to move [default: win, or anything with a QUERY]
    #[arg(long, value_enum, value_name = "RESULT")]
    result: Option<Wanted>,

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

    /// The greatest first, with the figure: the most difficult, those with most optimal lines through
    /// them, or the draws that the side to move loses most often within 50 moves (needs -c)
    #[arg(long, value_enum, value_name = "BY", conflicts_with = "seed")]
    rank: Option<RankBy>,

    /// The competence of the side to move, with --rank losing: its opponent presses as hard as can be
    #[arg(short = 'c', long, value_name = "C", requires = "rank", allow_negative_numbers = true)]
    competence: Option<Competence>,

    /// Say only how many there are
    #[arg(long, conflicts_with_all = ["rank", "seed"])]
    total: bool,

    /// Keep all that was found in this file, for `in FILE`
    #[arg(long, value_name = "FILE.json")]
    save: Option<PathBuf>,

    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

fn help() -> String {
    let mut text = String::from(
        "Examples:
  fallible find KQKR --depth 31 --side white
  fallible find KQKR --depth 20 --count 5 --seed 1              five at random, always the same
  fallible find KQKR --depth 10 --only-move                     one move wins, no other does
  fallible find KPK --side black --result loss --zugzwang       better not to have to move
  fallible find KQKR 'depth = 20 and K on d4 and not check'
  fallible find KQKR 'loss and must-reach(win and depth <= 3)' --side black --total
  fallible find KQKR 'win and depth >= 25 and not some(optimal and check)' --rank difficulty
  fallible find KRKN 'draw-depth = 3' --side black               draws that Black forces in 3
  fallible find KPK --rank losing -c 10 --side black --count 5   draws that are hard to hold
  fallible find KRK 'depth = 16' --save deep.json
  fallible find KRK 'can-reach(in deep.json)' --side black

A query is made of these words, numbers, + - * /, < <= = != >= >, and, or, not, parentheses.
K Q R B N P are men of the side to move, k q r b n p the opponent's, wK and bK White's and Black's:
",
    );
    for (word, meaning) in reference() {
        text.push_str(&format!("  {word:<19} {meaning}\n"));
    }
    text.trim_end().to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Wanted {
    Win,
    Draw,
    Loss,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RankBy {
    Difficulty,
    Paths,
    Losing,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let query = args.query()?;
    let (tables, console) = args.options.open()?;
    let mut database = Database::open(&tables, args.material, &console.monitor())?;
    args.check_depth(database.table())?;
    for file in query.files() {
        database.add(&file, saved(&file)?)?;
    }
    let set = database.find(&query, args.side, &console.monitor())?;
    let total = set.len(database.table().index());
    let count = args.count.get();
    let plain = |position: Position, figure| {
        let value = database.table().outcome(&position)?.into();
        Some(FoundPosition { fen: position.fen(), value, figure, holds: None })
    };
    let found: Vec<FoundPosition> = match args.rank {
        _ if args.total => Vec::new(),
        None => {
            let pick = args.seed.map_or(Pick::InOrder, |seed| Pick::Random { seed });
            database.pick(&set, pick, count).into_iter().filter_map(|at| plain(at, None)).collect()
        }
        Some(RankBy::Losing) => {
            let player = (args.competence()?, Model::papers());
            hardest(&tables, &database, &set, player, count, &console.monitor())?
        }
        Some(by) => {
            let rank = if by == RankBy::Paths { Rank::Paths } else { Rank::Difficulty };
            let ranked = database.ranked(&set, rank, count, &console.monitor())?;
            ranked.into_iter().filter_map(|(at, figure)| plain(at, Some(figure))).collect()
        }
    };
    console.clear();
    if let Some(file) = &args.save {
        files::write(file, &json::versioned(&SavedSet::new(&set, &query, total))?)?;
    }
    if args.options.json {
        return json::write(out, &args.answer(total, found));
    }
    if args.total {
        return Ok(writeln!(out, "{total}")?);
    }
    if found.is_empty() {
        eprintln!("fallible: {} has no such position", args.material);
    }
    print(&found, out)
}

/// One position a line, behind what it is ranked by.
pub(super) fn print(found: &[FoundPosition], out: &mut dyn Write) -> anyhow::Result<()> {
    for FoundPosition { fen, figure, holds, .. } in found {
        let figure = figure.map_or(String::new(), |figure| format!("{figure:8.3}  "));
        let holds = holds.as_ref().map_or(String::new(), held);
        writeln!(out, "{figure}{holds}{fen}")?;
    }
    Ok(())
}

/// How many moves hold a draw, and in how many it is forced.
fn held(holds: &Holds) -> String {
    let Holds { holding, legal, draw_depth } = holds;
    let forced = draw_depth.map_or("without end".to_owned(), |depth| format!("forced in {depth}"));
    format!("{:<16}{forced:<14}", format!("{holding} of {legal} hold,"))
}

/// A result that was saved.
fn saved(file: &str) -> anyhow::Result<PositionSet> {
    let text = fs::read_to_string(file).map_err(|error| {
        bad_input(format!("cannot read {file} ({error}): name a file that --save made"))
    })?;
    let set = serde_json::from_str::<SavedSet>(&text).ok().and_then(|saved| saved.set());
    set.ok_or_else(|| {
        bad_input(format!(
            "{file} is not a saved result: make it again with `fallible find ... --save {file}`"
        ))
    })
}

impl Args {
    /// Whose draws are ranked.
    fn competence(&self) -> anyhow::Result<Competence> {
        let missing = "--rank losing needs the competence of the side to move: give -c 20";
        self.competence.ok_or_else(|| bad_input(missing))
    }

    /// Everything asked for, as one query.
    fn query(&self) -> anyhow::Result<Query> {
        let read = |text: &str| text.parse::<Query>().map_err(|error| bad_input(error.to_string()));
        if self.result == Some(Wanted::Draw) && self.depth.is_some() {
            return Err(bad_input(
                "a draw has no depth of a win: ask for 'draw-depth = 3', or leave out --depth or --result draw",
            ));
        }
        let usual = if self.rank == Some(RankBy::Losing) { Wanted::Draw } else { Wanted::Win };
        let worth =
            self.result.or(self.query.is_none().then_some(usual)).map(|result| match result {
                Wanted::Win => "win".to_owned(),
                Wanted::Draw => "draw".to_owned(),
                Wanted::Loss => "loss".to_owned(),
            });
        let parts = [
            worth,
            self.depth.map(|depth| format!("depth = {depth}")),
            self.zugzwang.then(|| "zugzwang".to_owned()),
            self.only_move.then(|| "only-move".to_owned()),
            // Read by itself first, so that a mistake is pointed at where it was typed.
            self.query.as_deref().map(read).transpose()?.map(|query| format!("({query})")),
        ];
        read(&parts.into_iter().flatten().collect::<Vec<_>>().join(" and "))
    }

    /// Refuses a depth that no position has, and says which there are.
    fn check_depth(&self, table: &Table) -> anyhow::Result<()> {
        let Some(depth) = self.depth else { return Ok(()) };
        let histogram = OutcomeHistogram::of(table, Count::Classes);
        let side: &SideHistogram = histogram.side(self.material.table_color(self.side));
        let (there, does) = match self.result {
            Some(Wanted::Loss) => (&side.losses, "loses"),
            None if self.query.is_some() => return Ok(()),
            _ => (&side.wins, "wins"),
        };
        if there.contains_key(&Depth(depth)) {
            return Ok(());
        }
        let (material, metric, mover) = (self.material, self.options.metric, color_name(self.side));
        let Some((deepest, _)) = there.last_key_value() else {
            refuse!("{mover} to move never {does} {material}: ask for another --result or --side");
        };
        refuse!(
            "{mover} to move never {does} {material} in {depth} ({metric}): the deepest is {deepest}, try --depth {deepest}"
        )
    }

    fn answer(&self, total: u64, positions: Vec<FoundPosition>) -> Found {
        Found {
            material: self.material.to_string(),
            metric: self.options.metric.word().into(),
            total,
            positions,
        }
    }
}
