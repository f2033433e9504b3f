//! `fallible assess GAMES.pgn`: every move of both players judged, and the competence they show.

pub(super) mod findings;
mod options;
mod quality_text;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::material::MOST_MEN_LISTED;
use player::spec::ModelWords;
use player::{CompetenceGrid, DepthOffset};
use study::assess::profile::Profiles;
use study::assess::{Assessor, Settings, Totals, deepest_in};
use study::pgn::Game;

use crate::elo_option::NoElo;
use crate::failure::{bad_input, refuse_if};
use crate::files;
use crate::games::GameFiles;
use crate::model_options::{BeliefOptions, JUDGING_PEOPLE, WeightedModel};
use crate::options::{ChessOption, Options, SyzygyOption, number, number_or};
use findings::{Asked, Findings};
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
    _elo: NoElo,
    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    belief: BeliefOptions,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

pub(super) const MASS: &str =
    "give a probability between 0 and 1, from 0.001 to 0.999999, as in 0.95";

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

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = args.settings()?;
    args.check_outputs()?;
    let mut files = GameFiles::new(&args.files)?;
    let (tables, console) = args.syzygy.open(&args.options)?;
    let assessor = Assessor::new(&tables, &settings);
    let quality = &args.quality;
    let asked = Asked {
        brief: args.brief,
        quality: quality.quality,
        by_depth: quality.by_depth,
        json: args.options.json,
        mass: args.mass,
        words: args.words(),
        metric: args.options.metric,
        unit: args.options.metric.unit(),
        outside: format!("more than {} men, castling rights, or no table to be had", settings.men),
        most_records: settings.most_records(),
    };
    let totals = Totals::new(&settings, quality.endgame, quality.moves_allowed());
    let mut findings = Findings::new(asked, totals, args.annotate.as_deref())?;
    while let Some(batch) = files.next(&console)? {
        assessor.prepare(batch.games.iter(), &console.monitor())?;
        let assess = |file: &Path, game: &Game| assessor.assess(file, game);
        findings.take(&batch, assess, deepest_in(&tables), &console, out)?;
    }
    if quality.wants_profile() {
        let players = &findings.totals.qualities;
        let profiles = Profiles::of(players, quality.smooth, &tables, &console.monitor())?;
        findings.profiles = Some(profiles.ok_or_else(|| {
            bad_input("no game has a won position: there are no mistakes to list by depth")
        })?);
    }
    console.clear();
    if let Some(profiles) = &findings.profiles {
        files::write_if(&quality.error_plot, || profiles.plot(quality.measure).svg())?;
        files::write_if(&quality.error_table, || profiles.csv())?;
    }
    let plots = [&args.plot, &args.depth_plot, &quality.trajectory_plot];
    findings.finish(plots, &files.unreadable, out)?;
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
