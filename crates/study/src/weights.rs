//! What moves of chess endgames weigh, by name: built-in sets and files.

use std::sync::Arc;

use endgame::tables::Tables;
use player::Weigher;
use value::ChoiceError;

/// Finds weights by name.
pub fn named(name: &str) -> Result<Arc<dyn Weigher<Tables>>, ChoiceError> {
    Err(ChoiceError::new(format!("there are no weights '{name}'")))
}
