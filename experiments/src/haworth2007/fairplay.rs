//! Section 4.7: the `z` of honest players is a `z`, and planted assistance is found as often as stated.

use std::collections::BTreeMap;

use corpus::fairplay::agreement::{Variance, agreement, competence, loss};
use corpus::fairplay::expectation::{Expected, Observer};
use corpus::fairplay::honest::Honest;
use corpus::fairplay::power::{Power, THRESHOLD};
use corpus::fairplay::profile::RATING_SD;
use corpus::human::terms::Terms;
use corpus::human::{HumanModel, HumanModels, Seen};
use corpus::model_record::reference_of;
use corpus::strength::Strength;
use corpus::{Decision, Pool};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::data;
use crate::{ExperimentError, Lab, Report};

/// Moves of a simulated suspicion.
const MOVES: [usize; 3] = [50, 100, 250];
/// Shares of planted assistance.
const SHARES: [f64; 3] = [0.1, 0.3, 1.0];
/// Fewest decisions of an event, and of a player in it.
const LEAST: [usize; 2] = [10, 5];
/// Fewest units whose z have a standard deviation worth the name.
const FEWEST: usize = 20;
/// Points of a band, whose players stand for one.
const BAND: f64 = 200.0;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Section 4.7: the agreement of a player and an engine has a probability, given an a-priori profile. On honest games held out its z has mean 0 and standard deviation 1, and planted assistance is found at the stated power.",
        "pool | what | moves | assistance | units | mean z | sd of z | error of the sd | share with z above 3 | stated power | sd of z of the loss | sd of z of competence",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let mut all = Vec::new();
    let mut measured = Vec::new();
    for pool in [Pool::Fide, Pool::Lichess] {
        lab.check()?;
        let of_pool: Vec<&Decision> = decisions
            .iter()
            .filter(|one| Pool::of(&one.game) == pool && !one.is_forced() && one.rating().is_some())
            .collect();
        if of_pool.len() < 2 * MOVES[2] {
            report.notes.push(format!("Too few decisions of {pool}: {}.", of_pool.len()));
            continue;
        }
        let halves = Halves::new(&pool, &of_pool);
        all.extend(natural(report, &pool, &halves));
        planted(lab, report, &pool, &halves)?;
        measured.extend(built_in(&pool, &of_pool));
    }
    if all.len() >= FEWEST {
        let (_, sd, error, beyond) = moments(&all);
        report.compare("all units: sd of z", sd).error = error;
        let error = (0.00135 / all.len() as f64).sqrt();
        report.compare("all units: share with z above 3", beyond).error = error;
    }
    report.note(&[
        "Games are split in two halves by number. The coefficients of the model of human choice, the line through its log-odds of agreement and the spread of honest players are fitted to one half, and the other is judged by them; the weights of looks are the built-in ones, which were learned from moves of these games among others.",
        "By event: all players of an event together, 10 decisions or more. By player and event: 5 decisions or more. As of one player: decisions of one band of 200 points put together, in an order drawn at random, with a rating that is misstated for all of them by a normal deviate of 100 points, which is what the tool allows for.",
        "Planted: a move of the player is replaced by the engine's first choice with the stated probability, in the same pieces; each piece is used twenty times. Stated power is what `fallible fairplay` prints for the piece, averaged.",
        "The games are of people nobody suspects here; names play no part but to tell units apart.",
    ]);
    report.notes.push(format!(
        "Measured on all of these decisions with the built-in models, and built in as `honest_players.json`: `{}`",
        Honest::file_text(measured).trim()
    ));
    Ok(())
}

/// Decisions, each with the model and the honest players of the half it is not in.
struct Halves<'a> {
    pool: &'a Pool,
    decisions: &'a [&'a Decision],
    games: Vec<usize>,
    models: [(HumanModel, Honest); 2],
}

fn rating(one: &Decision) -> f64 {
    one.rating().map_or(0.0, f64::from)
}

