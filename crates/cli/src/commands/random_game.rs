//! `fallible random-game --white 20 --branching 2 --terminals 6`: random games made, solved and counted.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use study::random_games::{self, Branching, Moves, Parameters, solution_graph};
use study::schema::random_game::{MoveShares, RandomDepth, RandomGameDetail, RandomGames};
use study::schema::{Side, Theoretical};

use crate::console::{Console, stop_flag};
use crate::failure::bad_input;
use crate::files;
use crate::format::grouped;
use crate::json;
use crate::options::{number, start_threads};
use crate::plot::{Plot, Series};

/// Make random games, solve them, and count what is in them
///
/// Jansen 1992, chapter 3: White and Black move in turn among N positions each, every position has B
/// moves drawn by chance, and T of White's positions are won at once. Depths count White's moves, a
/// terminal win is won in 1. A game is a total win if at least half of Black's positions are lost, a
/// trivial draw if none is.
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
  fallible random-game --white 12 --branching 2 --terminals 4 --svg game.svg --dot game.dot")]
pub(crate) struct Args {
    /// Positions with White to move
    #[arg(long, value_name = "N")]
    white: u32,

    /// Positions with Black to move [default: as many as White's]
    #[arg(long, value_name = "N")]
    black: Option<u32>,

    /// Moves of a position: 2, White's and Black's as 3,5, a distribution as poisson:2.7 or 1:0.2/2:0.8
    #[arg(long, value_name = "B[,B]")]
    branching: Both,

    /// White's positions that are won at once
    #[arg(long, value_name = "T")]
    terminals: u32,

    /// Black's positions where the game is over and drawn
    #[arg(long, value_name = "T", default_value = "0")]
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

    /// Threads to use [default: all cores]; the answer is the same for any number
    #[arg(long, value_name = "N", value_parser = number("threads", 1usize..=1024))]
    threads: Option<usize>,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
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
    args.draw(&parameters)?;
    start_threads(args.threads)?;
    let console = Console::new(args.json);
    let counted = AtomicUsize::new(0);
    let done = || {
        let done = counted.fetch_add(1, Ordering::Relaxed) + 1;
        console.advance((done, args.games), "games", None);
    };
    let report = random_games::study(&parameters, (args.games, args.seed), stop_flag(), done)?;
    console.clear();
    files::write_if(&args.plot, || plot(&report).svg())?;
    if args.json { json::write(out, &report) } else { print(&report, out) }
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

fn print(report: &RandomGames, out: &mut dyn Write) -> anyhow::Result<()> {
    let of = &report.parameters;
    let games = grouped(report.games as u64);
    let noun = if report.games == 1 { "random game" } else { "random games" };
    writeln!(
        out,
        "{games} {noun}, seed {}: {} positions with White to move, {} with Black",
        report.seed,
        grouped(of.white.into()),
        grouped(of.black.into())
    )?;
    let theory = &report.theory;
    let threshold = theory.threshold.map_or("none".to_owned(), |alpha| format!("{alpha:.5}"));
    writeln!(
        out,
        "terminal wins {:.4} of White's positions; the threshold is {threshold}: the theory expects a {}\n",
        theory.alpha, theory.class
    )?;
    for class in report.classes.iter().filter(|_| report.games > 1) {
        let (share, low, high) = (100.0 * class.share, 100.0 * class.low, 100.0 * class.high);
        writeln!(out, "{:<18}{share:>7.2} %   95 % between {low:.2} and {high:.2}", class.class)?;
    }
    if report.games == 1 {
        let class = report.classes.iter().find(|class| class.games == 1);
        writeln!(out, "class              {}", class.map_or("", |class| class.class))?;
    }
    let rows = [
        ("White won", report.white_won),
        ("Black lost", report.black_lost),
        ("deepest", report.deepest),
        ("zugzwangs", report.zugzwangs),
    ];
    for (name, at) in rows {
        if report.games == 1 {
            writeln!(out, "{name:<18} {}", at.mean)?;
        } else {
            writeln!(
                out,
                "{name:<14}{:>11.3}     95 % between {:.3} and {:.3}; sd {:.3}",
                at.mean, at.low, at.high, at.sd
            )?;
        }
    }
    print_depths(report, out)?;
    report.game.as_ref().map_or(Ok(()), |game| print_game(game, out))
}

fn print_depths(report: &RandomGames, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\ndepth   White won   expected  Black lost   expected    White: optimal, inaccurate, fatal   difficulty"
    )?;
    for at in report.depths.iter().take(SHOWN) {
        let moves = |of: &MoveShares| match of.moves {
            0 => "       -       -       -".to_owned(),
            _ => format!("{:>8.3}{:>8.3}{:>8.3}", of.optimal, of.inaccurate, of.fatal),
        };
        let hard = at.difficulty.map_or("-".to_owned(), |hard| format!("{hard:.3}"));
        writeln!(
            out,
            "{:>5}{:>12.2}{:>11.2}{:>12.2}{:>11.2}        {}{hard:>13}",
            at.depth,
            at.white_won.mean,
            at.white_expected,
            at.black_lost.mean,
            at.black_expected,
            moves(&at.white_moves)
        )?;
    }
    if report.depths.len() > SHOWN {
        writeln!(out, "... {} depths more: --json has them all", report.depths.len() - SHOWN)?;
    }
    if report.black_drawn.moves > 0 {
        writeln!(
            out,
            "\nBlack's moves in draws: {:.3} are fatal mistakes",
            report.black_drawn.fatal
        )?;
    }
    Ok(())
}

/// Depths and positions that are printed.
const SHOWN: usize = 40;

fn print_game(game: &RandomGameDetail, out: &mut dyn Write) -> anyhow::Result<()> {
    let side = |side: Side| if side == Side::White { "White" } else { "Black" };
    if !game.important.is_empty() {
        writeln!(out, "\nmost optimal lines lead through")?;
    }
    for at in &game.important {
        let lines = at.lines.clone().unwrap_or_else(|| format!("e^{:.2}", at.ln_lines));
        writeln!(
            out,
            "  {} to move, {:<8} depth {:<4} {lines} lines",
            side(at.side),
            at.number,
            at.depth
        )?;
    }
    if !game.zugzwangs.is_empty() {
        let numbers: Vec<String> = game.zugzwangs.iter().map(ToString::to_string).collect();
        writeln!(out, "zugzwang: {}", numbers.join(" "))?;
    }
    if game.positions.is_empty() || game.positions.len() > 2 * SHOWN {
        return Ok(());
    }
    writeln!(out, "\n          number   value        plies   moves (* optimal)")?;
    for at in &game.positions {
        let value = match (at.value.outcome, at.value.depth) {
            (Theoretical::Draw, _) => "draw".to_owned(),
            (Theoretical::Win, depth) => format!("win in {}", depth.unwrap_or(0)),
            (Theoretical::Loss, depth) => format!("loss in {}", depth.unwrap_or(0)),
        };
        let plies = at.plies.map_or("-".to_owned(), |plies| plies.to_string());
        let moves: Vec<String> = at
            .moves
            .iter()
            .map(|one| format!("{}{}", one.to, if one.optimal { "*" } else { "" }))
            .collect();
        let moves = if at.terminal { "terminal".to_owned() } else { moves.join(" ") };
        writeln!(out, "  {} {:>8}   {value:<12}{plies:>6}   {moves}", side(at.side), at.number)?;
    }
    Ok(())
}
