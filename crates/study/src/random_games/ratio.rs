//! Ratios of sums over games, with their uncertainty: moves of a kind over all moves, say.

use graph::random::mistakes::MoveCounts;

use super::sample::STANDARD_ERRORS;
use crate::schema::random_game::MoveShares;

/// The ratio of the sums of two numbers of each game, and half the width of its 95 % interval by how the games scatter about
/// it. No ratio of nothing, and no width of a single game.
pub(super) fn ratio(games: impl Iterator<Item = (f64, f64)>) -> (Option<f64>, Option<f64>) {
    let games: Vec<(f64, f64)> = games.filter(|game| game.1 > 0.0).collect();
    let (part, whole) = games.iter().fold((0.0, 0.0), |sum, game| (sum.0 + game.0, sum.1 + game.1));
    if whole <= 0.0 {
        return (None, None);
    }
    let (found, n) = (part / whole, games.len() as f64);
    let scatter: f64 = games.iter().map(|game| (game.0 - found * game.1).powi(2)).sum();
    let reach = STANDARD_ERRORS * (n / (n - 1.0) * scatter).sqrt() / whole;
    (Some(found), (games.len() > 1).then_some(reach))
}

/// What moves do, over all games.
pub(super) fn shares(games: &[MoveCounts]) -> MoveShares {
    let share = |of: fn(&MoveCounts) -> u64| {
        let (found, reach) =
            ratio(games.iter().map(|counts| (of(counts) as f64, counts.moves as f64)));
        (found.unwrap_or(0.0), reach)
    };
    let (optimal, optimal_reach) = share(|counts| counts.optimal);
    let (inaccurate, inaccurate_reach) = share(|counts| counts.inaccurate);
    let (fatal, fatal_reach) = share(|counts| counts.fatal);
    MoveShares {
        moves: games.iter().map(|counts| counts.moves).sum(),
        optimal,
        optimal_reach,
        inaccurate,
        inaccurate_reach,
        fatal,
        fatal_reach,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn ratios_of_few_games() {
        assert_eq!(ratio([(0.0, 0.0)].into_iter()), (None, None));
        assert_eq!(ratio([(1.0, 4.0), (0.0, 0.0)].into_iter()), (Some(0.25), None));
        // By hand: 3/8; the games miss it by 1 - 1.5 and 2 - 1.5, so that the error is sqrt(2 * 0.5) / 8.
        let (found, reach) = ratio([(1.0, 4.0), (2.0, 4.0)].into_iter());
        assert_eq!(found, Some(0.375));
        assert!((reach.unwrap() - STANDARD_ERRORS / 8.0).abs() < 1e-12);
    }

    /// Intervals of many samples hold the true ratio about 95 times in 100, though games are of different sizes.
    #[test]
    fn intervals_hold_as_often_as_they_say() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        let held = (0..2_000).filter(|_| {
            let game = |_| {
                let moves = rng.random_range(1..20);
                ((0..moves).filter(|_| rng.random_bool(0.3)).count() as f64, f64::from(moves))
            };
            let games: Vec<(f64, f64)> = (0..60).map(game).collect();
            let (found, reach) = ratio(games.into_iter());
            (found.unwrap() - 0.3).abs() < reach.unwrap()
        });
        let held = held.count();
        assert!((1_850..1_940).contains(&held), "{held}");
    }
}
