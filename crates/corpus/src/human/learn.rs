//! Models learned from games, for the weights of looks, and from decisions with scores, for the
//! coefficients; and how well such models foresee games held out.

use std::collections::BTreeMap;

use player::logit::LogitError;
use study::schema::whole_games::{HeldOutScore, HumanModelReport, PoolReport};

use super::file::{HumanModels, PoolModel};
use super::rating_error::{HeldOut, dispersion, rating_error};
use super::terms::Terms;
use super::{HumanModel, Seen};
use crate::decision::Decision;
use crate::look::train::{Example, Training};
use crate::look::weights::LookWeights;
use crate::model_record::reference_of;
use crate::pool::Pool;
use crate::strength::Strength;

/// Folds, by game.
const FOLDS: usize = 5;
/// Decisions pooled to see how far off a rating is.
const POOLED: [usize; 2] = [20, 100];

/// Why nothing was learned.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum LearnError {
    #[error(
        "there are {0} moves of rated players to learn looks from, and a few thousand are needed: give more games"
    )]
    FewExamples(usize),
    #[error(
        "{pool}: only {given} decisions have a rated player and an engine's scores, and {needed} are needed: value more games with `fallible evaluate`"
    )]
    FewDecisions { pool: Pool, given: usize, needed: usize },
    #[error(transparent)]
    Fit(#[from] LogitError),
    #[error("stopped")]
    Stopped,
}

/// The fewest examples and decisions that are learned from.
const LEAST_EXAMPLES: usize = 2000;
const LEAST_DECISIONS: usize = 500;

/// The number that a game has in all files: examples and decisions of one game stay together.
pub fn game_key(file: &str, number: usize) -> u64 {
    let name = file.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (name >> 20 << 20) | (number as u64 & 0xf_ffff)
}

fn fold(key: u64) -> usize {
    (key % FOLDS as u64) as usize
}

/// A decision of a rated player.
struct Rated<'a> {
    decision: &'a Decision,
    key: u64,
    rating: f64,
}

/// What is told on the way: what is done, and how much of it.
pub type Tell<'a> = &'a mut dyn FnMut(&str, usize, usize) -> bool;

/// Learns weights from the examples and models from the decisions; the decisions of each pool are
/// foretold by weights and coefficients that have not seen their games. With a file to stand beside, its
/// weights of looks are kept and its models stay; examples then serve the forecasts alone.
pub fn learn(
    examples: &[Example],
    decisions: &[Decision],
    source: &str,
    beside: Option<&HumanModels>,
    tell: Tell<'_>,
) -> Result<(HumanModels, HumanModelReport), LearnError> {
    if examples.len() < LEAST_EXAMPLES {
        return Err(LearnError::FewExamples(examples.len()));
    }
    let reference = reference_of(decisions);
    let mut pools: BTreeMap<Pool, Vec<Rated<'_>>> = BTreeMap::new();
    for decision in decisions.iter().filter(|one| !one.is_forced()) {
        let Some(rating) = decision.rating() else { continue };
        let key = game_key(&decision.game.file, decision.game.number);
        let rated = Rated { decision, key, rating: f64::from(rating) };
        pools.entry(Pool::of(&decision.game)).or_default().push(rated);
    }
    for (pool, rated) in &pools {
        if rated.len() < LEAST_DECISIONS {
            let (given, needed) = (rated.len(), LEAST_DECISIONS);
            return Err(LearnError::FewDecisions { pool: pool.clone(), given, needed });
        }
    }
    let mut folds = Vec::new();
    for left_out in 0..FOLDS {
        if !tell("learning looks without one fifth of the games", left_out, FOLDS + 1) {
            return Err(LearnError::Stopped);
        }
        let kept: Vec<&Example> =
            examples.iter().filter(|one| fold(one.game) != left_out).collect();
        folds.push(Training::default().weights(&kept, &mut |_, _| ()));
    }
    let weights = match beside {
        Some(models) => models.weights.clone(),
        None => {
            tell("learning looks from all games", FOLDS, FOLDS + 1);
            let all: Vec<&Example> = examples.iter().collect();
            Training::default().weights(&all, &mut |_, _| ())
        }
    };
    let (mut models, mut reports) = (Vec::new(), Vec::new());
    for (pool, rated) in &pools {
        let held_out: Vec<Seen> = seen(pool, rated, |one| &folds[fold(one.key)]);
        let whole: Vec<Seen> = seen(pool, rated, |_| &weights);
        for terms in all_terms(pool, rated) {
            let reference = (!terms.depths.is_empty()).then(|| reference.clone());
            let (model, report) = of_pool(pool, rated, [&held_out, &whole], terms, reference)?;
            models.push(model);
            reports.push(report);
        }
    }
    let report = HumanModelReport { examples: examples.len(), pools: reports };
    let models = match beside {
        Some(known) => known.with(models),
        None => HumanModels { weights, models, source: source.to_owned() },
    };
    Ok((models, report))
}

