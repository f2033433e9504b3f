//! Section 3.2: Guid and Bratko's measure beside `c`, and McKinnon's inversion.

use corpus::group::GroupBy;
use corpus::{Decision, Family, Link, Pool, Sample};
use engine::score::Score;
use player::CompetenceGrid;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::Value;

use super::data;
use crate::{ExperimentError, Lab, Report};

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Guid and Bratko rank players by the mean difference of best and chosen value; if the benchmark's choices are bad enough, it ranks players in inverted order (McKinnon 2007, section 3.2).",
        "what | group | mean loss in pawns | c | c on inverted values | slope of P' by formula | slope by simulation",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let family = Family::of(Link::Power);
    let grid = CompetenceGrid::new(-8.0, 0.05, 8.0).unwrap_or_default();
    for pool in [Pool::Fide, Pool::Lichess] {
        let of_pool: Vec<Decision> =
            decisions.iter().filter(|one| Pool::of(&one.game) == pool).cloned().collect();
        let mut found = Vec::new();
        for (band, of_band) in GroupBy::Band.groups(&of_pool) {
            let loss = mean_loss(&family, &of_band);
            let true_c = Sample::new(family, of_band.iter().copied()).belief(grid).mean();
            let turned = inverted(&family, &of_band).belief(grid).mean();
            report.grid.figures(
                &[&format!("{pool}, by band"), &band],
                [Some(loss), Some(true_c), Some(turned), None, None],
            );
            found.push((loss, true_c, turned));
        }
        let ranks = |of: fn(&(f64, f64, f64)) -> f64| found.iter().map(of).collect::<Vec<f64>>();
        let (loss, c, turned) = (ranks(|f| f.0), ranks(|f| f.1), ranks(|f| f.2));
        report.compare(
            format!("{pool}: pairs of bands that the mean loss orders as c does"),
            agreement(&c, &loss, -1.0),
        );
        report.compare(
            format!("{pool}: pairs of bands that inverted values order as c does"),
            agreement(&c, &turned, 1.0),
        );
    }
    lab.check()?;
    model(report, lab.games(200_000));
    report.note(&[
        "The mean loss orders people much as c does, but uses less of what is known: neither how many moves were nearly as good, nor whether there was anything to decide.",
        "Inverted values are the reference's times -1: a benchmark that is wrong throughout. Competence turns negative, and of the pairs of bands 2 % (FIDE) and 9 % (Lichess) keep their order: an inversion, if not to the last pair.",
        "The model of Guid, Perez and Bratko 2007: P' = P P_C + (1 - P)(1 - P_C) / N, whose slope ((N + 1) P_C - 1) / N is negative below P_C = 1 / (N + 1).",
    ]);
    Ok(())
}

/// Guid and Bratko's measure, values capped as the family has them.
fn mean_loss(family: &Family, decisions: &[&Decision]) -> f64 {
    let loss =
        |one: &&Decision| family.mate.pawns(one.best()) - family.mate.pawns(one.scores[one.played]);
    decisions.iter().map(loss).sum::<f64>() / decisions.len() as f64
}

/// The same decisions as a benchmark sees them whose every value has the wrong sign.
fn inverted(family: &Family, decisions: &[&Decision]) -> Sample {
    let mut sample = Sample::empty(*family);
    for (one, game) in decisions.iter().zip(data::game_numbers(decisions)) {
        let turned: Vec<Score> = one.scores.iter().map(|score| score.flipped()).collect();
        sample.push(&family.costs(&turned), one.played, game);
    }
    sample
}

/// The share of pairs that two lists order alike, the second times a sign.
fn agreement(a: &[f64], b: &[f64], sign: f64) -> f64 {
    let pairs = (0..a.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let alike = pairs.clone().filter(|&(i, j)| (a[i] - a[j]) * sign * (b[i] - b[j]) > 0.0).count();
    alike as f64 / pairs.count() as f64
}

/// How often players of two strengths seem to play optimally to a fallible benchmark.
fn model(report: &mut Report, trials: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(2007);
    // The move 0 is right, 1 to N are wrong in equal ways.
    let choose = |right: f64, wrong: usize, rng: &mut ChaCha8Rng| match rng.random::<f64>() < right
    {
        true => 0,
        false => rng.random_range(1..=wrong),
    };
    for wrong in [1, 4] {
        for benchmark in [0.0, 0.1, 0.2, 0.5, 0.8] {
            let mut seems = |right: f64| {
                let alike = (0..trials).filter(|_| {
                    choose(right, wrong, &mut rng) == choose(benchmark, wrong, &mut rng)
                });
                alike.count() as f64 / trials as f64
            };
            let simulated = (seems(0.9) - seems(0.4)) / 0.5;
            let n = wrong as f64;
            let formula = ((n + 1.0) * benchmark - 1.0) / n;
            let group = format!("P_C = {benchmark}, N = {wrong}");
            report
                .grid
                .figures(&[&"model", &group], [None, None, None, Some(formula), Some(simulated)]);
            if benchmark == 0.0 && wrong == 1 {
                report.compare("slope of P' for P_C = 0, N = 1", simulated);
            }
        }
    }
}
