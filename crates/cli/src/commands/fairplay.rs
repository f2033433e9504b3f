//! `fallible fairplay GAMES.pgn --player NAME`: agreement with an engine against an own profile.

use std::io::Write;
use std::path::{Path, PathBuf};

use corpus::fairplay::profile::Stated;
use corpus::fairplay::{PRIOR, Question, look_at, look_at_many, page, words};
use corpus::{Decision, Pool};
use study::schema::fair_play::{FairPlayReport, FairPlaySurvey};

use crate::console::Console;
use crate::exact_zone_tables::ExactZoneTables;
use crate::failure::{bad_input, refuse_if};
use crate::files;
use crate::json;
use crate::options::number;
use crate::printable::printable;
use crate::valued_games::{ValuedGames, models};

/// How unusual a player's agreement with an engine is, and what that cannot show
///
/// Every move after the opening is valued by an engine and compared with what a player of that rating, or of that own profile, is expected to do in the
/// full context of the move (Haworth 2007, section 4.7): z, its chance, a Bayes factor move by move, stretches and runs, and what could have been seen
/// at all. It never says that somebody was assisted.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible fairplay ~/games/event.pgn --player 'Ann Example' --html report.html
  fallible fairplay ~/games/event.pgn --player ann --profile ~/games/ann.pgn --json
  fallible fairplay ~/games/event.pgn --all-players --mask --decisions ~/event.parquet

A PGN is valued first, which takes about 0.15 s a move on one core with Stockfish (`apt install stockfish`); files of `fallible evaluate` are read as
they are. What is expected was measured with Stockfish 15.1 at depth 8; with other engines it comes from what the moves
look like and from how far the best of them stand out, and is less sure.")]
pub(crate) struct Args {
    /// PGN files, or files of `fallible evaluate`
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,

    /// The player, by words of the name in any order; several times for several
    #[arg(long, value_name = "NAME", required_unless_present = "all_players")]
    player: Vec<String>,

    /// Everybody in the games, corrected for looking at many
    #[arg(long, conflicts_with = "player")]
    all_players: bool,

    /// Other games of the player, from which the own profile is inferred: PGN, or a file of `fallible evaluate`
    #[arg(long, value_name = "OWN.pgn", conflicts_with_all = ["elo", "all_players"])]
    profile: Option<PathBuf>,

    /// The player's rating [default: as the games say]
    #[arg(long, value_name = "RATING", value_parser = number("rating", 500.0..=3000.0))]
    elo: Option<f64>,

    /// Whose ratings are meant: fide, rapid, lichess or fics [default: as the games say]
    #[arg(long, value_name = "POOL")]
    pool: Option<Pool>,

    /// The engine that values a PGN: a name, a path, or own [default: stockfish]; of files with the scores of several engines,
    /// whose count
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,

    /// How deep, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = number("depth", 1u16..=60))]
    depth: u16,

    /// The values of the games: read from this file if it is there, else made and kept in it
    #[arg(long, value_name = "FILE.parquet")]
    decisions: Option<PathBuf>,

    /// The probability of assistance before the games are seen
    #[arg(long, value_name = "PROBABILITY", default_value_t = PRIOR, value_parser = number("prior", 1e-9..=0.999))]
    prior: f64,

    /// Leave out names, events and dates
    #[arg(long)]
    mask: bool,

