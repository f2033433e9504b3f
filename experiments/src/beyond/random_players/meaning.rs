//! Does a competence mean the same in every game of a class, and in games of other classes?

use graph::random::{RandomGame, Side};
use rayon::prelude::*;
use study::random_games::exact::Lengths;
use study::random_games::sample::estimate;
use value::{Depth, Outcome};

use super::{Class, FOUR, TEN, TWO, chances, games};
use crate::{ExperimentError, Lab, Report};

/// The depth from which games are looked at: most games are as deep.
const FROM: Depth = Depth(6);
/// By how much c is changed, as a share, to see what it changes.
const STEP: f64 = 0.02;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let sizes: &[(u32, usize)] = lab.at_scale(
        &[(300, 200), (1_000, 100), (3_000, 50), (10_000, 25)],
        &[(300, 20), (1_000, 10)],
    );
    for &(positions, count) in sizes {
        let class = FOUR.sized(positions);
        let games = games(class, 31, count)?;
        for c in [5.0, 10.0, 20.0] {
            lab.check()?;
            let [same, more] = [c, c * (1.0 + STEP)].map(|c| lengths(&games, c));
            let at = estimate(&same);
            let by_c = (at.mean - estimate(&more).mean) / (c * STEP);
            let mut put = |what: &str, value: f64, error: f64| {
                report.grid.figures(
                    &[&"meaning", &class.branching, &positions, &c, &"player", &what],
                    [value, error],
                );
            };
            put("length from depth 6", at.mean, (at.high - at.mean) / 1.96);
            put("the same, standard deviation from game to game", at.sd, 0.0);
            put("the same in units of c", at.sd / by_c, 0.0);
            if c == 10.0 {
                let name = format!(
                    "{positions} positions, c = 10: spread from game to game in units of c"
                );
                report.compare(name, at.sd / by_c);
            }
        }
    }
    let largest = lab.at_scale(3_000, 300);
    let count = lab.at_scale(50, 5);
    for class in [TWO, FOUR, TEN].map(|class: Class| class.sized(largest)) {
        lab.check()?;
        let games = games(class, 32, count)?;
        let at = estimate(&lengths(&games, 10.0));
        let error = (at.high - at.mean) / 1.96;
        report.grid.figures(
            &[&"meaning", &class.branching, &largest, &10, &"player", &"length from depth 6"],
            [at.mean, error],
        );
        report
            .compare(format!("b = {}, c = 10: length from depth 6", class.branching), at.mean)
            .error = error;
    }
    Ok(())
}

/// The mean exact length from all wins of a depth, game by game; games that are not so deep are left out.
fn lengths(games: &[(u64, RandomGame)], competence: f64) -> Vec<f64> {
    let one = |(_, game): &(u64, RandomGame)| {
        let starts: Vec<_> = game
            .positions(Side::White)
            .filter(|&node| game.outcome(node) == Outcome::Win(FROM))
            .collect();
        let lengths = Lengths::of(&chances(game, competence));
        let sum: f64 = starts.iter().map(|node| lengths.mean[node.index()]).sum();
        (!starts.is_empty()).then(|| sum / starts.len() as f64)
    };
    games.par_iter().filter_map(one).collect()
}
