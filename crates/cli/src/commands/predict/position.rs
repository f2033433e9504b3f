//! One position: how long its win takes, and the chance to have won in time.

use std::collections::BTreeMap;
use std::io::Write;

use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::Concede;
use player::markov::{Length, Seat};
use serde::Serialize;
use value::Outcome;

use super::{Args, Predictor, Settings, players};
use crate::answer;
use crate::chain_options::{finite, said};
use crate::failure::bad_input;
use crate::files;
use crate::named::Named;
use crate::plot::{Plot, Series};

/// What is predicted of one position, either way.
#[derive(Clone, Debug, Serialize)]
struct Prediction {
    expected_length: Option<f64>,
    deviation: Option<f64>,
    #[serde(flatten)]
    within: BTreeMap<String, f64>,
}

impl Args {
    fn prediction(&self, length: Option<f64>, deviation: Option<f64>, within: f64) -> Prediction {
        Prediction {
            expected_length: length.and_then(finite),
            deviation: deviation.and_then(finite),
            within: [(format!("win_within_{}", self.chain.moves), within)].into(),
        }
    }
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

pub(super) fn predict(args: &Args, position: Position, out: &mut dyn Write) -> anyhow::Result<()> {
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
