//! `fallible profile FILE --by band`: how competently do people of each group choose their moves?

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use corpus::exact_zone::JudgedByTables;
use corpus::one_reference::of_one_engine;
use corpus::profile::{Profiling, picture, text};
use corpus::{Decision, Family, GroupBy, Pool, Scale, input, model_record, several_depths};

use crate::exact_zone_tables::ExactZoneTables;
use crate::failure::bad_input;
use crate::family_options::FamilyOptions;
use crate::files;
use crate::json;

/// How competently each player, band of ratings, phase, ... chooses moves
///
/// The file holds decisions with an engine's score of every legal move: Parquet as `fallible evaluate`
/// writes it, or JSON lines. The apparent competence is that of the stopped-down engine that would
/// play alike (Haworth 2007); intervals are clustered by game.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible profile ~/decisions.parquet --by band --pool lichess     competence by rating
  fallible profile ~/decisions.parquet --by player --least 200      players with enough decisions
  fallible profile ~/decisions.parquet --family haworth --json      Haworth's own law
  fallible profile ~/decisions.parquet --by phase --plot phases.svg
  fallible profile ~/depths.parquet --by depth                      how competent people seem to E_p, for each p
  fallible profile ~/two-engines.parquet --by engine                to each engine")]
pub(crate) struct Args {
    /// Files of decisions; - is standard input
    #[arg(value_name = "FILE", required = true)]
    decisions: Vec<PathBuf>,

    /// What groups are made of: player, band, event, phase, opening, colour, time-control, clock, depth, engine or all
    #[arg(long, value_name = "WORD", default_value = "all")]
    by: GroupBy,

    /// List groups with at least so many decisions
    #[arg(long, value_name = "N", default_value_t = 20)]
    least: usize,

    /// Only games with ratings of this pool, told by the names of files and events: fide, rapid,
    /// lichess or fics
    #[arg(long, value_name = "POOL")]
    pool: Option<Pool>,

    /// Of files with the scores of several engines, whose count, by words of the name
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,

    /// The scale that gives ratings, made by `fallible calibrate` [default: the built-in one of the
    /// games' pool, if the model is the one it was measured with]
    #[arg(long, value_name = "SCALE.json")]
    scale: Option<PathBuf>,

    /// Infer kappa beside the competence
    #[arg(long)]
    fit_kappa: bool,

    /// Tell the whole posterior of each group, with --json
    #[arg(long, requires = "json")]
    posterior: bool,

    /// Draw the competences with their intervals as an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    model: FamilyOptions,

    #[command(flatten)]
    tables: ExactZoneTables,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let family = args.model.family().map_err(bad_input)?;
    files::check_outputs(&args.decisions, &[("--plot", &args.plot)])?;
    let mut decisions = input::read(&args.decisions)?;
    if args.by != GroupBy::Depth {
        // Of decisions scored at several depths the deepest scores count.
        decisions = several_depths::joined(decisions);
    }
    if !matches!(args.by, GroupBy::Depth | GroupBy::Engine) || args.engine.is_some() {
        decisions = of_one_engine(decisions, args.engine.as_deref()).map_err(bad_input)?;
    }
    if let Some(pool) = &args.pool {
        decisions.retain(|one| Pool::of(&one.game).may_be(pool));
    }
    let scale = args.scale(&family, &decisions)?;
    let judged = match args.by {
        // What the engine sees is the question there, also with few men.
        GroupBy::Depth | GroupBy::Engine => JudgedByTables::default(),
        _ => args.tables.judge(&mut decisions),
    };
    let profiling = Profiling {
        family,
        by: args.by,
        least: args.least,
        scale: scale.as_ref(),
        fits_kappa: args.fit_kappa,
        tells_posterior: args.posterior,
        judged_by_tables: judged.judged,
    };
    let report = profiling.of(&decisions).map_err(bad_input)?;
    files::write_if(&args.plot, || picture(&report).svg())?;
    match args.json {
        true => json::write(out, &report),
        false => Ok(write!(out, "{}", text(&report))?),
    }
}

impl Args {
    fn scale(&self, family: &Family, decisions: &[Decision]) -> anyhow::Result<Option<Scale>> {
        let reference = model_record::reference_of(decisions);
        let Some(file) = &self.scale else {
            return Ok(Scale::for_decisions(family, decisions, self.pool.as_ref()));
        };
        let text = fs::read_to_string(file)
            .with_context(|| format!("cannot read {}: name a scale that exists", file.display()))?;
        let named = |error| bad_input(format!("{}: {error}", file.display()));
        let scale = Scale::read(&text).map_err(named)?;
        scale.check(family, &reference).map_err(named)?;
        Ok(Some(scale))
    }
}
