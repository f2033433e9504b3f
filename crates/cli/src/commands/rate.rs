//! `fallible rate GAMES.pgn --player NAME`: the rating that a player's moves speak for.

use std::io::Write;
use std::path::PathBuf;

use corpus::game_review::offer;
use corpus::rate::RateError;
use corpus::several_depths::depths_below;
use corpus::{Decision, Pool};
use study::schema::whole_games::{RateReport, RatedPart};

use crate::exact_zone_tables::ExactZoneTables;
use crate::failure::bad_input;
use crate::files;
use crate::json;
use crate::options::number;
use crate::valued_games::{ValuedGames, models};

/// Which rating a player's moves speak for, with an interval
///
/// Every move after the opening is valued by an engine; the moves played are then compared with those of rated players, by how much they give away
/// and by what they look like. Beside it stand the measures everybody knows: average centipawn loss, Lichess's accuracy, agreement with the engine.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible rate ~/games/mine.pgn --player 'Ann Example'
  fallible rate ~/games/mine.pgn --player ann --pool lichess --keep ~/mine.parquet
  fallible rate ~/mine.parquet --player ann --json
  fallible rate ~/mine.parquet --player 'Example,A' --player 'Ann Example'

A file of `fallible evaluate` is read as it is; a PGN is valued first, which takes about 0.15 s a move on one core with Stockfish (`apt install stockfish`).
The built-in models were measured with Stockfish 15.1 at depths 1, 2, 4 and 8, which one search passes through (`fallible evaluate --depth 1,2,4,8`; depth 8 alone
does, less well), and for FIDE's and Lichess's players with our own searcher at depths 1, 2 and 4; later versions of Stockfish are taken for 15.1, which is said;
with other engines the rating comes from what the moves look like alone. With at most five men on
the board the endgame tables judge, as far as they are at hand (up to four men they are made).")]
pub(crate) struct Args {
    /// PGN files, or files of `fallible evaluate`
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,

    /// The player, by words of the name in any order; may be repeated for a player whose name is written in several ways
    #[arg(long, value_name = "NAME", required = true)]
    player: Vec<String>,

    /// Whose ratings are meant: fide, rapid, lichess or fics [default: as the games say]
    #[arg(long, value_name = "POOL")]
    pool: Option<Pool>,

    /// The engine that values a PGN: a name, a path, or own [default: stockfish if it is installed, else own]; of files with
    /// the scores of several engines, whose count
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,

    /// How deep, in plies [default: 8, own 4]
    #[arg(long, value_name = "PLIES", value_parser = number("depth", 1u16..=60))]
    depth: Option<u16>,

    /// Keep the values of a PGN in this file
    #[arg(long, value_name = "FILE.parquet")]
    keep: Option<PathBuf>,

    /// A model made by `fallible train` instead of the built-in one
    #[arg(long, value_name = "MODEL.json")]
    model: Option<PathBuf>,

    #[command(flatten)]
    tables: ExactZoneTables,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&args.files, &[("--keep", &args.keep)])?;
    let models = models(args.model.as_deref())?;
    let mut decisions = args.decisions()?;
    let judged = args.tables.judge(&mut decisions);
    let mut report =
        corpus::rate::rate(&decisions, &args.player, args.pool.as_ref(), &models).map_err(told)?;
    report.remarks.extend(judged.sentence());
    match args.json {
        true => json::write(out, &report),
        false => write_text(out, &report),
    }
}

impl Args {
    /// The decisions of files that have them, else those of games, valued now.
    fn decisions(&self) -> anyhow::Result<Vec<Decision>> {
        let games = ValuedGames {
            files: &self.files,
            players: self.player.clone(),
            pool: self.pool.as_ref(),
            engine: self.engine.as_deref(),
            usual_engine: offer::usual_engine,
            depth: self.depth,
            depths: depths_below,
            keep: self.keep.as_deref(),
            keep_option: "--keep",
            refused: told,
            json: self.json,
        };
        games.decisions()
    }
}

/// Who is not found, or found twice; a name may also be that of one player in several spellings.
fn told(error: RateError) -> anyhow::Error {
    match error {
        RateError::Several { .. } => bad_input(format!(
            "{error}, or, if these are one player, name each of them with a --player of its own"
        )),
        other => bad_input(other),
    }
}

fn write_text(out: &mut dyn Write, report: &RateReport) -> anyhow::Result<()> {
    let RateReport { player, games, decisions, pool, reference, elo, .. } = report;
    let plural = if *games == 1 { "" } else { "s" };
    writeln!(
        out,
        "{player}: {decisions} decisions in {games} game{plural}, scored by {reference}\n"
    )?;
    let pool = if pool == "other" { "FIDE taken" } else { pool };
    writeln!(
        out,
        "plays like {:.0} ({pool}), with 95 % between {:.0} and {:.0}",
        elo.mean, elo.low, elo.high
    )?;
    if let Some(tagged) = report.tagged {
        writeln!(out, "the games say {tagged:.0}")?;
    }
    writeln!(out, "about {} games more would halve the interval\n", report.games_to_halve)?;
    writeln!(
        out,
        "{:<14}{:>10}{:>8}{:>14}{:>10}{:>10}{:>11}",
        "", "decisions", "rating", "95 %", "cp loss", "accuracy", "agreement"
    )?;
    let all = RatedPart {
        part: "all".into(),
        decisions: *decisions,
        elo: elo.clone(),
        baselines: report.baselines.clone(),
    };
    let parts = [&report.phases, &report.colours, &report.time_controls];
    // A part that is the whole says nothing more.
    let parts = parts.into_iter().flatten().filter(|part| part.decisions < *decisions);
    for part in std::iter::once(&all).chain(parts) {
        let interval = format!("{:.0} to {:.0}", part.elo.low, part.elo.high);
        writeln!(
            out,
            "{:<14}{:>10}{:>8.0}{interval:>14}{:>10.0}{:>8.0} %{:>9.0} %",
            part.part,
            part.decisions,
            part.elo.mean,
            part.baselines.centipawn_loss,
            part.baselines.accuracy,
            100.0 * part.baselines.agreement
        )?;
    }
    writeln!(out)?;
    for remark in &report.remarks {
        writeln!(out, "{remark}")?;
    }
    Ok(())
}
