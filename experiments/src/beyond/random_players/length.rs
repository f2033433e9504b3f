//! The expected length beside games that are played, and beside the Markov model.

use std::sync::atomic::AtomicBool;

use study::random_games::contest::Round;

use super::{FOUR, TEN, TWO, contest, games};
use crate::{ExperimentError, Lab, Report};

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    let (count, plays) = lab.at_scale((40, 400), (6, 60));
    let mut squares = Vec::new();
    for class in [TWO, FOUR, TEN] {
        let games = games(class, 21, count)?;
        for c in [3.0, 5.0, 10.0, 20.0] {
            lab.check()?;
            let contest = contest(&format!("player:{c}"), "infallible", plays);
            let factories = contest.factories().expect("players look at no board");
            let mut ratios = Vec::new();
            let mut own = Vec::new();
            for (number, game) in &games {
                let never = AtomicBool::new(false);
                let round = contest.round(game, &factories, (22, *number), &never)?;
                let (z, ratio) = compared(&round);
                own.push(z * z);
                ratios.push(ratio);
            }
            let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
            let spread = |numbers: &[f64]| {
                let middle = mean(numbers);
                mean(&numbers.iter().map(|x| (x - middle).powi(2)).collect::<Vec<f64>>()).sqrt()
            };
            let mut put = |what: &str, value: f64, error: f64| {
                report.grid.figures(
                    &[&"length", &class.branching, &class.positions, &c, &"player", &what],
                    [value, error],
                );
            };
            let n = own.len() as f64;
            put("root mean square of standard errors apart", mean(&own).sqrt(), (0.5 / n).sqrt());
            put("Markov length over exact length", mean(&ratios), spread(&ratios) / n.sqrt());
            put("the same, standard deviation from game to game", spread(&ratios), 0.0);
            squares.extend(own);
            if c == 10.0 {
                let name =
                    format!("b = {}, c = 10: Markov length over exact length", class.branching);
                report.compare(name, mean(&ratios)).error = spread(&ratios) / n.sqrt();
            }
        }
    }
    let n = squares.len() as f64;
    report
        .compare(
            "games played beside exact lengths, root mean square of standard errors",
            (squares.iter().sum::<f64>() / n).sqrt(),
        )
        .error = (0.5 / n).sqrt();
    Ok(())
}

/// By how many standard errors the games of a round are longer than foreseen; the Markov model's length over the exact one.
fn compared(round: &Round) -> (f64, f64) {
    let n = round.plays.len() as f64;
    let pairs = round.plays.iter().zip(&round.foreseen);
    let longer: f64 = pairs.map(|(play, foreseen)| play.moves as f64 - foreseen.length).sum();
    let variance: f64 = round.foreseen.iter().map(|one| one.deviation.powi(2)).sum();
    let exact: f64 = round.foreseen.iter().map(|one| one.length).sum::<f64>() / n;
    let markov: f64 = round.foreseen.iter().filter_map(|one| one.markov).sum::<f64>() / n;
    let z = if variance > 0.0 { longer / variance.sqrt() } else { 0.0 };
    (z, markov / exact)
}
