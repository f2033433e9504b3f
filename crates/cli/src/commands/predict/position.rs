//! One position: how long its win takes, and the chance to have won in time.

use std::collections::BTreeMap;
use std::io::Write;

use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use endgame::tables::Tables;
use player::Competence;
use player::markov::{Length, Seat};
use serde::Serialize;
use value::Outcome;

use super::{Args, Followed, Lumped, Settings, half, players};
use crate::chain_options::{Walked, finite, said};
use crate::console::Console;
use crate::failure::bad_input;
use crate::files;
use crate::json;
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
    value: crate::json::Value,
    #[serde(flatten)]
    settings: Settings,
    markov: Prediction,
    /// None where the Markov model answers alone: the settings say why.
    exact: Option<Prediction>,
}

/// Who is to win from a position, the mover if it is drawn, and who moves; a sentence where nothing
/// can be predicted.
fn attacker_at(tables: &Tables, position: &Position) -> anyhow::Result<(Color, Seat, Outcome)> {
    let outcome = tables.outcome(position)?;
    if position.is_checkmate() || position.is_stalemate() {
        return Err(bad_input("the game is over here: give a position with a move to make"));
    }
    let turn = position.turn();
    match outcome {
        Outcome::Win(_) | Outcome::Draw => Ok((turn, Seat::Attacker, outcome)),
        Outcome::Loss(_) => Ok((turn.other(), Seat::Defender, outcome)),
    }
}

pub(super) fn predict(args: &Args, position: Position, out: &mut dyn Write) -> anyhow::Result<()> {
    let (tables, console) = args.options.open()?;
    let (attacker, seat, outcome) = attacker_at(&tables, &position)?;
    let material = position.material();
    let walked = Walked::new(Successors::of(&tables, &material, &console.monitor())?);
    let model = args.model.model();
    let color = Named(material).in_table(attacker);
    let drawn = outcome == Outcome::Draw;
    let chain = args.chain.chain(&walked, color, (&model, material), drawn, &console)?;
    let slot = walked.successors.table().index().encode(&position);
    let (true, Some(slot)) = (chain.follows(seat, outcome), slot) else {
        return Err(bad_input(
            "the win is already there: the loser is mated or must give up a man at once; give an earlier position",
        ));
    };
    let dead = drawn && chain.is_dead(seat, slot.index);
    let state = if dead { chain.space().dead_draw() } else { chain.states(seat).of(outcome) };
    let state = state.expect("what is followed has a state");
    let lumped = Lumped::new(args, &chain, &model, &console)?;
    let markov = markov(args, &lumped, seat, state);
    let notes = args.model.raised(&[chain.extent(), chain.extent().flipped()]);
    console.tell(&notes);
    if !args.options.json {
        head(args, &position, attacker, outcome, out)?;
        line("Markov", &markov, out)?;
        // The rest may take long: what is known is shown.
        out.flush()?;
    }
    let followed = Followed::new(args, chain, model, &lumped, &console)?;
    let exact = match &followed {
        Ok(followed) => exact(args, followed, (seat, slot.index), &console)?,
        Err(_) => None,
    };
    console.clear();
    let (exact, chances) = exact.unzip();
    if let Some(file) = &args.plot {
        let chances = chances.unwrap_or_default();
        files::write(file, &chances_plot(args, &lumped, state, &chances).svg())?;
    }
    let settings = args.settings(material, &followed, notes);
    if args.options.json {
        let (fen, value) = (position.fen(), outcome.into());
        return json::write(out, &PositionAnswer { fen, value, settings, markov, exact });
    }
    if let Some(exact) = &exact {
        line("exact", exact, out)?;
    }
    if let Ok(Followed { exact, lengths: Some(lengths), .. }) = &followed {
        writeln!(
            out,
            "\nexact to {:.0e} after {} sweeps over {} positions",
            lengths.residual,
            lengths.sweeps,
            crate::format::grouped(exact.graph().size().0 as u64)
        )?;
    }
    if let Some(why) = settings.exact_note {
        let what = if exact.is_some() { "length" } else { "answer" };
        writeln!(out, "\nno exact {what}: {why}")?;
    }
    if drawn && args.opponent == Competence::INFALLIBLE {
        writeln!(
            out,
            "\nan infallible opponent holds every draw: say how well he plays with --opponent"
        )?;
    }
    Ok(())
}

/// What is said before any number.
fn head(
    args: &Args,
    position: &Position,
    attacker: Color,
    outcome: Outcome,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let turn = endgame::rules::color_name(position.turn());
    writeln!(out, "{}", position.fen())?;
    writeln!(out, "{turn} to move: {outcome}; {}", players(args, attacker))?;
    writeln!(out, "{}, {}\n", args.options.metric, args.model.said())?;
    let within = format!("won within {}", args.chain.moves);
    writeln!(out, "{:<10}{:>18}{:>20}{within:>20}", "", "expected length", "standard deviation")?;
    Ok(())
}

fn line(name: &str, one: &Prediction, out: &mut dyn Write) -> anyhow::Result<()> {
    let (length, deviation) = (said(one.expected_length), said(one.deviation));
    let within = one.within.values().next().copied().unwrap_or(0.0);
    Ok(writeln!(out, "{name:<10}{length:>18}{deviation:>20}{within:>20.6}")?)
}

/// The exact answer at a number of the table, and the chance to have won after each move; none if
/// the position is not followed.
fn exact(
    args: &Args,
    followed: &Followed<'_>,
    (seat, number): (Seat, usize),
    console: &Console,
) -> anyhow::Result<Option<(Prediction, Vec<f64>)>> {
    let exact = &followed.exact;
    let Some(place) = exact.graph().place(seat, number) else { return Ok(None) };
    let mut chances = Vec::new();
    let within = exact.within(args.chain.moves, &console.monitor(), |chance| {
        if seat == Seat::Attacker {
            chances.push(chance(place));
        }
    })?;
    let lengths = followed.lengths.as_ref();
    let prediction = match seat {
        Seat::Attacker => {
            let deviation = match lengths {
                Some(lengths) => half(exact.deviations(lengths, &console.monitor()))?.ok(),
                None => None,
            };
            args.prediction(
                lengths.map(|lengths| lengths.attacker[place]),
                deviation.map(|deviations| deviations[place]),
                within.attacker[place],
            )
        }
        Seat::Defender => {
            let length = lengths.map(|lengths| lengths.defender[place]);
            args.prediction(length, None, within.defender[place])
        }
    };
    Ok(Some((prediction, chances)))
}

/// What the lumped model says of a state, whoever moves there.
fn markov(args: &Args, lumped: &Lumped, seat: Seat, state: usize) -> Prediction {
    let lengths = lumped.full.expected_length();
    let within = lumped.full.win_within(args.chain.moves as u64);
    match seat {
        Seat::Attacker => {
            let deviation = Length::from(&lumped.full, state).map(|length| length.deviation);
            let length = lengths.and_then(|lengths| lengths.get(state).copied());
            args.prediction(length, deviation, within[state])
        }
        Seat::Defender => {
            let reply = |values: &[f64]| -> f64 {
                let row = lumped.defence.row(state).iter().zip(values);
                row.filter(|&(&p, _)| p > 0.0).map(|(p, value)| p * value).sum()
            };
            args.prediction(lengths.map(|lengths| reply(&lengths)), None, reply(&within))
        }
    }
}

fn chances_plot(args: &Args, lumped: &Lumped, state: usize, exact: &[f64]) -> Plot {
    let mut at = lumped.full.after(state, 0);
    let markov = (1..=args.chain.moves).map(|m| {
        at = at.moved(&lumped.full);
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
