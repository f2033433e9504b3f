//! `fallible assess GAMES.pgn`: every move of both players judged, and the competence they show.

mod json;
mod plots;
mod profile;
mod quality;
mod text;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::material::MOST_MEN_LISTED;
use endgame::tables::Tables;
use player::CompetenceGrid;
use player::DepthOffset;
use rayon::prelude::*;
use study::assess::{AssessError, Assessment, Assessor, Records, Settings, annotated};
use study::pgn::{Game, GameError, Games, write};
use value::Metric;

use crate::answer;
use crate::console::{Console, stopped};
use crate::failure::{BadInput, bad_input};
use crate::files;
use crate::model_options::{BeliefOptions, ModelOptions};
use crate::options::{Options, SyzygyOption};
use crate::weights_option::WeightsOption;

/// Judge the games of a PGN file move by move, and say what competence the players show
///
/// For every position the tables know: its value before and after the move, the moves of depth given away, the
/// optimal moves, and the mover's apparent competence so far. Then each player as attacker and as defender, over all games.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible assess ~/games/browne-belle.pgn
  fallible assess ~/games/browne-belle.pgn --kappa 0+ --plot ~/competence.svg
  fallible assess ~/games/*.pgn --men 4 --brief --json
  fallible assess ~/games/mine.pgn --annotate ~/games/mine-annotated.pgn --prior normal:20,5
  fallible assess ~/games/mine.pgn --joint-kappa \"0.1(0.1)3\"
  fallible assess ~/games/browne-belle.pgn --brief --quality --trajectory-plot ~/depth.svg
  fallible assess ~/games/kqkr.pgn --brief --endgame KQKR --by-depth --error-plot ~/errors.svg

Signs: ° only legal move, \\\" only move that keeps the value, ' only optimal move; +i/+j: i moves of depth
given away, j in the game so far. Exit code 1: some games were not assessed, and stderr says which.")]
pub(crate) struct Args {
    /// PGN files
    #[arg(value_name = "GAMES.pgn", required = true)]
    files: Vec<PathBuf>,

    /// Leave the moves out: only what the players show over all games
    #[arg(long)]
    brief: bool,

    /// Write the games with comments into this file
    #[arg(long, value_name = "OUT.pgn")]
    annotate: Option<PathBuf>,

    /// Look only at positions with at most so many men [default: 5; 7 with --syzygy]
    #[arg(long, value_name = "N", value_parser = men)]
    men: Option<usize>,

    /// The probability that the interval holds
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = mass)]
    mass: f64,

    /// Infer kappa together with the competence, over these values: least(step)greatest
    #[arg(long, value_name = "GRID", value_parser = offsets, allow_hyphen_values = true)]
    joint_kappa: Option<Offsets>,

    /// Draw the apparent competence, move by move, into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Draw the depth after each move of the attacker into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    depth_plot: Option<PathBuf>,

    #[command(flatten)]
    quality: quality::QualityOptions,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    weights: WeightsOption,
    #[command(flatten)]
    belief: BeliefOptions,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    options: Options,
}

/// Values of kappa.
#[derive(Clone, Debug)]
struct Offsets(Vec<DepthOffset>);

fn offsets(text: &str) -> Result<Offsets, Box<dyn std::error::Error + Send + Sync>> {
    let grid: CompetenceGrid = text.parse()?;
    // A step such as 0.1 adds up to 0.30000000000000004.
    let rounded = |kappa: f64| (kappa * 1e9).round() / 1e9;
    let each = grid.competences().map(|kappa| DepthOffset::new(rounded(kappa.get())));
    Ok(Offsets(each.collect::<Result<_, _>>()?))
}

fn men(text: &str) -> Result<usize, BadInput> {
    match text.parse() {
        Ok(men @ 2..=7) => Ok(men),
        _ => Err(BadInput(format!("--men {text}: give a number from 2 to 7"))),
    }
}

fn mass(text: &str) -> Result<f64, BadInput> {
    match text.parse() {
        Ok(mass) if 0.0 < mass && mass < 1.0 => Ok(mass),
        _ => {
            Err(BadInput(format!("--mass {text}: give a probability between 0 and 1, as in 0.95")))
        }
    }
}

/// Games judged at a time: enough for all cores, few enough to stop soon.
const AT_A_TIME: usize = 256;

/// Refusals told one by one; more are only counted.
const TOLD: usize = 10;

/// What was found, as far as it is kept.
struct Findings<'a> {
    args: &'a Args,
    metric: Metric,
    records: Records,
    games: usize,
    moves: usize,
    outside: usize,
    answers: Vec<json::GameAnswer>,
    plots: plots::Plots,
    quality: quality::Found<'a>,
    profiles: Option<profile::Profiles>,
    annotated: String,
    refused: Vec<GameError>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = args.settings()?;
    args.spare_the_input()?;
    let files = args.files.iter().map(|file| Ok((file, Games::open(file)?)));
    let files = files.collect::<Result<Vec<_>, study::pgn::GamesError>>()?;
    let (tables, console) = args.options.open()?;
    let tables = args.syzygy.behind(tables)?;
    let assessor = Assessor::new(&tables, &settings);
    let mut findings = Findings::new(args, &tables);
    for (file, mut games) in files {
        loop {
            let some: Vec<_> = games.by_ref().take(AT_A_TIME).collect();
            if some.is_empty() {
                break;
            }
            assessor.prepare(some.iter().flatten(), &console.watch())?;
            findings.take(file, some, &assessor, &console, out)?;
        }
    }
    if args.quality.profile.is_asked() && findings.games > 0 {
        let players = &findings.quality.players;
        findings.profiles = Some(args.quality.profile.profiles(players, &tables, &console)?);
    }
    console.clear();
    findings.finish(&settings, out)
}

impl Args {
    /// The model in one line.
    fn said(&self) -> String {
        self.model.said() + &self.weights.said()
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings::new(self.model.model(), self.belief.belief()?);
        let most = if self.syzygy.is_given() { 7 } else { MOST_MEN_LISTED };
        settings.men = self.men.unwrap_or(most);
        settings.weigher = self.weights.weigher()?;
        if let Some(Offsets(offsets)) = &self.joint_kappa {
            let with = |&offset| (offset, self.model.model_with(offset));
            settings.offsets = offsets.iter().map(with).collect();
        }
        Ok(settings)
    }

    /// Refuses to write over what is read.
    fn spare_the_input(&self) -> anyhow::Result<()> {
        let profile = &self.quality.profile;
        let outputs = [
            &self.annotate,
            &self.plot,
            &self.depth_plot,
            &self.quality.trajectory_plot,
            &profile.error_plot,
            &profile.error_table,
        ];
        let outputs = outputs.into_iter().flatten();
        for output in outputs {
            if self.files.iter().any(|input| files::same(input, output)) {
                let output = output.display();
                return Err(bad_input(format!(
                    "{output} is one of the files to be read and would be lost: write to another file"
                )));
            }
        }
        Ok(())
    }
}

impl<'a> Findings<'a> {
    fn new(args: &'a Args, tables: &'a Tables) -> Findings<'a> {
        Findings {
            args,
            metric: args.options.metric,
            records: Records::default(),
            games: 0,
            moves: 0,
            outside: 0,
            answers: Vec::new(),
            plots: plots::Plots::default(),
            quality: quality::Found::new(&args.quality, tables),
            profiles: None,
            annotated: String::new(),
            refused: Vec::new(),
        }
    }

    /// Judges some games of a file, on all cores, and takes them in their order.
    fn take(
        &mut self,
        file: &Path,
        games: Vec<Result<Game, GameError>>,
        assessor: &Assessor<'_>,
        console: &Console,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let judge = |game: Result<Game, GameError>| -> Option<Result<_, AssessError>> {
            if stopped() {
                return None;
            }
            let judged = game.map_err(AssessError::Game).and_then(|game| {
                let assessment = assessor.assess(file, &game)?;
                Ok((game, assessment))
            });
            Some(judged)
        };
        let judged: Vec<_> = games.into_par_iter().map(judge).collect();
        for judged in judged {
            match judged {
                None => anyhow::bail!("stopped: no file was written; run the command again"),
                Some(Ok((game, assessment))) => self.add(file, &game, &assessment, console, out)?,
                Some(Err(AssessError::Game(refused))) => self.refused.push(refused),
                Some(Err(AssessError::Tables(error))) => return Err(error.into()),
                Some(Err(AssessError::Weights(error))) => return Err(error.into()),
            }
        }
        console.count(self.games + self.refused.len(), "games");
        Ok(())
    }

    fn add(
        &mut self,
        file: &Path,
        game: &Game,
        assessment: &Assessment,
        console: &Console,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let args = self.args;
        self.games += 1;
        self.moves += assessment.moves.len();
        self.outside += assessment.outside;
        self.records.add(game, assessment);
        self.plots.add(game, assessment);
        let passages = self.quality.add(game, assessment)?;
        if args.annotate.is_some() {
            self.annotated.push_str(&write::game(&annotated(game, assessment)));
        }
        if args.options.json {
            let passages = self.quality.passages_answer(&passages);
            self.answers.push(json::GameAnswer::of(file, game, assessment, passages, args.brief));
        } else if !args.brief {
            console.clear();
            text::game(file, game, assessment, out)?;
            if args.quality.quality {
                self.quality.print_game(&passages, out)?;
            }
        }
        Ok(())
    }

    /// Writes the files, prints the players, and says which games were not assessed.
    fn finish(self, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
        let args = self.args;
        if let Some(file) = &args.annotate {
            files::write(file, &self.annotated)?;
        }
        if let Some(file) = &args.plot {
            files::write(file, &self.plots.competence(&args.said()).svg())?;
        }
        if let Some(file) = &args.depth_plot {
            files::write(file, &self.plots.depth(self.metric).svg())?;
        }
        if let Some(file) = &args.quality.trajectory_plot {
            files::write(file, &self.quality.trajectory_plot().svg())?;
        }
        if let Some(profiles) = &self.profiles {
            profiles.write(&args.quality.profile)?;
        }
        if args.options.json {
            answer::write(out, &json::Answer::of(&self))?;
        } else {
            text::summary(&self, settings, out)?;
        }
        out.flush()?;
        tell_refused(self.refused, self.games)
    }
}

/// One refusal is the failure; of several the first are told, and how many there are.
fn tell_refused(mut refused: Vec<GameError>, assessed: usize) -> anyhow::Result<()> {
    let (count, all) = (refused.len(), refused.len() + assessed);
    if all == 0 {
        anyhow::bail!("there is no game in the files given: name a PGN file with games");
    }
    if count <= 1 {
        return refused.pop().map_or(Ok(()), |error| Err(error.into()));
    }
    let mut said = String::new();
    for error in refused.iter().take(TOLD) {
        let _ = write!(said, "{error}\nfallible: ");
    }
    if count > TOLD {
        let _ = write!(said, "and {} more like these\nfallible: ", count - TOLD);
    }
    anyhow::bail!("{said}{count} of {all} games were not assessed");
}
