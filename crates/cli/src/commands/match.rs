//! `fallible match --white player:20 --black infallible`: many games, summed up.

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::simulate::Rules;
use player::spec::ModelWords;
use rayon::prelude::*;
use study::any_agent::AnyAgent;
use study::assess::{Assessor, PlayerRole, Settings, annotated};
use study::described::Described;
use study::game::DrawRules;
use study::matches::{Match, PlayedGame, lengths};
use study::pgn::write;
use study::practice::{choose, people};
use study::schema::matches::MatchSummary;
use study::summary_statistics::SummaryStatistics;
use value::{Depth, Metric, Outcome};

use crate::console::{self, Console};
use crate::elo_option::NoElo;
use crate::failure::{bad_input, refuse, refuse_if};
use crate::files;
use crate::json;
use crate::model_options::{BeliefOptions, WeightedModel};
use crate::options::{ChessOption, Options, typed_position};
use crate::plot::{Plot, Series};

const AGENTS: &str = "Agents:
  player:C            a reference player of competence C; random is player:0; with --from KQKR or KBNK also player:elo=2200,
                      the competence that people of FIDE's rating show on that side
  infallible          always a best move; anti-infallible always a worst
  fewest              of the best moves, the one that leaves the fewest good replies
  emulator:C          shows competence C as steadily as it can
  imitator:OFFSET     plays OFFSET above the opponent's apparent competence
  predator:BELIEF     sets this opponent the hardest task; BELIEF is a competence, uniform or normal=MEAN/SD
  presser:C           goes for the win or the draw that an opponent of competence C may let go within 50 moves
  probimax:C          the same by Jansen's rules: 4 plies, risk 3, depth alone; hp0, hp1, hp2 are his programs
  engine:PROGRAM      a UCI engine without tables, as in engine:stockfish,depth=8; searcher: our own small one,
                      which errs with searcher:c=12, or at a rating on the scale of UCI_Elo with searcher:elo=1500
  speculator:C        without tables too: gives up to risk=0.5 pawns of a search of deep=N plies for what an opponent
                      of competence C who searches shallow=N plies is likely to give back; engine=PROGRAM searches
Settings follow after commas: kappa=0+  concede=never|draws|all  horizon=H  avoid-losses  grid=0(1)50
  weights=hp1|FILE; infallible: ties=uniform|first|last; predator and probimax: plies=4 nodes=N draw=D
  aim=score|value|depth among=optimal|within:RISK|preserving|all, or risk=3, or risk=3@10/1@20 by depth;
  engine and searcher: depth=N nodes=N; engine: movetime=MS, and its own options, as in Hash=64

Examples:
  fallible match --white player:20 --black infallible --from \"K3r3/8/5k2/Q7/8/8/8/8 w\" --seed 1
  fallible match --white player:15 --black predator:15,plies=4 --from KQKR --depth 9 --games 4
  fallible match --white player:10,concede=all --black presser:10 --from KRK --games 50 --fifty
  fallible match --white player:elo=2600 --black player:elo=2200 --from KQKR --games 20 --fifty
  fallible match --white emulator:20 --black infallible --from KRK --games 20 --pgn games.pgn
  fallible match --white random --black infallible --from KQK --fifty --games 50
  fallible match --white searcher:depth=2 --black infallible --from KQK --games 5 --limit 50
  fallible match --white searcher:elo=1500 --black infallible --from KQK --games 2 --limit 50
  fallible match --white speculator:5 --black player:5 --from KQK --games 2 --limit 50";

/// Play many games between two agents and sum them up
///
/// The same seed gives the same games on any number of threads.
#[derive(clap::Args, Debug)]
#[command(after_help = AGENTS)]
pub(crate) struct Args {
    /// Who plays White
    #[arg(long, value_name = "AGENT")]
    white: String,

    /// Who plays Black
    #[arg(long, value_name = "AGENT")]
    black: String,

    /// Where games start: a FEN, a file with a FEN a line, or an endgame such as KQKR; may be
    /// repeated, and is then taken in turn
    #[arg(long, value_name = "FEN|FILE|ENDGAME", required = true)]
    from: Vec<String>,

    /// With an endgame: positions the side to move wins in so many moves [default: the deepest]
    #[arg(long, value_name = "N")]
    depth: Option<u16>,

    /// With an endgame: how many positions to start from, chosen by the seed [default: 10]
    #[arg(long, value_name = "N")]
    positions: Option<usize>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,

    /// Of all chance
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Moves each side may make before a game is called unfinished
    #[arg(long, value_name = "N", default_value_t = 1000)]
    limit: usize,