impl<'a> Halves<'a> {
    fn new(pool: &'a Pool, decisions: &'a [&'a Decision]) -> Halves<'a> {
        let games = data::game_numbers(decisions);
        let weights = &HumanModels::built_in().weights;
        let seen: Vec<Seen> = decisions
            .iter()
            .zip(&games)
            .map(|(one, game)| Seen::new(one, pool, weights, *game))
            .collect();
        let depths = decisions.first().map(|one| one.reference.depth).into_iter().collect();
        let terms = Terms { depths, time: !Strength::of(pool, 0.0).classical };
        let models = [0, 1].map(|left_out| {
            let kept = |at: &usize| games[*at] % 2 != left_out;
            let units = |at: usize| Strength::of(pool, rating(decisions[at])).units;
            let chosen: Vec<(&Seen, f64)> =
                (0..seen.len()).filter(kept).map(|at| (&seen[at], units(at))).collect();
            let model = HumanModel::fitted(&chosen, terms.clone());
            let model = model.expect("half the decisions are many");
            let plain = Honest::model_is_true();
            let observer = Observer { model: &model, weights, pool, honest: &plain };
            let expected: Vec<Expected> = (0..seen.len())
                .filter(kept)
                .map(|at| observer.expected(decisions[at], games[at], rating(decisions[at]), 1.0))
                .collect();
            let honest = Honest::measured(&pool.to_string(), None, &expected);
            (model, honest.expect("half the decisions are many"))
        });
        Halves { pool, decisions, games, models }
    }

    fn honest(&self, at: usize) -> &Honest {
        &self.models[self.games[at] % 2].1
    }

    /// A decision as the other half expects it, its rating misstated by so many points.
    fn expected(&self, at: usize, misstated: f64, sd: f64) -> Expected {
        let (model, honest) = &self.models[self.games[at] % 2];
        let weights = &HumanModels::built_in().weights;
        let observer = Observer { model, weights, pool: self.pool, honest };
        let one = self.decisions[at];
        observer.expected(one, self.games[at], rating(one) + misstated, sd)
    }
}

/// Mean, standard deviation, its error, and the share above 3.
fn moments(z: &[f64]) -> (f64, f64, f64, f64) {
    let n = z.len().max(1) as f64;
    let mean = z.iter().sum::<f64>() / n;
    let moment = |power: i32| z.iter().map(|z| (z - mean).powi(power)).sum::<f64>() / n;
    let sd = moment(2).sqrt();
    let error = ((moment(4) - moment(2).powi(2)).max(0.0) / n).sqrt() / (2.0 * sd);
    (mean, sd, error, z.iter().filter(|z| **z > THRESHOLD).count() as f64 / n)
}

/// The decisions of each player.
type Players<'a> = BTreeMap<&'a str, Vec<usize>>;

/// Units as they are: events, and players in events.
fn natural(report: &mut Report, pool: &Pool, halves: &Halves<'_>) -> Vec<f64> {
    let mut all = Vec::new();
    for (what, least) in ["by event", "by player and event"].into_iter().zip(LEAST) {
        let mut units: BTreeMap<(&str, &str, &str), Players<'_>> = BTreeMap::new();
        for (at, one) in halves.decisions.iter().enumerate() {
            let Some(event) = one.game.event.as_deref() else { continue };
            // Casual games online are no event: a day stands for one.
            let date = one.game.date.as_deref().unwrap_or("?");
            let date = if *pool == Pool::Lichess { date } else { date.get(..4).unwrap_or("?") };
            let player = if what == "by event" { "" } else { one.player() };
            let unit = units.entry((event, date, player)).or_default();
            unit.entry(one.player()).or_default().push(at);
        }
        let size = |unit: &Players<'_>| unit.values().map(Vec::len).sum::<usize>();
        let units: Vec<_> = units.into_values().filter(|unit| size(unit) >= least).collect();
        if units.len() < FEWEST {
            report.notes.push(format!("{pool}, {what}: too few events are named to tell."));
            continue;
        }
        let z: Vec<f64> = units.iter().map(|unit| of_unit(halves, unit)).collect();
        let (mean, sd, error, beyond) = moments(&z);
        let moves = units.iter().map(size).sum::<usize>() as f64 / units.len().max(1) as f64;
        report.grid.figures(
            &[pool, &format!("honest, {what}")],
            [
                Some(moves),
                None,
                Some(z.len() as f64),
                Some(mean),
                Some(sd),
                Some(error),
                Some(beyond),
                None,
                None,
                None,
            ],
        );
        report.compare(format!("{pool}: sd of z, {what}"), sd).error = error;
        if what == "by event" {
            all.extend(z);
        }
    }
    all
}

/// The z of several players together, each with a rating of its own.
fn of_unit(halves: &Halves<'_>, players: &Players<'_>) -> f64 {
    let (mut more, mut variance) = (0.0, 0.0);
    for decisions in players.values() {
        // Both halves know about honest players; a player's games may be in both.
        for half in [0, 1] {
            let of_half = decisions.iter().filter(|at| halves.games[**at] % 2 == half);
            let expected: Vec<Expected> =
                of_half.map(|at| halves.expected(*at, 0.0, RATING_SD)).collect();
            let honest = &halves.models[half].1;
            let found = agreement(&expected, honest);
            more += found.observed - found.expected;
            variance += Variance::new(&expected, honest).total();
        }
    }
    more / variance.sqrt()
}

/// Decisions that stand for one player, and the honest players they are compared with.
type Piece = (Vec<Expected>, Honest);

/// Pieces of decisions that stand for one player each, honest and assisted.
fn planted(
    lab: &Lab<'_>,
    report: &mut Report,
    pool: &Pool,
    halves: &Halves<'_>,
) -> Result<(), ExperimentError> {
    let mut rng = ChaCha8Rng::seed_from_u64(47);
    let mut furthest = 0.0f64;
    for moves in MOVES {
        lab.check()?;
        let mut pieces = Vec::new();
        for _ in 0..lab.at_scale(3, 1) {
            pieces.extend(cut(halves, moves, &mut rng));
        }
        let of = |test: &dyn Fn(&Piece) -> f64| -> Vec<f64> { pieces.iter().map(test).collect() };
        let z = of(&|(piece, honest)| agreement(piece, honest).z);
        let by_loss = of(&|(piece, honest)| loss(piece, honest).z);
        let by_competence = of(&|(piece, honest)| competence(piece, honest, RATING_SD).z);
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
            let mut found = Vec::new();
            for (piece, honest) in &pieces {
                for _ in 0..20 {
                    found.push(agreement(&assisted(piece, share, &mut rng), honest).z);
                }
            }
            let stated = of(&|(piece, honest)| {
                Power::new(piece, honest, RATING_SD).of_assistance(moves, share)
            });
            let stated = stated.iter().sum::<f64>() / stated.len().max(1) as f64;
            let (mean, sd, error, beyond) = moments(&found);
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
            report.compare(
                format!(
                    "{pool}: {:.0} % over {moves} moves found, stated {:.0} %",
                    100.0 * share,
                    100.0 * stated
                ),
                beyond,
            );
            furthest = furthest.max((beyond - stated).abs());
        }
    }
    report.compare(format!("{pool}: greatest difference of found and stated power"), furthest);
    Ok(())
}

/// Decisions of one band in pieces, as if each were of one player whose rating is misstated.
fn cut(halves: &Halves<'_>, moves: usize, rng: &mut ChaCha8Rng) -> Vec<Piece> {
    let mut bands: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    for (at, one) in halves.decisions.iter().enumerate() {
        let band = (rating(one) / BAND) as i64;
        bands.entry((halves.games[at] % 2, band)).or_default().push(at);
    }
    let mut pieces = Vec::new();
    for band in bands.values_mut() {
        band.shuffle(rng);
        for piece in band.chunks_exact(moves) {
            let misstated = RATING_SD * data::normal(rng);
            let piece: Vec<usize> = piece.to_vec();
            let honest = halves.honest(piece[0]).clone();
            let expected =
                piece.iter().map(|at| halves.expected(*at, misstated, RATING_SD)).collect();
            pieces.push((expected, honest));
        }
    }
    pieces
}

/// The same decisions, each taken by the engine with this probability.
fn assisted(piece: &[Expected], share: f64, rng: &mut ChaCha8Rng) -> Vec<Expected> {
    let one = |one: &Expected| {
        let agreed = one.agreed || rng.random::<f64>() < share;
        Expected { agreed, ..one.clone() }
    };
    piece.iter().map(one).collect()
}

/// How honest players differ from the built-in models, with scores and without.
fn built_in(pool: &Pool, decisions: &[&Decision]) -> Vec<Honest> {
    let models = HumanModels::built_in();
    let reference = reference_of(decisions.iter().copied());
    let games = data::game_numbers(decisions);
    let plain = Honest::model_is_true();
    let of = |reference: &str| {
        let (record, model) = models.model_of_one_depth(pool, reference)?;
        let observer = Observer { model: &model, weights: &models.weights, pool, honest: &plain };
        let seen: Vec<Expected> = decisions
            .iter()
            .zip(&games)
            .map(|(one, game)| observer.expected(one, *game, rating(one), 1.0))
            .collect();
        Honest::measured(&pool.to_string(), record.reference.clone(), &seen).ok()
    };
    [of(&reference), of("")].into_iter().flatten().collect()
}
