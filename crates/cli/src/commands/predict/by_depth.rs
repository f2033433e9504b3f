//! A whole endgame, depth by depth: the model, and the mean, least and greatest of its positions.

use std::io::Write;

use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use player::markov::Seat;
use study::assess::PlayerRole;
use study::prediction::{MarkovModel, by_depth};
use study::schema::{
    DepthPrediction, EndChance, EndgamePrediction, LengthRange, PredictionSettings,
};

use super::{Args, Asked, Said};
use crate::chain_options::{Walked, format_length, weigh};
use crate::failure::bad_input;
use crate::files;
use crate::json;
use crate::plot::{Plot, Series};

pub(super) fn predict(args: &Args, material: Material, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.distribution {
        return Err(bad_input("--distribution is about one position: give a FEN, or leave it out"));
    }
    let weights = args.model.by_rules()?;
    let (tables, console) = args.options.open()?;
    let role = Some(PlayerRole::Attacker);
    let asked = Asked::new(args, weights.as_ref(), role, (&tables, &console))?;
    let question = &asked.question;
    let walked = Walked::new(Successors::of(&tables, &material, &console.monitor())?);
    let attacker = material.table_color(Color::White);
    let named = (&question.model, material);
    let chain = args.chain.chain(&walked, attacker, named, false, &console)?;
    let chain = weigh(chain, Seat::Attacker, weights.as_ref())?;
    let notes = args.model.options.draw_notes(&[chain.extent(), chain.extent().flipped()]);
    let monitor = console.monitor();
    let markov = MarkovModel::new(&chain, question, &monitor)?;
    let (depths, followed) = by_depth(&chain, question, &markov, &monitor)?;
    console.print_notes(&notes);
    if let Some(file) = &args.plot {
        let plot = lengths_plot(&material.to_string(), &asked.said(Color::White), &depths);
        files::write(file, &plot.svg())?;
    }
    let settings = asked.settings(material.to_string(), &followed, notes);
    if args.options.json {
        return json::write(out, &EndgamePrediction { settings, depths });
    }
    print(&asked.said(Color::White), &settings, &depths, out)
}

pub(in crate::commands) fn print(
    said: &Said,
    settings: &PredictionSettings,
    depths: &[DepthPrediction],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}: {}", settings.material, said.players)?;
    writeln!(out, "{}\n", said.model)?;
    write!(out, "{:>5}{:>12}{:>14}{:>44}", "", "", "Markov", "exact length")?;
    let all = depths.iter().flat_map(|one| &one.within).any(|within| within.drawn.is_some());
    let ends: &[&str] = if all { &["won", "drawn", "lost"] } else { &["won"] };
    for moves in &settings.moves {
        for end in ends {
            write!(out, "{:>24}", format!("{end} within {moves}"))?;
        }
    }
    write!(
        out,
        "\n{:>5}{:>12}{:>14}{:>16}{:>14}{:>14}",
        "depth", "classes", "length", "mean", "least", "greatest"
    )?;
    writeln!(
        out,
        "{}",
        format!("{:>12}{:>12}", "Markov", "exact").repeat(settings.moves.len() * ends.len())
    )?;
    for one in depths {
        let length = |of: fn(&LengthRange) -> f64| format_length(one.exact.as_ref().map(of));
        write!(
            out,
            "{:>5}{:>12}{:>14}{:>16}{:>14}{:>14}",
            one.depth,
            crate::format::grouped(one.positions),
            format_length(one.markov),
            length(|exact| exact.mean),
            length(|exact| exact.min),
            length(|exact| exact.max),
        )?;
        for within in &one.within {
            let won = EndChance { markov: Some(within.markov), exact: within.exact };
            let told = |chance: Option<f64>| chance.map_or("-".to_owned(), |p| format!("{p:.6}"));
            for end in [Some(won), within.drawn, within.lost].into_iter().flatten() {
                write!(out, "{:>12}{:>12}", told(end.markov), told(end.exact))?;
            }
        }
        writeln!(out)?;
    }
    if let (Some(residual), Some(sweeps)) = (settings.residual, settings.sweeps) {
        writeln!(out, "\nexact to {residual:.0e} after {sweeps} sweeps")?;
    }
    if let Some(why) = &settings.exact_note {
        let known = depths.iter().any(|one| one.within.iter().any(|w| w.exact.is_some()));
        writeln!(out, "\nno exact {}: {why}", if known { "lengths" } else { "answer" })?;
    }
    Ok(())
}

pub(in crate::commands) fn lengths_plot(
    endgame: &str,
    said: &Said,
    depths: &[DepthPrediction],
) -> Plot {
    let points = |of: &dyn Fn(&DepthPrediction) -> Option<f64>| -> Vec<(f64, f64)> {
        depths.iter().filter_map(|one| Some((one.depth as f64, of(one)?))).collect()
    };
    let series = [
        ("Markov model", points(&|one| one.markov)),
        ("exact, mean", points(&|one| Some(one.exact?.mean))),
        ("least", points(&|one| Some(one.exact?.min))),
        ("greatest", points(&|one| Some(one.exact?.max))),
    ];
    let title = format!("{endgame}: expected length, {}", said.players);
    let drawn = series.into_iter().filter(|(_, points)| !points.is_empty());
    let series = drawn.map(|(name, points)| Series { name: name.to_owned(), points }).collect();
    Plot::new(title, said.model.clone(), ["depth", "moves"], series)
}
