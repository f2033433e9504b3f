//! What every command takes, and the tables it opens with it.

use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use endgame::store::{Store, StoreError};
use endgame::syzygy::Syzygy;
use endgame::tables::Tables;
use value::Metric;

use crate::console::Console;
use crate::failure::BadInput;

/// Options of every command that needs tables.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tables and output")]
pub(crate) struct Options {
    /// What a depth counts: winner's moves to conversion (dtc), to mate (dtm), to a zeroing move
    /// (dtz), or to one under the 50-move rule (dtz50)
    #[arg(long, value_name = "METRIC", default_value = "dtc")]
    pub(crate) metric: Metric,

    /// Keep tables in this folder instead of the user's cache folder
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Neither read nor write table files: solve in memory, leave nothing behind
    #[arg(long, conflicts_with = "tables")]
    no_cache: bool,

    /// Threads to use [default: all cores]; the answer is the same for any number
    #[arg(long, value_name = "N", value_parser = threads)]
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
        let (tables, console) = self.open_in_memory()?;
        match self.store_if_any()? {
            Some(store) => Ok((tables.with_store(store), console)),
            None => Ok((tables, console)),
        }
    }

    /// The same for a command whose purpose is to keep tables: it needs a folder.
    pub(crate) fn open_to_keep(&self) -> anyhow::Result<(Tables, Console)> {
        let (tables, console) = self.open_in_memory()?;
        match self.store()? {
            Some(store) => Ok((tables.with_store(store), console)),
            None => Ok((tables, console)),
        }
    }

    /// The same, neither reading nor writing files.
    pub(crate) fn open_in_memory(&self) -> anyhow::Result<(Tables, Console)> {
        let budget = self.memory_budget();
        start_threads(self.threads)?;
        let console = Console::new(self.json);
        let tables = Tables::new(self.metric).with_memory_budget(budget);
        Ok((console.watching(tables), console))
    }

    /// Where tables are kept if they can be: without a home folder nothing is, and that is said.
    fn store_if_any(&self) -> anyhow::Result<Option<Store>> {
        match self.store() {
            Err(error) if error.is::<StoreError>() => {
                eprintln!("fallible: {error}; going on in memory, and nothing is kept");
                Ok(None)
            }
            other => other,
        }
    }

    /// Where tables are kept; none with `--no-cache`.
    pub(crate) fn store(&self) -> anyhow::Result<Option<Store>> {
        match (&self.tables, self.no_cache) {
            (_, true) => Ok(None),
            (Some(folder), _) => Ok(Some(Store::new(folder))),
            (None, _) => Ok(Some(Store::new(Store::default_folder()?))),
        }
    }

    /// How many bytes tables and the solver may take together.
    pub(crate) fn memory_budget(&self) -> usize {
        self.memory.budget()
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
    /// The same in bytes.
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
    /// Whether a folder was named.
    pub(crate) fn is_given(&self) -> bool {
        self.syzygy.is_some()
    }

    /// The tables with these files behind them, if a folder was named.
    pub(crate) fn behind(&self, tables: Tables) -> anyhow::Result<Tables> {
        match &self.syzygy {
            Some(folder) => {
                let syzygy = Syzygy::open(folder)?;
                syzygy.left_out().iter().for_each(|file| eprintln!("fallible: {file}"));
                Ok(tables.with_syzygy(syzygy))
            }
            None => Ok(tables),
        }
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
    /// The position they spell.
    pub(crate) fn position(&self) -> anyhow::Result<endgame::rules::Position> {
        Ok(endgame::rules::Position::from_fen(&self.words.join(" "))?)
    }
}

/// Reads a colour: `white` or `black`.
pub(crate) fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|word| Color::from_white(word == "white"))
}

/// Reads what is counted as one position: `classes` or `boards`.
pub(crate) fn count() -> impl TypedValueParser<Value = Count> {
    let read = |word: String| if word == "classes" { Count::Classes } else { Count::Boards };
    PossibleValuesParser::new(["classes", "boards"]).map(read)
}

/// How many men an endgame listed by `--men` may have.
pub(crate) fn men(text: &str) -> Result<usize, BadInput> {
    match text.parse() {
        Ok(men @ 3..=endgame::material::MOST_MEN_LISTED) => Ok(men),
        _ => Err(BadInput(format!(
            "--men {text}: choose 3, 4 or 5 (a six-man endgame is asked for by name, as in KRBKNN)"
        ))),
    }
}

/// How many threads `--threads` may ask for.
fn threads(text: &str) -> Result<usize, BadInput> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err(BadInput(format!("--threads {text}: give a number from 1 to 1024"))),
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
        match (number, shift) {
            (Some(number), Some(shift)) => Ok(Memory((number * f64::from(1u32 << shift)) as usize)),
            _ => Err(BadInput(format!(
                "--memory {text}: give a number and a unit, as in 4GiB or 800MiB"
            ))),
        }
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

    #[test]
    fn six_men_are_asked_for_by_name() {
        assert_eq!(men("4").unwrap(), 4);
        assert!(men("6").unwrap_err().0.contains("by name"));
        assert!(men("many").is_err());
    }
}
