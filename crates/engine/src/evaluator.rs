//! Evaluators: an engine or our own searcher, which score every legal move of a position.

use endgame::rules::{Board, Move};
use value::Plies;

use crate::client::EngineError;
use crate::score::Score;

/// How the moves of a position are scored: part of the definition of `E_p`, since the two methods
/// give different scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// One search of `p` plies that keeps a line for every move.
    MultiPv,
    /// A search of `p - 1` plies after each move.
    Children,
}

impl Method {
    /// The word for it in remarks and records.
    pub fn word(self) -> &'static str {
        match self {
            Method::MultiPv => "multipv",
            Method::Children => "children",
        }
    }
}

/// The scores of the moves of one position, all searched to the same depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// For the mover, in the order of the moves given.
    pub scores: Vec<Score>,
    /// The principal variation of each move, the move itself first, in UCI notation.
    pub lines: Vec<Vec<String>>,
    /// The depth that all moves reached: less than asked for if the search was stopped.
    pub depth: Plies,
    /// Positions searched.
    pub nodes: u64,
    /// How the scores were found.
    pub method: Method,
}

/// How deep to search, and when to stop before.
pub struct Limits<'a> {
    /// The `p` of `E_p`.
    pub depth: Plies,
    /// The most positions to search.
    pub nodes: Option<u64>,
    /// Polled: whether to stop and return what has been found.
    pub halt: &'a (dyn Fn() -> bool + 'a),
    /// Polled: whether to return at once without a result, even if the engine does not stop.
    pub leave: &'a (dyn Fn() -> bool + 'a),
}

impl Limits<'_> {
    /// So many plies, however long they take.
    pub fn plies(depth: Plies) -> Limits<'static> {
        Limits { depth, nodes: None, halt: &|| false, leave: &|| false }
    }
}

/// Scores moves.
pub trait Evaluator: Send {
    /// Evaluates these legal moves of a position, at least one.
    fn evaluate(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Evaluation, EngineError>;

    /// The same, with every depth reported as soon as all moves have reached it, the last included.
    fn deepen(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Result<Evaluation, EngineError> {
        let found = self.evaluate(at, moves, limits)?;
        report(&found);
        Ok(found)
    }

    /// The same at each of these depths, whatever the depth of the limits.
    fn evaluate_depths(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        depths: &[Plies],
    ) -> Result<Vec<Evaluation>, EngineError> {
        let one = |&depth| self.evaluate(at, moves, &Limits { depth, ..*limits });
        depths.iter().map(one).collect()
    }

    /// The engine's name.
    fn name(&self) -> &str;
}
