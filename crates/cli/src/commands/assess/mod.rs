//! `fallible assess GAMES.pgn`: every move of both players judged, and the competence they show.

mod json;
mod plots;
mod profile;
mod quality;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::material::MOST_MEN_LISTED;
use endgame::tables::Tables;
use player::CompetenceGrid;
use player::DepthOffset;
use rayon::prelude::*;
use study::assess::{AssessError, Assessment, Assessor, Records, Settings, annotated};
use study::pgn::{Game, GameError, Problem, write};
use value::Metric;

use crate::console::{Console, stopped};
use crate::failure::{BadInput, bad_input};
use crate::files::{self, Growing};
use crate::games::{Batch, GameFiles, Unreadable};
use crate::model_options::{BeliefOptions, JUDGING_PEOPLE, ModelOptions};
use crate::options::{Options, SyzygyOption};
use crate::weights_option::WeightsOption;

/// Judge the games of a PGN file move by move, and say what competence the players show
///
/// For every position the tables know: its value before and after the move, the moves of depth given away, the
/// optimal moves, and the mover's apparent competence so far. Then each player as attacker and as defender, over all games.
/// Any number of games is judged in bounded memory: each is told, drawn and written as it comes; what is kept are sums for
/// each player (20,000 of them with the usual grid, later ones together), and of the plots the first lines.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(JUDGING_PEOPLE)), after_help = "Examples:
  fallible assess ~/games/browne-belle.pgn
  fallible assess ~/games/browne-belle.pgn --kappa 0+ --plot ~/competence.svg
  fallible assess ~/games/*.pgn --men 4 --brief --json
  fallible assess ~/games/lichess.pgn.zst --brief
  curl -s https://example.org/games.pgn.gz | fallible assess - --brief
  fallible assess ~/games/mine.pgn --annotate ~/games/mine-annotated.pgn --prior normal:20,5
  fallible assess ~/games/mine.pgn --joint-kappa \"0.1(0.1)3\"
  fallible assess ~/games/browne-belle.pgn --brief --quality --trajectory-plot ~/depth.svg
  fallible assess ~/games/kqkr.pgn --brief --endgame KQKR --by-depth --error-plot ~/errors.svg

Signs: ° only legal move, \\\" only move that keeps the value, ' only optimal move; +i/+j: i moves of depth
given away, j in the game so far. A game that never reaches the tables is counted, no more.
Exit code 1: some games could not be read, and stderr says which; the others are judged.")]
pub(crate) struct Args {
    /// PGN files, plain or packed by gzip, zstd or bzip2, whatever their names; - is standard input
    #[arg(value_name = "GAMES.pgn", required = true)]
    files: Vec<PathBuf>,

    /// Leave the moves out: only what the players show over all games
    #[arg(long)]
    brief: bool,

    /// Write the games with comments into this file, those without a position of the tables as they are
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
        Ok(mass) if (0.001..=0.999_999).contains(&mass) => Ok(mass),
        _ => Err(BadInput(format!(
            "--mass {text}: give a probability between 0 and 1, from 0.001 to 0.999999, as in 0.95"
        ))),
    }
}

/// Pairs of a kappa and a competence that are thought about at every move.
const MOST_PAIRS: usize = 1_000_000;

/// What was found, as far as it is kept.
struct Findings<'a> {
    args: &'a Args,
    settings: &'a Settings,
    metric: Metric,
    records: Records,
    /// Games judged, and those without a position of the tables.
    games: usize,
    unreached: usize,
    moves: usize,
    outside: usize,
    plots: plots::Plots,
    quality: quality::Found<'a>,
    profiles: Option<profile::Profiles>,
    annotated: Option<Growing>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = args.settings()?;
    args.check_outputs()?;
    let mut files = GameFiles::new(&args.files)?;
    let (tables, console) = args.options.open()?;
    let tables = args.syzygy.behind(tables)?;
    let assessor = Assessor::new(&tables, &settings);
    let mut findings = Findings::new(args, &settings, &tables)?;
    while let Some(batch) = files.next(&console)? {
        assessor.prepare(batch.games.iter(), &console.monitor())?;
        findings.take(batch, &assessor, &console, out)?;
    }
    if args.quality.profile.is_asked() {
        let players = &findings.quality.players;
        findings.profiles = Some(args.quality.profile.profiles(players, &tables, &console)?);
    }
    console.clear();
    findings.finish(&files.unreadable, out)?;
    files.unreadable.tell(files.read)
}

impl Args {
    /// The model in one line.
    fn said(&self) -> String {
        self.model.said() + &self.weights.said()
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        self.quality.check(self.options.json)?;
        let mut settings = Settings::new(self.model.model(), self.belief.belief()?);
        let most = if self.syzygy.is_given() { 7 } else { MOST_MEN_LISTED };
        settings.men = self.men.unwrap_or(most);
        settings.weigher = self.weights.weigher()?;
        if let Some(Offsets(offsets)) = &self.joint_kappa {
            let pairs = offsets.len().saturating_mul(self.belief.grid().len());
            if pairs > MOST_PAIRS {
                return Err(bad_input(format!(
                    "--joint-kappa and --grid make {pairs} pairs of kappa and competence, more than {MOST_PAIRS}: take wider steps"
                )));
            }
            let with = |&offset| (offset, self.model.model_with(offset));
            settings.offsets = offsets.iter().map(with).collect();
        }
        Ok(settings)
    }

    /// Refuses to write over what is read, or twice into one file.
    fn check_outputs(&self) -> anyhow::Result<()> {
        let profile = &self.quality.profile;
        let outputs = [
            ("--annotate", &self.annotate),
            ("--plot", &self.plot),
            ("--depth-plot", &self.depth_plot),
            ("--trajectory-plot", &self.quality.trajectory_plot),
            ("--error-plot", &profile.error_plot),
            ("--error-table", &profile.error_table),
        ];
        files::check_outputs(&self.files, &outputs)
    }
}

impl<'a> Findings<'a> {
    fn new(
        args: &'a Args,
        settings: &'a Settings,
        tables: &'a Tables,
    ) -> anyhow::Result<Findings<'a>> {
        let most = settings.most_records();
        Ok(Findings {
            args,
            settings,
            metric: args.options.metric,
            records: Records::of_at_most(most),
            games: 0,
            unreached: 0,
            moves: 0,
            outside: 0,
            plots: plots::Plots::default(),
            quality: quality::Found::new(&args.quality, tables, most),
            profiles: None,
            annotated: args.annotate.as_deref().map(Growing::create).transpose()?,
        })
    }

    /// Judges some games of a file, on all cores, and takes them in their order.
    fn take(
        &mut self,
        Batch { file, games }: Batch,
        assessor: &Assessor<'_>,
        console: &Console,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let judge = |game: Game| {
            let assessment = (!stopped()).then(|| assessor.assess(&file, &game));
            (game, assessment)
        };
        let judged: Vec<_> = games.into_par_iter().map(judge).collect();
        for (game, assessment) in judged {
            match assessment {
                None => anyhow::bail!("stopped: no file was written; run the command again"),
                Some(Ok(assessment)) => self.add(&file, &game, &assessment, console, out)?,
                Some(Err(error)) if is_unreached(&error) => {
                    self.unreached += 1;
                    self.annotate(|| write::game(&game))?;
                }
                Some(Err(error)) => return Err(error.into()),
            }
        }
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
        self.annotate(|| write::game(&annotated(game, assessment)))?;
        if args.options.json {
            let passages = self.quality.passages_answer(&passages);
            let answer = json::GameAnswer::of(file, game, assessment, passages, args.brief);
            json::write_game(self, &answer, out)?;
        } else if !args.brief {
            console.clear();
            text::game(file, game, assessment, out)?;
            if args.quality.quality {
                self.quality.print_game(&passages, out)?;
            }
        }
        Ok(())
    }

    /// Writes a game into the file of games, if there is one.
    fn annotate(&mut self, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        self.annotated.as_mut().map_or(Ok(()), |file| file.write(&text()))
    }

    /// Writes the files and prints the players.
    fn finish(mut self, unreadable: &Unreadable, out: &mut dyn Write) -> anyhow::Result<()> {
        let args = self.args;
        if let Some(file) = self.annotated.take() {
            file.finish()?;
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
            json::write_rest(&self, unreadable, out)?;
        } else {
            text::summary(&self, unreadable.count, out)?;
        }
        Ok(out.flush()?)
    }
}

/// Whether a game is as good as any other, but for the tables.
fn is_unreached(error: &AssessError) -> bool {
    let outside = |error: &GameError| matches!(error.problem, Problem::OutsideTables { .. });
    matches!(error, AssessError::Game(error) if outside(error))
}
