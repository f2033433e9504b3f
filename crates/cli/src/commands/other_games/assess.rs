//! `fallible assess GAMES.pgn --game antichess`: every move of both players judged, and the competence they show.

use std::io::Write;
use std::path::{Path, PathBuf};

use study::assess::{MOVES_ALLOWED, Settings, Totals};
use study::other_games::AnyPosition;
use study::other_games::assess::{GameAssessor, deepest_in};
use study::pgn::Game;

use crate::commands::assess::MASS;
use crate::commands::assess::findings::{Asked, Findings};
use crate::elo_option::NoElo;
use crate::files;
use crate::games::GameFiles;
use crate::model_options::{BeliefOptions, JUDGING_PEOPLE, ModelOptions};
use crate::options::{GameOptions, number, number_or};

/// Judge games of antichess or checkers move by move, and say what competence the players show
///
/// Games of antichess are read as PGN, those of checkers as PDN: the same with squares for moves, as in 11-15 or 15x24x31.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(JUDGING_PEOPLE)), after_help = "Examples:
  fallible assess ~/games/antichess.pgn --game antichess
  fallible assess ~/games/checkers.pdn --game checkers --brief --json
  fallible assess ~/games/antichess.pgn --game antichess --annotate ~/games/judged.pgn --quality

Signs: ° only legal move, \\\" only move that keeps the value, ' only optimal move; +i/+j: i moves of depth
given away, j in the game so far. A game that never reaches the tables is counted, no more.
Exit code 1: some games could not be read, and stderr says which; the others are judged.")]
pub(super) struct Args {
    /// PGN or PDN files, plain or packed by gzip, zstd or bzip2; - is standard input
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,

    /// Leave the moves out: only what the players show over all games
    #[arg(long)]
    brief: bool,

    /// Write the games with comments into this file, those without a position of the tables as they are
    #[arg(long, value_name = "OUT")]
    annotate: Option<PathBuf>,

    /// Look only at positions with at most so many men
    #[arg(long, value_name = "N", default_value = "4", value_parser = number("men", 2usize..=4))]
    men: usize,

    /// The probability that the interval holds
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = number_or("mass", 0.001..=0.999_999, MASS))]
    mass: f64,

    /// Say how well won and lost positions were played
    #[arg(long)]
    quality: bool,

    /// Draw the apparent competence, move by move, into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Draw the depth after each move of the attacker into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    depth_plot: Option<PathBuf>,

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
    let mut settings = Settings::new(args.model.model(), args.belief.belief()?);
    settings.men = args.men;
    let outputs = [
        ("--annotate", &args.annotate),
        ("--plot", &args.plot),
        ("--depth-plot", &args.depth_plot),
    ];
    files::check_outputs(&args.files, &outputs)?;
    let mut files = GameFiles::<AnyPosition>::new_by(args.options.game, &args.files)?;
    let (game, console) = args.options.open()?;
    let assessor = GameAssessor::new(&game, &settings);
    let asked = Asked {
        brief: args.brief,
        quality: args.quality,
        by_depth: false,
        json: args.options.json,
        mass: args.mass,
        words: args.model.words(args.belief.grid(), None),
        metric: game.metric(),
        unit: game.unit(),
        outside: format!("more than {} men", settings.men),
        most_records: settings.most_records(),
    };
    let totals = Totals::new(&settings, None, MOVES_ALLOWED);
    let mut findings = Findings::new(asked, totals, args.annotate.as_deref())?;
    while let Some(batch) = files.next(&console)? {
        let assess = |file: &Path, game: &Game<AnyPosition>| assessor.assess(file, game);
        findings.take(&batch, assess, deepest_in(&game), &console, out)?;
    }
    console.clear();
    findings.finish([&args.plot, &args.depth_plot, &None], &files.unreadable, out)?;
    files.unreadable.report(files.read)
}