    /// Play on until mate instead of until the metric's goal (a conversion)
    #[arg(long)]
    to_mate: bool,

    /// Call a draw after 50 moves of each side without a capture or a pawn move; always in dtz50
    #[arg(long)]
    fifty: bool,

    /// Call a draw when a position occurs for the third time
    #[arg(long)]
    repetition: bool,

    /// Write the games, every move annotated as by `fallible assess`, into this PGN file
    #[arg(long, value_name = "OUT.pgn")]
    pgn: Option<PathBuf>,

    /// Draw how long the games took, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    belief: BeliefOptions,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let words = args.model.words(args.belief.grid());
    let [white, black] = args.by_rating()?;
    let agents = [agent(&white, &words)?, agent(&black, &words)?];
    // What they cannot find they miss before the first table is opened.
    for agent in &agents {
        agent.instantiate()?;
    }
    let move_prior = args.model.move_prior()?;
    let prior = args.belief.belief()?;
    args.check()?;
    let (tables, console) = args.options.open()?;
    let starts = args.starts(&tables, &console)?;
    load(&tables, &console, &starts)?;
    let fifty_moves = args.fifty || tables.metric() == Metric::Dtz50;
    let contest = Match {
        agents,
        starts,
        games: args.games,
        seed: args.seed,
        rules: Rules { move_limit: args.limit, stop_at_goal: !args.to_mate },
        draws: DrawRules { fifty_moves, repetition: args.repetition },
        model: args.model.options.model(),
        prior,
        move_prior,
    };
    let counter = console.counter(contest.starts[0].material(), args.games);
    let games = contest.play(&tables, console.monitor().stop, counter)?;
    console.clear();
    if let Some(file) = &args.pgn {
        files::write(file, &annotated_games(&tables, &contest, &games)?)?;
    }
    files::write_if(&args.plot, || plot((&args.white, &args.black), &games).svg())?;
    let summary = MatchSummary::new(&args.white, &args.black, args.seed, &games);
    if args.options.json { json::write(out, &summary) } else { print(&summary, out) }
}

/// The agent of this description, whom Ctrl-C stops.
pub(super) fn agent(text: &str, words: &ModelWords) -> anyhow::Result<AnyAgent> {
    Ok(AnyAgent::parse(text, words)?.stopped_by(console::stop_flag()))
}

/// Every game as PGN, judged move by move.
fn annotated_games(
    tables: &Tables,
    contest: &Match,
    games: &[PlayedGame],
) -> anyhow::Result<String> {
    let settings = Settings {
        move_prior: contest.move_prior.clone(),
        ..Settings::new(contest.model.clone(), contest.prior.clone())
    };
    let assessor = Assessor::new(tables, &settings);
    let text = |(number, played): (usize, &PlayedGame)| {
        let game = contest.written(number + 1, played);
        let assessment = assessor.assess(Path::new("the match"), &game)?;
        Ok(write::game(&annotated(&game, &assessment)))
    };
    games.par_iter().enumerate().map(text).collect()
}

/// Whole tables are asked many times over: in memory they answer at once.
pub(super) fn load(tables: &Tables, console: &Console, starts: &[Position]) -> anyhow::Result<()> {
    for start in starts {
        let material = start.material();
        let all = material.converts_into().into_iter().chain([material]);
        for material in all.filter(|material| *material != Material::KINGS) {
            tables.table(&material, &console.monitor())?;
        }
    }
    Ok(())
}

/// Whether `--from` names an endgame, so that there are positions to choose.
pub(super) fn names_endgame(from: &[String]) -> bool {
    from.iter().any(|from| from.parse::<Material>().is_ok())
}

/// Every position that `--from` names; those of an endgame are looked for.
pub(super) fn positions(
    from: &[String],
    of_endgame: impl Fn(Material) -> anyhow::Result<Vec<Position>>,
) -> anyhow::Result<Vec<Position>> {
    let each = from.iter().map(|from| match from.parse::<Material>() {
        Ok(material) => of_endgame(material),
        Err(_) if Path::new(from).is_file() => listed(Path::new(from)),
        Err(_) => Ok(vec![typed_position(from)?]),
    });
    Ok(each.collect::<anyhow::Result<Vec<_>>>()?.concat())
}

impl Args {
    /// The agents in words; a rating stands for a competence in the endgame that --from names, of which White has the
    /// stronger side.
    fn by_rating(&self) -> anyhow::Result<[String; 2]> {
        let [from] = &self.from[..] else { return Ok([self.white.clone(), self.black.clone()]) };
        let endgame = from.parse().map_or_else(|_| from.clone(), |one: Material| one.to_string());
        let named = |agent: &str, role| people::by_rating(agent, &endgame, role).map_err(bad_input);
        Ok([named(&self.white, PlayerRole::Attacker)?, named(&self.black, PlayerRole::Defender)?])
    }

