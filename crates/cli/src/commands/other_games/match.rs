//! `fallible match --white player:20 --black infallible --game antichess`: many games, summed up.

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::rules::Color;
use player::simulate::Rules;
use player::spec::{AgentSpec, ModelWords};
use rayon::prelude::*;
use study::assess::{Settings, annotated};
use study::game::DrawRules;
use study::matches::PlayedGame;
use study::other_games::assess::GameAssessor;
use study::other_games::contest::GameMatch;
use study::other_games::{AnyEndgame, AnyGame, AnyPosition, GameName, starts};
use study::pgn::write;
use study::practice::PracticePosition;
use study::schema::matches::MatchSummary;
use value::{Depth, Outcome};

use crate::commands::r#match::{plot, print};
use crate::console::stop_flag;
use crate::elo_option::NoElo;
use crate::failure::{bad_input, refuse, refuse_if};
use crate::files;
use crate::json;
use crate::model_options::{BeliefOptions, ModelOptions};
use crate::options::GameOptions;

/// Play many games of antichess or checkers between two agents and sum them up
///
/// The same seed gives the same games on any number of threads.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Agents are those of chess that choose from tables: player:C, random, infallible, anti-infallible, fewest,
emulator:C, imitator:OFFSET, predator:BELIEF, presser:C, probimax:C; settings follow after commas, weights= and hp0 to hp2 aside.

Examples:
  fallible match --white player:10 --black infallible --from KQvR --games 200 --game antichess
  fallible match --white predator:10 --black player:10 --from \"8/8/8/8/8/2k5/8/R6K w\" --games 50 --game antichess
  fallible match --white player:12 --black infallible --from KKvK --repetition --pgn games.pdn --game checkers"
)]
pub(super) struct Args {
    /// Who plays White
    #[arg(long, value_name = "AGENT")]
    white: String,

    /// Who plays Black
    #[arg(long, value_name = "AGENT")]
    black: String,

    /// Where games start: a position, a file with one a line, or an endgame such as KQvR; may be repeated, and is then taken in turn
    #[arg(long, value_name = "POSITION|FILE|ENDGAME", required = true)]
    from: Vec<String>,

    /// With an endgame: positions that White, to move, wins in so many moves [default: the deepest]
    #[arg(long, value_name = "N")]
    depth: Option<u16>,

    /// With an endgame: how many positions to start from, chosen by the seed
    #[arg(long, value_name = "N", default_value_t = 10)]
    positions: usize,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,

    /// The seed of the random generators
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Moves each side may make before a game is called unfinished
    #[arg(long, value_name = "N", default_value_t = 1000)]
    limit: usize,

    /// Play on until the game is over instead of until the metric's goal (a deciding capture, say)
    #[arg(long)]
    to_the_end: bool,

    /// Call a draw after 50 moves of each side without a capture or a move of a pawn or uncrowned man
    #[arg(long)]
    fifty: bool,

    /// Call a draw when a position occurs for the third time
    #[arg(long)]
    repetition: bool,

    /// Write the games, every move annotated as by `fallible assess`, into this file
    #[arg(long, value_name = "OUT")]
    pgn: Option<PathBuf>,

    /// Draw how long the games took, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    belief: BeliefOptions,
    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let words = args.model.words(args.belief.grid(), None);
    let agents = [agent(&args.white, &words)?, agent(&args.black, &words)?];
    refuse_if!(
        args.games == 0 || args.positions == 0,
        "--games and --positions must be at least 1"
    );
    refuse_if!(args.limit == 0, "--limit 0: allow each side at least 1 move");
    let lists: Vec<PathBuf> = args.from.iter().map(PathBuf::from).collect();
    files::check_outputs(&lists, &[("--pgn", &args.pgn), ("--plot", &args.plot)])?;
    let prior = args.belief.belief()?;
    let (game, console) = args.options.open()?;
    let starts = positions(&game, &args.from, |endgame| args.of_depth(&game, endgame))?;
    let contest = GameMatch {
        agents,
        starts,
        games: args.games,
        seed: args.seed,
        rules: Rules { move_limit: args.limit, stop_at_goal: !args.to_the_end },
        draws: DrawRules { fifty_moves: args.fifty, repetition: args.repetition },
        model: args.model.model(),
        prior,
    };
    let games = contest.play(&game, stop_flag(), console.games(args.games))?;
    console.clear();
    if let Some(file) = &args.pgn {
        files::write(file, &annotated_games(&game, &contest, &games)?)?;
    }
    files::write_if(&args.plot, || plot((&args.white, &args.black), &games).svg())?;
    let summary = MatchSummary::new(&args.white, &args.black, args.seed, &games);
    if args.options.json { json::write(out, &summary) } else { print(&summary, out) }
}

