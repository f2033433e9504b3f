//! A whole endgame, depth by depth: the model, and the mean, least and greatest of its positions.

use std::io::Write;

use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use study::prediction::{ExactModel, MarkovModel, by_depth};
use study::schema::{DepthPrediction, EndgamePrediction, PredictionSettings};

use super::{Args, players};
use crate::chain_options::{Walked, format_length};
use crate::files;
use crate::json;
use crate::plot::{Plot, Series};

pub(super) fn predict(args: &Args, material: Material, out: &mut dyn Write) -> anyhow::Result<()> {
    let question = args.question();
    let (tables, console) = args.options.open()?;
    let walked = Walked::new(Successors::of(&tables, &material, &console.monitor())?);
    let attacker = material.table_color(Color::White);
    let named = (&question.model, material);
    let chain = args.chain.chain(&walked, attacker, named, false, &console)?;
    let notes = args.model.draw_notes(&[chain.extent(), chain.extent().flipped()]);
    let monitor = console.monitor();
    let markov = MarkovModel::new(&chain, &question, &monitor)?;
    let followed = ExactModel::new(chain, &question, &markov, &monitor)?;
    let depths = by_depth(&chain, &question, &markov, followed.as_ref().ok(), &monitor)?;
    console.print_notes(&notes);
    if let Some(file) = &args.plot {
        files::write(file, &lengths_plot(args, material, &depths).svg())?;
    }
    let settings = args.settings(material, &followed, notes);
    if args.options.json {
        return json::write(out, &EndgamePrediction { settings, depths });
    }
    print(args, material, &settings, &depths, out)
}

fn print(
    args: &Args,
    material: Material,
    settings: &PredictionSettings,
    depths: &[DepthPrediction],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{material}: {}", players(args, Color::White))?;
    writeln!(out, "{}, {}\n", args.options.metric, args.model.description())?;
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
    for one in depths {
        writeln!(
            out,
            "{:>5}{:>12}{:>14}{:>16}{:>14}{:>14}{:>12.6}{:>12}",
            one.depth,
            crate::format::grouped(one.positions),
            format_length(one.markov),
            format_length(one.mean),
            format_length(one.least),
            format_length(one.greatest),
            one.markov_within,
            one.mean_within.map_or("-".to_owned(), |mean| format!("{mean:.6}"))
        )?;
    }
    if let (Some(residual), Some(sweeps)) = (settings.residual, settings.sweeps) {
        writeln!(out, "\nexact to {residual:.0e} after {sweeps} sweeps")?;
    }
    if let Some(why) = &settings.exact_note {
        let known = depths.iter().any(|one| one.mean_within.is_some());
        writeln!(out, "\nno exact {}: {why}", if known { "lengths" } else { "answer" })?;
    }
    Ok(())
}

fn lengths_plot(args: &Args, material: Material, depths: &[DepthPrediction]) -> Plot {
    let points = |of: &dyn Fn(&DepthPrediction) -> Option<f64>| -> Vec<(f64, f64)> {
        depths.iter().filter_map(|one| Some((one.depth as f64, of(one)?))).collect()
    };
    let series = [
        ("Markov model", points(&|one| one.markov)),
        ("exact, mean", points(&|one| one.mean)),
        ("least", points(&|one| one.least)),
        ("greatest", points(&|one| one.greatest)),
    ];
    Plot {
        title: format!("{material}: expected length, c = {}", args.competence),
        note: format!("{}, {}", args.options.metric, args.model.description()),
        across: "depth".to_owned(),
        up: "moves".to_owned(),
        series: series
            .into_iter()
            .filter(|(_, points)| !points.is_empty())
            .map(|(name, points)| Series { name: name.to_owned(), points })
            .collect(),
        ..Plot::default()
    }
}
