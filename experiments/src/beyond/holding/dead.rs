//! Which endgames leave the presser nothing to win.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::agents::predator::drawn_moves::something_to_win;
use value::ChoiceError;

/// What was found out, by the men and the side to move, who presses.
/// Copies share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Dead(Arc<Mutex<HashMap<(Material, Color), bool>>>);

impl Dead {
    /// Whether the presser, to move in a drawn position, has nothing to win with these men.
    pub(super) fn is_dead(&self, tables: &Tables, at: &Position) -> Result<bool, ChoiceError> {
        let men = (at.material(), at.turn());
        if let Some(&known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&men) {
            return Ok(known);
        }
        let dead = !something_to_win(tables, at)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(men, dead);
        Ok(dead)
    }
}
