//! Who can put a number on every legal move: an engine, or our own searcher.

use endgame::rules::{Board, Move};
use value::Plies;

use crate::client::EngineError;
use crate::score::Score;

/// How the values of the moves of one position came about: part of the definition of `E_p`, since
/// the two give different numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// One search of `p` plies that keeps a line for every move.
    MultiPv,
    /// A search of `p - 1` plies after each move.
    Children,
}

impl Method {
    /// As written in remarks and records.
    pub fn word(self) -> &'static str {
        match self {
            Method::MultiPv => "multipv",
            Method::Children => "children",
        }
    }
}

/// Every move of one position valued to the same depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// For the mover, in the order of the moves asked about.
    pub scores: Vec<Score>,
    /// What is expected after each, the move itself first, as engines write it.
    pub lines: Vec<Vec<String>>,
    /// How far all of them were looked at: less than asked for if somebody said stop.
    pub depth: Plies,
    /// Positions looked at.
    pub nodes: u64,
    /// How.
    pub method: Method,
}

/// When to stop before the depth is reached.
pub struct Limits<'a> {
    /// `p`.
    pub depth: Plies,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Asked now and then: whether to stop, with what there is by then.
    pub halt: &'a (dyn Fn() -> bool + 'a),
    /// The same: whether to leave without an answer, somebody having been told to stop who does not.
    pub leave: &'a (dyn Fn() -> bool + 'a),
}

/// Who can value moves.
pub trait Evaluator: Send {
    /// Values these legal moves of a position, at least one.
    fn evaluate(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Evaluation, EngineError>;

    /// What it is called.
    fn name(&self) -> &str;
}
