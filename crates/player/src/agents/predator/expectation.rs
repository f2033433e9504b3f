//! What is expected of an outcome that is not certain, and which of two expectations is better.

use std::cmp::Ordering;

use value::{Extent, Value};

use crate::word::words_of;

/// What a predator wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// In a drawn position the move that presses hardest ([`drawn_moves`](super::drawn_moves)), where the source tells
    /// endgames apart; elsewhere as [`Score`](Aim::Score).
    #[default]
    Press,
    /// The better expected score (value, a draw counting as much as may still come of it), and at
    /// equal score the better expected depth.
    Score,
    /// The better expected value, all draws being equal, and at equal value the better expected
    /// depth: as in the papers.
    Value,
    /// The better expected depth alone, a draw counting as one move deeper than the deepest.
    Depth,
}

impl Aim {
    /// Which is better for us; rounding decides nothing.
    pub fn compare(self, a: Expectation, b: Expectation) -> Ordering {
        let by = |a: f64, b: f64| {
            let close = (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()));
            if close { Ordering::Equal } else { a.total_cmp(&b) }
        };
        let nearer = by(b.state, a.state);
        match self {
            Aim::Press | Aim::Score => by(a.score, b.score)
                .then(by(a.alive, b.alive))
                .then(by(a.value, b.value))
                .then(nearer),
            Aim::Value => by(a.value, b.value).then(nearer),
            Aim::Depth => nearer,
        }
    }
}

words_of!(
    Aim,
    "is no aim: choose press, score, value or depth",
    [Press = "press", Score = "score", Value = "value", Depth = "depth"]
);

/// Averages over what may happen, from our side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expectation {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub value: f64,
    /// The same with a draw as the chance that the opponent still errs from there, and 0 for a move
    /// that the right reply turns into a draw that nobody can win.
    pub score: f64,
    /// The probability of a draw that can still be won.
    alive: f64,
    /// The number of the state, 0 being our quickest win.
    pub state: f64,
    /// The probability that the outcome is not a draw.
    pub decisive: f64,
    /// The depth, a draw counting nothing: divide by `decisive`.
    depth: f64,
}

impl Expectation {
    /// A certain value, for us, ranked in an endgame that goes so deep for us.
    pub fn certain(value: impl Value, extent: Extent) -> Expectation {
        let sign = f64::from(value.sign());
        Expectation {
            value: sign,
            score: sign,
            alive: 0.0,
            state: value.rank(extent),
            decisive: f64::from(value.depth().is_some()),
            depth: value.depth().map_or(0.0, |depth| f64::from(depth.0)),
        }
    }

    /// A draw from which the opponent still errs with this chance.
    pub(super) fn drawn<V: Value>(chance: f64, extent: Extent) -> Expectation {
        Expectation { score: chance, alive: 1.0, ..Expectation::certain(V::DRAW, extent) }
    }

    /// The same for a move of this value to the tables: a drawing move after which every reply that
    /// holds the draw leaves us nothing to win is no more than that dead draw, however many players
    /// would miss the reply. So a rook is not given up in the hope that it is not taken.
    pub(super) fn after_move(self, value: impl Value) -> Expectation {
        let dead = value.is_drawn() && self.alive == 0.0;
        Expectation { score: if dead { self.score.min(0.0) } else { self.score }, ..self }
    }

    /// Adds what is expected with a probability.
    pub fn add(&mut self, probability: f64, other: Expectation) {
        self.value += probability * other.value;
        self.score += probability * other.score;
        self.alive += probability * other.alive;
        self.state += probability * other.state;
        self.decisive += probability * other.decisive;
        self.depth += probability * other.depth;
    }

    /// The expected depth if there is a winner; none if there is never one.
    pub fn depth(self) -> Option<f64> {
        (self.decisive > 0.0).then(|| self.depth / self.decisive)
    }
}
