//! `fallible predict FEN|ENDGAME -c 20`: the Markov model and the exact answer, side by side.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::markov::{Length, Seat, TransitionMatrix};
use player::{Competence, Concede, Model};
use serde::Serialize;
use study::exact::{Exact, ExactError, Lengths, Pairing, Ties};
use study::markov::Chain;
use value::Outcome;

use crate::answer::{self, Number};
use crate::chain_options::{Average, ChainOptions, finite, said};
use crate::console::Console;
use crate::failure::bad_input;
use crate::files;
use crate::model_options::ModelOptions;
use crate::named::Named;
use crate::options::Options;
use crate::plot::{Plot, Series};

/// Predict how long a win takes, by the Markov model and exactly
///
/// The Markov model lumps all positions of one depth together; the exact answer follows every
/// position. The side that wins has competence -c, the other one never errs unless --opponent says
/// otherwise. Of an endgame every depth is shown: what the model says, and the mean, the least and the
/// greatest of its positions.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible predict \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 20
  fallible predict \"K3r3/8/5k2/Q7/8/8/8/8 w\" -c 20 --ties hardest --json
  fallible predict \"2KQ4/8/8/8/2r5/2k5/8/8 w\" -c 20 --opponent 10 --plot chances.svg
  fallible predict KQKR -c 20 --plot lengths.svg")]
pub(crate) struct Args {
    /// A position as FEN, quoted or not, or an endgame, White's men first
    #[arg(value_name = "FEN|ENDGAME", required = true)]
    what: Vec<String>,

    /// The competence of the side that wins: a number, or inf
    #[arg(short, long, value_name = "C", default_value = "20", allow_hyphen_values = true)]
    competence: Competence,

    /// The competence of the other side
    #[arg(long, value_name = "C", default_value = "inf", allow_hyphen_values = true)]
    opponent: Competence,

    /// Which of several best replies an infallible opponent takes: any, or the one after which
    /// the winner needs longest or shortest
    #[arg(long, value_enum, default_value = "uniform")]
    ties: TieWord,

    /// Draw into this SVG file: of a position the chance to have won by move, of an endgame the
    /// lengths by depth
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    chain: ChainOptions,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TieWord {
    Uniform,
    Hardest,
    Easiest,
}

impl From<TieWord> for Ties {
    fn from(word: TieWord) -> Ties {
        match word {
            TieWord::Uniform => Ties::Uniform,
            TieWord::Hardest => Ties::Hardest,
            TieWord::Easiest => Ties::Easiest,
        }
    }
}

/// What is predicted of one position, either way.
#[derive(Clone, Debug, Serialize)]
struct Prediction {
    expected_length: Option<f64>,
    deviation: Option<f64>,
    #[serde(flatten)]
    within: BTreeMap<String, f64>,
}

#[derive(Serialize)]
struct Settings {
    material: String,
    metric: &'static str,
    competence: Number,
    opponent: Number,
    kappa: Number,
    average: &'static str,
    ties: String,
    moves: usize,
    /// By how much the exact equations miss, as a share of the length, and after how many sweeps.
    residual: Option<f64>,
    sweeps: Option<usize>,
}

#[derive(Serialize)]
struct PositionAnswer {
    fen: String,
    value: answer::Value,
    #[serde(flatten)]
    settings: Settings,
    markov: Prediction,
    exact: Prediction,
}

#[derive(Serialize)]
struct EndgameAnswer {
    #[serde(flatten)]
    settings: Settings,
    depths: Vec<DepthAnswer>,
}

#[derive(Serialize)]
struct DepthAnswer {
    depth: usize,
    positions: usize,
    markov: Option<f64>,
    mean: f64,
    least: f64,
    greatest: f64,
    markov_within: f64,
    mean_within: f64,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let words = args.what.join(" ");
    if words.contains('/') {
        return predict_position(args, Position::from_fen(&words)?, out);
    }
    predict_endgame(args, words.parse()?, out)
}

/// Both answers' machinery for one attacker.
struct Predictor<'a> {
    full: TransitionMatrix,
    defence: TransitionMatrix,
    exact: Exact<'a>,
    lengths: Option<Lengths>,
    /// Why there are no exact lengths, where there should be.
    missing: Option<ExactError>,
}

