//! How many moves the positions of a side have: a fixed number, or a distribution of numbers.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};

/// How many moves a position has: Jansen's `b`, or its distribution.
///
/// Written `4`, `4.5` (4 or 5 with equal chances), `poisson:2.7` (a Poisson distribution with this mean), or
/// `1:0.2/2:0.5/3:0.3` (each number of moves with its weight).
#[derive(Clone, Debug, PartialEq)]
pub enum Branching {
    /// Every position has so many moves, at least one.
    Fixed(u32),
    /// A Poisson distribution with this mean, above 0.
    Poisson(f64),
    /// Numbers of moves with their probabilities, which add up to 1.
    Weights(Vec<(u32, f64)>),
}

/// Numbers of moves that no position can have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoBranching {
    /// `b = 0`.
    #[error("a branching factor of 0 leaves no moves: give 1 or more")]
    Zero,
    /// A mean that is no positive number, or too large to be drawn.
    #[error(
        "a mean of {0} moves is no distribution: give a number above 0, at most 500 with poisson, 1000000 without"
    )]
    Mean(f64),
    /// A weight that is no positive number.
    #[error("the weights of branching factors are numbers above 0, as in 1:0.2/2:0.5/3:0.3")]
    Weight,
    /// Text that is none of these.
    #[error(
        "{0:?} is no branching factor: give a number such as 4 or 4.5, poisson:2.7, or 1:0.2/2:0.8"
    )]
    Unreadable(String),
}

/// The largest mean of a Poisson distribution that can be drawn.
const LARGEST_MEAN: f64 = 500.0;

/// The largest number of moves of a position.
const MOST_MOVES: u32 = 1_000_000;

impl Branching {
    /// Every position has so many moves.
    pub fn fixed(moves: u32) -> Result<Branching, NoBranching> {
        match moves {
            0 => Err(NoBranching::Zero),
            1..=MOST_MOVES => Ok(Branching::Fixed(moves)),
            _ => Err(NoBranching::Unreadable(moves.to_string())),
        }
    }

    /// A Poisson distribution: a position without a move is lost for its mover.
    pub fn poisson(mean: f64) -> Result<Branching, NoBranching> {
        let possible = mean > 0.0 && mean <= LARGEST_MEAN;
        if possible { Ok(Branching::Poisson(mean)) } else { Err(NoBranching::Mean(mean)) }
    }

    /// Numbers of moves with their weights, which need not add up to 1.
    pub fn weights(weights: &[(u32, f64)]) -> Result<Branching, NoBranching> {
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let possible = |&(moves, weight): &(u32, f64)| weight > 0.0 && moves <= MOST_MOVES;
        if weights.is_empty() || !weights.iter().all(possible) || !total.is_finite() {
            return Err(NoBranching::Weight);
        }
        if weights.iter().all(|&(moves, _)| moves == 0) {
            return Err(NoBranching::Zero);
        }
        let share = |&(moves, weight): &(u32, f64)| (moves, weight / total);
        Ok(Branching::Weights(weights.iter().map(share).collect()))
    }

    /// Every position has so many moves on average: the whole numbers on either side of the mean.
    pub fn about(mean: f64) -> Result<Branching, NoBranching> {
        let possible = mean > 0.0 && mean <= f64::from(MOST_MOVES);
        if !possible {
            return Err(NoBranching::Mean(mean));
        }
        let (below, part) = (mean.floor(), mean.fract());
        if part == 0.0 {
            return Branching::fixed(below as u32);
        }
        Branching::weights(&[(below as u32, 1.0 - part), (below as u32 + 1, part)])
    }

    /// The number of moves, if every position has the same.
    pub fn as_fixed(&self) -> Option<u32> {
        match self {
            Branching::Fixed(moves) => Some(*moves),
            Branching::Poisson(_) | Branching::Weights(_) => None,
        }
    }

    /// The mean number of moves.
    pub fn mean(&self) -> f64 {
        match self {
            Branching::Fixed(moves) => f64::from(*moves),
            Branching::Poisson(mean) => *mean,
            Branching::Weights(weights) => {
                weights.iter().map(|&(moves, share)| f64::from(moves) * share).sum()
            }
        }
    }

    /// The most moves that must be there to choose from; none if there is no bound.
    pub(crate) fn most(&self) -> Option<u32> {
        match self {
            Branching::Fixed(moves) => Some(*moves),
            Branching::Poisson(_) => None,
            Branching::Weights(weights) => weights.iter().map(|&(moves, _)| moves).max(),
        }
    }

    /// The generating function `G(x)`: the probability that all moves of a position lead into a set
    /// that holds the share `x` of all positions. `x^b` for a fixed `b`.
    pub fn all_within(&self, x: f64) -> f64 {
        match self {
            Branching::Fixed(moves) => x.powi(power(*moves)),
            Branching::Poisson(mean) => (mean * (x - 1.0)).exp(),
            Branching::Weights(weights) => {
                weights.iter().map(|&(moves, share)| share * x.powi(power(moves))).sum()
            }
        }
    }

