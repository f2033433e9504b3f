//! `fallible review GAME.pgn`: one whole game, and the moments that mattered.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use corpus::Pool;
use corpus::evaluate::ReferenceEngine;
use corpus::game_review::{Reviewer, offer, text::text, value_moves};
use corpus::human::HumanModels;
use study::pgn::{Game, Games};

use crate::console::{Console, stop_flag};
use crate::exact_zone_tables::ExactZoneTables;
use crate::failure::bad_input;
use crate::json;
use crate::options::number;

/// One whole game: how both players played, and the moments that mattered
///
/// An engine values every move. For both players it tells the rating that their moves speak for, with its interval, competence by phase, average centipawn loss, Lichess's
/// accuracy and agreement with the engine; then the moves that lost most, with the better ones. With at most five men on the board the endgame tables judge, as far as they are
/// at hand (up to four men they are made).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible review ~/games/mine.pgn
  fallible review ~/games/mine.pgn --game 3 --pool lichess
  fallible review ~/games/mine.pgn --engine own --json

Stockfish (`apt install stockfish`) takes about 0.15 s a move; without an engine our own searcher values the moves, and less well.")]
pub(crate) struct Args {
    /// A PGN file
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,

    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number("game", 1usize..=usize::MAX))]
    game: usize,

    /// Whose ratings are meant: fide, rapid, lichess or fics [default: as the game says]
    #[arg(long, value_name = "POOL")]
    pool: Option<Pool>,

    /// The engine: a name, a path, or own [default: stockfish if it is installed]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,

    /// How deep, in plies [default: 8, own 4]
    #[arg(long, value_name = "PLIES", value_parser = number("depth", 1u16..=60))]
    depth: Option<u16>,

    #[command(flatten)]
    tables: ExactZoneTables,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game()?;
    let (engine, usual) = args.engine()?;
    let reference = engine.reference(args.depth.unwrap_or(usual));
    let name = args.file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let reviewer = Mutex::new(Reviewer::new(&name, game, reference).map_err(bad_input)?);
    let console = Console::new(args.json);
    let began = Instant::now();
    let mut tell = |done: usize, total: usize| {
        let left = began.elapsed().mul_f64((total - done) as f64 / done.max(1) as f64);
        console.advance((done, total), "half-moves", Some(left));
    };
    value_moves(&reviewer, &mut *engine.evaluator(), stop_flag(), &mut tell)?;
    let reviewer = reviewer.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (valued, plies) = reviewer.progress();
    if valued == 0 {
        anyhow::bail!("stopped before the first move was valued");
    }
    if valued < plies {
        console.print_notes(&[format!("stopped after {valued} of {plies} half-moves")]);
    }
    let models = HumanModels::built_in();
    let review = args.tables.ask(|exact| reviewer.report(exact, models, args.pool.as_ref()));
    console.clear();
    match args.json {
        true => json::write(out, &review),
        false => Ok(write!(out, "{}", text(&review))?),
    }
}

impl Args {
    /// The game that was asked for.
    fn game(&self) -> anyhow::Result<Game> {
        let mut games = Games::open(&self.file)?;
        let found = games.by_ref().take(self.game).enumerate().last();
        match found {
            Some((at, game)) if at + 1 == self.game => Ok(game.map_err(bad_input)?),
            None => Err(bad_input(format!("{}: there is no game in it", self.file.display()))),
            Some((last, _)) => Err(bad_input(format!(
                "{}: there is no game {}, the last is {}: choose one with --game",
                self.file.display(),
                self.game,
                last + 1
            ))),
        }
    }

    /// The engine that was asked for, else the best there is, and how deep it searches.
    fn engine(&self) -> anyhow::Result<(ReferenceEngine, u16)> {
        match &self.engine {
            Some(word) => {
                let engine = ReferenceEngine::parse(word).map_err(bad_input)?;
                Ok((engine, offer::usual_depth(word)))
            }
            None => Ok(offer::engine(None, None)?),
        }
    }
}
