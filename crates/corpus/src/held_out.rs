//! How well a family foresees moves of games that it was not fitted to.

use std::collections::{BTreeMap, HashMap};

use player::CompetenceGrid;

use crate::decision::Decision;
use crate::family::Family;
use crate::group::band;
use crate::inference::Sample;

/// Values of the grid on which a fit begins.
const COARSE: f64 = 50.0;

/// What a family makes of games held out.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldOut {
    /// The log-likelihood of each decision, with the number of its game.
    pub each: Vec<(f64, usize)>,
    /// The share of decisions in which the likeliest move was played.
    pub top1: f64,
}

impl HeldOut {
    /// Cross-validation by game: game `g` is held out in fold `g mod folds`, and its decisions are
    /// judged at the competence that fits their band of ratings best in the other folds; that of all
    /// bands together if there is none of it. Forced moves are left out.
    pub fn new(family: Family, decisions: &[&Decision], folds: usize) -> HeldOut {
        let mut games: HashMap<(&str, usize), usize> = HashMap::new();
        let mut numbered: Vec<(&Decision, usize, Option<u16>)> = Vec::new();
        for &one in decisions.iter().filter(|one| !one.is_forced()) {
            let next = games.len();
            let game = *games.entry((one.game.file.as_str(), one.game.number)).or_insert(next);
            numbered.push((one, game, one.rating().and_then(band)));
        }
        let mut each = vec![(0.0, 0); numbered.len()];
        for fold in 0..folds {
            let learned = fits(family, numbered.iter().filter(|(_, game, _)| game % folds != fold));
            for (at, (one, game, band)) in numbered.iter().enumerate() {
                if game % folds == fold {
                    let c = learned.get(band).or_else(|| learned.get(&None)).copied();
                    let costs = family.costs_of(one);
                    each[at] =
                        (family.log_probability(c.unwrap_or(0.0), &costs, one.played), *game);
                }
            }
        }
        let top1 = Sample::new(family, decisions.iter().copied()).top1();
        HeldOut { each, top1 }
    }

    /// Nats per decision.
    pub fn log_loss(&self) -> f64 {
        -mean(self.each.iter().map(|(log, _)| *log))
    }

    /// Its standard error, clustered by game.
    pub fn error(&self) -> f64 {
        clustered_error(self.each.iter().copied())
    }

    /// How many nats per decision this is worse than another on the same decisions, and the standard
    /// error of that.
    pub fn worse_than(&self, other: &HeldOut) -> (f64, f64) {
        let pairs = self.each.iter().zip(&other.each);
        let differences = pairs.map(|((ours, game), (theirs, _))| (theirs - ours, *game));
        (mean(differences.clone().map(|(difference, _)| difference)), clustered_error(differences))
    }
}

/// The likeliest competence of each band, and under `None` of all together.
fn fits<'a>(
    family: Family,
    decisions: impl Iterator<Item = &'a (&'a Decision, usize, Option<u16>)>,
) -> BTreeMap<Option<u16>, f64> {
    let mut bands: BTreeMap<Option<u16>, Vec<&Decision>> = BTreeMap::new();
    for (one, _, band) in decisions {
        bands.entry(None).or_default().push(one);
        if band.is_some() {
            bands.entry(*band).or_default().push(one);
        }
    }
    let grid = family.default_grid();
    let greatest = grid.at(grid.len() - 1).get();
    let coarse = CompetenceGrid::new(0.0, greatest / COARSE, greatest).unwrap_or(grid);
    let fit = |decisions: Vec<&Decision>| Sample::new(family, decisions).most_likely(&coarse);
    bands.into_iter().map(|(band, decisions)| (band, fit(decisions))).collect()
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number, count + 1));
    sum / f64::from(count.max(1))
}

/// The standard error of the mean of numbers that are alike within a game.
fn clustered_error(numbers: impl Iterator<Item = (f64, usize)> + Clone) -> f64 {
    let mean = mean(numbers.clone().map(|(number, _)| number));
    let (mut games, mut count): (HashMap<usize, f64>, f64) = (HashMap::new(), 0.0);
    for (number, game) in numbers {
        *games.entry(game).or_default() += number - mean;
        count += 1.0;
    }
    games.values().map(|sum| sum * sum).sum::<f64>().sqrt() / count
}