/// An agent of the tables; engines know no other games.
pub(super) fn agent(text: &str, words: &ModelWords) -> anyhow::Result<AgentSpec> {
    let text = text.trim();
    refuse_if!(
        ["engine", "searcher", "speculator"].iter().any(|name| text.starts_with(name)),
        "agent '{text}': engines and our searcher play chess here; choose an agent of the tables, as in player:20"
    );
    let spec = AgentSpec::parse(text, words)?;
    // Weights that speak of chessmen are refused before a table is solved.
    AnyPosition::instantiate(&spec)?;
    Ok(spec)
}

/// Every game as text, judged move by move.
fn annotated_games(
    game: &AnyGame,
    contest: &GameMatch,
    games: &[PlayedGame<AnyPosition>],
) -> anyhow::Result<String> {
    let settings = Settings::new(contest.model.clone(), contest.prior.clone());
    let assessor = GameAssessor::new(game, &settings);
    let text = |(number, played): (usize, &PlayedGame<AnyPosition>)| {
        let written = contest.written(game, number + 1, played);
        let assessment = assessor.assess(Path::new("the match"), &written)?;
        Ok(write::game(&annotated(&written, &assessment)))
    };
    games.par_iter().enumerate().map(text).collect()
}

/// Every position that `--from` names; those of an endgame are looked for.
pub(super) fn positions(
    game: &AnyGame,
    from: &[String],
    of_endgame: impl Fn(AnyEndgame) -> anyhow::Result<Vec<AnyPosition>>,
) -> anyhow::Result<Vec<AnyPosition>> {
    let each = from.iter().map(|from| match game.name().endgame(from) {
        Ok(endgame) => of_endgame(endgame),
        Err(_) if Path::new(from).is_file() => listed(game.name(), Path::new(from)),
        // What looks like the name of an endgame is one that is wrong.
        Err(error) if !from.contains([':', '/', ' ']) => Err(error.into()),
        Err(_) => Ok(vec![game.name().read(from)?]),
    });
    let starts = each.collect::<anyhow::Result<Vec<_>>>()?.concat();
    for start in &starts {
        // Too many men are refused before the first game.
        game.value(start)?;
    }
    Ok(starts)
}

/// The positions of a file, one a line; empty lines and lines with # are skipped.
fn listed(game: GameName, file: &Path) -> anyhow::Result<Vec<AnyPosition>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| bad_input(format!("cannot read {} ({error})", file.display())))?;
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let positions = lines.map(|(number, line)| {
        game.read(line)
            .map_err(|error| bad_input(format!("{}, line {}: {error}", file.display(), number + 1)))
    });
    let positions = positions.collect::<anyhow::Result<Vec<_>>>()?;
    refuse_if!(positions.is_empty(), "{} names no position", file.display());
    Ok(positions)
}

impl Args {
    /// Positions of an endgame that White, to move, wins in the depth asked for.
    fn of_depth(&self, game: &AnyGame, endgame: AnyEndgame) -> anyhow::Result<Vec<AnyPosition>> {
        let Some(deepest) = game.deepest_of(&endgame, Color::White, true)? else {
            refuse!(
                "White to move never wins {endgame}: name it the other way round, or start from a position"
            );
        };
        let depth = self.depth.map_or(deepest, Depth);
        let wins = (Color::White, Outcome::Win(depth));
        let found = starts::some(game, &endgame, wins, self.seed, self.positions)?;
        refuse_if!(
            found.is_empty(),
            "{endgame} has no win in {depth} with White to move: the deepest is {deepest}"
        );
        Ok(found)
    }
}
