//! `fallible choices FEN -c 20`: how likely a player of some competence is to make each move.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use player::{Competence, CompetenceGrid, Prospect};
use study::advice::ChoiceReport;
use study::position_report::PositionReport;
use study::schema::Expected;

use crate::failure::bad_input;
use crate::files;
use crate::json;
use crate::model_options::ModelOptions;
use crate::options::{FenWords, Options, SyzygyOption};
use crate::plot::{Plot, Scale, Series};
use crate::position_report::{print_bound, print_head};
use crate::weights_option::WeightsOption;

/// Say how likely a player of some competence is to make each move
///
/// Competence 0 plays at random, 20 about as well as a grandmaster in an unfamiliar endgame, inf
/// never errs; below 0, worse moves are preferred.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible choices \"8/8/6Q1/2K5/5r2/4k3/8/8 b\" -c 20
  fallible choices \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 15 --kappa 0+
  fallible choices \"K3r3/8/5k2/Q7/8/8/8/8 w\" --curve \"0(1)50\" --plot moves.svg
  fallible choices \"8/8/8/8/8/5k2/4r3/4B1K1 w\" -c 5 --concede all --json")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenWords,

    /// The player's competence: a number, or inf [default: that of the weights, or 20]
    #[arg(short, long, value_name = "C", allow_hyphen_values = true)]
    competence: Option<Competence>,

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
    model: ModelOptions,
    #[command(flatten)]
    weights: WeightsOption,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Drawn {
    Probability,
    Depth,
}

/// What was asked, and the answer.
struct Report<'a> {
    args: &'a Args,
    choices: ChoiceReport,
    competence: Competence,
    notes: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    let move_prior = args.weights.move_prior()?;
    let own = move_prior.as_ref().and_then(|move_prior| move_prior.competence());
    let twenty = Competence::new(20.0).context("20 is a competence")?;
    let competence = args.competence.or(own).unwrap_or(twenty);
    let (tables, console) = args.options.open()?;
    let tables = args.syzygy.behind(tables)?;
    let report = PositionReport::of(&tables, position)?;
    let choices = ChoiceReport::new(&tables, move_prior.as_deref(), report, args.model.model())?;
    console.clear();
    if choices.report.choices.is_empty() {
        return Err(bad_input("the game is over here: there is nothing to choose"));
    }
    let notes = args.model.draw_notes(&[choices.report.choices.extent()]);
    console.print_notes(&notes);
    let report = Report { args, choices, competence, notes };
    if let Some(file) = &args.plot {
        files::write(file, &report.plot().svg())?;
    }
    if !args.options.json {
        return report.print(out);
    }
    let (kappa, notes) = (args.model.kappa().into(), report.notes);
    json::write(out, &report.choices.to_schema(competence, kappa, notes, args.curve))
}

impl Report<'_> {
    /// The model in one line.
    fn description(&self) -> String {
        self.args.model.description() + &self.args.weights.description()
    }

    fn report(&self) -> &PositionReport {
        &self.choices.report
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        print_head(self.report(), out)?;
        print_bound(self.report(), out)?;
        let prospect = self.choices.prospect(self.competence);
        let (c, model) = (self.competence, self.description());
        writeln!(out, "a player of competence {c} ({model}):\n")?;
        let choices = &self.report().choices;
        for (at, (choice, p)) in choices.iter().zip(prospect.move_probabilities()).enumerate() {
            let best = if choices.is_optimal(at) { '*' } else { ' ' };
            let san = self.report().position.san(choice.play);
            write!(out, "{best} {san:<8}{:<12}{:>9.4} %", choice.value, 100.0 * p)?;
            match self.args.weights.name() {
                Some(_) => writeln!(out, "   weight {:.4}", choice.weight)?,
                None => writeln!(out)?,
            }
        }
        let Expected { value, depth, .. } = self.choices.expected(&prospect);
        writeln!(out, "\n* optimal; the depth is that of the position after the move")?;
        write!(out, "expected after the move: value {value:+.4}")?;
        match depth {
            Some(depth) => writeln!(out, ", depth {depth:.4}")?,
            None => writeln!(out)?,
        }
        let Some(grid) = &self.args.curve else { return Ok(()) };
        writeln!(out, "\n{:>8}  {:>9}  {:>9}  best move or moves", "c", "value", "depth")?;
        for c in grid.competences() {
            let prospect = self.choices.prospect(c);
            let expected = self.choices.expected(&prospect);
            let depth = expected.depth.map_or("-".to_owned(), |depth| format!("{depth:.4}"));
            let chances = prospect.move_probabilities();
            let optimal: f64 = choices.optimal().into_iter().map(|at| chances[at]).sum();
            writeln!(
                out,
                "{c:>8}  {:>9.4}  {depth:>9}  {:>8.4} %",
                expected.value,
                100.0 * optimal
            )?;
        }
        Ok(())
    }

    /// Most lines that can be told apart.
    const LINES: usize = 6;

    fn plot(&self) -> Plot {
        let grid = self.args.curve.unwrap_or_default();
        let prospects: Vec<(f64, Prospect)> =
            grid.competences().map(|c| (c.get(), self.choices.prospect(c))).collect();
        let (up, series) = match self.args.draw {
            Drawn::Probability => {
                let moves = self.report().choices.iter().take(Self::LINES).enumerate();
                let series = moves.map(|(at, choice)| Series {
                    name: format!("{} ({})", self.report().position.san(choice.play), choice.value),
                    points: prospects
                        .iter()
                        .map(|(c, p)| (*c, p.move_probabilities()[at]))
                        .collect(),
                });
                ("probability", series.collect())
            }
            Drawn::Depth => {
                let depth = |(c, p): &(f64, Prospect)| Some((*c, p.expected_depth()?));
                let points = prospects.iter().filter_map(depth).collect();
                ("expected depth after the move", vec![Series { name: "all moves".into(), points }])
            }
        };
        Plot {
            title: "What a player of competence c does".to_owned(),
            note: format!(
                "{}; {}, {}",
                self.report().position.fen(),
                self.report().metric,
                self.description()
            ),
            across: "competence c".to_owned(),
            up: up.to_owned(),
            close_up: self.args.draw == Drawn::Depth,
            up_scale: Scale::Linear,
            series,
            ..Plot::default()
        }
    }
}
