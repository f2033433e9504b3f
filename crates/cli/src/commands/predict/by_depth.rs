//! A whole endgame, depth by depth: the model, and the mean, least and greatest of its positions.

use std::io::Write;

use endgame::material::Material;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::rules::Color;
use endgame::successors::Successors;
use player::markov::Seat;
use serde::Serialize;
use study::exact::{Spread, Within};

use super::{Args, Followed, Lumped, Settings, players};
use crate::chain_options::{Average, Walked, finite, said};
use crate::files;
use crate::json;
use crate::named::Named;
use crate::plot::{Plot, Series};

#[derive(Serialize)]
struct EndgameAnswer {
    #[serde(flatten)]
    settings: Settings,
    depths: Vec<DepthAnswer>,
}

#[derive(Serialize)]
struct DepthAnswer {
    depth: usize,
    positions: u64,
    markov: Option<f64>,
    mean: Option<f64>,
    least: Option<f64>,
    greatest: Option<f64>,
    markov_within: f64,
    mean_within: Option<f64>,
}

pub(super) fn predict(args: &Args, material: Material, out: &mut dyn Write) -> anyhow::Result<()> {
    let model = args.model.model();
    let (tables, console) = args.options.open()?;
    let walked = Walked::new(Successors::of(&tables, &material, &console.monitor())?);
    let attacker = Named(material).in_table(Color::White);
    let chain = args.chain.chain(&walked, attacker, (&model, material), false, &console)?;
    let notes = args.model.raised(&[chain.extent(), chain.extent().flipped()]);
    let lumped = Lumped::new(args, &chain, &model, &console)?;
    let histogram = OutcomeHistogram::of(walked.successors.table(), Count::Classes);
    let followed = Followed::new(args, chain, model, &lumped, &console)?;
    let within = match &followed {
        Ok(followed) => {
            Some(followed.exact.within(args.chain.moves, &console.monitor(), |_| ())?)
        }
        Err(_) => None,
    };
    console.tell(&notes);
    let lengths = lumped.full.expected_length();
    let lumped_within = lumped.full.win_within(args.chain.moves as u64);
    let exact = followed.as_ref().ok().zip(within.as_ref());
    let depths: Vec<DepthAnswer> = histogram
        .side(attacker)
        .wins
        .iter()
        .map(|(&depth, &positions)| {
            let depth = usize::from(depth.0);
            let (spread, mean_within) =
                exact.map(|(followed, within)| mean(args, followed, within, depth)).unzip();
            let spread = spread.flatten();
            DepthAnswer {
                depth,
                positions,
                markov: lengths.as_ref().and_then(|lengths| finite(lengths[depth])),
                mean: spread.map(|spread| spread.mean),
                least: spread.map(|spread| spread.least),
                greatest: spread.map(|spread| spread.greatest),
                markov_within: lumped_within[depth],
                mean_within,
            }
        })
        .collect();
    if let Some(file) = &args.plot {
        files::write(file, &lengths_plot(args, material, &depths).svg())?;
    }
    let settings = args.settings(material, &followed, notes);
    if args.options.json {
        return json::write(out, &EndgameAnswer { settings, depths });
    }
    print(args, material, &settings, &depths, out)
}

/// The exact lengths of one depth, and the mean chance to win in time.
fn mean(
    args: &Args,
    followed: &Followed<'_>,
    within: &Within,
    depth: usize,
) -> (Option<Spread>, f64) {
    let graph = followed.exact.graph();
    let spread = followed.lengths.as_ref().and_then(|lengths| lengths.spread(graph, depth));
    let chances = &within.attacker[graph.state(Seat::Attacker, depth)];
    let weighed = chances.iter().zip(graph.boards(depth));
    let (sum, boards) = weighed.fold((0.0, 0.0), |(sum, all), (chance, boards)| {
        let boards = if args.chain.average == Average::Classes { 1.0 } else { boards };
        (sum + chance * boards, all + boards)
    });
    (spread, sum / boards)
}

fn print(
    args: &Args,
    material: Material,
    settings: &Settings,
    depths: &[DepthAnswer],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
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
    for one in depths {
        writeln!(
            out,
            "{:>5}{:>12}{:>14}{:>16}{:>14}{:>14}{:>12.6}{:>12}",
            one.depth,
            crate::format::grouped(one.positions),
            said(one.markov),
            said(one.mean),
            said(one.least),
            said(one.greatest),
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

fn lengths_plot(args: &Args, material: Material, depths: &[DepthAnswer]) -> Plot {
    let points = |of: &dyn Fn(&DepthAnswer) -> Option<f64>| -> Vec<(f64, f64)> {
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
        note: format!("{}, {}", args.options.metric, args.model.said()),
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
