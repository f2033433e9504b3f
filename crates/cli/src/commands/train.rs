//! `fallible train GAMES.pgn --decisions FILE --out MODEL.json`: how people choose, learned from games.

use std::io::Write;
use std::path::PathBuf;

use corpus::evaluate::GameStream;
use corpus::human::learn::{LearnError, game_key, learn};
use corpus::human::missing_history::MissingHistory;
use corpus::look::train::Example;
use corpus::select::{Candidate, Filters};
use corpus::strength::Strength;
use corpus::{Decision, Pool, input, several_depths};
use study::schema::whole_games::{HumanModelReport, PoolReport};

use crate::console::{Console, stopped};
use crate::failure::bad_input;
use crate::files;
use crate::games::GameFiles;
use crate::json;
use crate::options::number;
use crate::valued_games::models;

/// Learn how people choose their moves, from games and from decisions with an engine's scores
///
/// What a move looks like (captures, threats, answers, plans, places) gets its weights from every move of the games, without an engine; how that and
/// the engine's scores go together is fitted to the decisions. Both are tried on games held out, a fifth at a time. `fallible rate` uses the model.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible train ~/lichess.pgn.zst ~/fide.pgn --decisions ~/valued.parquet --out ~/model.json
  fallible train ~/lichess.pgn.zst --decisions ~/valued.parquet --out ~/model.json --json
  fallible train ~/lichess.pgn.zst --decisions ~/own.parquet --beside ~/model.json --out ~/both.json

The decisions' games may be among the games: their moves are foretold by a model that has not seen them.
Decisions scored at several depths (`fallible evaluate --depth 1,2,4,8`) are foretold better: what is seen at once differs from what is found later.
Half a million moves take about four minutes and 1.2 GB.")]
pub(crate) struct Args {
    /// PGN files whose moves are learned from
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,

    /// Files of `fallible evaluate`, or JSON lines, all scored by one engine
    #[arg(long, value_name = "FILE", required = true)]
    decisions: Vec<PathBuf>,

    /// Take the scores of depths up to this one only, in plies [default: all]
    #[arg(long, value_name = "PLIES", value_parser = number("depth", 1u16..=60))]
    depth: Option<u16>,

    /// Keep the looks and the models of this file, and put the new ones beside them: for other pools, engines and depths
    #[arg(long, value_name = "MODEL.json")]
    beside: Option<PathBuf>,

    /// The model to write
    #[arg(long, value_name = "MODEL.json")]
    out: PathBuf,

    /// At most so many moves of each game
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = number("max-per-game", 1usize..=10_000))]
    max_per_game: usize,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&args.games, &[("--out", &Some(args.out.clone()))])?;
    GameFiles::new(&args.games)?;
    let console = Console::new(args.json);
    let beside = args.beside.as_deref().map(|file| models(Some(file))).transpose()?;
    let mut decisions = several_depths::joined(input::read(&args.decisions)?);
    if let Some(depth) = args.depth {
        decisions = decisions.iter().filter_map(|one| one.up_to(depth)).collect();
    }
    let examples = args.examples(&mut decisions, &console)?;
    let names: Vec<String> = args
        .games
        .iter()
        .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let source = format!("{} moves of {}", examples.len(), names.join(", "));
    let mut tell = |what: &str, done: usize, total: usize| {
        console.advance((done, total), what, None);
        !stopped()
    };
    let (models, report) = learn(&examples, &decisions, &source, beside.as_ref(), &mut tell)
        .map_err(|error| match error {
            LearnError::Stopped => anyhow::anyhow!("stopped: nothing was written"),
            other => bad_input(other),
        })?;
    console.clear();
    files::write(&args.out, &models.text())?;
    match args.json {
        true => json::write(out, &report),
        false => write_text(out, &report),
    }
}

impl Args {
    /// The moves of rated players; decisions that do not know the moves before them learn them here.
    fn examples(
        &self,
        decisions: &mut [Decision],
        console: &Console,
    ) -> anyhow::Result<Vec<Example>> {
        // A little of the opening too: looks are learned, not strength.
        let filters =
            Filters { plies: 15..=160, per_game: Some(self.max_per_game), ..Filters::default() };
        let mut stream = GameStream::new(&self.games, &filters);
        let mut examples = Vec::new();
        let mut missing = MissingHistory::new(decisions);
        while let Some(found) = stream.next_game().map_err(bad_input)? {
            if stopped() {
                anyhow::bail!("stopped: nothing was written");
            }
            console.count(examples.len(), "moves");
            found.iter().for_each(|candidate| missing.fill(candidate));
            examples.extend(found.iter().filter_map(example));
        }
        console.clear();
        Ok(examples)
    }
}

/// A move of a rated player.
fn example(candidate: &Candidate) -> Option<Example> {
    let white = candidate.fen.split(' ').nth(1) == Some("w");
    let rating = candidate.game.ratings[usize::from(!white)]?;
    let strength = Strength::of(&Pool::of(&candidate.game), f64::from(rating));
    let key = game_key(&candidate.game.file, candidate.game.number);
    Example::new(candidate, strength, key)
}

fn write_text(out: &mut dyn Write, report: &HumanModelReport) -> anyhow::Result<()> {
    writeln!(out, "looks learned from {} moves\n", report.examples)?;
    writeln!(
        out,
        "{:<10}{:>10}  {:<48}{:>8}{:>8}{:>8}{:>9}",
        "pool", "decisions", "scores", "nats", "+-", "top-1", "uniform"
    )?;
    for pool in &report.pools {
        let scores = seen_scores(pool);
        let held = &pool.held_out;
        writeln!(
            out,
            "{:<10}{:>10}  {scores:<48}{:>8.3}{:>8.3}{:>8.3}{:>9.3}",
            pool.pool, pool.decisions, held.nats, held.error, held.top1, held.uniform
        )?;
    }
    writeln!(out, "\nmean absolute error of a rating from pooled decisions of one band:")?;
    writeln!(
        out,
        "{:<10}{:<10}{:>10}{:>7}{:>10}{:>9}{:>8}{:>14}{:>10}",
        "pool",
        "scores",
        "decisions",
        "cells",
        "constant",
        "cp loss",
        "model",
        "recalibrated",
        "coverage"
    )?;
    for pool in &report.pools {
        let depths: Vec<String> = pool.depths.iter().map(u16::to_string).collect();
        let scores = if depths.is_empty() { "none".to_owned() } else { depths.join(",") };
        for error in &pool.errors {
            writeln!(
                out,
                "{:<10}{scores:<10}{:>10}{:>7}{:>10.0}{:>9.0}{:>8.0}{:>14.0}{:>10.3}",
                pool.pool,
                error.decisions,
                error.cells,
                error.constant,
                error.centipawn_loss,
                error.model,
                error.recalibrated,
                error.coverage
            )?;
        }
    }
    Ok(())
}

/// Whose scores a model sees, with the shallower depths.
fn seen_scores(pool: &PoolReport) -> String {
    let Some(reference) = &pool.reference else { return "none".to_owned() };
    let shallower = pool.depths[..pool.depths.len().saturating_sub(1)].iter();
    let shallower: Vec<String> = shallower.map(u16::to_string).collect();
    match shallower.is_empty() {
        true => reference.clone(),
        false => format!("{reference} and {}", shallower.join(", ")),
    }
}
