//! `fallible uci`: any agent as an engine for chess programs.

use std::fs;
use std::io::{BufReader, Write, stdin};
use std::path::{Path, PathBuf};

use ::uci::front;
use ::uci::options::Options;
use anyhow::Context;
use corpus::{Link, Scale};
use player::DepthOffset;
use player::spec::AgentSpec;
use study::calibration::Calibration;
use value::Plies;

use crate::console;
use crate::failure::{bad_input, refuse};
use crate::options::{MemoryOption, StoreOption};

const EXAMPLES: &str = "\
Examples:
  fallible uci                                   the engine to give to a chess program
  fallible uci --agent player:12                 a sparring partner of competence 12
  fallible uci --agent predator:20 --agent emulator:8 --option Metric=dtm
  fallible uci --option Engine=stockfish --option EngineDepth=12 --option Competence=1500
  fallible uci --elo 1500                        a sparring partner of that rating, on Stockfish's scale
  fallible uci --rating 800=3 --rating 1600=12 --rating 2400=25
  fallible uci --scale ~/lichess.json --option Engine=stockfish --elo 1500     ratings by a scale of `fallible calibrate --family haworth`
  fallible uci --memory 1GiB --option Threads=1     two engines in one match share a machine

Chess programs talk to it through pipes; by hand, type uci, position startpos, go, quit.
How to add it to Cute Chess, Arena, Scid and lichess-bot: docs/gui.md.";

/// Be a UCI engine: a sparring partner of any competence for chess programs
///
/// Tables up to five men are solved in the background when the game reaches them. Elsewhere an
/// engine given with Engine, or a small searcher of our own, values every move, and the same model
/// chooses among them.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An agent to offer beside the usual ones, as in `fallible match`; the first plays unless the
    /// chess program chooses another; may be repeated
    #[arg(long, value_name = "AGENT")]
    agent: Vec<String>,

    /// Set an option of the engine before the chess program does; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,

    /// Play at this rating instead of a competence: UCI_LimitStrength with UCI_Elo, on the scale
    /// measured in games of our own searcher against Stockfish's UCI_Elo (not FIDE, not Lichess)
    #[arg(long, value_name = "N", conflicts_with = "agent")]
    elo: Option<i64>,

    /// Say which competence a rating stands for, two or more and both rising, instead of the
    /// measured scale of UCI_Elo
    #[arg(long, value_name = "ELO=COMPETENCE")]
    rating: Vec<String>,

    /// A scale of `fallible calibrate --family haworth --out SCALE.json` instead: which competence people of
    /// a rating show in their moves, by the values of one engine, which --option Engine must name
    #[arg(long, value_name = "SCALE.json", conflicts_with = "rating")]
    scale: Option<PathBuf>,

    #[command(flatten)]
    kept: StoreOption,
    #[command(flatten)]
    memory: MemoryOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = concat!("Fallible ", env!("CARGO_PKG_VERSION"));
    let input = BufReader::new(stdin());
    Ok(front::run(name, &args.options()?, input, out, &console::stopped)?)
}

impl Args {
    fn options(&self) -> anyhow::Result<Options> {
        // Without a folder tables are kept in memory.
        let folder = self.kept.store_if_any().map(|store| store.folder().to_owned());
        let mut options = Options {
            tables: folder.unwrap_or_default().to_string_lossy().into_owned(),
            memory: self.memory.budget(),
            ..Options::default()
        };
        let scale = self.scale.as_deref().map(scale).transpose()?;
        if let Some(scale) = &scale {
            options.calibration = scale.calibration().ok_or_else(|| {
                bad_input("--scale: it holds for less than 100 points: make one of more bands")
            })?;
            options.kappa = DepthOffset::new(scale.family().kappa)?;
            options.engine_depth = scale.depth().map(Plies);
        }
        if !self.rating.is_empty() {
            options.calibration = self.calibration()?;
        }
        if scale.is_some() || !self.rating.is_empty() {
            options.elo = options.calibration.default_elo();
        }
        if let Some(elo) = self.elo {
            let (least, most) = (options.calibration.min(), options.calibration.max());
            if !(least..=most).contains(&elo) {
                refuse!(
                    "--elo {elo}: ratings from {least} to {most} have been measured; give one of those, or a scale of your own with --rating"
                );
            }
            (options.elo, options.limit_strength) = (elo, true);
        }
        for agent in &self.agent {
            AgentSpec::parse(agent, &options.words())?;
            // The protocol cuts a combo box's words at `var`, and nobody calls an agent so.
            options.described.push(agent.trim().to_owned());
        }
        if let Some(first) = options.described.first() {
            options.agent.clone_from(first);
        }
        for setting in &self.option {
            let Some((name, value)) = setting.split_once('=') else {
                refuse!("--option {setting}: give a name and a value, as in Metric=dtm");
            };
            let set = options.set(name.trim(), Some(value));
            set.map_err(|error| bad_input(format!("--option {setting}: {error}")))?;
        }
        if let Some(scale) =
            scale.filter(|scale| options.engine.is_empty() != scale.is_of_our_own())
        {
            let (name, own) = (scale.name(), scale.is_of_our_own());
            let advice = if own {
                "leave --option Engine out"
            } else {
                "name that engine, as in --option Engine=stockfish"
            };
            refuse!("--scale: it holds for the values of {name} alone: {advice}");
        }
        Ok(options)
    }

    fn calibration(&self) -> anyhow::Result<Calibration> {
        let read = |text: &String| {
            let pair = text.split_once('=').and_then(|(elo, competence)| {
                Some((elo.trim().parse().ok()?, competence.trim().parse().ok()?))
            });
            let usage = "give a rating and a competence, as in 1400=9";
            pair.ok_or_else(|| bad_input(format!("--rating {text}: {usage}")))
        };
        let pairs = self.rating.iter().map(read).collect::<anyhow::Result<_>>()?;
        Calibration::new(pairs).map_err(|error| bad_input(format!("--rating: {error}")))
    }
}

/// A scale that the engine can play by.
fn scale(file: &Path) -> anyhow::Result<Scale> {
    let cannot = || format!("cannot read {}: name a scale that exists", file.display());
    let text = fs::read_to_string(file).with_context(cannot)?;
    let read = Scale::read(&text);
    let scale = read.map_err(|error| bad_input(format!("{}: {error}", file.display())))?;
    if scale.family().link != Link::Haworth {
        refuse!(
            "{}: a scale of the law {}, and the engine plays by Haworth's: make one with `fallible calibrate --family haworth`",
            file.display(),
            scale.family().link
        );
    }
    Ok(scale)
}
