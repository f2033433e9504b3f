//! `fallible random-game --white 20 --branching 2 --terminals 6`: random games made, solved, counted and played.

mod text;

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use player::Competence;
use player::spec::{AgentSpec, listed};
use study::random_games::contest::{Contest, Start};
use study::random_games::{self, Branching, Moves, Parameters, solution_graph};
use study::schema::random_game::{RandomDepth, RandomGames};

use crate::console::{Console, stop_flag};
use crate::elo_option::NoElo;
use crate::failure::{bad_input, refuse};
use crate::files;
use crate::json;
use crate::model_options::{BeliefOptions, ModelOptions};
use crate::options::{number, start_threads};
use crate::plot::{Plot, Series};

/// Make random games, solve them, and count what is in them
///
/// Jansen 1992, chapter 3: White and Black move in turn among N positions each, every position has B
/// moves drawn by chance, and T of White's positions are won at once. Depths count White's moves, a
/// terminal win is won in 1. A game is a total win if at least half of Black's positions are lost, a
/// trivial draw if none is.
///
/// With --players agents play these games, from a position with White to move: the agents of `fallible match`. Where both players' moves depend
/// on the position alone (player, random, infallible), the expected length is told exactly beside the games, and so is the
/// Markov model's, and the competence that their moves speak for. A game for one has --branching 4,1 (and --flow, so
/// that Black's move leads everywhere).
///
/// A single game is looked into: its zugzwangs, the positions that most optimal lines lead through, and,
/// if it is small, every position. Beside each number of positions stands what the theory expects.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible random-game --white 10 --branching 2 --terminals 4 --flow --seed 3
  fallible random-game --white 20 --branching 2 --terminals 6 --games 10000
  fallible random-game --white 1000 --branching 4 --terminals 400 --plot depths.svg
  fallible random-game --white 300 --black 200 --branching 3,5 --terminals 120 --terminal-draws 10 --json
  fallible random-game --white 5000 --branching poisson:2.7 --terminals 0 --games 10
  fallible random-game --white 12 --branching 2 --terminals 4 --svg game.svg --dot game.dot
  fallible random-game --white 2000 --branching 4 --terminals 740 --players 20,infallible
  fallible random-game --white 500 --branching 4 --terminals 190 --games 20 --players 10,predator:10 --plays 50
  fallible random-game --white 1000 --branching 3,1 --flow --terminals 1 --players 5,infallible --json")]
pub(crate) struct Args {
    /// Positions with White to move
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number("white", 0..=u32::MAX))]
    white: u32,

    /// Positions with Black to move [default: as many as White's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number("black", 0..=u32::MAX))]
    black: Option<u32>,

    /// Moves of a position: 2, White's and Black's as 3,5, a distribution as poisson:2.7 or 1:0.2/2:0.8
    #[arg(long, value_name = "B[,B]", allow_hyphen_values = true)]
    branching: Both,

    /// White's positions that are won at once
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = number("terminals", 0..=u32::MAX))]
    terminals: u32,

    /// Black's positions where the game is over and drawn
    #[arg(long, value_name = "T", default_value = "0", allow_negative_numbers = true, value_parser = number("terminal-draws", 0..=u32::MAX))]
    terminal_draws: u32,

    /// Let as many moves lead to each position of a side as to any other
    #[arg(long)]
    flow: bool,

    /// How many games
    #[arg(long, value_name = "K", default_value = "1", value_parser = number("games", 1usize..=100_000_000))]
    games: usize,

    /// The seed of the random generator: the same games for the same seed
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    /// Draw the distribution over depth into this SVG file, the theory's beside it
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Draw the first game's positions and moves into this SVG file, in rows by distance to the end
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,

    /// Write the same for Graphviz
    #[arg(long, value_name = "FILE.dot")]
    dot: Option<PathBuf>,

    /// Who plays White and who Black in these games, as in 20,infallible: a competence, or an agent of `fallible match`
    #[arg(long, value_name = "WHITE,BLACK")]
    players: Option<String>,

    #[command(flatten)]
    contest: ContestOptions,

    /// Threads to use [default: all cores]; the answer is the same for any number
    #[arg(long, value_name = "N", value_parser = number("threads", 1usize..=1024))]
    threads: Option<usize>,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

/// How agents play.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Players")]
struct ContestOptions {
    /// How often they play each random game
    #[arg(long, value_name = "N", default_value = "100", requires = "players", value_parser = number("plays", 1usize..=10_000_000))]
    plays: usize,

