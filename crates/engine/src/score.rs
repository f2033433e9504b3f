//! An engine's score of a move: centipawns, or moves to mate.

use std::cmp::Ordering;
use std::fmt;

use value::{Depth, Distance, Extent, Value};

/// An engine's score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Above zero: the mover mates in so many moves. Otherwise the mover is mated in so many, zero
    /// being mate on the board.
    Mate(i32),
}

/// The least value of a mate and the greatest of an evaluation, in pawns.
const DECISIVE: f64 = 100.0;

impl Score {
    /// A level game.
    pub const DRAW: Score = Score::Centipawns(0);

    /// The value `v` in pawns. The rule for mates: a mate in `n` is worth `200 - n` pawns, from 100
    /// on all alike, and an evaluation counts for no more than 100: so every mate beats every
    /// evaluation, and the quicker mate the slower.
    pub fn pawns(self) -> f64 {
        let mate = |moves: i32| 2.0 * DECISIVE - f64::from(moves).min(DECISIVE);
        match self {
            Score::Centipawns(cp) => (f64::from(cp) / 100.0).clamp(-DECISIVE, DECISIVE),
            Score::Mate(moves) if moves > 0 => mate(moves),
            Score::Mate(moves) => -mate(moves.saturating_neg()),
        }
    }

    /// The value of a move, given that of the position after it for the other side: a mate we give
    /// is a move longer, a mate we suffer as long.
    #[must_use]
    pub fn before_move(self) -> Score {
        match self {
            Score::Centipawns(cp) => Score::Centipawns(cp.saturating_neg()),
            Score::Mate(moves) if moves > 0 => Score::Mate(moves.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg().saturating_add(1)),
        }
    }

    /// Wins, draws and losses in a thousand games that such a score stands for.
    ///
    /// Ours, for GUIs to draw a bar with: `win = 1000 / (1 + exp((100 - cp) / 80))`, the loss by
    /// symmetry, the rest draws; a mate is certain.
    pub fn win_draw_loss(self) -> [u16; 3] {
        match self {
            Score::Mate(1..) => [1000, 0, 0],
            Score::Mate(_) => [0, 0, 1000],
            Score::Centipawns(cp) => {
                let share = |cp: f64| (1000.0 / (1.0 + ((100.0 - cp) / 80.0).exp())).round() as u16;
                let (win, loss) = (share(f64::from(cp)), share(-f64::from(cp)));
                [win, 1000u16.saturating_sub(win + loss), loss]
            }
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        // Evaluations beyond all mates' worth differ too.
        match (self, other) {
            (Score::Centipawns(a), Score::Centipawns(b)) => a.cmp(b),
            (Score::Mate(a), Score::Mate(b)) if (*a > 0) == (*b > 0) => b.cmp(a),
            (Score::Mate(a), _) => (*a > 0).cmp(&false).then(Ordering::Less),
            (_, Score::Mate(b)) => false.cmp(&(*b > 0)).then(Ordering::Greater),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Value for Score {
    const DRAW: Score = Score::DRAW;

    /// There is no word for the mate one has just given: it counts as a mate in 1.
    fn flipped(self) -> Score {
        match self {
            Score::Centipawns(cp) => Score::Centipawns(cp.saturating_neg()),
            Score::Mate(0) => Score::Mate(1),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }

    /// Only a mate decides.
    fn sign(self) -> i8 {
        match self {
            Score::Centipawns(_) => 0,
            Score::Mate(1..) => 1,
            Score::Mate(_) => -1,
        }
    }

    fn is_drawn(self) -> bool {
        false
    }

    fn depth(self) -> Option<Depth> {
        match self {
            Score::Centipawns(_) => None,
            Score::Mate(moves) => {
                Some(Depth(u16::try_from(moves.unsigned_abs()).unwrap_or(u16::MAX)))
            }
        }
    }

    /// The shortfall of Haworth 2007, section 3: how far a move is from a won game, in pawns.
    ///
    /// ```text
    /// w_j = |v_1| + |v_1 - v_j|        v_1 the best value
    /// ```
    ///
    /// Least for the best move, and the further from a level game the less a given mistake matters.
    /// The printed formula (with `v_j` and `v_n` in these places) is not least for the best move.
    fn distance(self, best: Score) -> Distance {
        let best = best.pawns();
        Distance::Win(best.abs() + (best - self.pawns()).abs())
    }

    /// In pawns.
    fn shortfall(self, best: Score) -> Option<f64> {
        (self.sign() == best.sign()).then(|| best.pawns() - self.pawns())
    }

    fn rank(self, _extent: Extent) -> f64 {
        -self.pawns()
    }
}

impl fmt::Display for Score {
    /// As the protocol has it: `cp 31`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(cp) => write!(f, "cp {cp}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scores() -> impl Strategy<Value = Score> {
        prop_oneof![
            any::<i32>().prop_map(Score::Centipawns),
            (-300..300i32).prop_map(Score::Centipawns),
            any::<i32>().prop_map(Score::Mate),
            (-5..5i32).prop_map(Score::Mate),
        ]
    }

    #[test]
    fn scores_are_ordered_by_hope() {
        let scores = [
            Score::Mate(0),
            Score::Mate(-1),
            Score::Mate(-9),
            Score::Centipawns(-30_000),
            Score::DRAW,
            Score::Centipawns(30_000),
            Score::Mate(40),
            Score::Mate(1),
        ];
        assert!(scores.is_sorted(), "{scores:?}");
        assert_eq!(Score::Mate(1).pawns(), 199.0);
        assert_eq!(Score::Mate(0).pawns(), -200.0);
        assert_eq!(Score::Centipawns(-150).pawns(), -1.5);
    }

    /// We move, he moves, we mate: before our move mate in 2, after it he is mated in 1.
    #[test]
    fn a_mate_is_a_move_longer_before_the_winners_move() {
        assert_eq!(Score::Mate(-1).before_move(), Score::Mate(2));
        assert_eq!(Score::Mate(0).before_move(), Score::Mate(1));
        assert_eq!(Score::Mate(3).before_move(), Score::Mate(-3));
        assert_eq!(Score::Centipawns(7).before_move(), Score::Centipawns(-7));
    }

    proptest! {
        #[test]
        fn pawns_never_turn_the_order_round(a in scores(), b in scores()) {
            prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
            prop_assert_eq!(a.cmp(&b) == Ordering::Equal, a == b);
            if a < b {
                prop_assert!(a.pawns() <= b.pawns());
            }
        }

        /// Haworth 2007, section 3: `w_j` is 0 or more, and a better move falls no shorter.
        #[test]
        fn better_falls_less_short(values in prop::collection::vec(-3000..3000i32, 1..20)) {
            let values: Vec<Score> = values.into_iter().map(Score::Centipawns).collect();
            let best = *values.iter().max().unwrap();
            let w = |value: Score| match value.distance(best) {
                Distance::Win(w) => w,
                other => panic!("{other:?}"),
            };
            for a in &values {
                prop_assert!(w(*a) >= 0.0);
                for b in &values {
                    prop_assert_eq!(w(*b).partial_cmp(&w(*a)), Some(a.cmp(b)));
                }
            }
        }

        #[test]
        fn flipping_turns_the_order_round(a in scores(), b in scores()) {
            if a < b {
                prop_assert!(b.flipped() <= a.flipped());
            }
        }

        #[test]
        fn thousand_games_are_a_thousand(score in scores()) {
            prop_assert_eq!(score.win_draw_loss().iter().sum::<u16>(), 1000);
        }
    }
}
