//! What a score is worth in points of a game.

use engine::score::Score;

use crate::family::{MateRule, chance};

/// Beyond so many pawns everything is alike, and a mate is worth as much: as for Lichess's accuracy.
const CAP: MateRule = MateRule::Capped(10.0);

/// The expected score of the mover, from 0 to 1, by Lichess's chance to win.
pub fn expected_score(score: Score) -> f64 {
    chance(CAP.pawns(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: `1 / (1 + exp(-1.104624))` for three pawns, `1 / (1 + exp(-3.68208))` for ten and more.
    #[test]
    fn scores_are_worth_what_lichess_says() {
        for (score, worth) in [
            (Score::DRAW, 0.5),
            (Score::Centipawns(300), 0.751_126),
            (Score::Centipawns(-300), 0.248_874),
            (Score::Centipawns(5_000), 0.975_447),
            (Score::Mate(3), 0.975_447),
            (Score::Mate(0), 0.024_553),
        ] {
            assert!((expected_score(score) - worth).abs() < 1e-6, "{score:?}");
        }
    }
}
