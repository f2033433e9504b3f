//! Ratings of the greatest likelihood (Bradley and Terry, a draw being half a win each), those of Stockfish
//! fixed at what it says.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Opponent;
use super::games::Game;

/// Points of a rating to one unit of log-odds.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
/// Where ratings begin to be looked for.
const START: f64 = 1300.0;

/// The rating of a competence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor {
    pub(super) competence: f64,
    pub(super) elo: f64,
    /// One standard deviation over resampled games.
    pub(super) error: f64,
    pub(super) games: usize,
}

/// A competence as a key.
fn key(c: f64) -> u64 {
    c.to_bits()
}

/// The points and games of one competence against an opponent, half a point each way added.
type Scores = BTreeMap<(u64, String), (Opponent, f64, f64)>;

/// The rating of each competence that played, by Newton's steps for each in turn until none moves.
pub(super) fn ratings(games: &[&Game]) -> BTreeMap<u64, f64> {
    let mut scores = Scores::new();
    for game in games {
        let pair = (key(game.competence), game.opponent.to_string());
        let (_, won, played) = scores.entry(pair).or_insert((game.opponent, 0.5, 1.0));
        (*won, *played) = (*won + game.score, *played + 1.0);
    }
    let mut elo: BTreeMap<u64, f64> = BTreeMap::new();
    for ((c, _), (opponent, ..)) in &scores {
        elo.insert(*c, START);
        if let Opponent::Own(other) = opponent {
            elo.insert(key(*other), START);
        }
    }
    for _ in 0..5000 {
        let mut moved = 0.0f64;
        for name in elo.keys().copied().collect::<Vec<_>>() {
            let step = step(name, &elo, &scores);
            *elo.entry(name).or_insert(START) += step;
            moved = moved.max(step.abs());
        }
        if moved < 0.01 {
            break;
        }
    }
    elo
}

/// Newton's step for one rating, the others staying as they are.
fn step(name: u64, elo: &BTreeMap<u64, f64>, scores: &Scores) -> f64 {
    let (mut slope, mut curvature) = (0.0, 0.0);
    let mut add = |theirs: f64, points: f64, played: f64| {
        let expected = 1.0 / (1.0 + (SCALE * (theirs - elo[&name])).exp());
        slope += points - played * expected;
        curvature += played * expected * (1.0 - expected) * SCALE;
    };
    for ((c, _), (opponent, won, played)) in scores {
        let other = match opponent {
            Opponent::Own(other) => (Some(key(*other)), elo[&key(*other)]),
            Opponent::Stockfish(rating) => (None, f64::from(*rating)),
        };
        if *c == name {
            add(other.1, *won, *played);
        } else if other.0 == Some(name) {
            add(elo[c], played - won, *played);
        }
    }
    if curvature > 0.0 { (slope / curvature).clamp(-100.0, 100.0) } else { 0.0 }
}

/// The ratings with their errors, rising with competence.
pub(super) fn anchors(games: &[Game], samples: u64) -> Vec<Anchor> {
    let all: Vec<&Game> = games.iter().collect();
    let best = ratings(&all);
    let resampled: Vec<BTreeMap<u64, f64>> = (0..samples)
        .map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let drawn: Vec<&Game> =
                all.iter().map(|_| all[rng.random_range(0..all.len())]).collect();
            ratings(&drawn)
        })
        .collect();
    let of = |(&name, &elo): (&u64, &f64)| {
        let values: Vec<f64> = resampled.iter().filter_map(|one| one.get(&name)).copied().collect();
        let n = values.len().max(2) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let plays = |game: &&Game| {
            key(game.competence) == name
                || matches!(game.opponent, Opponent::Own(other) if key(other) == name)
        };
        let games = games.iter().filter(plays).count();
        Anchor { competence: f64::from_bits(name), elo, error: variance.sqrt(), games }
    };
    let mut points: Vec<Anchor> = best.iter().map(of).collect();
    points.sort_by(|a, b| a.competence.total_cmp(&b.competence));
    rising(points)
}

/// Neighbours that fall or stay become one, at their means by games.
fn rising(points: Vec<Anchor>) -> Vec<Anchor> {
    let mut blocks: Vec<Anchor> = Vec::new();
    for mut block in points {
        while let Some(before) = blocks.pop_if(|before| before.elo >= block.elo) {
            let games = before.games + block.games;
            let mean = |a: f64, b: f64| {
                (a * before.games as f64 + b * block.games as f64) / (games.max(1) as f64)
            };
            block = Anchor {
                competence: mean(before.competence, block.competence),
                elo: mean(before.elo, block.elo),
                error: mean(before.error, block.error),
                games,
            };
        }
        blocks.push(block);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(competence: f64, opponent: Opponent, score: f64) -> Game {
        Game { round: 0, competence, opponent, white: true, score }
    }

    /// Three of four points are 191 Elo, by the formula of the rating; the half points added change
    /// little among many games.
    #[test]
    fn ratings_follow_the_score() {
        let one = |at: usize| {
            game(9.0, Opponent::Stockfish(1600), f64::from(u8::from(!at.is_multiple_of(4))))
        };
        let games: Vec<Game> = (0..4000).map(one).collect();
        let found = anchors(&games, 20);
        assert_eq!((found.len(), found[0].games), (1, 4000));
        assert!((found[0].elo - (1600.0 + 400.0 * 3.0f64.log10())).abs() < 1.0, "{found:?}");
        // A standard error of 0.0068 in the share, by 927 points a unit at three quarters.
        assert!((3.0..12.0).contains(&found[0].error), "{found:?}");
    }

    /// Who never met Stockfish is rated by way of who did.
    #[test]
    fn a_chain_of_opponents_is_followed() {
        let mut games = Vec::new();
        for at in 0..400 {
            let half = f64::from(u8::from(at % 2 == 0));
            games.push(game(9.0, Opponent::Stockfish(1600), half));
            games.push(game(4.0, Opponent::Own(9.0), f64::from(u8::from(at % 11 == 0))));
        }
        let found = anchors(&games, 5);
        assert_eq!(found.len(), 2);
        assert!((found[1].elo - 1600.0).abs() < 5.0, "{found:?}");
        assert!((found[0].elo - (1600.0 - 400.0)).abs() < 20.0, "{found:?}");
    }

    #[test]
    fn what_falls_is_pooled() {
        let anchor = |competence, elo, games| Anchor { competence, elo, error: 10.0, games };
        let pooled =
            rising(vec![anchor(1.0, 100.0, 1), anchor(2.0, 300.0, 1), anchor(4.0, 200.0, 3)]);
        assert_eq!(pooled, [anchor(1.0, 100.0, 1), anchor(3.5, 225.0, 4)]);
    }
}
