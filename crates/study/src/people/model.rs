//! A model of how people of a rating choose: weights of what they see, by endgame and by what they can expect.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use endgame::heuristics::facts_after;
use endgame::material::Material;
use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use value::{ChoiceError, Outcome};

use super::decisions::Decision;
use super::look::{Row, rows};
use super::{LastMoves, Standing};

/// Whose decisions a level of weights is learned from: everybody's, or some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// All decisions.
    All,
    /// Those of one standing.
    Standing(Standing),
    /// Those of one standing with pawns on the board, or without.
    Pawns(Standing, bool),
    /// Those of one standing in one endgame.
    Endgame(Standing, Material),
}

impl Level {
    /// The levels of a standing in an endgame, the widest first.
    pub fn of(standing: Standing, material: Material) -> [Level; 4] {
        let has_pawns = material.pawns() > 0;
        [
            Level::All,
            Level::Standing(standing),
            Level::Pawns(standing, has_pawns),
            Level::Endgame(standing, material),
        ]
    }
}

/// How people of any rating choose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeopleModel {
    /// The weights of each level; a level that is not there adds nothing.
    pub levels: HashMap<Level, Vec<f64>>,
    /// What it was learned from.
    pub source: String,
    /// How many moves count for one where ratings are inferred from them.
    pub dispersion: f64,
}

impl PeopleModel {
    /// The weights of a standing in an endgame.
    pub fn weights(&self, standing: Standing, material: Material) -> Vec<f64> {
        let mut sum = vec![0.0; super::look::FEATURES];
        for level in Level::of(standing, material).iter().filter_map(|one| self.levels.get(one)) {
            sum.iter_mut().zip(level).for_each(|(sum, weight)| *sum += weight);
        }
        sum
    }

    /// The same, each added up once.
    pub fn all_weights(&self) -> AllWeights<'_> {
        AllWeights { model: self, known: Mutex::default() }
    }

    /// How likely each of these moves of a position is, for people of any strength.
    pub fn chances(
        &self,
        tables: &Tables,
        at: &Position,
        plays: &[Move],
        last: LastMoves,
    ) -> Result<Chances, ChoiceError> {
        let facts = facts_after(tables, at, plays, None)?;
        let best = facts.first().map_or(Outcome::Draw, |one| one.best);
        let standing = Standing::of(at, best);
        let weights = self.weights(standing, at.material().normalized());
        let score = |Row(row): &Row| -> f64 {
            row.iter().map(|&(place, x)| weights[place as usize] * f64::from(x)).sum()
        };
        let [scores, stronger] = [0.0, 1.0].map(|units| {
            let rows = rows(at, plays, &facts, standing, last, units);
            rows.iter().map(score).collect::<Vec<f64>>()
        });
        let slopes = stronger.iter().zip(&scores).map(|(stronger, score)| stronger - score);
        Ok(Chances { slopes: slopes.collect(), scores })
    }
}

type Known = HashMap<(Standing, Material), Vec<f64>>;

/// The weights of every standing in every endgame that was asked about, added up once.
#[derive(Debug)]
pub struct AllWeights<'m> {
    model: &'m PeopleModel,
    known: Mutex<Known>,
}

impl AllWeights<'_> {
    /// The logarithm of the probability of each move of a decision.
    pub fn log_probabilities(&self, one: &Decision) -> Vec<f64> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let weights = known
            .entry((one.standing, one.material))
            .or_insert_with(|| self.model.weights(one.standing, one.material));
        one.sparse(0).log_probabilities(weights)
    }
}

/// How likely the moves of a position are: what each scores is a line in the strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    scores: Vec<f64>,
    slopes: Vec<f64>,
}

impl Chances {
    /// The logarithm of each move's probability for players so strong.
    pub fn log_probabilities(&self, units: f64) -> Vec<f64> {
        let mut logs: Vec<f64> = self
            .scores
            .iter()
            .zip(&self.slopes)
            .map(|(score, slope)| score + units * slope)
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
        logs.iter_mut().for_each(|log| *log -= most + total.ln());
        logs
    }

    /// That of one move.
    pub fn log_likelihood(&self, of: usize, units: f64) -> f64 {
        self.log_probabilities(units)[of]
    }
}
