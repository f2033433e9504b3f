//! What a scale of values must say for itself, whoever gives the values.

use std::fmt;

use crate::{Depth, Extent, Outcome};

/// What a move can be worth to its mover: the outcome in a table, an engine's score, a network's guess.
///
/// The greater, the better. Everything right of the waist sees a value only through this.
pub trait Value: Copy + Ord + fmt::Debug + Send + Sync + 'static {
    /// What a draw by rule is worth.
    const DRAW: Self;

    /// The same for the other side.
    #[must_use]
    fn flipped(self) -> Self;

    /// The result as far as this value decides it: 1 for a win, -1 for a loss, 0 for a draw and for
    /// everything undecided.
    fn sign(self) -> i8;

    /// Whether this is a draw for certain: a level score is not.
    fn is_drawn(self) -> bool;

    /// The winner's moves to the decision, where one is in sight: what a search horizon sees.
    fn depth(self) -> Option<Depth>;

    /// How far the mover is from the goal, in a position whose best move has the value `best`.
    fn distance(self, best: Self) -> Distance;

    /// How far this falls short of the best move, in the scale's own unit (winner's moves, pawns); none
    /// if it gives away the result.
    fn shortfall(self, best: Self) -> Option<f64>;

    /// The place on the scale as a number that can be averaged: the smaller, the better for the mover.
    /// An outcome deeper than any of the endgame counts as the deepest.
    fn rank(self, extent: Extent) -> f64;
}

/// How far a player is from what he wants: all that a preference looks at.
///
/// Depths are 0 or more and need not be whole: an engine's shortfall in pawns plays the part of the
/// depth of a win (Haworth 2007, section 3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance {
    /// The goal is so far away; the farther, the worse.
    Win(f64),
    /// A draw.
    Draw,
    /// The opponent's goal is so far away; the farther, the better.
    Loss(f64),
}

impl From<Outcome> for Distance {
    fn from(outcome: Outcome) -> Distance {
        match outcome {
            Outcome::Win(depth) => Distance::Win(f64::from(depth.0)),
            Outcome::Draw => Distance::Draw,
            Outcome::Loss(depth) => Distance::Loss(f64::from(depth.0)),
        }
    }
}

impl Value for Outcome {
    const DRAW: Outcome = Outcome::Draw;

    fn flipped(self) -> Outcome {
        Outcome::flipped(self)
    }

    fn sign(self) -> i8 {
        Outcome::sign(self)
    }

    fn is_drawn(self) -> bool {
        self == Outcome::Draw
    }

    fn depth(self) -> Option<Depth> {
        Outcome::depth(self)
    }

    fn distance(self, _best: Outcome) -> Distance {
        self.into()
    }

    fn shortfall(self, best: Outcome) -> Option<f64> {
        self.conceded(best).map(f64::from)
    }

    fn rank(self, extent: Extent) -> f64 {
        let within = match self {
            Outcome::Win(depth) => Outcome::Win(depth.min(extent.deepest_win)),
            Outcome::Loss(depth) => Outcome::Loss(depth.min(extent.deepest_loss)),
            Outcome::Draw => Outcome::Draw,
        };
        within.state_number(extent)
    }
}
