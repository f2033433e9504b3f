//! A position as text.

use std::fmt::Write;

use endgame::rules::{Position, Square};

/// Eight ranks, White below; White's men in capitals.
pub(super) fn board(position: &Position) -> String {
    let men = position.men();
    let at = |square: Square| {
        let man = men.iter().find(|(place, _)| *place == square);
        man.map_or('.', |(_, man)| man.char())
    };
    let mut text = String::new();
    for rank in (0..8u32).rev() {
        let _ = write!(text, "  {}", rank + 1);
        for file in 0..8u32 {
            let _ = write!(text, " {}", at(Square::new(rank * 8 + file)));
        }
        text.push('\n');
    }
    text.push_str("    a b c d e f g h\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_below() {
        let position = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        let text = board(&position);
        assert!(text.starts_with("  8 K . . . r . . .\n"));
        assert!(text.contains("  5 Q . . . . . . .\n") && text.ends_with("a b c d e f g h\n"));
    }
}
