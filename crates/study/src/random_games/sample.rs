//! Many random games of one class: classes, counts, depths and mistakes, with intervals.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use graph::random::mistakes::{Mistakes, MoveCounts, difficulty};
use graph::random::{Class, Parameters, RandomGame, Shape, Side};
use rayon::prelude::*;

use super::ratio::{ratio, shares};
use super::theory::ExpectedDepth;
use super::{RandomGameError, detail, game, memory, theory};
use crate::schema::random_game::{
    CLASSES, Estimate, RandomClass, RandomClassDepth, RandomDepth, RandomGames,
};

/// Games above this many positions are counted, but their optimal lines and difficulties are not.
pub const LARGEST_IN_DETAIL: usize = 1_000_000;

/// Depths beyond those of the games that are told because the theory expects positions there.
const FARTHEST: usize = 1_000;

/// What is kept of each game of a sample.
#[derive(Clone, Debug)]
pub struct Studied {
    /// Positions of each depth, and the class.
    pub shape: Shape,
    /// What moves do.
    pub mistakes: Mistakes,
    /// The sum of the difficulties of White's wins, by depth; empty where it was not computed.
    pub difficulty: Vec<f64>,
}

impl Studied {
    /// Looks at a game.
    pub fn of(game: &RandomGame) -> Studied {
        let shape = Shape::of(game);
        let mut sums = Vec::new();
        if game.graph().len() <= LARGEST_IN_DETAIL {
            sums = vec![0.0; shape.white_won.len()];
            let hard = difficulty(game);
            for node in game.positions(Side::White) {
                if let (Some(hard), Some(depth)) = (hard[node.index()], game.outcome(node).depth())
                {
                    sums[usize::from(depth.0)] += hard;
                }
            }
        }
        Studied { shape, mistakes: Mistakes::of(game), difficulty: sums }
    }
}

/// Many games of one class.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Their class.
    pub parameters: Parameters,
    /// The seed of the random generator.
    pub seed: u64,
    /// The games, in their order.
    pub games: Vec<Studied>,
}

impl Sample {
    /// Makes and solves games; `done` hears after each, from any thread.
    pub fn draw(
        parameters: &Parameters,
        (games, seed): (usize, u64),
        stop: &AtomicBool,
        done: impl Fn() + Sync,
    ) -> Result<Sample, RandomGameError> {
        parameters.check()?;
        if games == 0 {
            return Err(RandomGameError::NoGames);
        }
        memory::check(parameters, games, 0)?;
        let one = |number: usize| {
            if stop.load(Ordering::Relaxed) {
                return Err(RandomGameError::Stopped);
            }
            let studied = Studied::of(&game(parameters, seed, number as u64)?);
            done();
            Ok(studied)
        };
        let games = (0..games).into_par_iter().with_min_len(16).map(one);
        let games = games.collect::<Result<Vec<Studied>, RandomGameError>>()?;
        Ok(Sample { parameters: parameters.clone(), seed, games })
    }

    /// A number of each game, with its mean and interval.
    pub fn estimate(&self, of: impl Fn(&Studied) -> f64) -> Estimate {
        let numbers: Vec<f64> = self.games.iter().map(of).collect();
        estimate(&numbers)
    }

    /// How many games were of a class.
    pub fn count(&self, class: Class) -> usize {
        self.games.iter().filter(|game| game.shape.class == class).count()
    }

    /// The deepest win or loss of each game, sorted.
    pub fn deepest(&self) -> Vec<u16> {
        let mut all: Vec<u16> = self.games.iter().map(|game| game.shape.deepest().0).collect();
        all.sort_unstable();
        all
    }

    fn depths(&self) -> Vec<RandomDepth> {
        let expected = theory::expected(&self.parameters);
        // As far as the games go, or the theory expects positions.
        let is_expected = |at: &ExpectedDepth| at.white_won.max(at.black_lost) >= 0.5;
        let foreseen = expected.iter().rposition(is_expected).unwrap_or(0).min(FARTHEST) as u16;
        let deepest = self.deepest().last().copied().unwrap_or(0).max(foreseen);
        (0..=deepest)
            .map(|depth| {
                let at = usize::from(depth);
                let of = |by_depth: &[u32]| by_depth.get(at).map_or(0.0, |&count| f64::from(count));
                let moves = |of: fn(&Mistakes) -> &Vec<MoveCounts>| {
                    let each = self.games.iter().filter_map(|game| of(&game.mistakes).get(at));
                    shares(&each.copied().collect::<Vec<MoveCounts>>())
                };
                let expected = expected.get(at).copied().unwrap_or_default();
                let (difficulty, difficulty_reach) = self.difficulty(at);
                RandomDepth {
                    depth,
                    white_won: self.estimate(|game| of(&game.shape.white_won)),
                    white_expected: expected.white_won,
                    black_lost: self.estimate(|game| of(&game.shape.black_lost)),
                    black_expected: expected.black_lost,
                    white_moves: moves(|mistakes| &mistakes.white_won),
                    black_moves: moves(|mistakes| &mistakes.black_lost),
                    white_moves_expected: expected.white_moves,
                    black_moves_expected: expected.black_moves,
                    difficulty,
                    difficulty_reach,
                    difficulty_expected: expected.difficulty,
                }
            })
            .filter(|row| row.depth > 0 || row.black_lost.mean.max(row.black_expected) > 0.0)
            .collect()
    }

