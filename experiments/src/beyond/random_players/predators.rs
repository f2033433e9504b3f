//! What Predators gain against a fallible White, beside what can be gained at all.

use std::sync::atomic::AtomicBool;

use plot::Series;
use study::random_games::contest::Start;
use study::random_games::exact::{Among, Hardest, Lengths};
use study::random_games::sample::estimate;

use super::{FOUR, chances, contest, games};
use crate::{ExperimentError, Lab, Report};

/// Who defends, `C` standing for White's competence.
const DEFENDERS: [(&str, &str); 5] = [
    ("fewest", "fewest"),
    ("predator, optimal moves", "predator:C,among=optimal"),
    ("predator, 4 plies, optimal moves", "predator:C,among=optimal,plies=4"),
    ("predator, all moves", "predator:C"),
    ("predator, 4 plies, all moves", "predator:C,plies=4"),
];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<Vec<Series>, ExperimentError> {
    let (count, plays) = lab.at_scale((20, 1_000), (3, 60));
    let games = games(FOUR, 41, count)?;
    let mut lines: Vec<Series> = DEFENDERS
        .iter()
        .map(|(name, _)| name.to_string())
        .chain(["longest, optimal moves".to_owned(), "longest, all moves".to_owned()])
        .map(|name| Series { name, points: Vec::new() })
        .collect();
    for c in [2.0, 3.0, 5.0, 8.0, 12.0, 20.0] {
        lab.check()?;
        // From the deepest wins: what an infallible Black makes of White, and what can be made of him.
        let mut foreseen = [0.0; 3];
        for (_, game) in &games {
            let plain = chances(game, c);
            let starts = Start::Deepest.positions(game);
            let mean = |lengths: &Lengths| {
                starts.iter().map(|node| lengths.mean[node.index()]).sum::<f64>()
                    / starts.len() as f64
            };
            let lengths = [
                mean(&Lengths::of(&plain)),
                mean(&Hardest::against(&plain, Among::Optimal).lengths),
                mean(&Hardest::against(&plain, Among::All).lengths),
            ];
            foreseen.iter_mut().zip(lengths).for_each(|(sum, one)| *sum += one / count as f64);
        }
        let [infallible, optimal, all] = foreseen;
        let mut put = |who: &str, what: &str, value: f64, error: f64| {
            report.grid.figures(
                &[&"predators", &FOUR.branching, &FOUR.positions, &c, &who, &what],
                [value, error],
            );
        };
        put("infallible", "White's moves", infallible, 0.0);
        put("longest, optimal moves", "White's moves", optimal, 0.0);
        put("longest, all moves", "White's moves", all, 0.0);
        let mut gained = Vec::new();
        for (at, (name, words)) in DEFENDERS.iter().enumerate() {
            let contest =
                contest(&format!("player:{c}"), &words.replace('C', &c.to_string()), plays);
            let factories = contest.factories().expect("no agent here looks at a board");
            let mut lengths = Vec::new();
            for (number, game) in &games {
                let never = AtomicBool::new(false);
                let round = contest.round(game, &factories, (42, *number), &never)?;
                lengths
                    .push(round.plays.iter().map(|play| play.moves as f64).collect::<Vec<f64>>());
            }
            // Each game weighs the same; the error is that of the plays within them.
            let means: Vec<f64> = lengths.iter().map(|plays| estimate(plays).mean).collect();
            let variance: f64 =
                lengths.iter().map(|plays| estimate(plays).sd.powi(2) / plays.len() as f64).sum();
            let mean = means.iter().sum::<f64>() / means.len() as f64;
            let error = variance.sqrt() / means.len() as f64;
            put(name, "White's moves", mean, error);
            let possible =
                if words.contains("among=optimal") || *name == "fewest" { optimal } else { all };
            let share = (mean - infallible) / (possible - infallible);
            put(name, "share of the possible gain", share, error / (possible - infallible));
            lines[at].points.push((c, mean / infallible));
            gained.push((*name, share, error / (possible - infallible)));
        }
        lines[DEFENDERS.len()].points.push((c, optimal / infallible));
        lines[DEFENDERS.len() + 1].points.push((c, all / infallible));
        if c == 5.0 || c == 12.0 {
            report.compare(
                format!("c = {c}: longest over infallible, optimal moves"),
                optimal / infallible,
            );
            report
                .compare(format!("c = {c}: longest over infallible, all moves"), all / infallible);
            for (name, share, error) in gained {
                report
                    .compare(format!("c = {c}: {name}, share of the possible gain"), share)
                    .error = error;
            }
        }
    }
    Ok(lines)
}
