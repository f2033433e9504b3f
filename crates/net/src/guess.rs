//! What a network holds a position for, as a value of moves.

use std::cmp::Ordering;

use value::{Depth, Distance, Extent, Value};

/// How a game is expected to end for the mover, as the log-odds of the expected score: a win counts 1, a draw a half.
///
/// ```text
/// e = P(win) + P(draw) / 2        guess = ln(e / (1 - e))
/// ```
///
/// Infinite where the result is known for sure, and 0 for a sure draw. Log-odds and not `e` itself, so that two moves that both
/// win almost surely are still told apart.
#[derive(Clone, Copy, Debug)]
pub struct Guess(f64);

/// A tenth of a point is what a pawn is to an engine.
const PER_POINT: f64 = 10.0;

impl Guess {
    /// A sure win.
    pub const WIN: Guess = Guess(f64::INFINITY);
    /// A sure loss.
    pub const LOSS: Guess = Guess(f64::NEG_INFINITY);

    /// For the side to which the logits belong: that it wins, and that it loses if it does not win.
    pub fn of_logits([win, loss]: [f64; 2]) -> Guess {
        // P(win) = w, P(loss) = (1 - w) l: e = w + (1 - w) (1 - l) / 2. Both e and 1 - e are sums of positive terms, so that
        // nothing cancels.
        let [no_win, no_loss] = [-win, -loss].map(logistic);
        let [win, loss] = [win, loss].map(logistic);
        let drawn = no_win * no_loss / 2.0;
        Guess((win + drawn).ln() - (no_win * loss + drawn).ln())
    }

    /// A result that is known: 1, 0 or -1.
    pub fn sure(sign: i8) -> Guess {
        match sign {
            1 => Guess::WIN,
            0 => Guess::DRAW,
            _ => Guess::LOSS,
        }
    }

    /// The log-odds of the expected score.
    pub fn log_odds(self) -> f64 {
        self.0
    }

    /// The expected score, from 0 to 1.
    pub fn expected_score(self) -> f64 {
        logistic(self.0)
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl PartialEq for Guess {
    fn eq(&self, other: &Guess) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Guess {}

impl Ord for Guess {
    fn cmp(&self, other: &Guess) -> Ordering {
        // Two zeros are one.
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}

impl PartialOrd for Guess {
    fn partial_cmp(&self, other: &Guess) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Value for Guess {
    const DRAW: Guess = Guess(0.0);

    fn flipped(self) -> Guess {
        Guess(-self.0)
    }

    /// Only what is sure decides.
    fn sign(self) -> i8 {
        if self.0.is_infinite() { self.0.signum() as i8 } else { 0 }
    }

    fn is_drawn(self) -> bool {
        self.0 == 0.0
    }

    fn depth(self) -> Option<Depth> {
        None
    }

    /// By how many tenths of a point the move falls short of the best: what pawns are to an engine.
    fn distance(self, best: Guess) -> Distance {
        Distance::Win(PER_POINT * (best.expected_score() - self.expected_score()).max(0.0))
    }

    /// In tenths of a point.
    fn shortfall(self, best: Guess) -> Option<f64> {
        (self.sign() == best.sign())
            .then(|| PER_POINT * (best.expected_score() - self.expected_score()))
    }

    fn rank(self, _extent: Extent) -> f64 {
        1.0 - self.expected_score()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// As probabilities would have it, for either side.
        #[test]
        fn the_expected_score_follows_from_the_outputs(win in -12.0..12.0f64, loss in -12.0..12.0f64) {
            let guess = Guess::of_logits([win, loss]);
            let (w, l) = (logistic(win), logistic(loss));
            let expected = w + (1.0 - w) * (1.0 - l) / 2.0;
            prop_assert!((guess.expected_score() - expected).abs() < 1e-9);
            prop_assert!((guess.flipped().expected_score() - (1.0 - expected)).abs() < 1e-9);
        }

        /// The surer a win, the better, however sure it is already.
        #[test]
        fn sureness_orders(win in -30.0..30.0f64, more in 0.01..5.0f64) {
            let of = |logit| Guess::of_logits([logit, f64::NEG_INFINITY]);
            prop_assert!(of(win + more) > of(win) && of(win + more) < Guess::WIN);
            prop_assert!(of(win) > Guess::DRAW && of(win).flipped() < Guess::DRAW);
            let Distance::Win(short) = of(win).distance(of(win + more)) else { panic!("a number") };
            prop_assert!(short >= 0.0);
        }
    }

    #[test]
    fn what_is_sure() {
        assert!(Guess::LOSS < Guess::DRAW && Guess::DRAW < Guess::WIN);
        assert_eq!([1, 0, -1].map(|sign| Guess::sure(sign).sign()), [1, 0, -1]);
        assert_eq!((Guess::WIN.flipped(), Guess::DRAW.flipped()), (Guess::LOSS, Guess::DRAW));
        assert_eq!(Guess::WIN.expected_score() - Guess::LOSS.expected_score(), 1.0);
    }
}
