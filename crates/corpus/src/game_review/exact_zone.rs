//! The part of a game that endgame tables solve.

use endgame::material::Material;
use endgame::rules::{Board, Move};
use endgame::tables::Tables;
use value::Outcome;

use crate::profile::EXACT_ZONE;

/// Tables, and which of them may be asked: the others are missing.
pub struct ExactTables<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// Whether an endgame and all that its moves lead to can be looked up at once.
    pub ready: &'a (dyn Fn(&Material) -> bool + 'a),
}

/// What the tables say of a move, for the mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) before: Outcome,
    pub(super) after: Outcome,
    /// A best move: the one that was played, if it is one.
    pub(super) best: Move,
}

/// Whether a position is one of the tables': few men, and nobody may castle.
pub(super) fn is_exact(board: &Board) -> bool {
    board.count_men() <= EXACT_ZONE && board.position().is_some()
}

/// What the tables say, or the endgame whose table is missing; none outside the zone.
pub(super) fn verdict(
    board: &Board,
    play: Move,
    exact: &ExactTables<'_>,
) -> Option<Result<Verdict, Material>> {
    let position = board.position().filter(|_| is_exact(board))?;
    let material = position.material().normalized();
    if material != Material::KINGS && !(exact.ready)(&material) {
        return Some(Err(material));
    }
    let (Ok(choices), Ok(before)) =
        (exact.tables.list_choices(&position), exact.tables.outcome(&position))
    else {
        return Some(Err(material));
    };
    let found = choices.find(&play).map(|played| {
        let best = if choices.is_optimal(played) { played } else { choices.optimal()[0] };
        Verdict { before, after: choices[played].value, best: choices[best].play }
    });
    Some(found.ok_or(material))
}

/// The score of a position that a table has solved: 1, 1/2 or 0.
pub(super) fn exact_score(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(_) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss(_) => 0.0,
    }
}
