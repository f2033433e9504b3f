//! How much honest players of one rating differ from one another: what all games of one player have in
//! common, measured on players with several games.
//!
//! Over a few moves chance hides it. Over hundreds it is all there is: the `z` of a player whose quiet
//! style agrees with engines would grow with every game, honest as they are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The standard deviations between honest players of one rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BetweenPlayers {
    /// Of agreement, in log-odds.
    pub agreement: f64,
    /// Of what is given away, in standard deviations of one decision.
    pub loss: f64,
    /// Of the rating that moves speak for about the rating that is stated, in points: ratings lag
    /// behind, and styles differ.
    pub rating: f64,
}

/// By how much one decision differs from what is expected of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Observed less expected.
    pub by: f64,
    /// The variance of that by the model.
    pub variance: f64,
    /// By how much the expectation would change with one unit of what differs between players.
    pub weight: f64,
    /// The game.
    pub game: usize,
    /// The player.
    pub player: usize,
}

/// The standard deviation between players, in units of what the weights are for.
///
/// ```text
/// σ² = Σ d_i d_j / Σ w_i w_j    over pairs of one player's decisions in different games
/// ```
///
/// It is never taken for less than the standard error of this variance: what cannot be told from nothing
/// is not nothing. 0 if nobody has two games.
pub fn between(differences: &[Difference]) -> f64 {
    let mut games: BTreeMap<(usize, usize), [f64; 3]> = BTreeMap::new();
    let mut players: BTreeMap<usize, [f64; 3]> = BTreeMap::new();
    for one in differences {
        let terms = [one.by, one.weight, one.variance];
        for sums in [
            games.entry((one.player, one.game)).or_default(),
            players.entry(one.player).or_default(),
        ] {
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
    }
    let squares = |sums: &[f64; 3]| sums.map(|sum| sum * sum);
    let mut pairs = [0.0; 3];
    for all in players.values().map(squares) {
        pairs.iter_mut().zip(all).for_each(|(sum, term)| *sum += term);
    }
    for within in games.values().map(squares) {
        pairs.iter_mut().zip(within).for_each(|(sum, term)| *sum -= term);
    }
    let [products, weights, noise] = pairs;
    if weights <= f64::EPSILON * noise.abs().max(f64::MIN_POSITIVE) {
        return 0.0;
    }
    let error = (2.0 * noise.max(0.0)).sqrt() / weights;
    (products / weights).max(error).sqrt()
}
