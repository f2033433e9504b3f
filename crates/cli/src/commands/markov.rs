//! `fallible markov KQKR -c 20`: the state-transition matrix, and what follows from it.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::{Successors, WalkError};
use player::Competence;
use player::markov::{Length, Seat, TransitionMatrix};
use study::prediction::finite;
use study::schema::Markov;

use crate::chain_options::{ChainOptions, Walked, said};
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
    side: Option<Fallible>,

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
enum Fallible {
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

/// One competence.
struct Predicted {
    competence: Competence,
    /// The matrix asked for.
    matrix: TransitionMatrix,
    /// A move and a reply.
    full: TransitionMatrix,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    files::check_outputs(&[], &[("--csv", &args.csv), ("--plot", &args.plot)])?;
    let side = match (args.side, args.opponent) {
        (None, Some(_)) => Fallible::Both,
        (side, None) => side.unwrap_or(Fallible::White),
        (Some(Fallible::Both), Some(_)) => Fallible::Both,
        (Some(_), Some(_)) => {
            return Err(bad_input("--opponent makes both players fallible: choose --side both"));
        }
    };
    if side == Fallible::Both && args.opponent.is_none() {
        return Err(bad_input(
            "--side both: say Black's competence with --opponent, as in --opponent 10",
        ));
    }
    let (tables, console) = args.options.open()?;
    let walked = Walked::new(Successors::of(&tables, &args.material, &console.monitor())?);
    let attacker = args.material.table_color(Color::White);
    let model = args.model.model();
    let chain = args.chain.chain(&walked, attacker, (&model, args.material), false, &console)?;
    let notes = args.model.raised(&[chain.extent(), chain.extent().flipped()]);
    let many = args.competence.len();
    let matrices = |seat, competences: &[Competence]| {
        study::prediction::matrices(
            &chain,
            seat,
            &model,
            competences,
            args.chain.average.into(),
            &console.monitor(),
        )
    };
    let one = |seat, competence| Ok::<_, WalkError>(matrices(seat, &[competence])?.remove(0));
    let (white, black) = match side {
        Fallible::White | Fallible::Both => {
            let defender = args.opponent.unwrap_or(Competence::INFALLIBLE);
            let defence = one(Seat::Defender, defender)?;
            (matrices(Seat::Attacker, &args.competence)?, vec![defence; many])
        }
        Fallible::Black => {
            let attack = one(Seat::Attacker, Competence::INFALLIBLE)?;
            (vec![attack; many], matrices(Seat::Defender, &args.competence)?)
        }
    };
    console.clear();
    let predicted = args.competence.iter().zip(white.iter().zip(&black));
    let predicted: Vec<Predicted> = predicted
        .map(|(&competence, (white, black))| {
            let full = white.then(black);
            let matrix = match side {
                Fallible::White => white.clone(),
                Fallible::Black => black.clone(),
                Fallible::Both => full.clone(),
            };
            Predicted { competence, matrix, full }
        })
        .collect();
    console.tell(&notes);
    let report = Report { args, side, predicted, notes };
    if let Some(file) = &args.csv {
        files::write(file, &report.csv())?;
    }
    if let Some(file) = &args.plot {
        files::write(file, &report.plot().svg())?;
    }
    if args.options.json {
        return report.predicted.iter().try_for_each(|one| json::write(out, &report.answer(one)));
    }
    report.print(out)
}

/// Everything to be said.
struct Report<'a> {
    args: &'a Args,
    side: Fallible,
    predicted: Vec<Predicted>,
    notes: Vec<String>,
}

