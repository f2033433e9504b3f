//! `fallible markov KQKR -c 20`: the state-transition matrix, and what follows from it.

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use player::Competence;
use study::prediction::{EndgameModel, Fallible, matrix_csv};
use study::schema::{Markov, MarkovSettings};

use crate::chain_options::{ChainOptions, Walked, format_length};
use crate::failure::bad_input;
use crate::files;
use crate::json;
use crate::model_options::ModelOptions;
use crate::options::Options;
use crate::plot::{Plot, Scale, Series};

/// Predict a whole endgame by the papers' Markov model
///
/// States are the depths, seen by White, the side named first; the attacker is White. White plays
/// with competence -c against an infallible Black, unless --side or --opponent says otherwise.
/// Where draws are followed, those that nobody can win any more are a state of their own, never left.
/// With several competences, --json prints one line for each.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible markov KQKR -c 20
  fallible markov KBBKN -c 15,20,25,30 --plot lengths.svg
  fallible markov KQKR -c 20 --opponent 10              two fallible players
  fallible markov KQKR -c 20 --concede all --csv matrix.csv
  fallible markov KQKR -c 20 --kappa 0+ --average classes --json")]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// Competences, one or several: 20, or 15,20,25
    #[arg(
        short,
        long,
        value_name = "C",
        default_value = "20",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    competence: Vec<Competence>,

    /// Who plays with this competence: its matrix is the one shown, the other never errs; or both,
    /// and the matrix is that of a move and a reply
    #[arg(long, value_name = "WHO", value_enum)]
    side: Option<Who>,

    /// Black's competence, if both are fallible
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    opponent: Option<Competence>,

    /// Write the matrix as CSV, one line for each state
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Draw into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// What is drawn: the expected length or the chance to win within --moves, by depth; or the
    /// chance to have won, by move, from the deepest win
    #[arg(long, value_enum, default_value = "length", requires = "plot")]
    draw: Drawn,

    #[command(flatten)]
    chain: ChainOptions,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    White,
    Black,
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Drawn {
    Length,
    Within,
    Cumulative,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&[], &[("--csv", &args.csv), ("--plot", &args.plot)])?;
    let (side, fallible) = args.fallible()?;
    let (tables, console) = args.options.open()?;
    let walked = Walked::new(Successors::of(&tables, &args.material, &console.monitor())?);
    let attacker = args.material.table_color(Color::White);
    let model = args.model.model();
    let chain = args.chain.chain(&walked, attacker, (&model, args.material), false, &console)?;
    let notes = args.model.draw_notes(&[chain.extent(), chain.extent().flipped()]);
    let (count, monitor) = (args.chain.average, console.monitor());
    let asked = (fallible, args.competence.as_slice());
    let models = EndgameModel::of(&chain, &model, asked, count, &monitor)?;
    console.clear();
    console.print_notes(&notes);
    let report = Report { args, side, models, notes };
    if let Some(file) = &args.csv {
        files::write(file, &matrix_csv(&report.models))?;
    }
    if let Some(file) = &args.plot {
        files::write(file, &report.plot().svg())?;
    }
    if args.options.json {
        return report.models.iter().try_for_each(|one| json::write(out, &report.to_schema(one)));
    }
    report.print(out)
}

impl Args {
    /// Who is fallible.
    fn fallible(&self) -> anyhow::Result<(Who, Fallible)> {
        match (self.side, self.opponent) {
            (None | Some(Who::Both), Some(defender)) => Ok((Who::Both, Fallible::Both(defender))),
            (Some(_), Some(_)) => {
                Err(bad_input("--opponent makes both players fallible: choose --side both"))
            }
            (Some(Who::Both), None) => Err(bad_input(
                "--side both: say Black's competence with --opponent, as in --opponent 10",
            )),
            (Some(Who::Black), None) => Ok((Who::Black, Fallible::Defender)),
            (None | Some(Who::White), None) => Ok((Who::White, Fallible::Attacker)),
        }
    }
}

/// What was asked, and the answer.
struct Report<'a> {
    args: &'a Args,
    side: Who,
    models: Vec<EndgameModel>,
    notes: Vec<String>,
}

