//! The draws that a fallible player loses most often when he is pressed.

use endgame::draw_depth::DrawDepthError;
use endgame::progress::Monitor;
use endgame::query::{Database, PositionSet, QueryError};
use endgame::rules::Color;
use endgame::tables::{Tables, TablesError};
use player::{Competence, Model};
use value::Outcome;

use super::pressing::{Holder, Holding, Pressing, PressingError};
use crate::schema::{FoundPosition, Holds};

/// Moves in which a draw may be lost: as many as the 50-move rule leaves a quiet game.
pub const MOVES: usize = 50;

/// Why draws cannot be ranked.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum HardestError {
    #[error(transparent)]
    Pressing(#[from] PressingError),
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error(transparent)]
    Depths(#[from] DrawDepthError),
    #[error(transparent)]
    Tables(#[from] TablesError),
}

/// The positions of a set that a player of this competence, to move, loses most often within
/// [`MOVES`] moves against whoever presses hardest; what is no draw comes last.
pub fn hardest(
    tables: &Tables,
    database: &Database<'_>,
    set: &PositionSet,
    (competence, model): (Competence, Model),
    limit: usize,
    monitor: &Monitor<'_>,
) -> Result<Vec<FoundPosition>, HardestError> {
    let color = set.material.table_color(set.side);
    let holder = Holder { color, holding: Holding::Draw, competence, model };
    let chances = Pressing::of(database.successors(), &holder, MOVES, monitor)?.holder;
    let depths = database.draw_depths(monitor)?;
    let mut found = Vec::new();
    for (position, chance) in database.ranked_by(set, &chances, limit) {
        let choices = tables.list_choices(&position)?;
        let value = tables.outcome(&position)?;
        let both = depths.of_position(tables, database.table(), &position)?;
        let mover = usize::from(set.side == Color::Black);
        let forced = both.and_then(|both| both[mover].depth());
        let holds = Holds {
            holding: choices.values().filter(|&move_value| move_value == Outcome::Draw).count(),
            legal: choices.len(),
            draw_depth: forced.map(|depth| depth.0),
        };
        found.push(FoundPosition {
            fen: position.fen(),
            value: value.into(),
            figure: Some(chance),
            holds: Some(holds),
        });
    }
    Ok(found)
}