fn seen<'a>(
    pool: &Pool,
    rated: &[Rated<'_>],
    weights: impl Fn(&Rated<'_>) -> &'a LookWeights,
) -> Vec<Seen> {
    let one = |one: &Rated<'_>| Seen::new(one.decision, pool, weights(one), one.key as usize);
    rated.iter().map(one).collect()
}

/// What the models of a pool see: all depths, the deepest alone, no scores; and how long games last
/// where that differs.
fn all_terms(pool: &Pool, rated: &[Rated<'_>]) -> Vec<Terms> {
    let is_told = |one: &Rated<'_>| one.decision.game.time_control.is_some();
    let time = !Strength::of(pool, 0.0).classical && rated.iter().any(is_told);
    let deepest = rated.first().map(|one| one.decision.reference.depth);
    let common = |depth: &u16| rated.iter().all(|one| one.decision.depths().contains(depth));
    let first = rated.first().map_or_else(Vec::new, |one| one.decision.depths());
    let several: Vec<u16> = first.into_iter().filter(common).collect();
    let mut depths = vec![several, deepest.into_iter().collect(), Vec::new()];
    depths.dedup();
    depths.into_iter().map(|depths| Terms { depths, time }).collect()
}

/// The model of one pool, fitted to all its decisions, and how well it does on games held out.
fn of_pool(
    pool: &Pool,
    rated: &[Rated<'_>],
    [held_out, whole]: [&[Seen]; 2],
    terms: Terms,
    reference: Option<String>,
) -> Result<(PoolModel, PoolReport), LearnError> {
    let units = |one: &Rated<'_>| Strength::of(pool, one.rating).units;
    let fitted = |from: &[Seen], kept: &dyn Fn(usize) -> bool| {
        let chosen: Vec<(&Seen, f64)> = (0..rated.len())
            .filter(|&place| kept(place))
            .map(|place| (&from[place], units(&rated[place])))
            .collect();
        HumanModel::fitted(&chosen, terms.clone())
    };
    let models: Vec<HumanModel> = (0..FOLDS)
        .map(|left_out| fitted(held_out, &|place| fold(rated[place].key) != left_out))
        .collect::<Result<_, _>>()?;
    let model_of = |one: &Rated<'_>| &models[fold(one.key)];
    let pairs = || rated.iter().zip(held_out);
    let nats: Vec<f64> =
        pairs().map(|(one, seen)| -model_of(one).log_likelihood(seen, units(one))).collect();
    let foreseen = pairs().filter(|(one, seen)| model_of(one).foresees(seen, units(one))).count();
    let decisions: Vec<HeldOut> =
        pairs().map(|(one, seen)| HeldOut::new(pool, model_of(one), seen, one.decision)).collect();
    let spread = POOLED.map(|size| dispersion(pool, &decisions, size));
    let dispersion = spread.into_iter().fold(1.0, f64::max);
    let errors = POOLED.map(|size| rating_error(pool, &decisions, size, dispersion)).to_vec();
    let n = rated.len() as f64;
    let mean = nats.iter().sum::<f64>() / n;
    let variance = nats.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / n;
    let uniform = rated.iter().map(|one| (one.decision.moves.len() as f64).ln()).sum::<f64>() / n;
    let whole = fitted(whole, &|_| true)?;
    let record = PoolModel {
        pool: pool.to_string(),
        reference: reference.clone(),
        depths: terms.depths.clone(),
        time: terms.time,
        decisions: rated.len(),
        coefficients: whole.coefficients().to_vec(),
        dispersion,
    };
    let held_out = HeldOutScore {
        nats: mean,
        error: (variance / n).sqrt(),
        top1: foreseen as f64 / n,
        uniform,
    };
    let (pool, decisions) = (pool.to_string(), rated.len());
    let depths = terms.depths;
    Ok((record, PoolReport { pool, reference, depths, decisions, held_out, dispersion, errors }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_one_number_in_two_files_are_two() {
        assert_ne!(game_key("a.pgn", 7), game_key("b.pgn", 7));
        assert_eq!(game_key("a.pgn", 7), game_key("a.pgn", 7));
        let mut per_fold = [0; FOLDS];
        (1..=1000).for_each(|number| per_fold[fold(game_key("a.pgn", number))] += 1);
        assert!(per_fold.iter().all(|&games| (150..250).contains(&games)), "{per_fold:?}");
    }
}
