//! One position: how long its win takes, and the chance to have won in time.

use std::io::Write;

use endgame::rules::{Color, Position};
use endgame::successors::Successors;
use player::Competence;
use player::markov::Seat;
use study::assess::PlayerRole;
use study::exact::End;
use study::prediction::{Chances, Followed, PositionPredictor, Question, attacker_at};
use study::schema::{Clock, PositionPrediction, Prediction};
use value::Outcome;

use super::{Args, Asked, Said, under_rule};
use crate::chain_options::{Walked, format_length, weigh};
use crate::failure::bad_input;
use crate::files;
use crate::format::grouped;
use crate::json;
use crate::plot::{Plot, Series};

pub(super) fn predict(args: &Args, position: Position, out: &mut dyn Write) -> anyhow::Result<()> {
    let halfmoves = position.halfmove_clock();
    let weights = args.model.by_rules()?;
    let (tables, console) = args.options.open()?;
    let outcome = tables.fresh_outcome(&position)?;
    if position.is_checkmate() || position.is_stalemate() {
        return Err(bad_input("the game is over here: give a position with a move to make"));
    }
    let drawn = outcome == Outcome::Draw;
    let role = (!drawn).then_some(PlayerRole::Attacker);
    let asked = Asked::new(args, weights.as_ref(), role, (&tables, &console))?;
    let question = &asked.question;
    let (attacker, seat) = attacker_at(&position, outcome);
    let material = position.material();
    let walked = Walked::new(Successors::of(&tables, &material, &console.monitor())?);
    let color = material.table_color(attacker);
    let chain = args.chain.chain(&walked, color, (&question.model, material), drawn, &console)?;
    let chain = weigh(chain, Seat::Attacker, weights.as_ref())?;
    let found =
        PositionPredictor::new(chain, question, &position, (seat, outcome), &console.monitor())?;
    let Some(predictor) = found else {
        return Err(bad_input(
            "the win is already there: the loser is mated or must give up a man at once; give an earlier position",
        ));
    };
    let (mut markov, mut markov_chances) = predictor.by_markov();
    let mut notes = args.model.options.draw_notes(&[chain.extent(), chain.extent().flipped()]);
    if halfmoves > 0 && predictor.clock.is_none() {
        notes.push(clock_note(halfmoves, args));
    }
    console.print_notes(&notes);
    if !args.options.json {
        head((&position.fen(), position.turn(), outcome), &asked.said(attacker), out)?;
        columns(question, predictor.follows_all(), out)?;
        line(("Markov", &markov), question, predictor.follows_all(), out)?;
        // The rest may take long: what is known is shown.
        out.flush()?;
    }
    let (exact, followed) = predictor.exactly(&console.monitor())?;
    console.clear();
    let (mut exact, mut exact_chances) = exact.unzip();
    // Moves that only the clock asked about are not told.
    markov_chances.truncate(question.most_moves());
    exact_chances.iter_mut().for_each(|chances| chances.truncate(question.most_moves()));
    if let Some(file) = &args.plot {
        let chances = [Some(&markov_chances), exact_chances.as_ref()];
        let plot = chances_plot(&asked.said(attacker), args.distribution, chances);
        files::write(file, &plot.svg())?;
    }
    if args.distribution {
        let all = predictor.follows_all();
        distribute(&mut markov, &markov_chances, all);
        if let (Some(exact), Some(chances)) = (&mut exact, &exact_chances) {
            distribute(exact, chances, all);
        }
    }
    let at = (&tables, &position, attacker);
    let under_rule = under_rule::play_out(args, at, question, &console, &mut notes)?;
    let settings = asked.settings(material.to_string(), &followed, notes);
    if args.options.json {
        let (fen, value) = (position.fen(), outcome.into());
        let clock = predictor.clock;
        let answer = PositionPrediction { fen, value, clock, settings, markov, exact, under_rule };
        return json::write(out, &answer);
    }
    if let Some(exact) = &exact {
        line(("exact", exact), question, predictor.follows_all(), out)?;
    }
    if let Some(clock) = &predictor.clock {
        print_clock(clock, [Some(&markov), exact.as_ref()], attacker, out)?;
    }
    under_rule::print(under_rule.as_ref(), attacker, out)?;
    print_distribution(&markov, exact.as_ref(), out)?;
    print_effort(&followed, out)?;
    if let Some(why) = settings.exact_note {
        let what = if exact.is_some() { "length" } else { "answer" };
        writeln!(out, "\nno exact {what}: {why}")?;
    }
    if drawn && args.opponent == Competence::INFALLIBLE {
        writeln!(out, "\n{HOLDS}")?;
    }
    Ok(())
}

/// Why an infallible opponent never loses a drawn position.
pub(in crate::commands) const HOLDS: &str =
    "an infallible opponent holds every draw: say how well he plays with --opponent";

/// Why the clock is not looked at.
fn clock_note(halfmoves: u32, args: &Args) -> String {
    let metric = args.options.metric;
    format!(
        "the clock of this FEN stands at {halfmoves}, and {metric} does not count to the next capture or pawn move: choose --metric dtz or dtz50 to have it looked at"
    )
}

/// Fills in how likely the game ends with exactly 1, 2, 3 ... moves.
pub(in crate::commands) fn distribute(one: &mut Prediction, chances: &Chances, all: bool) {
    one.distribution = chances.by_move(End::Won);
    if all {
        one.draw_distribution = chances.by_move(End::Drawn);
        one.loss_distribution = chances.by_move(End::Lost);
    }
}

