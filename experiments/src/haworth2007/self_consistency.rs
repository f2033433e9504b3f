//! Section 2 and 5: a stopped-down engine profiled by itself, and a mixture of them.

use corpus::{Decision, Estimate, Family, Link, Sample};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::data;
use crate::{ExperimentError, Lab, Report};

/// Decisions of one simulated player.
const DECISIONS: usize = 300;

/// Competences in between which mixtures are resolved.
const COMPONENTS: usize = 26;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "If P is E_p(c), its profile tends to c; and the conjecture of section 2: if P is a mixture of E_p(c), its profile tends to that mixture.",
        "family | player | decisions | players | mean c | sd of it | share of 95 % intervals that hold the truth | mean of the profile | sd of the profile | mean of the mixture by EM | sd of the mixture by EM",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let all: Vec<&Decision> = decisions.iter().filter(|one| !one.is_forced()).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(2007);
    let (mut held, mut tried) = (0, 0);
    for (family, competences) in [
        (Family::of(Link::Power), [1.0, 2.0, 3.0, 5.0]),
        (Family::of(Link::Haworth), [3.0, 6.0, 9.0, 14.0]),
    ] {
        for c in competences {
            lab.check()?;
            let (h, t) = coverage(report, lab.games(500), &family, c, &all, &mut rng);
            (held, tried) = (held + h, tried + t);
        }
    }
    let share = f64::from(held) / f64::from(tried);
    report.compare("share of 95 % intervals that hold the truth", share).error =
        (0.95 * 0.05 / f64::from(tried)).sqrt();
    mixtures(lab, report, &all, &mut rng);
    report.note(&[
        "The lists of scores are those of real decisions, drawn with their games; the moves are drawn by the model. Intervals are clustered by game, as for people.",
        "A mixture that chooses its competence anew for every move is not recovered as itself by the profile of section 3: q_c is the probability that P is E_p(c) throughout, and it narrows to one value between the two as decisions grow, so the conjecture does not hold as stated.",
        "Maximum likelihood over mixtures (EM over 26 competences from 0 to 10, 500 steps) comes nearer to the true mean and sd, 3 and 2: the last columns. That is one player of each size, so no convergence is shown.",
    ]);
    Ok(())
}

/// Many players of one competence; how many of their intervals hold it, of how many.
fn coverage(
    report: &mut Report,
    players: usize,
    family: &Family,
    c: f64,
    all: &[&Decision],
    rng: &mut ChaCha8Rng,
) -> (u32, u32) {
    let (mut means, mut held) = (Vec::new(), 0);
    for _ in 0..players {
        let sample = simulated(family, &draw(all, DECISIONS, rng), &mut |_| c, rng);
        let found = Estimate::new(&sample, family.default_grid());
        let (low, high) = found.interval();
        held += u32::from(low <= c && c <= high);
        means.push(found.mean());
    }
    let mean = means.iter().sum::<f64>() / players as f64;
    let sd = (means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / players as f64).sqrt();
    let share = f64::from(held) / players as f64;
    let player = format!("E_p({c})");
    report.grid.figures(
        &[&family.link, &player, &DECISIONS, &players],
        [Some(mean), Some(sd), Some(share), None, None, None, None],
    );
    (held, players as u32)
}

/// Half the moves by one competence, half by another.
fn mixtures(lab: &Lab<'_>, report: &mut Report, all: &[&Decision], rng: &mut ChaCha8Rng) {
    let family = Family::of(Link::Power);
    let pair = [1.0, 5.0];
    for count in [300, 3000, lab.at_scale(30_000, 6000)] {
        let sample = simulated(
            &family,
            &draw(all, count, rng),
            &mut |rng| pair[usize::from(rng.random::<bool>())],
            rng,
        );
        let profile = Estimate::new(&sample, family.default_grid()).posterior;
        let (mean, sd) = mixture(&sample, 10.0);
        report.grid.figures(
            &[&family.link, &"half E_p(1), half E_p(5)", &count, &1],
            [None, None, None, Some(profile.mean()), Some(profile.sd()), Some(mean), Some(sd)],
        );
        if count > 3000 {
            report.compare("mixture of mean 3 and sd 2: sd of the profile", profile.sd());
            report.compare("mixture of mean 3 and sd 2: mean by EM", mean);
            report.compare("mixture of mean 3 and sd 2: sd by EM", sd);
        }
    }
}

/// So many decisions, with replacement.
fn draw<'a>(all: &[&'a Decision], count: usize, rng: &mut ChaCha8Rng) -> Vec<&'a Decision> {
    (0..count).map(|_| all[rng.random_range(0..all.len())]).collect()
}

/// Decisions whose moves are drawn by the model.
fn simulated(
    family: &Family,
    decisions: &[&Decision],
    competence: &mut dyn FnMut(&mut ChaCha8Rng) -> f64,
    rng: &mut ChaCha8Rng,
) -> Sample {
    let mut sample = Sample::empty(*family);
    for (one, game) in decisions.iter().zip(data::game_numbers(decisions)) {
        let c = competence(rng);
        let played = data::chosen(family, &one.scores, c, rng);
        sample.push(&family.costs(&one.scores), played, game);
    }
    sample
}

/// Mean and standard deviation of the likeliest mixture of competences from 0 to the greatest.
fn mixture(sample: &Sample, greatest: f64) -> (f64, f64) {
    let competences: Vec<f64> =
        (0..COMPONENTS).map(|at| greatest * at as f64 / (COMPONENTS - 1) as f64).collect();
    let columns: Vec<Vec<f64>> = competences
        .iter()
        .map(|c| sample.each_log_likelihood(*c).map(f64::exp).collect())
        .collect();
    let mut shares = vec![1.0 / COMPONENTS as f64; COMPONENTS];
    for _ in 0..500 {
        let mut next = vec![0.0; COMPONENTS];
        for row in 0..sample.len() {
            let total: f64 =
                shares.iter().zip(&columns).map(|(share, column)| share * column[row]).sum();
            for ((next, share), column) in next.iter_mut().zip(&shares).zip(&columns) {
                *next += share * column[row] / total;
            }
        }
        shares = next.into_iter().map(|sum| sum / sample.len() as f64).collect();
    }
    let moment = |of: &dyn Fn(f64) -> f64| {
        shares.iter().zip(&competences).map(|(q, c)| q * of(*c)).sum::<f64>()
    };
    let mean = moment(&|c| c);
    (mean, moment(&|c| (c - mean).powi(2)).sqrt())
}