impl<'a> Predictor<'a> {
    fn new(
        args: &Args,
        chain: Chain<'a>,
        model: Model,
        console: &Console,
    ) -> anyhow::Result<Predictor<'a>> {
        let one = |seat, competence| -> anyhow::Result<TransitionMatrix> {
            Ok(args.chain.matrices(&chain, seat, (&model, &[competence]), console)?.remove(0))
        };
        let attack = one(Seat::Attacker, args.competence)?;
        let defence = one(Seat::Defender, args.opponent)?;
        let full = attack.then(&defence);
        let (attacker, defender) = (args.competence, args.opponent);
        let pairing = Pairing { model, attacker, defender, ties: args.ties.into() };
        let budget = args.options.memory_budget();
        let matrices = [attack, defence.clone()];
        let wins_only = chain.space().is_wins_only();
        let mut exact = Exact::new(chain, pairing, matrices, budget, &console.watch())?;
        let (mut lengths, mut missing) = (None, None);
        if wins_only {
            match exact.lengths(&console.watch()) {
                Ok(solved) => {
                    exact.settle_ties(&solved)?;
                    lengths = Some(solved);
                }
                // The chance to win in time needs no length, unless ties go by it.
                Err(error @ (ExactError::Endless | ExactError::Unsettled { .. }))
                    if args.ties == TieWord::Uniform || args.opponent.is_finite() =>
                {
                    missing = Some(error);
                }
                Err(error) => return Err(error.into()),
            }
        } else if args.ties != TieWord::Uniform && !args.opponent.is_finite() {
            return Err(bad_input(
                "--ties goes by the length, and there is none when wins may be given away: leave --ties or --concede all out",
            ));
        }
        Ok(Predictor { full, defence, exact, lengths, missing })
    }
}

impl Args {
    fn settings(&self, material: Material, lengths: Option<&Lengths>) -> Settings {
        Settings {
            material: material.to_string(),
            metric: self.options.metric.word(),
            competence: self.competence.into(),
            opponent: self.opponent.into(),
            kappa: self.model.kappa().into(),
            average: self.chain.average.word(),
            ties: format!("{:?}", self.ties).to_lowercase(),
            moves: self.chain.moves,
            residual: lengths.map(|lengths| lengths.residual),
            sweeps: lengths.map(|lengths| lengths.sweeps),
        }
    }

    fn prediction(&self, length: Option<f64>, deviation: Option<f64>, within: f64) -> Prediction {
        Prediction {
            expected_length: length.and_then(finite),
            deviation: deviation.and_then(finite),
            within: [(format!("win_within_{}", self.chain.moves), within)].into(),
        }
    }
}

/// Who is to win from a position, and who moves; a sentence where nothing can be predicted.
fn attacker_at(
    args: &Args,
    tables: &Tables,
    position: &Position,
) -> anyhow::Result<(Color, Seat, Outcome)> {
    let outcome = tables.outcome(position)?;
    if position.is_checkmate() || position.is_stalemate() {
        return Err(bad_input("the game is over here: give a position with a move to make"));
    }
    let turn = position.turn();
    match outcome {
        Outcome::Win(_) => Ok((turn, Seat::Attacker, outcome)),
        Outcome::Loss(_) => Ok((turn.other(), Seat::Defender, outcome)),
        Outcome::Draw if args.model.model().weighting.concede == Concede::Anything => {
            Ok((turn, Seat::Attacker, outcome))
        }
        Outcome::Draw => Err(bad_input(
            "this position is drawn: there is no win to predict; let players err with --concede all",
        )),
    }
}

