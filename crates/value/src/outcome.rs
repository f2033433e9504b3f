//! What a position is worth to the side to move.

use std::cmp::Ordering;
use std::fmt;

/// Moves the winner still needs to reach the metric's goal.
///
/// Only the winner's moves count: a position where the loser is mated, or must convert into a lost
/// smaller endgame, has depth 0 (Haworth 2003, section 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub u16);

impl Depth {
    /// The depth one winner's move earlier.
    #[must_use]
    pub fn deeper(self) -> Depth {
        Depth(self.0 + 1)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Half-moves, either side's: what search depths and Syzygy files count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

impl Plies {
    /// The winner's moves among these plies when the winner moves first: `(p + 1) / 2`.
    pub fn winner_to_move(self) -> Depth {
        Depth(self.0.div_ceil(2))
    }

    /// The winner's moves among these plies when the loser moves first: `p / 2`.
    pub fn loser_to_move(self) -> Depth {
        Depth(self.0 / 2)
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a position is worth to the side to move, with best play: the papers' state `s(val, d)`.
///
/// Ordered by attractiveness: a quick win beats a slow one, any win a draw, a draw any loss, a slow
/// loss a quick one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move wins; it still needs this many moves.
    Win(Depth),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses; the opponent still needs this many moves.
    Loss(Depth),
}

impl Outcome {
    /// The same position seen by the other side: the only bridge between points of view.
    #[must_use]
    pub fn flipped(self) -> Outcome {
        match self {
            Outcome::Win(depth) => Outcome::Loss(depth),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(depth) => Outcome::Win(depth),
        }
    }

    /// The winner's moves still needed; none in a draw.
    pub fn depth(self) -> Option<Depth> {
        match self {
            Outcome::Win(depth) | Outcome::Loss(depth) => Some(depth),
            Outcome::Draw => None,
        }
    }

    /// The same result with the depth forgotten: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn sign(self) -> i8 {
        match self {
            Outcome::Win(_) => 1,
            Outcome::Draw => 0,
            Outcome::Loss(_) => -1,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Win(_) => "win",
            Outcome::Draw => "draw",
            Outcome::Loss(_) => "loss",
        }
    }

    /// The depth that this concedes against the best move: the moves by which a win got longer or a
    /// loss shorter, 0 between draws; none if it gives away the result.
    ///
    /// ```
    /// use value::{Depth, Outcome};
    /// assert_eq!(Outcome::Win(Depth(7)).conceded(Outcome::Win(Depth(4))), Some(3));
    /// assert_eq!(Outcome::Draw.conceded(Outcome::Win(Depth(4))), None);
    /// ```
    pub fn conceded(self, best: Outcome) -> Option<u16> {
        let depth = |outcome: Outcome| outcome.depth().map_or(0, |depth| depth.0);
        (self.sign() == best.sign()).then(|| depth(self).abs_diff(depth(best)))
    }

    /// The number of the state among all of an endgame's, in order of decreasing attractiveness: 0 for
    /// the quickest win (Haworth 2003, section 2).
    pub fn state_number(self, extent: Extent) -> f64 {
        let (wins, losses) = (f64::from(extent.deepest_win.0), f64::from(extent.deepest_loss.0));
        match self {
            Outcome::Win(depth) => f64::from(depth.0),
            Outcome::Draw => wins + 1.0,
            Outcome::Loss(depth) => wins + 2.0 + losses - f64::from(depth.0),
        }
    }

    /// What a position is worth when this is the best of its choices.
    ///
    /// The clock ticks on the winner's move: a win is one move deeper before the winner moves, a
    /// loss as deep before the loser moves as after.
    #[must_use]
    pub fn before_move(self) -> Outcome {
        match self {
            Outcome::Win(depth) => Outcome::Win(depth.deeper()),
            other => other,
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> Ordering {
        // One number each: the best of many is found without a branch.
        let rank = |outcome: &Outcome| match *outcome {
            Outcome::Win(Depth(depth)) => (1 << 18) - i32::from(depth),
            Outcome::Draw => 1 << 17,
            Outcome::Loss(Depth(depth)) => i32::from(depth),
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.depth() {
            Some(depth) => format!("{} in {depth}", self.word()),
            None => self.word().to_owned(),
        };
        f.pad(&text)
    }
}

/// How deep the wins and the losses of one side go in an endgame: the papers' `n_W` and `n_L`.
///
/// A side that never wins has deepest win 0: a move can still end the count at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Of the side that moves.
    pub deepest_win: Depth,
    /// Of the other side.
    pub deepest_loss: Depth,
}

impl Extent {
    /// The most that the 50-move rule leaves to either side, in a metric that heeds it.
    pub const FIFTY_MOVES: Extent = Extent { deepest_win: Depth(50), deepest_loss: Depth(50) };

    /// The same endgame seen by the other side.
    #[must_use]
    pub fn flipped(self) -> Extent {
        Extent { deepest_win: self.deepest_loss, deepest_loss: self.deepest_win }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outcomes() -> impl Strategy<Value = Outcome> {
        prop_oneof![
            (0..300u16).prop_map(|d| Outcome::Win(Depth(d))),
            Just(Outcome::Draw),
            (0..300u16).prop_map(|d| Outcome::Loss(Depth(d))),
        ]
    }

    #[test]
    fn a_slow_loss_beats_a_quick_one() {
        let ladder = [
            Outcome::Loss(Depth(0)),
            Outcome::Loss(Depth(9)),
            Outcome::Draw,
            Outcome::Win(Depth(9)),
            Outcome::Win(Depth(1)),
        ];
        assert!(ladder.is_sorted());
    }

    /// 37 states in KQKR.
    #[test]
    fn states_are_numbered_as_in_the_papers() {
        let kqkr = Extent { deepest_win: Depth(31), deepest_loss: Depth(3) };
        let number = |outcome: Outcome| outcome.state_number(kqkr);
        assert_eq!(number(Outcome::Win(Depth(31))), 31.0);
        assert_eq!(number(Outcome::Draw), 32.0);
        assert_eq!(number(Outcome::Loss(Depth(3))), 33.0);
        assert_eq!(number(Outcome::Loss(Depth(0))), 36.0);
    }

    #[test]
    fn plies_round_towards_the_winners_moves() {
        assert_eq!(Plies(1).winner_to_move(), Depth(1));
        assert_eq!(Plies(2).winner_to_move(), Depth(1));
        assert_eq!(Plies(0).loser_to_move(), Depth(0));
        assert_eq!(Plies(1).loser_to_move(), Depth(0));
    }

    proptest! {
        #[test]
        fn flipping_reverses_the_order(a in outcomes(), b in outcomes()) {
            prop_assert_eq!(a.flipped().flipped(), a);
            prop_assert_eq!(a.cmp(&b), b.flipped().cmp(&a.flipped()));
        }

        #[test]
        fn order_agrees_with_equality(a in outcomes(), b in outcomes()) {
            prop_assert_eq!(a.cmp(&b) == Ordering::Equal, a == b);
        }

        /// One move earlier never changes which of two results is the better.
        #[test]
        fn a_move_earlier_keeps_the_order(a in outcomes(), b in outcomes()) {
            prop_assert_eq!(a.before_move().cmp(&b.before_move()), a.cmp(&b));
        }
    }
}
