//! Decisions of people with an engine's scores: what every experiment of this paper needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use corpus::exact_zone::{ExactTables, judge};
use corpus::several_depths::joined;
use corpus::{Decision, Family, input};
use endgame::material::Material;
use engine::score::Score;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use study::background_tables::SMALL_MEN;

use crate::lab::kept;
use crate::{ExperimentError, Lab, Report};

/// Every decision that was given, once, with its deepest scores, those of shallower searches beside them; up to
/// four men the tables judge, as in the commands. None, and the report says so, if none was given.
pub(crate) fn decisions(
    lab: &Lab<'_>,
    report: &mut Report,
) -> Result<Option<Arc<Vec<Decision>>>, ExperimentError> {
    if lab.decisions.is_empty() {
        report.grid = crate::Grid::new("skipped");
        report.grid.row(&[&"no decisions"]);
        report.note(&["SKIPPED: nothing was computed without decisions of people and their scores: give a file of `fallible evaluate` with --decisions FILE."]);
        return Ok(None);
    }
    let all = kept(&lab.valued, || {
        let mut all = joined(input::read(&lab.decisions)?);
        let ready = |material: &Material| material.men() <= SMALL_MEN;
        judge(&mut all, &ExactTables { tables: lab.tables, ready: &ready });
        Ok(all)
    })?;
    Ok(Some(all))
}

/// The same, each depth by itself, as its search has it; without those that the tables judge.
pub(super) fn at_every_depth(
    lab: &Lab<'_>,
    report: &mut Report,
) -> Result<Option<Vec<Decision>>, ExperimentError> {
    let all = decisions(lab, report)?;
    let searched = |one: &&Decision| one.exact.is_none();
    let apart = |one: &Decision| -> Vec<Decision> {
        one.depths().into_iter().filter_map(|depth| one.at_depth(depth)).collect()
    };
    Ok(all.map(|all| all.iter().filter(searched).flat_map(apart).collect()))
}

/// The decisions by the file of their games, which is a set of data.
pub(crate) fn sets(decisions: &[Decision]) -> BTreeMap<&str, Vec<&Decision>> {
    let mut sets: BTreeMap<&str, Vec<&Decision>> = BTreeMap::new();
    for one in decisions.iter().filter(|one| !one.is_forced()) {
        sets.entry(one.game.file.as_str()).or_default().push(one);
    }
    sets
}

/// The number of the game of each decision, counted from 0.
pub(crate) fn game_numbers(decisions: &[&Decision]) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    let key = |one: &Decision| (one.game.file.clone(), one.game.number);
    let number = |one: &&Decision| {
        let next = numbers.len();
        *numbers.entry(key(one)).or_insert(next)
    };
    decisions.iter().map(number).collect()
}

/// The move that a player of competence `c` makes.
pub(super) fn chosen(family: &Family, scores: &[Score], c: f64, rng: &mut ChaCha8Rng) -> usize {
    let mut left = rng.random::<f64>();
    let probabilities = family.probabilities(scores, c);
    let found = probabilities.iter().position(|p| {
        left -= p;
        left < 0.0
    });
    found.unwrap_or(probabilities.len() - 1)
}

/// A number with a normal distribution, by Box and Muller.
pub(super) fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let (radius, angle) = (rng.random::<f64>(), rng.random::<f64>());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
