//! `fallible tournament --programs infallible,hp2 --opponents player:15`: who defends best?

mod output;
mod starts;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use player::spec::{ModelWords, listed};
use study::practice::Depths;
use study::tournament::{Contestant, Tournament, TournamentReport};

pub(super) use starts::depths;

use super::r#match::{agent, load, names_endgame};
use crate::elo_option::NoElo;
use crate::failure::refuse_if;
use crate::files;
use crate::json;
use crate::model_options::WeightedModel;
use crate::options::{ChessOption, Options};

/// Let several programs defend the same lost positions against the same opponents
///
/// Every program starts from the same positions, and its opponent draws the same chance, so that
/// small differences show. A draw is called after fifty moves. Of each program: the depth its
/// opponent gave up per move, what it gave up itself, the difference (net), the share of games it
/// saved, and how much all this is above the first program, with paired standard errors.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Agents are named as in `fallible match`; a list is told apart by their names.

Examples:
  fallible tournament --programs infallible,fewest --opponents player:15 --from KQKR --games 20
  fallible tournament --programs infallible,predator:20 --opponents player:20 --from KQKR --games 9
  fallible tournament --programs infallible,fewest --opponents random --from KQKR --plot out.svg
  fallible tournament --programs fewest,hp2 --opponents player:9 --from KQKR --games 3 --json"
)]
pub(crate) struct Args {
    /// The programs, separated by commas; the others are measured against the first
    #[arg(long, value_name = "AGENTS", required = true)]
    programs: Vec<String>,

    /// Their opponents, separated by commas
    #[arg(long, value_name = "AGENTS", required = true)]
    opponents: Vec<String>,

    /// Where games start, the program to move and losing: an endgame such as KQKR, a FEN, or a
    /// file with a FEN a line; may be repeated
    #[arg(long, value_name = "ENDGAME|FEN|FILE", required = true)]
    from: Vec<String>,

    /// With an endgame: how deep the loss is, as in 14 or 12..18 [default: the deepest]
    #[arg(long, value_name = "N|A..B", value_parser = starts::depths)]
    depth: Option<Depths>,

    /// With an endgame: how many positions, as many of each depth, chosen by the seed; one game
    /// from each for every pair
    #[arg(long, value_name = "N", default_value_t = 500)]
    games: usize,

    /// The seed of the random generators
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Moves each side may make before a game is called a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    limit: usize,

    /// Write the standings into this CSV file
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Draw the share of games saved by starting depth, all opponents together, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let words = args.model.words(player::CompetenceGrid::default());
    let programs = contestants(&args.programs, &words)?;
    let opponents = contestants(&args.opponents, &words)?;
    refuse_if!(
        programs.is_empty() || opponents.is_empty() || args.games == 0,
        "--programs, --opponents and --games must name at least one each"
    );
    args.check(&programs)?;
    let (tables, console) = args.options.open()?;
    let starts = starts::of(args, &tables, &console)?;
    load(&tables, &console, &starts)?;
    let total = programs.len() * opponents.len() * starts.len();
    let counter = console.counter(starts[0].material(), total);
    let rounds = opponents.into_iter().map(|opponent| {
        let tournament = Tournament {
            programs: programs.clone(),
            opponent,
            starts: starts.clone(),
            seed: args.seed,
            move_limit: args.limit,
        };
        tournament.play(&tables, console.monitor().stop, &counter)
    });
    let rounds = rounds.collect::<Result<_, _>>()?;
    console.clear();
    let report = TournamentReport { games: starts.len(), seed: args.seed, rounds };
    tell(&report, (&args.csv, &args.plot), args.options.json, out)
}

/// Writes the files asked for and prints the standings.
pub(super) fn tell(
    report: &TournamentReport,
    (csv, plot): (&Option<PathBuf>, &Option<PathBuf>),
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    files::write_if(csv, || report.csv())?;
    if let Some(file) = plot {
        files::write(file, &report.plot().context("there is at least one opponent")?.svg())?;
    }
    match as_json {
        true => json::write(out, &report.record()),
        false => output::write(report, out),
    }
}

impl Args {
    fn check(&self, programs: &[Contestant]) -> anyhow::Result<()> {
        refuse_if!(self.limit == 0, "--limit 0: allow each side at least 1 move");
        for (at, Contestant { name, .. }) in programs.iter().enumerate() {
            refuse_if!(
                programs[..at].iter().any(|earlier| earlier.name == *name),
                "the program {name} is named twice, and would be compared with itself: name it once"
            );
        }
        refuse_if!(
            !names_endgame(&self.from) && self.depth.is_some(),
            "--depth chooses positions of an endgame, and --from names none: leave it out, or give --from KQKR"
        );
        let lists: Vec<PathBuf> = self.from.iter().map(PathBuf::from).collect();
        files::check_outputs(&lists, &[("--csv", &self.csv), ("--plot", &self.plot)])
    }
}

/// Everybody whom lists of descriptions name.
pub(super) fn contestants(lists: &[String], words: &ModelWords) -> anyhow::Result<Vec<Contestant>> {
    let names = lists.iter().flat_map(|list| listed(list));
    names.map(|name| Ok(Contestant::new(&*name, agent(&name, words)?)?)).collect()
}