    fn check(&self) -> anyhow::Result<()> {
        refuse_if!(
            self.games == 0 || self.positions == Some(0),
            "--games and --positions must be at least 1"
        );
        refuse_if!(self.limit == 0, "--limit 0: allow each side at least 1 move");
        refuse_if!(
            !names_endgame(&self.from) && (self.depth.is_some() || self.positions.is_some()),
            "--depth and --positions choose positions of an endgame, and --from names none: leave them out, or give --from KQKR"
        );
        let lists: Vec<PathBuf> = self.from.iter().map(PathBuf::from).collect();
        files::check_outputs(&lists, &[("--pgn", &self.pgn), ("--plot", &self.plot)])
    }

    fn starts(&self, tables: &Tables, console: &Console) -> anyhow::Result<Vec<Position>> {
        let starts = positions(&self.from, |material| self.of_depth(material, tables, console))?;
        if let Some(over) = starts.iter().find(|start| start.ending().is_some()) {
            refuse!(
                "{} is over already: start from a position with a legal move and men to mate with",
                over.fen()
            );
        }
        Ok(starts)
    }

    /// Positions of an endgame that the stronger side wins in the depth asked for, to move.
    fn of_depth(
        &self,
        material: Material,
        tables: &Tables,
        console: &Console,
    ) -> anyhow::Result<Vec<Position>> {
        let table = tables.table(&material, &console.monitor())?;
        let deepest = table.deepest(Color::White);
        let Some(depth) = self.depth.map(Depth).or(deepest) else {
            refuse!("{material} is never won: start from a position instead, with --from FEN");
        };
        let (outcome, limit) = (Outcome::Win(depth), self.positions.unwrap_or(10));
        let found = choose::some(&table, Color::White, outcome, self.seed, limit);
        if found.is_empty() {
            let deepest = deepest.unwrap_or_default();
            refuse!(
                "{material} has no win in {depth} with the winner to move: the deepest is {deepest}"
            );
        }
        Ok(found.iter().map(|position| material.in_these_colors(position)).collect())
    }
}

/// The positions of a file, one FEN a line; empty lines and lines with # are skipped.
fn listed(file: &Path) -> anyhow::Result<Vec<Position>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| bad_input(format!("cannot read {} ({error})", file.display())))?;
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let positions = lines.map(|(number, line)| {
        Position::from_fen(line)
            .map_err(|error| bad_input(format!("{}, line {}: {error}", file.display(), number + 1)))
    });
    let positions = positions.collect::<anyhow::Result<Vec<_>>>()?;
    refuse_if!(positions.is_empty(), "{} names no position", file.display());
    Ok(positions)
}

pub(super) fn print(summary: &MatchSummary, out: &mut dyn Write) -> anyhow::Result<()> {
    let MatchSummary { games, white, black, seed, .. } = summary;
    writeln!(out, "{games} games, White {white}, Black {black}, seed {seed}\n")?;
    for (end, &count) in &summary.results {
        let share = 100.0 * count as f64 / *games as f64;
        writeln!(out, "{:<22}{count:>8}{share:>9.2} %", end.replace('_', " "))?;
    }
    writeln!(out)?;
    let rows = [
        ("winner's moves", summary.length),
        ("apparent c, White", summary.white_competence),
        ("apparent c, Black", summary.black_competence),
    ];
    writeln!(out, "                          mean        sd        se    least     most")?;
    for (name, spread) in rows {
        let Some(SummaryStatistics { mean, sd, se, min, max, .. }) = spread else { continue };
        writeln!(out, "{name:<20}{mean:>10.3}{sd:>10.3}{se:>10.3}{min:>9.2}{max:>9.2}")?;
    }
    Ok(())
}

/// How many of the games were won by which move.
pub(super) fn plot<P: Described>((white, black): (&str, &str), games: &[PlayedGame<P>]) -> Plot {
    let mut lengths = lengths(games);
    lengths.sort_by(f64::total_cmp);
    let won = lengths.len().max(1) as f64;
    let points = lengths.iter().enumerate().map(|(n, &length)| (length, (n + 1) as f64 / won));
    let title = format!("{white} against {black}");
    let note = format!("{} games, {} of them won", games.len(), lengths.len());
    let line = Series { name: "games".to_owned(), points: points.collect() };
    Plot::new(title, note, ["winner's moves", "share of games won by then"], vec![line])
}
