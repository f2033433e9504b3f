//! `fallible practice KQKR`: win it yourself, against a program you do not know.

mod board;
pub(super) mod play;
mod report;
mod trial;

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::material::Material;
use player::spec::{AgentSpec, listed};
use serde::Serialize;
use serde::de::DeserializeOwned;
use study::practice::Depths;
use study::practice::choose::LEVELS;

use crate::failure::{BadInput, bad_input, refuse_if};
use crate::files;
use crate::options::{ChessOption, Options, number};

/// Play a won position against a program you do not know, as in Jansen's experiments, or hold a drawn one
///
/// A position of the depth asked for and one of the programs are drawn at random. Moves are read from
/// the standard input, one a line (Qd5+ or d1d5; `board`, `resign`, `quit`). The game is kept in the
/// record after every move; an unfinished one is gone on with. Which program it was is said at the end.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("made").args(["test", "positions"]), after_help = "Examples:
  fallible practice KQKR --depth 14..18 --programs infallible,predator:20 --record game.json
  fallible practice KQKR --level 2 --player Ann --seed 7
  fallible practice KQKR --programs player:elo=2200             resists as people rated 2200 do (KQKR and KBNK)
  fallible practice KRKN --hold --level 5 --programs predator:uniform,concede=all
  fallible practice --report game.json                          the columns of table 7.1
  fallible practice KQKR --test 4 --depth 12..17 --challenger player:15 --out test.json
  fallible practice KRKN --positions 60 --seed 1992 --out krkn.json
  fallible practice --score test.json --answers ~/ann.txt ~/bob.txt

A test has two positions for each pair: after an optimal move of the reference program, and after a
worse one of the challenger; or single positions in which the win can be given away. Answers: one move a line, in the order of the positions; - for none.")]
pub(crate) struct Args {
    /// The endgame, White's men first; you have the winning side, or with --hold the weaker
    #[arg(value_name = "ENDGAME")]
    material: Option<Material>,

    /// How deep the win is: 14, or 14..18 [default: any]
    #[arg(long, value_name = "DEPTHS", value_parser = depths)]
    depth: Option<Depths>,

    /// Hold a draw with the weaker side, against programs that press: for 25 moves, or until nothing is left to win
    #[arg(long, conflicts_with_all = ["depth", "moves_allowed", "report", "test", "positions", "score"])]
    hold: bool,

    /// Depths by difficulty instead: 1, the easiest fifth, to 5; with --hold, how few moves hold
    #[arg(long, value_name = "N", value_parser = number("level", 1..=LEVELS), conflicts_with = "depth")]
    level: Option<u16>,

    /// The programs of which one plays, as for `fallible match`; settings follow after commas
    #[arg(long, value_name = "AGENT,...", default_value = "infallible")]
    programs: String,

    /// Your name in the record
    #[arg(long, value_name = "NAME", default_value = "player")]
    player: String,

    /// Of all chance [default: from the clock]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Keep the game in this file, or go on with the one that is there
    #[arg(long, value_name = "FILE.json")]
    record: Option<PathBuf>,

    /// Moves you may make without a capture or a pawn move
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=1000))]
    moves_allowed: u16,

    /// Print the columns of table 7.1 for these records
    #[arg(long, value_name = "FILE.json", num_args = 1.., conflicts_with_all = ["material", "record", "test", "score"])]
    report: Vec<PathBuf>,

    /// With --report: as CSV
    #[arg(long, requires = "report", conflicts_with = "json")]
    csv: bool,

    /// Make a test of so many pairs of positions
    #[arg(long, value_name = "PAIRS", requires = "out", conflicts_with_all = ["record", "score"])]
    test: Option<usize>,

    /// Make a test of so many single positions instead, as in Jansen's experiments with KRKN: the side to move wins,
    /// and some of its moves give the win away
    #[arg(long, value_name = "N", requires = "out", conflicts_with_all = ["test", "record", "score"])]
    positions: Option<usize>,

    /// With --test: the program that plays optimally
    #[arg(long, value_name = "AGENT", default_value = "infallible")]
    reference: String,

    /// With --test: the program that errs on purpose
    #[arg(long, value_name = "AGENT", default_value = "predator:uniform")]
    challenger: String,

    /// With --test or --positions: do not turn and mirror positions at random
    #[arg(long)]
    upright: bool,

    /// With --test or --positions: the file for the test and its key
    #[arg(long, value_name = "TEST.json", requires = "made")]
    out: Option<PathBuf>,

    /// Score answers to this test
    #[arg(long, value_name = "TEST.json", requires = "answers", conflicts_with = "material")]
    score: Option<PathBuf>,

    /// With --score: files with answers, one person each
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "score")]
    answers: Vec<PathBuf>,

    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

pub(super) fn depths(text: &str) -> Result<Depths, BadInput> {
    text.parse().map_err(|error| BadInput(format!("--depth {error}")))
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if !args.report.is_empty() {
        return report::run(args, out);
    }
    if let Some(file) = &args.score {
        return trial::score(args, file, out);
    }
    match (args.test, args.positions, &args.out) {
        (Some(pairs), _, Some(file)) => trial::make(args, pairs, file, out),
        (None, Some(count), Some(file)) => trial::make_of_positions(args, count, file, out),
        _ => play::run(args, out),
    }
}

impl Args {
    fn endgame(&self) -> anyhow::Result<Material> {
        self.material
            .ok_or_else(|| bad_input("no endgame named: give one, as in fallible practice KQKR"))
    }

    /// The depths asked for; the deepest win is known by now.
    fn depths(&self, deepest: u16) -> Depths {
        let all = Depths { least: 1, greatest: deepest };
        let by_level = self.level.map(|level| Depths::of_level(level, deepest));
        self.depth.or(by_level).unwrap_or(all)
    }

    /// The seed asked for, or one that nobody knows.
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(seed_by_clock)
    }
}

/// A seed that nobody knows, small enough to be typed again.
pub(super) fn seed_by_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_micros() as u64 % 1_000_000_007)
}

/// Agents after one another, settings after each.
pub(super) fn agents(text: &str) -> anyhow::Result<Vec<AgentSpec>> {
    let each = listed(text);
    refuse_if!(each.is_empty(), "--programs names nobody: name at least one, as in infallible");
    Ok(each.iter().map(|text| text.parse()).collect::<Result<_, _>>()?)
}

/// A file of ours, read back.
fn read<T: DeserializeOwned>(file: &Path, what: &str) -> anyhow::Result<T> {
    let name = file.display();
    let text = read_text(file, "name a file that is there")?;
    serde_json::from_str(&text).map_err(|error| {
        bad_input(format!(
            "{name} is no {what} of `fallible practice` ({error}): name another file"
        ))
    })
}

fn read_text(file: &Path, hint: &str) -> anyhow::Result<String> {
    std::fs::read_to_string(file)
        .map_err(|error| bad_input(format!("cannot read {} ({error}): {hint}", file.display())))
}

fn save(file: &Path, what: &impl Serialize) -> anyhow::Result<()> {
    files::write(file, &format!("{}\n", serde_json::to_string_pretty(what)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_known_must_be_named() {
        assert_eq!(agents("player:20,avoid-losses,random").unwrap().len(), 2);
        assert!(agents(" , ").is_err() && agents("wizard").is_err());
    }
}