impl Report<'_> {
    /// The competence of the side that is not named by --side.
    fn opponent(&self) -> Competence {
        self.args.opponent.unwrap_or(Competence::INFALLIBLE)
    }

    fn to_schema(&self, one: &EndgameModel) -> Markov {
        let args = self.args;
        Markov {
            settings: MarkovSettings {
                material: args.material.to_string(),
                metric: args.options.metric.word().into(),
                competence: one.competence.into(),
                opponent: self.opponent().into(),
                side: format!("{:?}", self.side).to_lowercase().into(),
                kappa: args.model.kappa().into(),
                average: args.chain.average.word().into(),
                notes: self.notes.clone(),
            },
            results: one.results(args.chain.moves),
        }
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let args = self.args;
        let moves = args.chain.moves;
        for one in &self.models {
            let space = one.full.space();
            let c = one.competence;
            let players = match self.side {
                Who::White => format!("White R_{c} against an infallible Black"),
                Who::Black => format!("an infallible White against Black R_{c}"),
                Who::Both => format!("White R_{c} against Black R_{}", self.opponent()),
            };
            writeln!(out, "{}: {players}", args.material)?;
            writeln!(
                out,
                "{}, {}, averaged over {}; {} states",
                args.options.metric,
                args.model.description(),
                args.chain.average.word(),
                space.len()
            )?;
            writeln!(out, "condition number of I - M: {:.4e}\n", one.full.condition())?;
            let within = format!("won within {moves}");
            writeln!(
                out,
                "{:>5}{:>20}{within:>20}{:>14}{:>14}",
                "depth", "expected length", "stays", "one less"
            )?;
            let lengths = one.full.expected_length();
            let won = one.full.win_within(moves as u64);
            for depth in 1..=one.deepest() {
                let length = format_length(lengths.as_ref().map(|lengths| lengths[depth]));
                writeln!(
                    out,
                    "{depth:>5}{length:>20}{:>20.6}{:>14.6}{:>14.6}",
                    won[depth],
                    one.full[(depth, depth)],
                    one.full[(depth, depth - 1)]
                )?;
            }
            let deepest = one.deepest();
            if let Some(length) = one.length() {
                let moves = |moves: Option<u64>| moves.map_or("-".to_owned(), |m| m.to_string());
                writeln!(
                    out,
                    "\nfrom depth {deepest}: mean {}, standard deviation {}, median {}, likeliest {}\n",
                    format_length(Some(length.mean)),
                    format_length(Some(length.deviation)),
                    moves(length.median),
                    moves(length.mode)
                )?;
            } else {
                writeln!(out, "\na win may be given away: there is no expected length\n")?;
            }
        }
        Ok(())
    }

    fn plot(&self) -> Plot {
        let args = self.args;
        let moves = args.chain.moves;
        let deepest = self.models[0].deepest();
        let points = |one: &EndgameModel| -> Vec<(f64, f64)> {
            let by_depth = |values: Vec<f64>| {
                values.into_iter().enumerate().map(|(depth, y)| (depth as f64, y)).collect()
            };
            match args.draw {
                Drawn::Length => by_depth(one.full.expected_length().unwrap_or_default()),
                Drawn::Within => {
                    let within = one.full.win_within(moves as u64);
                    by_depth(within[..=deepest].to_vec())
                }
                Drawn::Cumulative => one.won_by_move(4 * moves),
            }
        };
        let (title, across, up) = match args.draw {
            Drawn::Length => ("expected length".to_owned(), "depth", "moves"),
            Drawn::Within => {
                (format!("chance to win within {moves} moves"), "depth", "probability")
            }
            Drawn::Cumulative => {
                (format!("chance to have won, from depth {deepest}"), "moves", "probability")
            }
        };
        let series = self.models.iter().map(|one| Series {
            name: format!("c = {}", one.competence),
            points: points(one).into_iter().filter(|&(_, y)| y.is_finite()).collect(),
        });
        Plot {
            title: format!("{}: {title}", args.material),
            note: format!("Markov model, {}, {}", args.options.metric, args.model.description()),
            across: across.to_owned(),
            up: up.to_owned(),
            up_scale: if args.draw == Drawn::Length { Scale::Log } else { Scale::Linear },
            series: series.collect(),
            ..Plot::default()
        }
    }
}