/// Whether the win comes before the 50-move rule, and how likely.
fn print_clock(
    clock: &Clock,
    answers: [Option<&Prediction>; 2],
    attacker: Color,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    write!(out, "\n{}", clock.sentence(attacker))?;
    let chance =
        |name: &str, answer: Option<&Prediction>| Some(format!("{name} {:.6}", answer?.in_time?));
    let [markov, exact] = answers;
    let told = [chance("Markov", markov), chance("exact", exact)];
    let told: Vec<String> = told.into_iter().flatten().collect();
    Ok(writeln!(out, "\nwon in time: {}", told.join(", "))?)
}

/// The chances of one end, move by move.
type Of = fn(&Prediction) -> Option<&Vec<f64>>;

pub(in crate::commands) fn print_distribution(
    markov: &Prediction,
    exact: Option<&Prediction>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(shown) = &markov.distribution else { return Ok(()) };
    let ends: [(&str, Of); 3] = [
        ("won", |one| one.distribution.as_ref()),
        ("drawn", |one| one.draw_distribution.as_ref()),
        ("lost", |one| one.loss_distribution.as_ref()),
    ];
    let known = |of: Of| of(markov).is_some() || exact.and_then(of).is_some();
    let ends: Vec<_> = ends.into_iter().filter(|&(_, of)| known(of)).collect();
    if ends.len() > 1 {
        write!(out, "\n{:<10}", "")?;
        ends.iter().try_for_each(|(name, _)| write!(out, "{name:>24}"))?;
    }
    write!(out, "\n{:<10}", "exactly")?;
    writeln!(out, "{}", format!("{:>12}{:>12}", "Markov", "exact").repeat(ends.len()))?;
    for at in 0..shown.len() {
        write!(out, "{:<10}", at + 1)?;
        for (_, of) in &ends {
            let chance = |one: Option<&Prediction>| {
                one.and_then(of).map_or("-".to_owned(), |all| format!("{:.6}", all[at]))
            };
            write!(out, "{:>12}{:>12}", chance(Some(markov)), chance(exact))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What the exact lengths took.
pub(in crate::commands) fn print_effort(
    followed: &Followed,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (Some(residual), Some(sweeps)) = (followed.residual, followed.sweeps) else {
        return Ok(());
    };
    let positions = grouped(followed.positions as u64);
    writeln!(out, "\nexact to {residual:.0e} after {sweeps} sweeps over {positions} positions")?;
    Ok(())
}

/// What is said before any number.
pub(in crate::commands) fn head(
    (position, turn, outcome): (&str, Color, Outcome),
    said: &Said,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let turn = endgame::rules::color_name(turn);
    writeln!(out, "{position}\n{turn} to move: {outcome}; {}", said.players)?;
    Ok(writeln!(out, "{}\n", said.model)?)
}

/// How a game may end, as columns are headed and as chances are called.
const ENDS: [(&str, &str); 3] = [("won", "win"), ("drawn", "draw"), ("lost", "lose")];

/// The ends that are shown.
fn ends(all: bool) -> &'static [(&'static str, &'static str)] {
    if all { &ENDS } else { &ENDS[..1] }
}

pub(in crate::commands) fn columns(
    question: &Question,
    all: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    write!(out, "{:<10}{:>18}{:>20}", "", "expected length", "standard deviation")?;
    for moves in &question.moves {
        for (name, _) in ends(all) {
            write!(out, "{:>20}", format!("{name} within {moves}"))?;
        }
    }
    Ok(writeln!(out)?)
}

pub(in crate::commands) fn line(
    (name, one): (&str, &Prediction),
    question: &Question,
    all: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (length, deviation) = (format_length(one.expected_length), format_length(one.deviation));
    write!(out, "{name:<10}{length:>18}{deviation:>20}")?;
    for moves in &question.moves {
        for (_, word) in ends(all) {
            let chance = one.within.get(&format!("{word}_within_{moves}"));
            write!(out, "{:>20}", chance.map_or("-".to_owned(), |chance| format!("{chance:.6}")))?;
        }
    }
    Ok(writeln!(out)?)
}

/// The chance to have won by move, or to win with exactly that one: by the Markov model, and exactly.
pub(in crate::commands) fn chances_plot(
    said: &Said,
    distribution: bool,
    chances: [Option<&Chances>; 2],
) -> Plot {
    let points = |chances: &Chances| -> Vec<(f64, f64)> {
        let shown = match distribution {
            true => chances.by_move(End::Won),
            false => chances.of(End::Won).map(|won| won[1..].to_vec()),
        };
        let shown = shown.unwrap_or_default();
        shown.into_iter().enumerate().map(|(m, chance)| ((m + 1) as f64, chance)).collect()
    };
    let what = match distribution {
        true => "Chance to win with exactly so many moves",
        false => "Chance to have won",
    };
    let title = format!("{what}: {}", said.players);
    let named = ["Markov model", "exact"].into_iter().zip(chances);
    let series = named.filter_map(|(name, chances)| {
        Some(Series { name: name.to_owned(), points: points(chances?) })
    });
    Plot::new(title, said.model.clone(), ["moves", "probability"], series.collect())
}
