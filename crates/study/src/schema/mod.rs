//! THE SERIALISED FORM of everything we tell the outside: `--json`, the web API, and whatever reads them.
//!
//! Every answer is defined here once, field by field in `docs/schema.md`. Values and depths belong to the
//! side to move unless a field says otherwise; a depth counts the winner's moves in the answer's metric.

pub mod assessment;
pub mod competition;
mod draws;
mod endgames;
mod errors;
pub mod evaluation;
pub mod fair_play;
pub mod game_review;
mod lookup;
pub mod matches;
mod model;
pub mod networks;
mod opponents;
pub mod people;
mod position;
pub mod practice;
mod prediction;
pub mod quality;
pub mod random_contest;
pub mod random_game;
pub mod randomness;
pub mod sparring;
pub mod speculative_search;
pub mod suite;
pub mod whole_games;

use std::borrow::Cow;

use endgame::rules::Color;
use player::{Competence, DepthOffset};
use serde::{Deserialize, Serialize};
use value::{Depth, Outcome};

pub use draws::*;
pub use endgames::*;
pub use errors::*;
pub use lookup::*;
pub use model::*;
pub use opponents::*;
pub use position::*;
pub use prediction::*;

/// The version of all answers. It rises when a field goes, changes its name, its type, its unit or its
/// side; a new field leaves it as it is.
pub const SCHEMA_VERSION: u32 = 2;

/// A word out of a short list, as in `dtc` or `checkmate`.
pub type Word = Cow<'static, str>;

/// The three values of the theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theoretical {
    /// Won with best play.
    Win,
    /// Neither side can force a win.
    Draw,
    /// Lost against best play.
    Loss,
}

/// What a position is worth with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TheoreticalValue {
    /// Win, draw or loss.
    pub outcome: Theoretical,
    /// The winner's moves to the metric's goal; none in a draw.
    pub depth: Option<u16>,
}

impl From<Outcome> for TheoreticalValue {
    fn from(outcome: Outcome) -> TheoreticalValue {
        let theoretical = match outcome {
            Outcome::Win(_) => Theoretical::Win,
            Outcome::Draw => Theoretical::Draw,
            Outcome::Loss(_) => Theoretical::Loss,
        };
        TheoreticalValue { outcome: theoretical, depth: outcome.depth().map(|depth| depth.0) }
    }
}

impl From<TheoreticalValue> for Outcome {
    /// A win or a loss without a depth is read as one of depth 0.
    fn from(value: TheoreticalValue) -> Outcome {
        let depth = Depth(value.depth.unwrap_or(0));
        match value.outcome {
            Theoretical::Win => Outcome::Win(depth),
            Theoretical::Draw => Outcome::Draw,
            Theoretical::Loss => Outcome::Loss(depth),
        }
    }
}

/// A colour: `white` or `black`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side named first.
    White,
    /// The other one.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        Color::from_white(side == Side::White)
    }
}

/// A number, or the word for one that JSON does not have: `inf`, `0+`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Number {
    /// As JSON writes it.
    Finite(f64),
    /// `inf`, `-inf` or `0+`.
    Word(String),
}

impl From<Competence> for Number {
    fn from(c: Competence) -> Number {
        if c.is_finite() { Number::Finite(c.get()) } else { Number::Word(c.to_string()) }
    }
}

impl From<DepthOffset> for Number {
    fn from(kappa: DepthOffset) -> Number {
        if kappa == DepthOffset::VANISHING {
            Number::Word(kappa.to_string())
        } else {
            Number::Finite(kappa.get())
        }
    }
}

/// How deep wins and losses go: what a draw is measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The deepest win of the side to move, in moves; 0 if it never wins.
    pub deepest_win: u16,
    /// Its deepest loss, in moves; 0 if it never loses.
    pub deepest_loss: u16,
    /// Whether both are known; false where only the 50-move rule bounds them.
    pub exact: bool,
}

impl Extent {
    /// An extent, and whether it is known.
    pub fn new(extent: value::Extent, exact: bool) -> Extent {
        let value::Extent { deepest_win, deepest_loss } = extent;
        Extent { deepest_win: deepest_win.0, deepest_loss: deepest_loss.0, exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_and_read_back() {
        let cases = [
            (Outcome::Draw, r#"{"outcome":"draw","depth":null}"#),
            (Outcome::Win(Depth(31)), r#"{"outcome":"win","depth":31}"#),
            (Outcome::Loss(Depth(0)), r#"{"outcome":"loss","depth":0}"#),
        ];
        for (outcome, json) in cases {
            assert_eq!(serde_json::to_string(&TheoreticalValue::from(outcome)).unwrap(), json);
            let read: TheoreticalValue = serde_json::from_str(json).unwrap();
            assert_eq!(Outcome::from(read), outcome);
        }
    }

    #[test]
    fn numbers_that_json_lacks_are_words() {
        let json = |number: Number| serde_json::to_string(&number).unwrap();
        assert_eq!(json(Competence::INFALLIBLE.into()), r#""inf""#);
        assert_eq!(json(DepthOffset::VANISHING.into()), r#""0+""#);
        assert_eq!(json(Competence::RANDOM.into()), "0.0");
        assert_eq!(serde_json::from_str::<Number>("20").unwrap(), Number::Finite(20.0));
    }
}
