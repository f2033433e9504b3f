//! `fallible assess GAMES.pgn`: every move of both players judged, and the competence they show.

mod options;
mod quality_text;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::material::MOST_MEN_LISTED;
use endgame::tables::Tables;
use player::spec::ModelWords;
use player::{CompetenceGrid, DepthOffset};
use study::assess::profile::Profiles;
use study::assess::{Assessment, Assessor, GamePlots, Settings, Totals, annotated};
use study::pgn::{Game, write};
use study::schema::assessment::{AssessedGame, Basis};

use crate::console::Console;
use crate::failure::{bad_input, refuse_if};
use crate::files::{self, Growing};
use crate::games::{Batch, GameFiles, Unreadable};
use crate::json;
use crate::model_options::{BeliefOptions, JUDGING_PEOPLE, WeightedModel};
use crate::options::{Options, SyzygyOption, number, number_or};
use options::QualityOptions;

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
    #[arg(long, value_name = "N", value_parser = number("men", 2usize..=7))]
    men: Option<usize>,

    /// The probability that the interval holds
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = number_or("mass", 0.001..=0.999_999, MASS))]
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
    quality: QualityOptions,
    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    belief: BeliefOptions,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    options: Options,
}

const MASS: &str = "give a probability between 0 and 1, from 0.001 to 0.999999, as in 0.95";

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

/// Pairs of a kappa and a competence that are thought about at every move.
const MOST_PAIRS: usize = 1_000_000;

/// What was found, as far as it is kept.
struct Findings<'a> {
    args: &'a Args,
    settings: &'a Settings,
    tables: &'a Tables,
    totals: Totals,
    plots: GamePlots,
    profiles: Option<Profiles>,
    annotated: Option<Growing>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = args.settings()?;
    args.check_outputs()?;
    let mut files = GameFiles::new(&args.files)?;
    let (tables, console) = args.syzygy.open(&args.options)?;
    let assessor = Assessor::new(&tables, &settings);
    let mut findings = Findings {
        args,
        settings: &settings,
        tables: &tables,
        totals: Totals::new(&settings, args.quality.endgame, args.quality.moves_allowed()),
        plots: GamePlots::default(),
        profiles: None,
        annotated: args.annotate.as_deref().map(Growing::create).transpose()?,
    };
    while let Some(batch) = files.next(&console)? {
        assessor.prepare(batch.games.iter(), &console.monitor())?;
        findings.take(&batch, &assessor, &console, out)?;
    }
    if args.quality.wants_profile() {
        let players = &findings.totals.qualities;
        let profiles = Profiles::of(players, args.quality.smooth, &tables, &console.monitor())?;
        findings.profiles = Some(profiles.ok_or_else(|| {
            bad_input("no game has a won position: there are no mistakes to list by depth")
        })?);
    }
    console.clear();
    findings.finish(&files.unreadable, out)?;
    files.unreadable.report(files.read)
}

impl Args {
    fn words(&self) -> ModelWords {
        self.model.words(self.belief.grid())
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        self.quality.check(self.options.json)?;
        let model = &self.model.options;
        let mut settings = Settings::new(model.model(), self.belief.belief()?);
        let most = if self.syzygy.is_given() { 7 } else { MOST_MEN_LISTED };
        settings.men = self.men.unwrap_or(most);
        settings.move_prior = self.model.move_prior()?;
        if let Some(Offsets(offsets)) = &self.joint_kappa {
            let pairs = offsets.len().saturating_mul(self.belief.grid().len());
            refuse_if!(
                pairs > MOST_PAIRS,
                "--joint-kappa and --grid make {pairs} pairs of kappa and competence, more than {MOST_PAIRS}: take wider steps"
            );
            let with = |&offset| (offset, model.model_with(offset));
            settings.offsets = offsets.iter().map(with).collect();
        }
        Ok(settings)
    }

    fn check_outputs(&self) -> anyhow::Result<()> {
        let outputs = [
            ("--annotate", &self.annotate),
            ("--plot", &self.plot),
            ("--depth-plot", &self.depth_plot),
            ("--trajectory-plot", &self.quality.trajectory_plot),
            ("--error-plot", &self.quality.error_plot),
            ("--error-table", &self.quality.error_table),
        ];
        files::check_outputs(&self.files, &outputs)
    }
}

impl Findings<'_> {
    /// Judges some games of a file, on all cores, and takes them in their order.
    fn take(
        &mut self,
        batch: &Batch,
        assessor: &Assessor<'_>,
        console: &Console,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let judge = |_, game: &Game| assessor.assess(&batch.file, game);
        batch.in_parallel(judge, |game, assessment| match assessment {
            Ok(assessment) => self.add(&batch.file, game, &assessment, console, out),
            Err(error) if error.is_outside_tables() => {
                self.totals.unreached += 1;
                self.annotate(|| write::game(game))
            }
            Err(error) => Err(error.into()),
        })
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
        let passages = self.totals.add(self.tables, game, assessment)?;
        self.plots.add(game, assessment, &passages);
        self.annotate(|| write::game(&annotated(game, assessment)))?;
        let passages = self.totals.measured(&passages);
        if args.options.json {
            let file = file.display().to_string();
            let answer = AssessedGame::new(file, game, assessment, passages);
            self.write_json(if args.brief { answer.brief() } else { answer }, out)?;
        } else if !args.brief {
            console.clear();
            text::game(file, game, assessment, out)?;
            if args.quality.quality {
                quality_text::game(&passages, self.totals.moves_allowed, out)?;
            }
        }
        Ok(())
    }

    /// Writes a game as JSON: the object is opened with the first.
    fn write_json(&self, game: AssessedGame, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.totals.games == 1 {
            self.open_json(out)?
        } else {
            write!(out, ",")?
        }
        Ok(write!(out, "{}", json::line(&game)?)?)
    }

    /// Everything up to the first game.
    fn open_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let basis = json::versioned(&Basis::new(self.args.options.metric, &self.args.words()))?;
        Ok(write!(out, "{},\"games\":[", &basis[..basis.len() - 1])?)
    }

    fn annotate(&mut self, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        self.annotated.as_mut().map_or(Ok(()), |file| file.write(&text()))
    }

    /// Writes the files and prints the players.
    fn finish(mut self, unreadable: &Unreadable, out: &mut dyn Write) -> anyhow::Result<()> {
        let args = self.args;
        if let Some(file) = self.annotated.take() {
            file.finish()?;
        }
        let (metric, quality) = (args.options.metric, &args.quality);
        files::write_if(&args.plot, || self.plots.competence(&args.words().to_string()).svg())?;
        files::write_if(&args.depth_plot, || self.plots.depth(metric).svg())?;
        files::write_if(&quality.trajectory_plot, || {
            self.plots.trajectories(&self.totals, metric).svg()
        })?;
        if let Some(profiles) = &self.profiles {
            files::write_if(&quality.error_plot, || profiles.plot(quality.measure).svg())?;
            files::write_if(&quality.error_table, || profiles.csv())?;
        }
        if args.options.json {
            if self.totals.games == 0 {
                self.open_json(out)?;
            }
            let Unreadable { first, count } = unreadable;
            let rest = self.totals.summary(args.mass, *count, first, self.profiles.as_ref());
            writeln!(out, "],{}", &json::line(&rest)?[1..])?;
        } else {
            text::summary(&self, unreadable.count, out)?;
        }
        Ok(out.flush()?)
    }
}
