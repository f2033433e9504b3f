//! The deepest win of every endgame, known before it is solved.

use games::{AnyEndgame, GameName};

/// In moves to conversion, of the side named first, or of the other if that one never wins.
pub fn deepest_win(_game: GameName, _endgame: &AnyEndgame) -> Option<u16> {
    None
}
