//! What every command takes, and the tables it opens with it.

use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use endgame::store::{Store, StoreError};
use endgame::syzygy::Syzygy;
use endgame::tables::Tables;
use study::other_games::{AnyGame, AnyPosition, GameName};
use value::Metric;

use crate::console::Console;
use crate::failure::BadInput;

/// Options of every command that needs tables.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tables and output")]
pub(crate) struct Options {
    /// What a depth counts: winner's moves to conversion (dtc), to mate (dtm), to a zeroing move
    /// (dtz), or to one under the 50-move rule, a FEN's half-move clock counting (dtz50)
    #[arg(long, value_name = "METRIC", default_value = "dtc")]
    pub(crate) metric: Metric,

    #[command(flatten)]
    kept: StoreOption,

    /// Threads to use [default: all cores]; the answer is the same for any number
    #[arg(long, value_name = "N", value_parser = number("threads", 1usize..=1024))]
    threads: Option<usize>,

    #[command(flatten)]
    memory: MemoryOption,

    /// Print one line of JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl Options {
    /// Tables as asked for, and the console that watches them.
    pub(crate) fn open(&self) -> anyhow::Result<(Tables, Console)> {
        self.open_in(self.kept.store_if_any())
    }

    /// The same for a command whose purpose is to keep tables: it needs a folder.
    pub(crate) fn open_to_keep(&self) -> anyhow::Result<(Tables, Console)> {
        self.open_in(self.store()?)
    }

    /// The same in a folder, or neither reading nor writing files.
    pub(crate) fn open_in(&self, store: Option<Store>) -> anyhow::Result<(Tables, Console)> {
        let budget = self.memory_budget();
        start_threads(self.threads)?;
        let console = Console::new(self.json);
        let tables = console.watching(Tables::new(self.metric).with_memory_budget(budget));
        Ok((store.into_iter().fold(tables, Tables::with_store), console))
    }

    /// Where tables are kept; none with `--no-cache`.
    pub(crate) fn store(&self) -> Result<Option<Store>, StoreError> {
        self.kept.store()
    }

    /// How many bytes tables and the solver may take together.
    pub(crate) fn memory_budget(&self) -> usize {
        self.memory.budget()
    }
}

/// Which game, for the commands that know others than chess.
#[derive(Args, Clone, Debug)]
pub(crate) struct ChessOption {
    /// The game: chess, antichess, suicide (antichess as on FICS) or checkers. Others than chess have fewer options: `--game checkers
    /// --help` shows them
    #[arg(long, value_name = "GAME", default_value = "chess", value_parser = ["chess", "antichess", "suicide", "checkers"])]
    game: String,
}

/// Options of every command about another game than chess.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Game, tables and output")]
pub(crate) struct GameOptions {
    /// The game: antichess, suicide (antichess as on FICS) or checkers
    #[arg(long, value_name = "GAME")]
    pub(crate) game: GameName,

    /// What a depth counts: winner's moves to a capture, promotion, crowning or the end of the game (dtc), or in antichess to any of
    /// these or a pawn move (dtz)
    #[arg(long, value_name = "METRIC", default_value = "dtc")]
    metric: Metric,

    #[command(flatten)]
    kept: StoreOption,

    /// Threads to use [default: all cores]; the answer is the same for any number
    #[arg(long, value_name = "N", value_parser = number("threads", 1usize..=1024))]
    threads: Option<usize>,

    #[command(flatten)]
    memory: MemoryOption,

    /// Print one line of JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl GameOptions {
    /// The game with its tables as asked for, and the console that watches them.
    pub(crate) fn open(&self) -> anyhow::Result<(AnyGame, Console)> {
        self.open_in(self.kept.store_if_any())
    }

    /// The same for a command whose purpose is to keep tables: it needs a folder.
    pub(crate) fn open_to_keep(&self) -> anyhow::Result<(AnyGame, Console)> {
        self.open_in(self.kept.store()?)
    }

    fn open_in(&self, store: Option<Store>) -> anyhow::Result<(AnyGame, Console)> {
        start_threads(self.threads)?;
        let console = Console::new(self.json);
        let game = AnyGame::open(self.game, self.metric)?.within(self.memory_budget() / 2);
        let game = match store {
            Some(store) => game.in_folder(store.folder().to_owned()),
            None => game,
        };
        Ok((game.watched_by(console.watch()), console))
    }

    /// How many bytes tables and what is worked out with them may take.
    pub(crate) fn memory_budget(&self) -> usize {
        self.memory.budget()
    }
}

/// Where tables are kept.
#[derive(Args, Clone, Debug)]
pub(crate) struct StoreOption {
    /// Keep tables in this folder instead of the user's cache folder
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Neither read nor write table files: solve in memory, leave nothing behind
    #[arg(long, conflicts_with = "tables")]
    no_cache: bool,
}

impl StoreOption {
    fn store(&self) -> Result<Option<Store>, StoreError> {
        match (&self.tables, self.no_cache) {
            (_, true) => Ok(None),
            (Some(folder), _) => Ok(Some(Store::new(folder))),
            (None, _) => Ok(Some(Store::new(Store::default_folder()?))),
        }
    }

    /// The folder if there is one: without a home folder nothing is kept, and that is said.
    pub(crate) fn store_if_any(&self) -> Option<Store> {
        self.store().unwrap_or_else(|error| {
            eprintln!("fallible: {error}; going on in memory, and nothing is kept");
            None
        })
    }
}