fn predict_position(args: &Args, position: Position, out: &mut dyn Write) -> anyhow::Result<()> {
    let (tables, console) = args.options.open()?;
    let (attacker, seat, outcome) = attacker_at(args, &tables, &position)?;
    let material = position.material();
    let successors = Successors::of(&tables, &material, &console.watch())?;
    let model = args.model.model();
    let color = Named(material).in_table(attacker);
    let chain = args.chain.chain(&successors, color, (&model, material))?;
    let mut predictor = Predictor::new(args, chain, model, &console)?;
    let slot = successors.table().index().encode(&position);
    let number = slot.map(|slot| slot.index);
    let place = number.and_then(|number| predictor.exact.graph().place(seat, number));
    let states = chain.states(seat);
    let state = states.of(outcome);
    let (Some(place), Some(state)) = (place, state) else {
        return Err(bad_input(
            "the win is already there: the loser is mated or must give up a man at once; give an earlier position",
        ));
    };
    let moves = args.chain.moves;
    let mut chances = Vec::new();
    let within = predictor.exact.within(moves, &console.watch(), |chance| {
        if seat == Seat::Attacker {
            chances.push(chance(place));
        }
    })?;
    let deviation = match (&predictor.lengths, seat) {
        (Some(lengths), Seat::Attacker) => {
            Some(predictor.exact.deviations(lengths, &console.watch())?[place])
        }
        _ => None,
    };
    console.clear();
    let exact = match seat {
        Seat::Attacker => args.prediction(
            predictor.lengths.as_ref().map(|lengths| lengths.attacker[place]),
            deviation,
            within.attacker[place],
        ),
        Seat::Defender => args.prediction(
            predictor.lengths.as_ref().map(|lengths| lengths.defender[place]),
            None,
            within.defender[place],
        ),
    };
    let markov = lumped(args, &predictor, seat, state);
    let lengths = predictor.lengths.take();
    if let Some(file) = &args.plot {
        files::write(file, &chances_plot(args, &predictor, state, &chances).svg())?;
    }
    let settings = args.settings(material, lengths.as_ref());
    if args.options.json {
        let value = outcome.into();
        return answer::write(
            out,
            &PositionAnswer { fen: position.fen(), value, settings, markov, exact },
        );
    }
    writeln!(out, "{}", position.fen())?;
    writeln!(
        out,
        "{} to move: {outcome}; {}",
        endgame::rules::color_name(position.turn()),
        players(args, attacker)
    )?;
    writeln!(out, "{}, {}\n", args.options.metric, args.model.said())?;
    let row = |name: &str, length: String, deviation: String, within: f64| {
        format!("{name:<10}{length:>18}{deviation:>20}{within:>20.6}")
    };
    let within = format!("won within {moves}");
    writeln!(out, "{:<10}{:>18}{:>20}{within:>20}", "", "expected length", "standard deviation")?;
    for (name, one) in [("Markov", &markov), ("exact", &exact)] {
        let chance = one.within.values().next().copied().unwrap_or(0.0);
        writeln!(out, "{}", row(name, said(one.expected_length), said(one.deviation), chance))?;
    }
    if let Some(lengths) = lengths {
        writeln!(
            out,
            "\nexact to {:.0e} after {} sweeps over {} positions",
            lengths.residual,
            lengths.sweeps,
            crate::figures::grouped(predictor.exact.graph().size().0 as u64)
        )?;
    }
    if let Some(why) = &predictor.missing {
        writeln!(out, "\nno exact length: {why}")?;
    }
    Ok(())
}

fn players(args: &Args, attacker: Color) -> String {
    let winner = endgame::rules::color_name(attacker);
    let loser = endgame::rules::color_name(attacker.other());
    let opponent = if args.opponent == Competence::INFALLIBLE {
        format!("an infallible {loser} (ties: {:?})", args.ties)
            .to_lowercase()
            .replace(&loser.to_lowercase(), loser)
    } else {
        format!("{loser} R_{}", args.opponent)
    };
    format!("{winner} R_{} against {opponent}", args.competence)
}

/// What the lumped model says of a state, whoever moves there.
fn lumped(args: &Args, predictor: &Predictor<'_>, seat: Seat, state: usize) -> Prediction {
    let lengths = predictor.full.expected_length();
    let within = predictor.full.win_within(args.chain.moves as u64);
    match seat {
        Seat::Attacker => {
            let deviation = Length::from(&predictor.full, state).map(|length| length.deviation);
            let length = lengths.and_then(|lengths| lengths.get(state).copied());
            args.prediction(length, deviation, within[state])
        }
        Seat::Defender => {
            let reply = |values: &[f64]| -> f64 {
                let row = predictor.defence.row(state).iter().zip(values);
                row.filter(|&(&p, _)| p > 0.0).map(|(p, value)| p * value).sum()
            };
            args.prediction(lengths.map(|lengths| reply(&lengths)), None, reply(&within))
        }
    }
}

fn chances_plot(args: &Args, predictor: &Predictor<'_>, state: usize, exact: &[f64]) -> Plot {
    let mut at = predictor.full.after(state, 0);
    let markov = (1..=args.chain.moves).map(|m| {
        at = at.moved(&predictor.full);
        (m as f64, at.won())
    });
    let exact = exact.iter().enumerate().map(|(m, &chance)| ((m + 1) as f64, chance));
    let named = [("Markov model", markov.collect::<Vec<_>>()), ("exact", exact.collect())];
    Plot {
        title: format!("Chance to have won, c = {}", args.competence),
        note: format!("{}, {}", args.options.metric, args.model.said()),
        across: "moves".to_owned(),
        up: "probability".to_owned(),
        series: named
            .into_iter()
            .filter(|(_, points)| !points.is_empty())
            .map(|(name, points)| Series { name: name.to_owned(), points })
            .collect(),
        ..Plot::default()
    }
}

