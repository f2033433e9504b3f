//! Every endgame of four men without pawns, surveyed: how deep, how narrow, how hard for a random
//! player, and how often whoever must move would rather not.

use endgame::material::Material;
use endgame::rules::{Color, color_name};
use endgame::successors::Successors;
use endgame::survey::{Settings, Survey, equilibria};
use value::Depth;

use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// A side must win at least so many classes to be listed.
const WORTH_A_ROW: u64 = 1000;

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let all = Material::all_with(lab.at_scale(4, 3));
    let without_pawns = all.into_iter().filter(|material| material.pawns() == 0);
    let mut grid = Grid::new(
        "endgame | winner | won, winner to move | deepest | bottleneck | \
             optimal moves | good moves | random player stuck at | percent fatal | \
             percent zugzwang, loser to move | percent zugzwang, winner to move | \
             mutual zugzwangs",
    );
    let mut comparisons = Vec::new();
    for material in without_pawns {
        let successors = Successors::of(lab.tables, &material, &lab.monitor)?;
        let survey = Survey::of(&successors, Settings::default(), &lab.monitor)?;
        for winner in Color::ALL {
            let (winning, losing) =
                (survey.side(winner, winner), survey.side(winner.other(), winner));
            if winning.positions() < WORTH_A_ROW {
                continue;
            }
            let all = winning.from(Depth(2));
            let errors = winning.random_player();
            let stuck = equilibria(errors.iter().map(|(depth, at)| (*depth, at.good.expected)));
            let stuck: Vec<String> = stuck
                .iter()
                .filter(|place| place.stable)
                .map(|place| format!("{:.1}", place.depth))
                .collect();
            let percent = |side: &endgame::survey::SideSurvey| {
                let zugzwangs = side.from(Depth(0)).null_move.zugzwangs();
                100.0 * zugzwangs as f64 / side.positions().max(1) as f64
            };
            let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
            let narrow = winning
                .bottleneck()
                .map_or(String::new(), |found| format!("{}-{}", found.region.0, found.region.1));
            let deepest = winning.strata().next_back().map_or(0, |(depth, _)| depth.0);
            let fatal = all.random_error().map_or(0.0, |error| 100.0 * error.fatal);
            grid.row([
                material.to_string(),
                color_name(winner).to_owned(),
                winning.positions().to_string(),
                deepest.to_string(),
                dash(narrow),
                all.optimal.mean().map_or("-".to_owned(), figure),
                all.good.mean().map_or("-".to_owned(), figure),
                dash(stuck.join(" ")),
                figure(fatal),
                figure(percent(losing)),
                figure(percent(winning)),
                survey.mutual_zugzwangs.to_string(),
            ]);
            if deepest >= 15 {
                let name = format!("{material}, {} wins: percent zugzwang", color_name(winner));
                comparisons.push(Comparison::unprinted(name, percent(losing)));
            }
        }
    }
    Ok(Report {
        claim: "Of all endgames of four men without pawns KQKR alone has a bottleneck. The random player gets stuck in nearly all of \
                them, most often close to the deepest positions; zugzwang is rare everywhere."
            .to_owned(),
        grid,
        comparisons,
        plot: None,
        notes: vec![
            "DTC, classes. Moves and fatal shares are means over the winner's positions from depth 2. The random player never gives \
             the win away; he is stuck at the depth where his expected error is one move a move (stable equilibrium). A \
             bottleneck is every depth with at most a third of the positions of the lower of the two maxima around it. \
             Sides that win fewer than 1,000 classes are left out. At reduced scale the endgames have three men."
                .to_owned(),
        ],
    })
}
