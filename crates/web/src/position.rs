//! Positions and moves that anybody may have sent.

use endgame::rules::{Move, Position};
use study::practice::session;

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

/// The longest move looked at.
const LONGEST_MOVE: usize = 10;

/// The legal move meant by `e7e8q` or `e8=Q`.
pub fn read_move(position: &Position, text: &str) -> Result<Move, Failure> {
    let shown: String = text.chars().filter(char::is_ascii_graphic).take(LONGEST_MOVE).collect();
    session::read_move(position, &shown).map_err(|error| Failure::bad(error.to_string()))
}