    /// Where they begin, with White to move: deepest (one of the deepest wins), the depth of a win, or draw
    #[arg(long, value_name = "WHERE", default_value = "deepest", requires = "players")]
    from: Start,

    /// Moves each side may make before a game is called unfinished
    #[arg(long, value_name = "N", default_value = "1000", requires = "players", value_parser = number("limit", 1usize..=1_000_000))]
    limit: usize,

    #[command(flatten)]
    _elo: NoElo,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    belief: BeliefOptions,
}

/// The branching factors of both sides.
#[derive(Clone, Debug)]
struct Both {
    white: Branching,
    black: Branching,
}

impl FromStr for Both {
    type Err = random_games::NoBranching;

    fn from_str(text: &str) -> Result<Both, random_games::NoBranching> {
        let (white, black) = text.split_once(',').unwrap_or((text, text));
        Ok(Both { white: white.parse()?, black: black.parse()? })
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let outputs = [("--plot", &args.plot), ("--svg", &args.svg), ("--dot", &args.dot)];
    files::check_outputs(&[], &outputs)?;
    let parameters = args.parameters();
    parameters.check()?;
    let contest = args.contest()?;
    args.draw(&parameters)?;
    start_threads(args.threads)?;
    let console = Console::new(args.json);
    let games = (args.games, args.seed);
    let counter = || {
        let counted = AtomicUsize::new(0);
        let console = &console;
        move || {
            let done = counted.fetch_add(1, Ordering::Relaxed) + 1;
            console.advance((done, args.games), "games", None);
        }
    };
    let mut report = random_games::study(&parameters, games, stop_flag(), counter())?;
    if let Some(contest) = contest {
        let rounds = contest.play(&parameters, games, stop_flag(), counter())?;
        report.contest = Some(contest.report(&rounds));
    }
    console.clear();
    files::write_if(&args.plot, || plot(&report).svg())?;
    if args.json { json::write(out, &report) } else { text::write(&report, out) }
}

impl Args {
    fn parameters(&self) -> Parameters {
        Parameters {
            white: self.white,
            black: self.black.unwrap_or(self.white),
            white_branching: self.branching.white.clone(),
            black_branching: self.branching.black.clone(),
            terminal_wins: self.terminals,
            terminal_draws: self.terminal_draws,
            moves: if self.flow { Moves::Conserved } else { Moves::Independent },
        }
    }

    /// Who plays the games, if anybody does.
    fn contest(&self) -> anyhow::Result<Option<Contest>> {
        let Some(players) = &self.players else { return Ok(None) };
        let ContestOptions { plays, from, limit, model, belief, .. } = &self.contest;
        let words = model.words(belief.grid(), None);
        let agents: Vec<AgentSpec> = listed(players)
            .iter()
            .map(|name| {
                // A number alone is a competence.
                let player = name.parse::<Competence>().map(|_| format!("player:{name}"));
                AgentSpec::parse(player.as_deref().unwrap_or(name), &words)
            })
            .collect::<Result<_, _>>()?;
        let Ok(agents) = <[AgentSpec; 2]>::try_from(agents) else {
            refuse!("--players {players}: give White's player and Black's, as in 20,infallible");
        };
        let contest = Contest {
            agents,
            plays: *plays,
            start: *from,
            limit: *limit,
            words,
            prior: belief.belief()?,
        };
        contest.factories()?;
        Ok(Some(contest))
    }

    /// The pictures of the first game.
    fn draw(&self, parameters: &Parameters) -> anyhow::Result<()> {
        if self.svg.is_none() && self.dot.is_none() {
            return Ok(());
        }
        solution_graph::check(parameters).map_err(bad_input)?;
        let game = random_games::game(parameters, self.seed, 0)?;
        let (picture, dot) = (solution_graph::picture(&game), solution_graph::dot(&game));
        files::write_if(&self.svg, || picture.svg())?;
        files::write_if(&self.dot, || dot)
    }
}

fn plot(report: &RandomGames) -> Plot {
    let line = |name: &str, of: fn(&RandomDepth) -> f64| Series {
        name: name.to_owned(),
        points: report.depths.iter().map(|at| (f64::from(at.depth), of(at))).collect(),
    };
    let mut plot = Plot::new(
        "Positions of each depth",
        format!("random games, mean of {}; dashed: the theory", report.games),
        ["depth in White's moves", "positions"],
        vec![
            line("White wins", |at| at.white_won.mean),
            line("Black loses", |at| at.black_lost.mean),
        ],
    );
    plot.guides = vec![
        line("White wins, expected", |at| at.white_expected),
        line("Black loses, expected", |at| at.black_expected),
    ];
    plot
}
