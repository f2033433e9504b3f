//! What a front asks of a game that is solved, whichever it is.

use std::collections::BTreeMap;

use value::{ChoiceError, ChoiceSource, Metric, Outcome};

/// Boards of an endgame by what they are worth to the side to move, every placement counted.
pub type Counts = BTreeMap<Outcome, u64>;

/// A source of choices whose positions and moves have names. Side 0 is White, side 1 is Black.
pub trait SolvedGame: ChoiceSource<Value = Outcome> {
    /// `antichess`.
    fn game(&self) -> &'static str;

    /// What depths count.
    fn metric(&self) -> Metric;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Self::Position, ChoiceError>;

    /// Writes a position.
    fn write(&self, at: &Self::Position) -> String;

    /// Who is to move.
    fn turn(&self, at: &Self::Position) -> usize;

    /// A move as programs write it.
    fn code(&self, at: &Self::Position, play: &Self::Move) -> String;

    /// A move as people write it.
    fn name(&self, at: &Self::Position, play: &Self::Move) -> String;

    /// What a position is worth to the side to move.
    fn value(&self, at: &Self::Position) -> Result<Outcome, ChoiceError>;

    /// Counts the boards of an endgame, White to move and Black to move; the endgame's name as it is kept.
    fn counts(&self, endgame: &str) -> Result<(String, [Counts; 2]), ChoiceError>;

    /// Boards of an endgame that a side to move wins in so many moves, or as deep as there are, beginning somewhere in the
    /// table: `from` is between 0 and 1. Empty if there is none.
    fn won_in(
        &self,
        endgame: &str,
        side: usize,
        depth: Option<u16>,
        from: f64,
        most: usize,
    ) -> Result<Vec<Self::Position>, ChoiceError>;
}
