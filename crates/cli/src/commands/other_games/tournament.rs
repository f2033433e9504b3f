//! `fallible tournament --programs infallible,fewest --opponents player:10 --game antichess`: who defends best?

use std::io::Write;
use std::path::PathBuf;

use endgame::rules::Color;
use player::CompetenceGrid;
use player::spec::{ModelWords, listed};
use study::other_games::contest::contestant;
use study::other_games::{AnyEndgame, AnyGame, AnyPosition, starts};
use study::practice::Depths;
use study::tournament::{Contestant, Tournament, TournamentReport};

use super::r#match::{agent, positions};
use crate::commands::tournament::{depths, tell};
use crate::console::stop_flag;
use crate::elo_option::NoElo;
use crate::failure::{refuse, refuse_if};
use crate::files;
use crate::model_options::ModelOptions;
use crate::options::GameOptions;

/// Let several programs defend the same lost positions of another game against the same opponents
///
/// Every program starts from the same positions, and its opponent draws the same chance, so that small differences show. A draw is
/// called after fifty moves without progress.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible tournament --programs infallible,predator:10 --opponents player:10 --from KQvR --games 50 --game antichess
  fallible tournament --programs infallible,fewest --opponents player:8 --from KKvK --games 20 --game checkers")]
pub(super) struct Args {
    /// The programs, separated by commas; the others are measured against the first
    #[arg(long, value_name = "AGENTS", required = true)]
    programs: Vec<String>,

    /// Their opponents, separated by commas
    #[arg(long, value_name = "AGENTS", required = true)]
    opponents: Vec<String>,

    /// Where games start, the program to move and losing: an endgame such as KQvR (Black is the program), a position, or a file with
    /// one a line; may be repeated
    #[arg(long, value_name = "ENDGAME|POSITION|FILE", required = true)]
    from: Vec<String>,

    /// With an endgame: how deep the loss is, as in 4 or 2..6 [default: the deepest]
    #[arg(long, value_name = "N|A..B", value_parser = depths)]
    depth: Option<Depths>,

    /// With an endgame: how many positions, as many of each depth, chosen by the seed; one game from each for every pair
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
    model: ModelOptions,
    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let words = args.model.words(CompetenceGrid::default(), None);
    let programs = contestants(&args.programs, &words)?;
    let opponents = contestants(&args.opponents, &words)?;
    refuse_if!(
        programs.is_empty() || opponents.is_empty() || args.games == 0 || args.limit == 0,
        "--programs, --opponents, --games and --limit must name at least one each"
    );
    let lists: Vec<PathBuf> = args.from.iter().map(PathBuf::from).collect();
    files::check_outputs(&lists, &[("--csv", &args.csv), ("--plot", &args.plot)])?;
    let (game, console) = args.options.open()?;
    let starts = positions(&game, &args.from, |endgame| args.lost(&game, endgame))?;
    for start in &starts {
        let value = game.value(start)?;
        refuse_if!(
            value.sign() >= 0 || start.legal_moves().is_empty(),
            "{start}: {value} for the side to move, and a program starts where it loses but has a move"
        );
    }
    let counter = console.games(programs.len() * opponents.len() * starts.len());
    let rounds = opponents.into_iter().map(|opponent| {
        let (programs, starts) = (programs.clone(), starts.clone());
        let tournament =
            Tournament { programs, opponent, starts, seed: args.seed, move_limit: args.limit };
        tournament.play_game(&game, stop_flag(), &counter)
    });
    let rounds = rounds.collect::<Result<_, _>>()?;
    console.clear();
    let report = TournamentReport { games: starts.len(), seed: args.seed, rounds };
    tell(&report, (&args.csv, &args.plot), args.options.json, out)
}

/// Everybody whom lists of descriptions name.
fn contestants(lists: &[String], words: &ModelWords) -> anyhow::Result<Vec<Contestant<AnyGame>>> {
    let names = lists.iter().flat_map(|list| listed(list));
    names.map(|name| Ok(contestant(&agent(&name, words)?)?)).collect()
}

impl Args {
    /// Positions of an endgame that Black, to move, loses in the depths asked for.
    fn lost(&self, game: &AnyGame, endgame: AnyEndgame) -> anyhow::Result<Vec<AnyPosition>> {
        let Some(deepest) = game.deepest_of(&endgame, Color::Black, false)? else {
            refuse!(
                "Black to move never loses {endgame}: name it the other way round, or start from a position"
            );
        };
        let alone = Depths { least: deepest.0, greatest: deepest.0 };
        let depths = self.depth.unwrap_or(alone);
        let found = starts::lost_in(game, &endgame, (Color::Black, depths), self.seed, self.games)?;
        refuse_if!(
            found.is_empty(),
            "{endgame} has no loss in {depths} with Black to move: the deepest is {deepest}"
        );
        Ok(found)
    }
}