fn predict_endgame(args: &Args, material: Material, out: &mut dyn Write) -> anyhow::Result<()> {
    let model = args.model.model();
    if model.weighting.concede == Concede::Anything {
        return Err(bad_input(
            "lengths of a whole endgame need a win that is never given away: leave --concede all out, or give a position",
        ));
    }
    let (tables, console) = args.options.open()?;
    let successors = Successors::of(&tables, &material, &console.watch())?;
    let attacker = Named(material).in_table(Color::White);
    let chain = args.chain.chain(&successors, attacker, (&model, material))?;
    let predictor = Predictor::new(args, chain, model, &console)?;
    if let Some(why) = predictor.missing {
        return Err(why.into());
    }
    let within = predictor.exact.within(args.chain.moves, &console.watch(), |_| ())?;
    console.clear();
    let Some(lengths) = &predictor.lengths else {
        return Err(bad_input("lengths follow wins alone: leave --states out"));
    };
    let lumped = predictor.full.expected_length();
    let lumped_within = predictor.full.win_within(args.chain.moves as u64);
    let graph = predictor.exact.graph();
    let depths: Vec<DepthAnswer> = (1..predictor.full.space().len())
        .filter_map(|depth| {
            let spread = lengths.spread(graph, depth)?;
            let places = graph.state(Seat::Attacker, depth);
            let weighed = within.attacker[places.clone()].iter().zip(graph.boards(depth));
            let (sum, boards) = weighed.fold((0.0, 0.0), |(sum, all), (chance, boards)| {
                let boards = if args.chain.average == Average::Classes { 1.0 } else { boards };
                (sum + chance * boards, all + boards)
            });
            Some(DepthAnswer {
                depth,
                positions: places.len(),
                markov: lumped.as_ref().and_then(|lengths| finite(lengths[depth])),
                mean: spread.mean,
                least: spread.least,
                greatest: spread.greatest,
                markov_within: lumped_within[depth],
                mean_within: sum / boards,
            })
        })
        .collect();
    if let Some(file) = &args.plot {
        files::write(file, &lengths_plot(args, material, &depths).svg())?;
    }
    if args.options.json {
        let settings = args.settings(material, Some(lengths));
        return answer::write(out, &EndgameAnswer { settings, depths });
    }
    writeln!(out, "{material}: {}", players(args, Color::White))?;
    writeln!(out, "{}, {}\n", args.options.metric, args.model.said())?;
    let moves = args.chain.moves;
    writeln!(
        out,
        "{:>5}{:>12}{:>14}{:>44}{:>24}",
        "",
        "",
        "Markov",
        "exact length",
        format!("won within {moves}")
    )?;
    writeln!(
        out,
        "{:>5}{:>12}{:>14}{:>16}{:>14}{:>14}{:>12}{:>12}",
        "depth", "classes", "length", "mean", "least", "greatest", "Markov", "exact"
    )?;
    for one in &depths {
        writeln!(
            out,
            "{:>5}{:>12}{:>14}{:>16}{:>14}{:>14}{:>12.6}{:>12.6}",
            one.depth,
            crate::figures::grouped(one.positions as u64),
            said(one.markov),
            said(Some(one.mean)),
            said(Some(one.least)),
            said(Some(one.greatest)),
            one.markov_within,
            one.mean_within
        )?;
    }
    writeln!(out, "\nexact to {:.0e} after {} sweeps", lengths.residual, lengths.sweeps)?;
    Ok(())
}

fn lengths_plot(args: &Args, material: Material, depths: &[DepthAnswer]) -> Plot {
    let points = |of: &dyn Fn(&DepthAnswer) -> Option<f64>| -> Vec<(f64, f64)> {
        depths.iter().filter_map(|one| Some((one.depth as f64, of(one)?))).collect()
    };
    let series = [
        ("Markov model", points(&|one| one.markov)),
        ("exact, mean", points(&|one| Some(one.mean))),
        ("least", points(&|one| Some(one.least))),
        ("greatest", points(&|one| Some(one.greatest))),
    ];
    Plot {
        title: format!("{material}: expected length, c = {}", args.competence),
        note: format!("{}, {}", args.options.metric, args.model.said()),
        across: "depth".to_owned(),
        up: "moves".to_owned(),
        series: series
            .into_iter()
            .map(|(name, points)| Series { name: name.to_owned(), points })
            .collect(),
        ..Plot::default()
    }
}
