//! How likely an opponent makes each move of a decision; and what a person's own moves speak for.

use endgame::rules::Color;
use engine::client::EngineError;
use study::calibration::Calibration;
use study::engine_scale;
use study::game::GameRecord;
use study::schema::whole_games::RatingEstimate;

use super::Spar;
use super::opponent::{ABOVE, Opponent, scale_of};
use crate::decision::Decision;
use crate::family::Family;
use crate::human::{HumanModels, Seen};
use crate::inference::Sample;
use crate::strength::Strength;

/// Points between two ratings that a person may have.
const STEP: i64 = 25;

/// In the first so many half-moves who plays the best move takes any within so many pawns of it.
const OPENING: u32 = 10;
const VARIETY: f64 = 0.2;

/// The law of `E_4(c)`, as its games were played.
fn law() -> Family {
    Family::haworth_2007(1.0)
}

fn competence(scale: &Calibration, elo: f64) -> f64 {
    scale.competence(elo as i64).get()
}

/// The probability of each move; `shown` is the rating that the person's moves speak for.
pub(super) fn odds(opponent: &Opponent, decision: &Decision, shown: Option<f64>) -> Vec<f64> {
    match opponent {
        Opponent::Player { elo } => {
            law().probabilities_of(decision, competence(&engine_scale::measured(), *elo))
        }
        Opponent::Partner => {
            let scale = engine_scale::measured();
            let elo = shown.map_or(scale.default_elo() as f64, |shown| shown + ABOVE);
            law().probabilities_of(decision, competence(&scale, elo))
        }
        Opponent::Stopped { pool, elo } => match scale_of(pool) {
            Some(scale) => {
                scale.family().probabilities_of(decision, scale.curve().competence(*elo))
            }
            None => best(decision),
        },
        Opponent::People { pool, elo } => {
            let models = HumanModels::built_in();
            let Some((_, model)) = models.model(pool, std::iter::once(decision)) else {
                return best(decision);
            };
            let seen = Seen::new(decision, pool, &models.weights, 0);
            let logs = model.log_probabilities(&seen, Strength::of(pool, *elo).units);
            logs.into_iter().map(f64::exp).collect()
        }
        Opponent::Best => best(decision),
    }
}

/// The best moves, all alike; in the opening of a game also those that are nearly as good.
fn best(decision: &Decision) -> Vec<f64> {
    let is_good: Vec<bool> = match &decision.exact {
        Some(exact) => (0..exact.len()).map(|at| exact.is_optimal(at)).collect(),
        None => {
            let best = decision.best();
            let within = if decision.ply <= OPENING { VARIETY } else { 0.0 };
            let good = |score: &engine::score::Score| {
                *score == best || best.pawns() - score.pawns() <= within && within > 0.0
            };
            decision.scores.iter().map(good).collect()
        }
    };
    let count = is_good.iter().filter(|good| **good).count().max(1) as f64;
    is_good.into_iter().map(|good| if good { 1.0 / count } else { 0.0 }).collect()
}

impl Spar<'_> {
    /// The rating that the person's moves speak for on the scale of [`Opponent::Player`], all its ratings
    /// being alike before anything is seen.
    pub(super) fn shown(
        &mut self,
        game: &GameRecord,
        you: Color,
    ) -> Result<RatingEstimate, EngineError> {
        let mut own = Vec::new();
        for ply in (0..game.ply()).filter(|ply| game.boards()[*ply].turn() == you) {
            own.push(self.decision(game, ply)?);
        }
        Ok(spoken_for(&own))
    }
}

fn spoken_for(own: &[Decision]) -> RatingEstimate {
    let scale = engine_scale::measured();
    let sample = Sample::new(law(), own);
    let ratings: Vec<i64> = (scale.min()..=scale.max()).step_by(STEP as usize).collect();
    let log = |elo: &i64| sample.log_likelihood(scale.competence(*elo).get());
    let logs: Vec<f64> = ratings.iter().map(log).collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let total: f64 = weights.iter().sum();
    let mean =
        ratings.iter().zip(&weights).map(|(elo, weight)| *elo as f64 * weight).sum::<f64>() / total;
    let quantile = |share: f64| {
        let mut below = 0.0;
        let found = weights.iter().position(|weight| {
            below += weight / total;
            below >= share
        });
        ratings[found.unwrap_or(ratings.len() - 1)] as f64
    };
    RatingEstimate { mean, low: quantile(0.025), high: quantile(0.975) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_known_before_the_first_move() {
        let scale = engine_scale::measured();
        let unknown = spoken_for(&[]);
        let middle = (scale.min() + scale.max()) as f64 / 2.0;
        assert!((unknown.mean - middle).abs() < 20.0, "{unknown:?}");
        assert!(unknown.low < unknown.mean && unknown.mean < unknown.high);
    }
}
