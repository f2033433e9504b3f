//! `fallible choices FEN -c 20`: how likely a player of some competence is to make each move.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use player::{Competence, CompetenceGrid, Prospect};
use study::advice::ChoiceReport;
use study::described::{Described, TablePosition};
use study::position_report::PositionReport;
use study::schema::Expected;

use super::advise::LINES;
use crate::elo_option::EloOption;
use crate::failure::refuse_if;
use crate::files;
use crate::format::decimals;
use crate::json;
use crate::model_options::WeightedModel;
use crate::options::{ChessOption, FenWords, Options, SyzygyOption};
use crate::plot::{Plot, Series};
use crate::position_report::{print_bound, print_head};

/// Say how likely a player of some competence is to make each move
///
/// Competence 0 plays at random, 20 about as well as a grandmaster in an unfamiliar endgame, inf
/// never errs; below 0, worse moves are preferred.
///
/// --concede is by default draws, as in the papers' experiments, and all with --elo, as people were measured.
#[derive(clap::Args, Debug)]
#[command(mut_arg("concede", |arg| arg.default_value(None::<&str>)), after_help = "Examples:
  fallible choices \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" -c 20
  fallible choices \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 15 --kappa 0+
  fallible choices \"K3r3/8/5k2/Q7/8/8/8/8 w\" --elo 2200            as people rated 2200 play it
  fallible choices \"K3r3/8/5k2/Q7/8/8/8/8 w\" --curve \"0(1)50\" --plot moves.svg
  fallible choices \"8/8/8/8/8/5k2/4r3/4B1K1 w\" -c 5 --concede all --json")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenWords,

    /// The player's competence: a number, or inf [default: that of the weights, or 20]
    #[arg(short, long, value_name = "C", allow_hyphen_values = true)]
    competence: Option<Competence>,

    #[command(flatten)]
    elo: EloOption,

    /// Also for every competence of a grid, least(step)greatest
    #[arg(long, value_name = "GRID", allow_hyphen_values = true)]
    curve: Option<CompetenceGrid>,

    /// Draw the curves as an SVG file, over 0(1)50 unless --curve says otherwise
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// What is drawn: the probability of each move, or the expected depth after it
    #[arg(long, value_enum, default_value = "probability", requires = "plot")]
    draw: Drawn,

    #[command(flatten)]
    model: WeightedModel,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Drawn {
    Probability,
    Depth,
}

/// A position and what its players are like.
pub(super) struct Report<P: Described> {
    pub(super) choices: ChoiceReport<P>,
    pub(super) competence: Competence,
    /// Of every other competence that is asked about.
    pub(super) curve: Option<CompetenceGrid>,
    /// The model in one line.
    pub(super) description: String,
    /// Whether moves weigh differently.
    pub(super) weighed: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    let move_prior = args.model.move_prior()?;
    let own = move_prior.as_ref().and_then(|move_prior| move_prior.competence());
    let twenty = Competence::new(20.0).context("20 is a competence")?;
    let (tables, console) = args.syzygy.open(&args.options)?;
    let report = PositionReport::of(&tables, position)?;
    let rated = args.elo.competence(
        (report.position.material(), report.value),
        &args.model,
        args.options.metric,
    )?;
    let competence = rated.or(args.competence).or(own).unwrap_or(twenty);
    let players = args.elo.weighted(&args.model);
    let model = &players.options;
    let choices = ChoiceReport::new(&tables, move_prior.as_deref(), report, model.model())?;
    console.clear();
    let listed = &choices.report.choices;
    refuse_if!(listed.is_empty(), "the game is over here: there is nothing to choose");
    let notes = model.draw_notes(&[listed.extent()]);
    console.print_notes(&notes);
    let report = Report {
        choices,
        competence,
        curve: args.curve,
        description: players.words(CompetenceGrid::default()).to_string(),
        weighed: args.model.weights.is_some(),
    };
    files::write_if(&args.plot, || report.plot(args.draw).svg())?;
    if !args.options.json {
        return report.print(out);
    }
    json::write(out, &report.choices.to_schema(competence, model.kappa().into(), notes, args.curve))
}

impl<P: TablePosition> Report<P> {
    pub(super) fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let report = &self.choices.report;
        print_head(report, out)?;
        print_bound(report, out)?;
        let prospect = self.choices.prospect(self.competence);
        let (c, model) = (self.competence, &self.description);
        writeln!(out, "a player of competence {c} ({model}):\n")?;
        let choices = &report.choices;
        for (at, (choice, p)) in choices.iter().zip(prospect.move_probabilities()).enumerate() {
            let best = if choices.is_optimal(at) { '*' } else { ' ' };
            let san = report.position.name(&choice.play);
            let weight = self.weighed.then_some(choice.weight);
            let weight = weight.map_or_else(String::new, |v| format!("   weight {v:.4}"));
            writeln!(out, "{best} {san:<8}{:<12}{:>9.4} %{weight}", choice.value, 100.0 * p)?;
        }
        let Expected { value, depth, .. } = self.choices.expected(&prospect);
        let depth = depth.map_or_else(String::new, |depth| format!(", depth {depth:.4}"));
        writeln!(out, "\n* optimal; the depth is that of the position after the move")?;
        writeln!(out, "expected after the move: value {value:+.4}{depth}")?;
        let Some(grid) = &self.curve else { return Ok(()) };
        writeln!(out, "\n       c      value      depth  best move or moves")?;
        for c in grid.competences() {
            let prospect = self.choices.prospect(c);
            let Expected { value, depth, .. } = self.choices.expected(&prospect);
            let (depth, chances) = (decimals(depth, 4), prospect.move_probabilities());
            let optimal = choices.optimal().into_iter().map(|at| chances[at]).sum::<f64>();
            writeln!(out, "{c:>8}  {value:>9.4}  {depth:>9}  {:>8.4} %", 100.0 * optimal)?;
        }
        Ok(())
    }

    pub(super) fn plot(&self, drawn: Drawn) -> Plot {
        let report = &self.choices.report;
        let grid = self.curve.unwrap_or_default();
        let prospects: Vec<(f64, Prospect)> =
            grid.competences().map(|c| (c.get(), self.choices.prospect(c))).collect();
        let (up, series) = match drawn {
            Drawn::Probability => {
                let moves = report.choices.iter().take(LINES).enumerate();
                let series = moves.map(|(at, choice)| {
                    let name = format!("{} ({})", report.position.name(&choice.play), choice.value);
                    let chance = |(c, p): &(f64, Prospect)| (*c, p.move_probabilities()[at]);
                    Series { name, points: prospects.iter().map(chance).collect() }
                });
                ("probability", series.collect())
            }
            Drawn::Depth => {
                let depth = |(c, p): &(f64, Prospect)| Some((*c, p.expected_depth()?));
                let points = prospects.iter().filter_map(depth).collect();
                ("expected depth after the move", vec![Series { name: "all moves".into(), points }])
            }
        };
        let note = format!("{}; {}, {}", report.position.text(), report.metric, self.description);
        let title = "What a player of competence c does";
        let close_up = drawn == Drawn::Depth;
        Plot { close_up, ..Plot::new(title, note, ["competence c", up], series) }
    }
}
