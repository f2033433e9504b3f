//! Every endgame of four men without pawns, surveyed: how deep, how narrow, how hard for a random
//! player, and how often whoever must move would rather not.

use endgame::material::Material;
use endgame::rules::{Color, color_name};
use endgame::successors::Successors;
use endgame::survey::{Settings, Survey};
use study::survey_plots::equilibria;
use value::Depth;

use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// A side must win at least so many classes to be listed.
const WORTH_A_ROW: u64 = 1000;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Of all endgames of four men without pawns KQKR alone has a bottleneck. The random player gets stuck in nearly all of \
         them, most often close to the deepest positions; zugzwang is rare everywhere.",
        "endgame | winner | won, winner to move | deepest | bottleneck | optimal moves | good moves | \
         random player stuck at | percent fatal | percent zugzwang, loser to move | \
         percent zugzwang, winner to move | mutual zugzwangs",
    );
    let all = Material::all_with(lab.at_scale(4, 3));
    for material in all.into_iter().filter(|material| material.pawns() == 0) {
        let successors = Successors::of(lab.tables, &material, &lab.monitor)?;
        let survey = Survey::of(&successors, Settings::default(), &lab.monitor)?;
        for winner in Color::ALL {
            let [winning, losing] = [winner, winner.other()].map(|turn| survey.side(turn, winner));
            if winning.positions() < WORTH_A_ROW {
                continue;
            }
            let all = winning.from(Depth(2));
            let stuck: Vec<String> = equilibria(winning)
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
            report.grid.row(&[
                &material,
                &color_name(winner),
                &winning.positions(),
                &deepest,
                &dash(narrow),
                &all.optimal.mean().map_or("-".to_owned(), figure),
                &all.good.mean().map_or("-".to_owned(), figure),
                &dash(stuck.join(" ")),
                &figure(fatal),
                &figure(percent(losing)),
                &figure(percent(winning)),
                &survey.mutual_zugzwangs,
            ]);
            if deepest >= 15 {
                let name = format!("{material}, {} wins: percent zugzwang", color_name(winner));
                report.compare(name, percent(losing));
            }
        }
    }
    report.note(&[
        "DTC, classes. Moves and fatal shares are means over the winner's positions from depth 2. The random player never gives \
         the win away; he is stuck at the depth where his expected error is one move a move (stable equilibrium). A \
         bottleneck is every depth with at most a third of the positions of the lower of the two maxima around it. \
         Sides that win fewer than 1,000 classes are left out. At reduced scale the endgames have three men.",
    ]);
    Ok(())
}