    /// The mean difficulty of White's wins of a depth, and half the width of its interval.
    fn difficulty(&self, depth: usize) -> (Option<f64>, Option<f64>) {
        ratio(self.games.iter().filter_map(|game| {
            let wins = *game.shape.white_won.get(depth)?;
            Some((*game.difficulty.get(depth)?, f64::from(wins)))
        }))
    }

    /// The depths of the games of one class; nothing for a single game, whose depths are those of all.
    fn depths_of(&self, class: Class) -> Vec<RandomClassDepth> {
        let games = || self.games.iter().filter(|game| game.shape.class == class);
        let deepest = games().map(|game| game.shape.deepest().0).max();
        let Some(deepest) = deepest.filter(|_| self.games.len() > 1) else { return Vec::new() };
        let at = |depth: u16| {
            let of = |by_depth: fn(&Shape) -> &Vec<u32>| {
                let count = |game: &Studied| by_depth(&game.shape).get(usize::from(depth)).copied();
                estimate(&games().map(|game| count(game).unwrap_or(0).into()).collect::<Vec<f64>>())
            };
            let (white_won, black_lost) =
                (of(|shape| &shape.white_won), of(|shape| &shape.black_lost));
            RandomClassDepth { depth, white_won, black_lost }
        };
        (0..=deepest).map(at).filter(|row| row.depth > 0 || row.black_lost.mean > 0.0).collect()
    }

    /// How many games have so many positions won by White; nothing for a single game.
    fn won_counts(&self) -> Vec<(u32, usize)> {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for game in self.games.iter().filter(|_| self.games.len() > 1) {
            *counts.entry(game.shape.won()).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    /// All that is said of the sample.
    pub fn report(&self) -> RandomGames {
        let deepest = self.deepest();
        let percentile =
            |share: f64| deepest[((deepest.len() - 1) as f64 * share).round() as usize];
        let classes = CLASSES.map(|class| {
            let games = self.count(class);
            let (low, high) = wilson(games, self.games.len());
            let share = games as f64 / self.games.len() as f64;
            RandomClass {
                class: class.name(),
                games,
                share,
                low,
                high,
                depths: self.depths_of(class),
            }
        });
        RandomGames {
            parameters: (&self.parameters).into(),
            games: self.games.len(),
            seed: self.seed,
            classes: classes.to_vec(),
            white_won: self.estimate(|game| game.shape.won().into()),
            won_counts: self.won_counts(),
            black_lost: self.estimate(|game| game.shape.lost().into()),
            deepest: self.estimate(|game| game.shape.deepest().0.into()),
            deepest_low: percentile(0.01),
            deepest_high: percentile(0.99),
            zugzwangs: self.estimate(|game| game.shape.zugzwangs.into()),
            depths: self.depths(),
            black_drawn: shares(
                &self.games.iter().map(|game| game.mistakes.black_drawn).collect::<Vec<_>>(),
            ),
            theory: theory::of_class(&self.parameters),
            game: None,
            contest: None,
        }
    }
}

/// Makes, solves and counts games; a single game is also looked into.
pub fn study(
    parameters: &Parameters,
    (games, seed): (usize, u64),
    stop: &AtomicBool,
    done: impl Fn() + Sync,
) -> Result<RandomGames, RandomGameError> {
    if games != 1 {
        return Ok(Sample::draw(parameters, (games, seed), stop, done)?.report());
    }
    parameters.check()?;
    memory::check(parameters, 1, 0)?;
    let game = game(parameters, seed, 0)?;
    if stop.load(Ordering::Relaxed) {
        return Err(RandomGameError::Stopped);
    }
    let games = vec![Studied::of(&game)];
    let sample = Sample { parameters: parameters.clone(), seed, games };
    Ok(RandomGames { game: Some(detail::of(&game)), ..sample.report() })
}

/// Standard errors on either side of a mean in a 95 % interval.
pub(super) const STANDARD_ERRORS: f64 = 1.959_964;

/// The mean of some numbers with its 95 % interval; zero of nothing.
pub fn estimate(numbers: &[f64]) -> Estimate {
    let Some(summary) = crate::summary_statistics::SummaryStatistics::of(numbers) else {
        return Estimate::default();
    };
    let reach = STANDARD_ERRORS * summary.se;
    Estimate {
        mean: summary.mean,
        sd: summary.sd,
        low: summary.mean - reach,
        high: summary.mean + reach,
    }
}

/// Wilson's 95 % interval of a proportion.
pub fn wilson(hits: usize, of: usize) -> (f64, f64) {
    let (n, z2) = (of as f64, STANDARD_ERRORS * STANDARD_ERRORS);
    let p = hits as f64 / n;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let reach = STANDARD_ERRORS / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - reach).max(0.0), (centre + reach).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wilson 1927 as worked in textbooks: 1 of 10 gives 0.0179 to 0.4042.
    #[test]
    fn intervals_of_proportions() {
        let (low, high) = wilson(1, 10);
        assert!((low - 0.0179).abs() < 1e-4 && (high - 0.4042).abs() < 1e-4, "{low} {high}");
        assert!(wilson(0, 10).0 == 0.0 && wilson(10, 10).1 > 0.999);
    }
}
