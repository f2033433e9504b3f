//! `fallible choices FEN -c 20`: how likely a player of some competence is to make each move.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use endgame::rules::Move;
use player::{Competence, CompetenceGrid, PriorSource, Prospect, ReferencePlayer};
use serde::Serialize;
use study::schema;
use value::{Choices, Extent};

use crate::failure::bad_input;
use crate::files;
use crate::json::{self, Number, Value};
use crate::model_options::ModelOptions;
use crate::options::{FenWords, Options, SyzygyOption};
use crate::plot::{Plot, Scale, Series};
use crate::probed::Probed;
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

#[derive(Serialize)]
struct Answer {
    fen: String,
    metric: &'static str,
    competence: Number,
    kappa: Number,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    value: Value,
    extent: schema::Extent,
    moves: Vec<MoveAnswer>,
    expected: Expected,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curve: Vec<CurveAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    value: Value,
    optimal: bool,
    /// `v_m`: 1 without --weights.
    weight: f64,
    probability: f64,
}

#[derive(Clone, Copy, Serialize)]
struct Expected {
    value: f64,
    state: f64,
    depth: Option<f64>,
}

#[derive(Serialize)]
struct CurveAnswer {
    competence: f64,
    probabilities: Vec<f64>,
    expected: Expected,
}

impl Expected {
    fn of(prospect: &Prospect, extent: Extent) -> Expected {
        Expected {
            value: prospect.expected_value(),
            state: prospect.expected_state(extent),
            depth: prospect.expected_depth(),
        }
    }
}

/// A position and the players that might move there.
struct Report<'a> {
    args: &'a Args,
    probed: Probed,
    extent: Extent,
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
    let mut probed = Probed::of(&tables, position)?;
    let weighed = PriorSource { source: &tables, move_prior: move_prior.as_deref() };
    weighed.set_weights(&probed.position, &mut probed.choices)?;
    console.clear();
    if probed.choices.is_empty() {
        return Err(bad_input("the game is over here: there is nothing to choose"));
    }
    let extent = probed.choices.extent();
    let notes = args.model.raised(&[extent]);
    console.tell(&notes);
    let report = Report { args, probed, extent, competence, notes };
    if let Some(file) = &args.plot {
        files::write(file, &report.plot().svg())?;
    }
    if args.options.json { json::write(out, &report.answer()) } else { report.print(out) }
}

impl Report<'_> {
    /// The model in one line.
    fn said(&self) -> String {
        self.args.model.said() + &self.args.weights.said()
    }

    fn choices(&self) -> &Choices<Move> {
        &self.probed.choices
    }

    fn prospect(&self, competence: Competence) -> Prospect {
        let model = self.args.model.model();
        ReferencePlayer { competence, model }.prospect(self.choices())
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        self.probed.print(out)?;
        self.probed.print_bound(out)?;
        let prospect = self.prospect(self.competence);
        let (c, said) = (self.competence, self.said());
        writeln!(out, "a player of competence {c} ({said}):\n")?;
        for (choice, p) in self.choices().iter().zip(prospect.move_probabilities()) {
            let best = if self.probed.is_optimal(choice) { '*' } else { ' ' };
            let san = self.probed.position.san(choice.play);
            write!(out, "{best} {san:<8}{:<12}{:>9.4} %", choice.value, 100.0 * p)?;
            match self.args.weights.name() {
                Some(_) => writeln!(out, "   weight {:.4}", choice.weight)?,
                None => writeln!(out)?,
            }
        }
        let Expected { value, depth, .. } = Expected::of(&prospect, self.extent);
        writeln!(out, "\n* optimal; the depth is that of the position after the move")?;
        write!(out, "expected after the move: value {value:+.4}")?;
        match depth {
            Some(depth) => writeln!(out, ", depth {depth:.4}")?,
            None => writeln!(out)?,
        }
        let Some(grid) = &self.args.curve else { return Ok(()) };
        writeln!(out, "\n{:>8}  {:>9}  {:>9}  best move or moves", "c", "value", "depth")?;
        for c in grid.competences() {
            let prospect = self.prospect(c);
            let expected = Expected::of(&prospect, self.extent);
            let depth = expected.depth.map_or("-".to_owned(), |depth| format!("{depth:.4}"));
            let optimal = self.choices().iter().zip(prospect.move_probabilities());
            let optimal: f64 =
                optimal.filter(|(choice, _)| self.probed.is_optimal(choice)).map(|(_, p)| p).sum();
            writeln!(
                out,
                "{c:>8}  {:>9.4}  {depth:>9}  {:>8.4} %",
                expected.value,
                100.0 * optimal
            )?;
        }
        Ok(())
    }

    fn answer(&self) -> Answer {
        let position = &self.probed.position;
        let prospect = self.prospect(self.competence);
        let pairs = self.choices().iter().zip(prospect.move_probabilities());
        let moves = pairs.map(|(choice, &probability)| MoveAnswer {
            uci: position.uci(choice.play),
            san: position.san(choice.play),
            value: choice.value.into(),
            optimal: self.probed.is_optimal(choice),
            weight: choice.weight,
            probability,
        });
        let curve = self.args.curve.iter().flat_map(CompetenceGrid::competences).map(|c| {
            let prospect = self.prospect(c);
            CurveAnswer {
                competence: c.get(),
                probabilities: prospect.move_probabilities().to_vec(),
                expected: Expected::of(&prospect, self.extent),
            }
        });
        Answer {
            fen: position.fen(),
            metric: self.probed.metric.word(),
            competence: self.competence.into(),
            kappa: self.args.model.kappa().into(),
            notes: self.notes.clone(),
            value: self.probed.value.into(),
            extent: self.probed.extent(self.extent),
            moves: moves.collect(),
            expected: Expected::of(&prospect, self.extent),
            curve: curve.collect(),
        }
    }

    /// Most lines that can be told apart.
    const LINES: usize = 6;

    fn plot(&self) -> Plot {
        let grid = self.args.curve.unwrap_or_default();
        let prospects: Vec<(f64, Prospect)> =
            grid.competences().map(|c| (c.get(), self.prospect(c))).collect();
        let (up, series) = match self.args.draw {
            Drawn::Probability => {
                let moves = self.choices().iter().take(Self::LINES).enumerate();
                let series = moves.map(|(at, choice)| Series {
                    name: format!("{} ({})", self.probed.position.san(choice.play), choice.value),
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
                self.probed.position.fen(),
                self.probed.metric,
                self.said()
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
