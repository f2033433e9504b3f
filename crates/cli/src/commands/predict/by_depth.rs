//! A whole endgame, depth by depth: the model, and the mean, least and greatest of its positions.

use std::io::Write;

use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use player::Concede;
use player::markov::Seat;
use serde::Serialize;

use super::{Args, Predictor, Settings, players};
use crate::answer;
use crate::chain_options::{Average, finite, said};
use crate::failure::bad_input;
use crate::files;
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
    positions: usize,
    markov: Option<f64>,
    mean: f64,
    least: f64,
    greatest: f64,
    markov_within: f64,
    mean_within: f64,
}

pub(super) fn predict(args: &Args, material: Material, out: &mut dyn Write) -> anyhow::Result<()> {
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