    /// Its derivative `G'(x)`.
    pub fn slope(&self, x: f64) -> f64 {
        let of_power = |moves: u32| match moves {
            0 => 0.0,
            _ => f64::from(moves) * x.powi(power(moves) - 1),
        };
        match self {
            Branching::Fixed(moves) => of_power(*moves),
            Branching::Poisson(mean) => mean * (mean * (x - 1.0)).exp(),
            Branching::Weights(weights) => {
                weights.iter().map(|&(moves, share)| share * of_power(moves)).sum()
            }
        }
    }

    /// Draws the number of moves of one position.
    pub(crate) fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> u32 {
        match self {
            Branching::Fixed(moves) => *moves,
            // Knuth: how many uniform factors until their product is below exp(-mean).
            Branching::Poisson(mean) => {
                let (bound, mut product, mut moves) = ((-mean).exp(), rng.random::<f64>(), 0);
                while product > bound {
                    product *= rng.random::<f64>();
                    moves += 1;
                }
                moves
            }
            Branching::Weights(weights) => {
                let mut left = rng.random::<f64>();
                let found = weights.iter().find(|(_, share)| {
                    left -= share;
                    left < 0.0
                });
                found.or(weights.last()).map_or(0, |&(moves, _)| moves)
            }
        }
    }
}

/// Branching factors are at most a million.
fn power(moves: u32) -> i32 {
    moves as i32
}

impl fmt::Display for Branching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Branching::Fixed(moves) => moves.fmt(f),
            Branching::Poisson(mean) => write!(f, "poisson:{mean}"),
            Branching::Weights(weights) => {
                let parts: Vec<String> =
                    weights.iter().map(|(moves, share)| format!("{moves}:{share}")).collect();
                f.write_str(&parts.join("/"))
            }
        }
    }
}

impl FromStr for Branching {
    type Err = NoBranching;

    fn from_str(text: &str) -> Result<Branching, NoBranching> {
        let unreadable = || NoBranching::Unreadable(text.to_owned());
        if let Some(mean) = text.strip_prefix("poisson:") {
            return Branching::poisson(mean.parse().map_err(|_| unreadable())?);
        }
        if !text.contains(':') {
            return match text.parse() {
                Ok(moves) => Branching::fixed(moves),
                // A mean, as in 4.5.
                Err(_) if text.contains('.') => {
                    Branching::about(text.parse().map_err(|_| unreadable())?)
                }
                Err(_) => Err(unreadable()),
            };
        }
        let part = |part: &str| {
            let (moves, weight) = part.split_once(':')?;
            Some((moves.parse().ok()?, weight.parse().ok()?))
        };
        let weights: Option<Vec<(u32, f64)>> = text.split('/').map(part).collect();
        Branching::weights(&weights.ok_or_else(unreadable)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn text_is_read_and_written_back() {
        for text in ["4", "poisson:2.7", "1:0.25/2:0.75"] {
            assert_eq!(text.parse::<Branching>().unwrap().to_string(), text);
        }
        assert_eq!("0".parse::<Branching>(), Err(NoBranching::Zero));
        assert_eq!("0:1".parse::<Branching>(), Err(NoBranching::Zero));
        assert_eq!("poisson:0".parse::<Branching>(), Err(NoBranching::Mean(0.0)));
        assert_eq!("2:-1".parse::<Branching>(), Err(NoBranching::Weight));
        let about = "4.25".parse::<Branching>().unwrap();
        assert_eq!(about, Branching::Weights(vec![(4, 0.75), (5, 0.25)]));
        assert_eq!("4.0".parse::<Branching>(), Ok(Branching::Fixed(4)));
        assert!(matches!("0.0".parse::<Branching>(), Err(NoBranching::Mean(_))));
        for text in ["", "-1", "two", "1:2:3", "poisson:x", "2000000", "4.x", "."] {
            assert!(matches!(text.parse::<Branching>(), Err(NoBranching::Unreadable(_))), "{text}");
        }
        assert!("poisson:NaN".parse::<Branching>().is_err());
    }

    /// The mean of what is drawn, and the slope of the generating function at 1, are the mean.
    #[test]
    fn draws_have_the_mean_and_the_generating_function() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for text in ["3", "poisson:2.7", "1:1/2:1/6:2"] {
            let branching: Branching = text.parse().unwrap();
            assert!((branching.slope(1.0) - branching.mean()).abs() < 1e-12);
            let draws: Vec<u32> = (0..100_000).map(|_| branching.sample(&mut rng)).collect();
            let mean = draws.iter().map(|&moves| f64::from(moves)).sum::<f64>() / 1e5;
            assert!((mean - branching.mean()).abs() < 0.03, "{text}: {mean}");
            let within = draws.iter().map(|&moves| 0.6f64.powi(moves as i32)).sum::<f64>() / 1e5;
            assert!((within - branching.all_within(0.6)).abs() < 0.01, "{text}: {within}");
            let step = 1e-6;
            let rise = branching.all_within(0.6 + step) - branching.all_within(0.6 - step);
            assert!((rise / (2.0 * step) - branching.slope(0.6)).abs() < 1e-6, "{text}");
        }
    }
}