    /// Write a report that an arbiter can read and replay
    #[arg(long, value_name = "REPORT.html")]
    html: Option<PathBuf>,

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
    files::check_outputs(&args.files, &[("--decisions", &args.decisions), ("--html", &args.html)])?;
    refuse_if!(
        args.profile.is_some() && args.player.len() > 1,
        "--profile has the games of one player, and several are asked for: look at one at a time"
    );
    let models = models(args.model.as_deref())?;
    let mut decisions = args.examined()?;
    let judged = args.tables.judge(&mut decisions);
    let question = Question {
        pool: args.pool.clone(),
        stated: args.stated()?,
        prior: args.prior,
        masked: args.mask,
    };
    if let [name] = &args.player[..] {
        let mut report = look_at(&decisions, name, &question, &models).map_err(bad_input)?;
        report.caveats.extend(judged.sentence());
        files::write_if(&args.html, || page::of_player(&report))?;
        return match args.json {
            true => json::write(out, &report),
            false => write_text(out, &report),
        };
    }
    let console = Console::new(args.json);
    let mut tell = |done, total| console.advance((done, total), "players", None);
    let names = (!args.all_players).then_some(&args.player[..]);
    let survey = look_at_many(&decisions, names, &question, &models, &mut tell);
    console.clear();
    refuse_if!(
        survey.players.is_empty(),
        "nobody in these games can be looked at: {}",
        survey.left_out.first().map_or("no decision is in them", String::as_str)
    );
    files::write_if(&args.html, || page::of_players(&survey))?;
    match args.json {
        true => json::write(out, &survey),
        false => write_survey(out, &survey),
    }
}

impl Args {
    /// The decisions of the games that are looked at.
    fn examined(&self) -> anyhow::Result<Vec<Decision>> {
        let games = self.games(&self.files, self.decisions.as_deref());
        match self.decisions.as_ref().filter(|file| file.exists()) {
            Some(file) => games.read(std::slice::from_ref(file)),
            None => games.decisions(),
        }
    }

    fn stated(&self) -> anyhow::Result<Stated> {
        Ok(match (&self.profile, self.elo) {
            (Some(own), _) => {
                let mut own = self.games(std::slice::from_ref(own), None).decisions()?;
                self.tables.judge(&mut own);
                Stated::OwnGames(own)
            }
            (None, Some(elo)) => Stated::Elo(elo),
            (None, None) => Stated::ByTheGames,
        })
    }

    fn games<'a>(&'a self, files: &'a [PathBuf], keep: Option<&'a Path>) -> ValuedGames<'a> {
        ValuedGames {
            files,
            players: self.player.clone(),
            pool: self.pool.as_ref(),
            engine: self.engine.as_deref(),
            usual_engine: || "stockfish",
            depth: Some(self.depth),
            depths: |depth| vec![depth],
            keep,
            keep_option: "--decisions",
            refused: bad_input,
            json: self.json,
        }
    }
}

fn write_text(out: &mut dyn Write, report: &FairPlayReport) -> anyhow::Result<()> {
    writeln!(
        out,
        "{}: {} decisions in {}, {} of them informative, scored by {}",
        printable(&report.player),
        report.decisions,
        words::games(report.games),
        report.informative,
        report.reference
    )?;
    writeln!(out, "expected of {}\n", words::profile(report))?;
    for sentence in words::findings(report) {
        writeln!(out, "- {sentence}")?;
    }
    writeln!(out, "\nWhat this cannot show:")?;
    for caveat in &report.caveats {
        writeln!(out, "- {caveat}")?;
    }
    Ok(())
}

fn write_survey(out: &mut dyn Write, survey: &FairPlaySurvey) -> anyhow::Result<()> {
    writeln!(
        out,
        "{:<28}{:>10}{:>8}{:>10}{:>10}{:>17}{:>14}",
        "player", "decisions", "z", "p", "p (Holm)", "false discoveries", "Bayes factor"
    )?;
    for one in &survey.players {
        writeln!(
            out,
            "{:<28}{:>10}{:>8.2}{:>10}{:>10}{:>17}{:>14}",
            printable(&one.player),
            one.decisions,
            one.z,
            words::small(one.p_value),
            words::small(one.many_players.holm),
            words::small(one.many_players.benjamini_hochberg),
            words::factor(one.log10_bayes_factor)
        )?;
    }
    for sentence in &survey.left_out {
        writeln!(out, "left out: {}", printable(sentence))?;
    }
    writeln!(
        out,
        "\nAmong many players some are always unusual: the corrected columns allow for that. None of this shows that anybody was assisted; look at one player for what it cannot show."
    )?;
    Ok(())
}
