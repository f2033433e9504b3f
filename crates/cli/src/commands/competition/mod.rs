//! `fallible competition --players engine:stockfish,player:20 --from KQKR`: who wins most competently?

mod text;

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use study::assess::Settings;
use study::competition::{Competition, Standings};
use study::game::DrawRules;
use study::practice::{Depths, choose};
use study::schema::assessment::Basis;
use study::tournament::Contestant;
use value::Outcome;

use super::r#match::{agent, load, names_endgame, positions};
use super::tournament::{contestants, depths};
use crate::console::Console;
use crate::elo_option::NoElo;
use crate::failure::{refuse, refuse_if};
use crate::files;
use crate::json;
use crate::model_options::{BeliefOptions, JUDGING_PEOPLE, WeightedModel};
use crate::options::Options;

/// Let several engines and agents win the same positions, and score them by their competence
///
/// The endgame competition of Haworth 2003, section 9.2: engines play without tables, the tables judge
/// every move, and an Analyser says which competence c the moves show, with an interval that holds 95 %.
/// All play the winning side from the same positions against one defender, who draws the same chance.
/// A game is over when it is converted or mated, and when the win is gone. Beside c: moves, depth conceded,
/// d (depth conceded a move), net (d less the defender's), and the moves more than the depth asked for.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("concede", |arg| arg.default_value(JUDGING_PEOPLE)),
    mut_arg("grid", |arg| arg.default_value(GRID)),
    after_help = "Agents are named as in `fallible match`; a list is told apart by their names.
An engine searches without tables: engine:stockfish,depth=8 or engine:PATH,nodes=N,movetime=MS.

Examples:
  fallible competition --players player:20,searcher:depth=1 --from KQKR --depth 12
  fallible competition --players player:10,random --from KRK --depth 5..8 --json
  fallible competition --players fewest,player:15 --from KQKR --depth 9 --plot c.svg
  fallible competition --players engine:stockfish,depth=4,player:15 --from KBBKN

Exit code 1: an engine failed, and stderr says why; what was played before is counted."
)]
pub(crate) struct Args {
    /// Who takes part, separated by commas; may be repeated
    #[arg(long, value_name = "AGENTS", required = true)]
    players: Vec<String>,

    /// Whom they all play
    #[arg(long, value_name = "AGENT", default_value = "infallible")]
    defender: String,

    /// Where games start, won by either side: an endgame such as KQKR, a FEN, or a file with a FEN a
    /// line; may be repeated
    #[arg(long, value_name = "ENDGAME|FEN|FILE", required = true)]
    from: Vec<String>,

    /// With an endgame: how deep the win is, as in 31 or 12..18 [default: the deepest]
    #[arg(long, value_name = "N|A..B", value_parser = depths)]
    depth: Option<Depths>,

    /// With an endgame: how many positions, as many of each depth, chosen by the seed; one game from
    /// each for everybody
    #[arg(long, value_name = "N", default_value_t = 20)]
    positions: usize,

    /// The seed of the random generators
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Moves each side may make before a game is called unfinished
    #[arg(long, value_name = "N", default_value_t = 200)]
    limit: usize,

    /// Call a draw after 50 moves of each side without a capture or a pawn move
    #[arg(long)]
    fifty: bool,

    /// Call a draw when a position occurs for the third time
    #[arg(long)]
    repetition: bool,

    /// Write the standings into this CSV file
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Draw the competence of each player with its interval, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Write the games, every move annotated as by `fallible assess`, into this PGN file
    #[arg(long, value_name = "OUT.pgn")]
    pgn: Option<PathBuf>,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    belief: BeliefOptions,
    #[command(flatten)]
    options: Options,
}

/// Finer than elsewhere: hundreds of moves say more than a whole competence.
const GRID: &str = "0(0.25)75";

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let words = args.model.words(args.belief.grid());
    let settings = Settings {
        move_prior: args.model.move_prior()?,
        ..Settings::new(words.model(), args.belief.belief()?)
    };
    let players = contestants(&args.players, &words)?;
    args.check(&players)?;
    let defender = Contestant::new(&*args.defender, agent(&args.defender, &words)?)?;
    let (tables, console) = args.options.open()?;
    let starts = positions(&args.from, |material| args.of_depths(material, &tables, &console))?;
    load(&tables, &console, &starts)?;
    let counter = console.counter(starts[0].material(), players.len() * starts.len());
    let competition = Competition {
        contestants: players,
        defender,
        starts,
        seed: args.seed,
        move_limit: args.limit,
        draws: DrawRules { fifty_moves: args.fifty, repetition: args.repetition },
    };
    let games = competition.play(&tables, console.monitor().stop, counter)?;
    console.clear();
    let basis = Basis::new(tables.metric(), &words);
    let standings = Standings::of(&competition, &games, &tables, &settings, basis)?;
    files::write_if(&args.csv, || standings.csv())?;
    files::write_if(&args.plot, || standings.plot().svg())?;
    files::write_if(&args.pgn, || standings.pgn())?;
    match args.options.json {
        true => json::write(out, &standings.report)?,
        false => text::write(&standings.report, &words, out)?,
    }
    out.flush()?;
    match games.into_iter().find_map(|one| one.failure.map(|failure| (one.name, failure))) {
        Some((name, failure)) => Err(anyhow::anyhow!("{name} did not play every game: {failure}")),
        None => Ok(()),
    }
}

impl Args {
    fn check(&self, players: &[Contestant]) -> anyhow::Result<()> {
        refuse_if!(
            players.is_empty() || self.positions == 0 || self.limit == 0,
            "--players, --positions and --limit must be at least one each"
        );
        for (at, Contestant { name, .. }) in players.iter().enumerate() {
            refuse_if!(
                players[..at].iter().any(|earlier| earlier.name == *name),
                "{name} is named twice, and would do the same twice: name it once"
            );
        }
        refuse_if!(
            !names_endgame(&self.from) && self.depth.is_some(),
            "--depth chooses positions of an endgame, and --from names none: leave it out, or give --from KQKR"
        );
        let lists: Vec<PathBuf> = self.from.iter().map(PathBuf::from).collect();
        let outputs = [("--csv", &self.csv), ("--plot", &self.plot), ("--pgn", &self.pgn)];
        files::check_outputs(&lists, &outputs)
    }

    /// Positions of an endgame that the stronger side wins in the depths asked for, to move.
    fn of_depths(
        &self,
        material: Material,
        tables: &Tables,
        console: &Console,
    ) -> anyhow::Result<Vec<Position>> {
        let table = tables.table(&material, &console.monitor())?;
        let Some(deepest) = table.deepest(Color::White) else {
            refuse!("{material} is never won: start from a position instead, with --from FEN");
        };
        let depths = self.depth.unwrap_or(Depths { least: deepest.0, greatest: deepest.0 });
        let (seed, count) = (self.seed, self.positions);
        let found = choose::of_depths(&table, Color::White, Outcome::Win, depths, seed, count);
        refuse_if!(
            found.is_empty(),
            "{material} has no win in {depths} with the winner to move: the deepest is {deepest}"
        );
        if found.len() < count && !self.options.json {
            let found = found.len();
            eprintln!(
                "fallible: {material} has only {found} wins in {depths} of the {count} asked for"
            );
        }
        Ok(found.iter().map(|position| material.in_these_colors(position)).collect())
    }
}
