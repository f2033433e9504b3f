//! `fallible suite GAME.pgn`: several engines look at one game.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use corpus::suite::{self, ENGINES, Suite};

use crate::console::{Console, stop_flag};
use crate::failure::bad_input;
use crate::family_options::FamilyOptions;
use crate::files;
use crate::json;
use crate::options::number;

/// Several engines look at one game: values, best moves, competence of both players
///
/// Engines differ in what they hold for best, and so in how competent the players seem to them
/// (Haworth 2007, section 4.6). Each engine searches every position after the opening to the same
/// depth, our own searcher to 4 plies at most. Engines that are not installed, die, hang or lie are
/// named, and the others go on.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible suite ~/game.pgn                                   every engine that is installed
  fallible suite ~/match.pgn --game 6 --depth 10 --plot ~/six.svg
  fallible suite ~/game.pgn --engines stockfish,toga2,own --json
  fallible suite ~/game.pgn --engines /opt/engine --from-ply 1

`apt install stockfish ethereal-chess toga2 gnuchess fairy-stockfish` brings them all. At depth 8 a game of 40 moves takes them about four minutes
on one core; engines that keep no line for every move (toga2, gnuchess) take most of it.")]
pub(crate) struct Args {
    /// A PGN file; - is standard input
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number("game", 1usize..=1_000_000_000))]
    game: usize,

    /// Engines by name or path, and own, our own searcher [default: stockfish, ethereal-chess, toga2,
    /// gnuchess, fairy-stockfish and own, as far as they are installed]
    #[arg(long, value_name = "ENGINES", value_delimiter = ',')]
    engines: Vec<String>,

    /// How deep, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = number("depth", 1u16..=60))]
    depth: u16,

    /// Skip the half-moves before this one: openings are known by heart [default: 17, of set-up positions 1]
    #[arg(long, value_name = "N")]
    from_ply: Option<u32>,

    /// Draw the values and both competences, move by move, as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    model: FamilyOptions,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let family = args.model.family().map_err(bad_input)?;
    files::check_outputs(std::slice::from_ref(&args.file), &[("--plot", &args.plot)])?;
    let game = suite::game(&args.file, args.game).map_err(bad_input)?;
    let words = match args.engines.is_empty() {
        true => ENGINES.map(str::to_owned).to_vec(),
        false => args.engines.iter().map(|word| word.trim().to_owned()).collect(),
    };
    let suite = Suite::new(&words, args.depth, args.from_ply, family);
    let console = Console::new(args.json);
    let began = Instant::now();
    let told = |done: usize, total: usize| {
        let left = (done > 0)
            .then(|| began.elapsed().mul_f64((total - done.min(total)) as f64 / done as f64));
        console.advance((done, total), "positions", left);
    };
    let processes = std::thread::available_parallelism().map_or(1, usize::from);
    let report = suite::look(&suite, &game, processes, stop_flag(), &told).map_err(bad_input)?;
    console.clear();
    files::write_if(&args.plot, || suite::picture(&report).svg())?;
    match args.json {
        true => json::write(out, &report),
        false => Ok(write!(out, "{}", suite::text(&report))?),
    }
}