/// Starts the threads that every command shares, if nobody has yet.
///
/// Rayon would start them when first needed, and panic where the system gives none.
pub(crate) fn start_threads(threads: Option<usize>) -> anyhow::Result<()> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(cores);
    let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global() else {
        return Ok(());
    };
    // No source means that the pool is there already, as in the tour: then it serves.
    match error.source() {
        None => Ok(()),
        Some(source) => Err(anyhow::anyhow!(
            "cannot start {threads} threads ({source}): close other programs, raise their limits (ulimit -v, ulimit -u), or ask for fewer with --threads"
        )),
    }
}

/// How much memory may be taken.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct MemoryOption {
    /// Memory that tables and solving may take together, such as 4GiB or 800MiB [default: half of what
    /// is available at the start, at least 512MiB, at most 4GiB]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Memory>,
}

impl MemoryOption {
    pub(crate) fn budget(self) -> usize {
        self.memory.map_or_else(endgame::memory::default_budget, |Memory(bytes)| bytes)
    }
}

/// Where real Syzygy files lie, for the commands that can ask them.
#[derive(Args, Clone, Debug)]
pub(crate) struct SyzygyOption {
    /// Let the Syzygy files in this folder answer for what is not solved, up to 7 men
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

impl SyzygyOption {
    pub(crate) fn is_given(&self) -> bool {
        self.syzygy.is_some()
    }

    /// The tables of the options, with these files behind them if a folder was named.
    pub(crate) fn open(&self, options: &Options) -> anyhow::Result<(Tables, Console)> {
        let (tables, console) = options.open()?;
        let Some(folder) = &self.syzygy else { return Ok((tables, console)) };
        let syzygy = Syzygy::open(folder)?;
        syzygy.left_out().iter().for_each(|file| eprintln!("fallible: {file}"));
        Ok((tables.with_syzygy(syzygy), console))
    }
}

/// A FEN as one quoted argument or as several words.
#[derive(Args, Clone, Debug)]
pub(crate) struct FenWords {
    /// The position as FEN, quoted or not; the move counters may be missing
    #[arg(value_name = "FEN", required = true)]
    words: Vec<String>,
}

impl FenWords {
    pub(crate) fn position(&self) -> anyhow::Result<endgame::rules::Position> {
        typed_position(&self.words.join(" "))
    }

    /// A position of another game.
    pub(crate) fn of_game(&self, game: GameName) -> anyhow::Result<AnyPosition> {
        Ok(game.read(&self.words.join(" "))?)
    }
}

/// The position that somebody typed.
pub(crate) fn typed_position(fen: &str) -> anyhow::Result<endgame::rules::Position> {
    Ok(endgame::rules::Position::from_fen(fen)?.within_the_rule()?)
}

/// The same where a position may be left out.
#[derive(Args, Clone, Debug)]
pub(crate) struct OptionalFen {
    /// The position as FEN, quoted or not; the move counters may be missing
    #[arg(value_name = "FEN")]
    words: Vec<String>,
}

impl OptionalFen {
    /// What was typed.
    pub(crate) fn text(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }
}

pub(crate) fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    words: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(words.each_ref().map(|(word, _)| *word));
    parser.map(move |word| {
        let found = words.iter().find(|(known, _)| *known == word);
        found.expect("the parser lets no other word through").1.clone()
    })
}

/// Reads a colour: `white` or `black`.
pub(crate) fn color() -> impl TypedValueParser<Value = Color> {
    one_of([("white", Color::White), ("black", Color::Black)])
}

/// Reads what is counted as one position: `classes` or `boards`.
pub(crate) fn count() -> impl TypedValueParser<Value = Count> {
    one_of([("classes", Count::Classes), ("boards", Count::Boards)])
}

/// Reads a number of a range.
pub(crate) fn number<T>(
    option: &'static str,
    range: RangeInclusive<T>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    let hint = format!("give a number from {} to {}", range.start(), range.end());
    number_or(option, range, hint)
}

/// The same with a sentence of its own for what is none.
pub(crate) fn number_or<T>(
    option: &'static str,
    range: RangeInclusive<T>,
    hint: impl Display + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| BadInput(format!("--{option} {text}: {hint}")))
    }
}

/// A size in bytes: `4GiB`, `800M`, `1000000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory(usize);

impl FromStr for Memory {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Memory, BadInput> {
        let lower = text.trim().to_ascii_lowercase();
        let (number, unit) = lower.split_at(lower.find(char::is_alphabetic).unwrap_or(lower.len()));
        let shift = match unit {
            "" | "b" => Some(0),
            "k" | "kb" | "kib" => Some(10),
            "m" | "mb" | "mib" => Some(20),
            "g" | "gb" | "gib" => Some(30),
            _ => None,
        };
        let number = number.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n > 0.0);
        let bytes = number.zip(shift).map(|(n, shift)| (n * f64::from(1u32 << shift)) as usize);
        let hint = "give a number and a unit, as in 4GiB or 800MiB";
        bytes.map(Memory).ok_or_else(|| BadInput(format!("--memory {text}: {hint}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!("4GiB".parse::<Memory>().unwrap(), Memory(4 << 30));
        assert_eq!("800 m".parse::<Memory>().unwrap(), Memory(800 << 20));
        assert_eq!("1.5g".parse::<Memory>().unwrap(), Memory(3 << 29));
        assert_eq!("4096".parse::<Memory>().unwrap(), Memory(4096));
        for wrong in ["", "lots", "-1G", "4 parsecs", "0"] {
            assert!(wrong.parse::<Memory>().is_err(), "{wrong}");
        }
    }
}
