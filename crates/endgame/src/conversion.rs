//! The one place that says which moves a metric counts down to, and what such a move is worth.

use value::{Depth, Metric, Outcome};

use crate::rules::Move;

/// Whether the metric's count ends with this move, mate apart.
///
/// ```text
/// DTC           a capture or a promotion
/// DTM           nothing but mate
/// DTZ, DTZ50    a capture or a pawn move
/// ```
pub fn is_conversion(metric: Metric, play: Move) -> bool {
    Kind::of(play).ends_the_count(metric)
}

/// As much of a move as a metric looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A capture or a promotion: other men are on the board.
    Conversion,
    /// A pawn moves on.
    Push,
    /// Any other move: a quiet one.
    Quiet,
}

impl Kind {
    fn of(play: Move) -> Kind {
        if play.is_capture() || play.is_promotion() {
            Kind::Conversion
        } else if play.is_zeroing() {
            Kind::Push
        } else {
            Kind::Quiet
        }
    }

    fn ends_the_count(self, metric: Metric) -> bool {
        match metric {
            Metric::Dtc => self == Kind::Conversion,
            Metric::Dtm => false,
            Metric::Dtz | Metric::Dtz50 => self != Kind::Quiet,
        }
    }

    /// What such a move is worth to the mover, given the outcome of the position after it.
    pub(crate) fn value(self, metric: Metric, after: Outcome) -> Outcome {
        match after.flipped() {
            Outcome::Win(_) if self.ends_the_count(metric) => Outcome::Win(Depth(0)),
            Outcome::Loss(_) if self.ends_the_count(metric) => Outcome::Loss(Depth(0)),
            value => value,
        }
    }
}

/// What a move is worth to the mover, given the outcome of the position after it: the value of a
/// [`Choice`](value::Choice).
///
/// A decisive conversion has depth 0 after the move, whoever makes it: the winner's goal is reached.
pub fn choice_value(metric: Metric, play: Move, after: Outcome) -> Outcome {
    Kind::of(play).value(metric, after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    /// The value for the mover, in each metric, of a move after which the opponent is lost in 7.
    fn values(fen: &str, uci: &str) -> [Outcome; 4] {
        let position = Position::from_fen(fen).unwrap();
        let mut plays = position.legal_moves().into_iter();
        let play = plays.find(|&play| position.uci(play) == uci).unwrap();
        Metric::ALL.map(|metric| choice_value(metric, play, Outcome::Loss(Depth(7))))
    }

    #[test]
    fn each_metric_ends_its_count_with_its_own_moves() {
        let [now, later] = [0, 7].map(|depth| Outcome::Win(Depth(depth)));
        let fen = "1r6/P3P3/8/2k5/8/8/4P3/4K3 w - - 0 1";
        // DTC, DTM, DTZ, DTZ50
        assert_eq!(values(fen, "e1d1"), [later; 4]);
        assert_eq!(values(fen, "e2e4"), [later, later, now, now]);
        assert_eq!(values(fen, "e7e8q"), [now, later, now, now]);
        assert_eq!(values(fen, "a7b8q"), [now, later, now, now]);
        let passing = "8/8/8/8/k2Pp3/8/8/4K3 b - d3 0 1";
        assert_eq!(values(passing, "e4d3"), [now, later, now, now]);
    }

    #[test]
    fn a_drawn_conversion_is_a_draw() {
        let position = Position::from_fen("8/8/8/8/8/8/k2r4/4K3 w - - 0 1").unwrap();
        let mut plays = position.legal_moves().into_iter();
        let play = plays.find(|play| play.is_capture()).unwrap();
        assert_eq!(choice_value(Metric::Dtc, play, Outcome::Draw), Outcome::Draw);
    }
}
