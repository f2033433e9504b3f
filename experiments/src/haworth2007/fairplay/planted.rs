//! Planted assistance: moves of honest people replaced by the engine's first choice, and how often that is
//! found beside how often it is said to be.

use std::collections::BTreeMap;

use corpus::Pool;
use corpus::fairplay::agreement::{agreement, competence, loss};
use corpus::fairplay::expectation::Expected;
use corpus::fairplay::honest::Honest;
use corpus::fairplay::power::Power;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::halves::{Halves, Misstated, rating};
use super::moments;
use crate::haworth2007::data;
use crate::{ExperimentError, Lab, Report};

/// Moves of a simulated suspicion.
pub(super) const MOVES: [usize; 3] = [50, 100, 250];
/// Shares of planted assistance.
const SHARES: [f64; 3] = [0.1, 0.3, 1.0];
/// Points of a band, whose players stand for one.
const BAND: f64 = 200.0;

/// Decisions that stand for one player, and the honest players they are compared with.
type Piece = (Vec<Expected>, Honest);

/// Pieces of decisions that stand for one player each, honest and assisted.
pub(super) fn planted(
    lab: &Lab<'_>,
    report: &mut Report,
    pool: &Pool,
    halves: &Halves<'_>,
) -> Result<(), ExperimentError> {
    let mut rng = ChaCha8Rng::seed_from_u64(47);
    let mut furthest = (0.0f64, 0.0);
    for moves in MOVES {
        lab.check()?;
        let mut pieces = Vec::new();
        let times = lab.at_scale(3, 1);
        for _ in 0..times {
            pieces.extend(cut(halves, moves, &mut rng));
        }
        let of = |test: &dyn Fn(&Piece) -> f64| -> Vec<f64> { pieces.iter().map(test).collect() };
        let z = of(&|(piece, honest)| agreement(piece, honest).z);
        let by_loss = of(&|(piece, honest)| loss(piece, honest).z);
        let by_competence =
            of(&|(piece, honest)| competence(piece, honest, honest.between.rating).z);
        let (mean, sd, error, beyond) = moments(&z);
        report.grid.figures(
            &[pool, &"honest, as of one player", &moves, &0],
            [
                z.len() as f64,
                mean,
                sd,
                error,
                beyond,
                0.00135,
                moments(&by_loss).1,
                moments(&by_competence).1,
            ],
        );
        if moves == MOVES[0] {
            report.compare(format!("{pool}: sd of z, as of one player"), sd).error = error;
        }
        for share in SHARES {
            let found = z_with_help(&pieces, share, &mut rng);
            let stated = of(&|(piece, honest)| {
                Power::new(piece, honest, honest.between.rating).of_assistance(moves, share)
            });
            let stated = stated.iter().sum::<f64>() / stated.len().max(1) as f64;
            let (mean, sd, error, beyond) = moments(&found);
            // Cut again, the same decisions are no further pieces.
            let independent = pieces.len() as f64 / f64::from(times);
            let error_of_share = (beyond * (1.0 - beyond) / independent.max(1.0)).sqrt();
            report.grid.figures(
                &[pool, &"assisted", &moves, &share],
                [
                    Some(pieces.len() as f64),
                    Some(mean),
                    Some(sd),
                    Some(error),
                    Some(beyond),
                    Some(stated),
                    None,
                    None,
                ],
            );
            report
                .compare(
                    format!(
                        "{pool}: {:.0} % over {moves} moves found, stated {:.0} %",
                        100.0 * share,
                        100.0 * stated
                    ),
                    beyond,
                )
                .error = error_of_share;
            let difference = (beyond - stated).abs();
            if difference > furthest.0 {
                furthest = (difference, error_of_share);
            }
        }
    }
    let (difference, error) = furthest;
    let name = format!("{pool}: greatest difference of found and stated power");
    report.compare(name, difference).error = error;
    Ok(())
}

/// Decisions of one band in pieces, as if each were of one player who differs from the profile.
fn cut(halves: &Halves<'_>, moves: usize, rng: &mut ChaCha8Rng) -> Vec<Piece> {
    let mut bands: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    for (at, one) in halves.decisions.iter().enumerate() {
        let band = (rating(one) / BAND) as i64;
        bands.entry((halves.half(at), band)).or_default().push(at);
    }
    let mut pieces = Vec::new();
    for band in bands.values_mut() {
        band.shuffle(rng);
        for piece in band.chunks_exact(moves) {
            let misstated = Misstated { rating: data::normal(rng), style: data::normal(rng) };
            let honest = halves.honest(piece[0]).clone();
            let expected = piece.iter().map(|at| halves.expected(*at, misstated)).collect();
            pieces.push((expected, honest));
        }
    }
    pieces
}

/// The `z` of every piece with this share of help, twenty times each.
fn z_with_help(pieces: &[Piece], share: f64, rng: &mut ChaCha8Rng) -> Vec<f64> {
    let mut found = Vec::new();
    for (piece, honest) in pieces {
        for _ in 0..20 {
            found.push(agreement(&assisted(piece, share, rng), honest).z);
        }
    }
    found
}

/// The same decisions, each taken by the engine with this probability.
fn assisted(piece: &[Expected], share: f64, rng: &mut ChaCha8Rng) -> Vec<Expected> {
    let one = |one: &Expected| {
        let agreed = one.agreed || rng.random::<f64>() < share;
        Expected { agreed, ..one.clone() }
    };
    piece.iter().map(one).collect()
}
