//! Positions that anybody may have sent.

use endgame::rules::Position;

use crate::errors::Failure;

/// The longest FEN looked at.
const LONGEST_FEN: usize = 100;

/// Reads a FEN that anybody may have sent.
pub fn read_fen(text: &str) -> Result<Position, Failure> {
    if text.len() > LONGEST_FEN {
        return Err(Failure::bad(format!(
            "the FEN has {} bytes and may have {LONGEST_FEN}: send one position",
            text.len()
        )));
    }
    Ok(Position::from_fen(text)?)
}
