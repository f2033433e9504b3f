//! One position: how long its win takes, and the chance to have won in time.

use std::io::Write;

use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use player::Competence;
use study::prediction::{ExactModel, PositionPredictor, attacker_at};
use study::schema::{PositionPrediction, Prediction};
use value::Outcome;

use super::{Args, players};
use crate::chain_options::{Walked, format_length};
use crate::failure::bad_input;
use crate::files;
use crate::format::grouped;
use crate::json;
use crate::plot::{Plot, Series};

pub(super) fn predict(args: &Args, position: Position, out: &mut dyn Write) -> anyhow::Result<()> {
    let (tables, console) = args.options.open()?;
    let outcome = tables.outcome(&position)?;
    if position.is_checkmate() || position.is_stalemate() {
        return Err(bad_input("the game is over here: give a position with a move to make"));
    }
    let (attacker, seat) = attacker_at(&position, outcome);
    let material = position.material();
    let walked = Walked::new(Successors::of(&tables, &material, &console.monitor())?);
    let question = args.question();
    let color = material.table_color(attacker);
    let drawn = outcome == Outcome::Draw;
    let chain = args.chain.chain(&walked, color, (&question.model, material), drawn, &console)?;
    let found =
        PositionPredictor::new(chain, &question, &position, (seat, outcome), &console.monitor())?;
    let Some(predictor) = found else {
        return Err(bad_input(
            "the win is already there: the loser is mated or must give up a man at once; give an earlier position",
        ));
    };
    let markov = predictor.by_markov();
    let notes = args.model.draw_notes(&[chain.extent(), chain.extent().flipped()]);
    console.print_notes(&notes);
    if !args.options.json {
        head(args, &position, attacker, outcome, out)?;
        line("Markov", &markov, out)?;
        // The rest may take long: what is known is shown.
        out.flush()?;
    }
    let followed = predictor.follow(&console.monitor())?;
    let exact = match &followed {
        Ok(followed) => predictor.exactly(followed, &console.monitor())?,
        Err(_) => None,
    };
    console.clear();
    let (exact, chances) = exact.unzip();
    if let Some(file) = &args.plot {
        let chances = [predictor.markov_chances(), chances.unwrap_or_default()];
        files::write(file, &chances_plot(args, chances).svg())?;
    }
    let settings = args.settings(material, &followed, notes);
    if args.options.json {
        let (fen, value) = (position.fen(), outcome.into());
        return json::write(out, &PositionPrediction { fen, value, settings, markov, exact });
    }
    if let Some(exact) = &exact {
        line("exact", exact, out)?;
    }
    if let Ok(followed) = &followed {
        print_effort(followed, out)?;
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

/// What the exact lengths took.
fn print_effort(followed: &ExactModel<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(lengths) = &followed.lengths else { return Ok(()) };
    let positions = grouped(followed.exact.graph().size().0 as u64);
    let (residual, sweeps) = (lengths.residual, lengths.sweeps);
    writeln!(out, "\nexact to {residual:.0e} after {sweeps} sweeps over {positions} positions")?;
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
    writeln!(out, "{}, {}\n", args.options.metric, args.model.description())?;
    let within = format!("won within {}", args.chain.moves);
    writeln!(out, "{:<10}{:>18}{:>20}{within:>20}", "", "expected length", "standard deviation")?;
    Ok(())
}

fn line(name: &str, one: &Prediction, out: &mut dyn Write) -> anyhow::Result<()> {
    let (length, deviation) = (format_length(one.expected_length), format_length(one.deviation));
    let within = one.within.values().next().copied().unwrap_or(0.0);
    Ok(writeln!(out, "{name:<10}{length:>18}{deviation:>20}{within:>20.6}")?)
}

/// The chance to have won by move, from 1 on: by the Markov model, and exactly.
fn chances_plot(args: &Args, [markov, exact]: [Vec<f64>; 2]) -> Plot {
    let points = |chances: Vec<f64>| -> Vec<(f64, f64)> {
        chances.into_iter().enumerate().map(|(m, chance)| ((m + 1) as f64, chance)).collect()
    };
    let named = [("Markov model", points(markov)), ("exact", points(exact))];
    Plot {
        title: format!("Chance to have won, c = {}", args.competence),
        note: format!("{}, {}", args.options.metric, args.model.description()),
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
