//! The part of a game that endgame tables solve: what they say of a move, and decisions judged by them.

use std::collections::BTreeSet;

use endgame::material::Material;
use endgame::rules::{Board, Move};
use endgame::tables::Tables;
use engine::score::Score;
use value::{Choices, Outcome};

use crate::decision::Decision;

/// Up to so many men a table can say exactly what each move is worth.
pub const EXACT_ZONE: usize = 5;

/// Tables, and which of them may be asked: the others are missing.
pub struct ExactTables<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// Whether an endgame and all that its moves lead to can be looked up at once.
    pub ready: &'a (dyn Fn(&Material) -> bool + 'a),
}

/// What the tables say of a move, for the mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) before: Outcome,
    pub(crate) after: Outcome,
    /// A best move: the one that was played, if it is one.
    pub(crate) best: Move,
}

/// Whether a position is one of the tables': few men, and nobody may castle.
pub(crate) fn is_exact(board: &Board) -> bool {
    board.count_men() <= EXACT_ZONE && board.position().is_some()
}

/// What the tables say, or the endgame whose table is missing; none outside the zone.
pub(crate) fn verdict(
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
pub(crate) fn exact_score(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(_) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss(_) => 0.0,
    }
}

/// What became of the decisions with few men.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgedByTables {
    /// Decisions that tables have judged.
    pub judged: usize,
    /// Endgames whose tables are not at hand.
    pub unsolved: BTreeSet<String>,
}

impl JudgedByTables {
    /// What was done, for people; none if nothing was.
    pub fn sentence(&self) -> Option<String> {
        let missing: Vec<&str> = self.unsolved.iter().map(String::as_str).collect();
        let missing = match missing.is_empty() {
            true => String::new(),
            false => format!("; no table is at hand for {}", missing.join(", ")),
        };
        let (were, count) = match self.judged {
            0 if missing.is_empty() => return None,
            1 => ("decision with at most five men was", 1),
            count => ("decisions with at most five men were", count),
        };
        Some(format!(
            "{count} {were} judged by endgame tables: every move that keeps the result is as good as the best{missing}."
        ))
    }
}

/// Puts what tables say in place of the deepest scores of decisions with few men: every move that keeps
/// the result is as good as the best, one that gives it away is as bad as what it leads to. The depths are
/// kept beside them, for [`Family::costs_of`](crate::Family::costs_of). Scores of shallower searches, which
/// say what is seen at once, stay; so do decisions whose table is missing.
pub fn judge(decisions: &mut [Decision], exact: &ExactTables<'_>) -> JudgedByTables {
    let mut told = JudgedByTables::default();
    for decision in decisions.iter_mut().filter(|one| is_exact(&one.board)) {
        match exact_choices(decision, exact) {
            Ok(choices) => {
                decision.scores = choices.values().map(by_result).collect();
                decision.exact = Some(choices);
                told.judged += 1;
            }
            Err(material) => {
                told.unsolved.insert(material.to_string());
            }
        }
    }
    told
}

/// A score by the result alone.
fn by_result(outcome: Outcome) -> Score {
    match outcome {
        Outcome::Win(_) => Score::Mate(1),
        Outcome::Draw => Score::DRAW,
        Outcome::Loss(_) => Score::Mate(-1),
    }
}

/// The moves as the tables have them, in the decision's order, or the endgame whose table is missing.
fn exact_choices(
    decision: &Decision,
    exact: &ExactTables<'_>,
) -> Result<Choices<Move, Outcome>, Material> {
    let position = decision.board.position().ok_or(Material::KINGS)?;
    let material = position.material().normalized();
    if material != Material::KINGS && !(exact.ready)(&material) {
        return Err(material);
    }
    let Ok(choices) = exact.tables.list_choices(&position) else { return Err(material) };
    let in_order: Option<Vec<_>> =
        decision.moves.iter().map(|play| Some(choices[choices.find(play)?])).collect();
    in_order.map(|list| Choices::new(list, choices.extent())).ok_or(material)
}