impl Report<'_> {
    fn answer(&self, one: &Predicted) -> Markov {
        let args = self.args;
        let wins = usize::from(one.full.space().deepest_win().0);
        let lengths = one.full.expected_length();
        let length = Length::from(&one.full, wins);
        let within = one.full.win_within(args.chain.moves as u64);
        let key = format!("win_within_{}", args.chain.moves);
        let (side, opponent) = match self.side {
            Fallible::White => ("white", Competence::INFALLIBLE),
            Fallible::Black => ("black", Competence::INFALLIBLE),
            Fallible::Both => ("both", args.opponent.unwrap_or(Competence::INFALLIBLE)),
        };
        Markov {
            material: args.material.to_string(),
            metric: args.options.metric.word().into(),
            competence: one.competence.into(),
            opponent: opponent.into(),
            side: side.into(),
            kappa: args.model.kappa().into(),
            average: args.chain.average.word().into(),
            notes: self.notes.clone(),
            states: (0..one.full.space().len()).map(|at| one.full.space().name(at)).collect(),
            condition: finite(one.full.condition()),
            expected_length: (0..=wins)
                .map(|depth| (depth, lengths.as_ref().and_then(|l| finite(l[depth]))))
                .collect(),
            deviation: length.and_then(|length| finite(length.deviation)),
            median: length.and_then(|length| length.median),
            mode: length.and_then(|length| length.mode),
            within: [(key, (0..=wins).map(|d| (d, within[d])).collect())].into(),
            matrix: one.matrix.rows().map(<[f64]>::to_vec).collect(),
        }
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let args = self.args;
        let moves = args.chain.moves;
        for one in &self.predicted {
            let space = one.full.space();
            let c = one.competence;
            let players = match self.side {
                Fallible::White => format!("White R_{c} against an infallible Black"),
                Fallible::Black => format!("an infallible White against Black R_{c}"),
                Fallible::Both => {
                    let opponent = args.opponent.unwrap_or(Competence::INFALLIBLE);
                    format!("White R_{c} against Black R_{opponent}")
                }
            };
            writeln!(out, "{}: {players}", args.material)?;
            writeln!(
                out,
                "{}, {}, averaged over {}; {} states",
                args.options.metric,
                args.model.said(),
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
            for depth in 1..=usize::from(space.deepest_win().0) {
                let length = said(lengths.as_ref().map(|lengths| lengths[depth]));
                writeln!(
                    out,
                    "{depth:>5}{length:>20}{:>20.6}{:>14.6}{:>14.6}",
                    won[depth],
                    one.full[(depth, depth)],
                    one.full[(depth, depth - 1)]
                )?;
            }
            let deepest = usize::from(space.deepest_win().0);
            if let Some(length) = Length::from(&one.full, deepest) {
                let moves = |moves: Option<u64>| moves.map_or("-".to_owned(), |m| m.to_string());
                writeln!(
                    out,
                    "\nfrom depth {deepest}: mean {}, standard deviation {}, median {}, likeliest {}\n",
                    said(Some(length.mean)),
                    said(Some(length.deviation)),
                    moves(length.median),
                    moves(length.mode)
                )?;
            } else {
                writeln!(out, "\na win may be given away: there is no expected length\n")?;
            }
        }
        Ok(())
    }

    fn csv(&self) -> String {
        let space = self.predicted[0].matrix.space();
        let mut text = String::from("competence,from");
        let name = |state: usize| space.name(state).replace(' ', "_");
        (0..space.len()).for_each(|state| {
            let _ = write!(text, ",{}", name(state));
        });
        text.push('\n');
        for one in &self.predicted {
            for (state, row) in one.matrix.rows().enumerate() {
                let _ = write!(text, "{},{}", one.competence, name(state));
                row.iter().for_each(|p| {
                    let _ = write!(text, ",{p}");
                });
                text.push('\n');
            }
        }
        text
    }

    fn plot(&self) -> Plot {
        let args = self.args;
        let moves = args.chain.moves;
        let deepest = usize::from(self.predicted[0].full.space().deepest_win().0);
        let points = |one: &Predicted| -> Vec<(f64, f64)> {
            let by_depth = |values: Vec<f64>| {
                values.into_iter().enumerate().map(|(depth, y)| (depth as f64, y)).collect()
            };
            match args.draw {
                Drawn::Length => by_depth(one.full.expected_length().unwrap_or_default()),
                Drawn::Within => {
                    let within = one.full.win_within(moves as u64);
                    by_depth(within[..=deepest].to_vec())
                }
                Drawn::Cumulative => {
                    let mut at = one.full.after(deepest, 0);
                    (1..=4 * moves)
                        .map(|m| {
                            at = at.moved(&one.full);
                            (m as f64, at.won())
                        })
                        .collect()
                }
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
        let series = self.predicted.iter().map(|one| Series {
            name: format!("c = {}", one.competence),
            points: points(one).into_iter().filter(|&(_, y)| y.is_finite()).collect(),
        });
        Plot {
            title: format!("{}: {title}", args.material),
            note: format!("Markov model, {}, {}", args.options.metric, args.model.said()),
            across: across.to_owned(),
            up: up.to_owned(),
            up_scale: if args.draw == Drawn::Length { Scale::Log } else { Scale::Linear },
            series: series.collect(),
            ..Plot::default()
        }
    }
}
