//! The model of people learned from decisions.

use std::collections::{BTreeMap, HashMap};

use super::Standing;
use super::decisions::Decision;
use super::levels::{Levels, SparseDecision};
use super::look::FEATURES;
use super::model::{Level, PeopleModel};

/// How many moves count for one where ratings are inferred: by trial on games held out, `docs/people.md`.
const DISPERSION: f64 = 2.0;

/// How a model is learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How much the weights of each kind of level are drawn to zero, the widest first.
    pub penalties: [f64; 4],
    /// Steps at most.
    pub steps: usize,
    /// Decisions that a standing in an endgame needs to have weights of its own.
    pub own: usize,
}

impl Default for Training {
    /// By trial on games held out: `docs/people.md`.
    fn default() -> Training {
        Training { penalties: [5.0, 8.0, 14.0, 24.0], steps: 60, own: 300 }
    }
}

impl Training {
    /// The model that these decisions teach; `told` hears of each step and may stop it.
    pub fn model(
        &self,
        decisions: &[&Decision],
        source: &str,
        told: impl FnMut(usize) -> bool,
    ) -> PeopleModel {
        let mut counts: BTreeMap<(String, Standing), usize> = BTreeMap::new();
        for one in decisions {
            *counts.entry((one.material.to_string(), one.standing)).or_default() += 1;
        }
        let mut groups: HashMap<(String, Standing), usize> = HashMap::new();
        let mut numbers: Vec<Level> = Vec::new();
        let mut levels = Levels { features: FEATURES, ..Levels::default() };
        let mut sparse: Vec<SparseDecision> = Vec::with_capacity(decisions.len());
        for one in decisions {
            let key = (one.material.to_string(), one.standing);
            let own = counts[&key] >= self.own;
            let group = *groups.entry(key).or_insert_with(|| {
                let of = Level::of(one.standing, one.material);
                let used = of.into_iter().zip(self.penalties).take(if own { 4 } else { 3 });
                let places = used.map(|(level, penalty)| {
                    numbers.iter().position(|known| *known == level).unwrap_or_else(|| {
                        numbers.push(level);
                        levels.penalties.push(penalty);
                        numbers.len() - 1
                    })
                });
                let places: Vec<usize> = places.collect();
                levels.groups.push(places);
                levels.groups.len() - 1
            });
            sparse.push(one.sparse(group));
        }
        let all: Vec<&SparseDecision> = sparse.iter().collect();
        let weights = levels.fit(&all, self.steps, told);
        PeopleModel {
            levels: numbers.into_iter().zip(weights).collect(),
            source: source.to_owned(),
            dispersion: DISPERSION,
        }
    }
}
