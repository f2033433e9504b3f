//! The model of people, learned from everything, without each part of the games, and without each endgame.

use std::collections::HashMap;

use endgame::progress::Progress;
use study::people::PeopleModel;
use study::people::decisions::Decision;
use study::people::train::Training;

use super::FOLDS;
use super::games::{ENDGAMES, People};
use crate::{ExperimentError, Lab, Scale};

/// What the built-in model says of itself.
const SOURCE: &str = "games on Lichess, on the Free Internet Chess Server, under FIDE's rules, and of collections that reach KQKR, KBNK, KBBKN, KRBKR and KRPKR";

/// The logarithms of the probabilities of the moves, by the number of the decision.
pub(super) type Logs = HashMap<usize, Vec<f64>>;

/// What was learned, and what it says of what it was not learned from.
pub(super) struct Fits {
    /// The model of all decisions.
    pub(super) all: PeopleModel,
    /// What models say that saw other games.
    pub(super) other_games: Logs,
    /// What models say that saw other endgames.
    pub(super) elsewhere: Logs,
}

impl Fits {
    /// Learns them one after the other.
    pub(super) fn new(lab: &Lab<'_>, people: &People) -> Result<Fits, ExperimentError> {
        let decisions: Vec<&Decision> = people.decisions.iter().collect();
        let all = learn(lab, &decisions, 0)?;
        let (mut other_games, mut elsewhere) = (Logs::new(), Logs::new());
        for fold in 0..FOLDS {
            let own = |one: &Decision| one.game % FOLDS == fold;
            other_games.extend(foreseen(lab, &decisions, own, 1 + fold)?);
        }
        for (place, endgame) in ENDGAMES.iter().enumerate() {
            let own = |one: &Decision| one.material.to_string() == *endgame;
            elsewhere.extend(foreseen(lab, &decisions, own, 1 + FOLDS + place)?);
        }
        Ok(Fits { all, other_games, elsewhere })
    }
}

/// What is said of some decisions by a model that is learned from the others; nothing if there are no others.
fn foreseen(
    lab: &Lab<'_>,
    decisions: &[&Decision],
    own: impl Fn(&Decision) -> bool,
    number: usize,
) -> Result<Logs, ExperimentError> {
    let kept: Vec<&Decision> = decisions.iter().copied().filter(|one| !own(one)).collect();
    if kept.is_empty() || kept.len() == decisions.len() {
        return Ok(Logs::new());
    }
    let model = learn(lab, &kept, number)?;
    let weights = model.all_weights();
    let asked = decisions.iter().enumerate().filter(|(_, one)| own(one));
    Ok(asked.map(|(at, one)| (at, weights.log_probabilities(one))).collect())
}

/// The model that decisions teach, the number of it among all.
fn learn(
    lab: &Lab<'_>,
    decisions: &[&Decision],
    number: usize,
) -> Result<PeopleModel, ExperimentError> {
    let mut training = Training::default();
    if lab.scale == Scale::Reduced {
        training.steps = 8;
    }
    let material = decisions[0].material;
    let total = (1 + FOLDS + ENDGAMES.len()) * training.steps;
    let model = training.model(decisions, SOURCE, |step| {
        let done = number * training.steps + step;
        (lab.monitor.report)(Progress { material, done, total });
        !lab.monitor.stopped()
    });
    lab.check()?;
    Ok(model)
}
