//! Ratings of different pools as one number that a model can use.

use crate::pool::Pool;

/// A rating as the model of human choice has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating less the middle of its pool, in units of 500 points.
    pub units: f64,
    /// Whether the game is a classical one, in which people take their time.
    pub classical: bool,
}

/// Points of a rating in one unit.
const UNIT: f64 = 500.0;

impl Strength {
    /// Of a rating in a pool.
    pub fn of(pool: &Pool, rating: f64) -> Strength {
        let classical = is_classical(pool);
        Strength { units: (rating - middle(pool)) / UNIT, classical }
    }

    /// The rating in a pool.
    pub fn rating(self, pool: &Pool) -> f64 {
        middle(pool) + self.units * UNIT
    }
}

/// The rating of the pool's middle: 1900 with FIDE at classical time controls, 1700 elsewhere.
fn middle(pool: &Pool) -> f64 {
    if is_classical(pool) { 1900.0 } else { 1700.0 }
}

fn is_classical(pool: &Pool) -> bool {
    matches!(pool, Pool::Fide | Pool::Other(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_come_back() {
        for pool in [Pool::Fide, Pool::Lichess, Pool::Fics] {
            let strength = Strength::of(&pool, 2150.0);
            assert_eq!(strength.rating(&pool), 2150.0);
        }
        assert_eq!(Strength::of(&Pool::Lichess, 1700.0).units, 0.0);
    }
}
