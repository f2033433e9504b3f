//! One byte for what a position is worth: the only place that knows the numbers.
//!
//! ```text
//! 0        no legal position            3 + d     White wins in d
//! 1        draw                         255 - d   Black wins in d
//! 2        draw, the mover stalemated
//! ```
//!
//! White's wins grow up from below and Black's down from above, so a table says how deep White's
//! go and every byte between is free.

use value::{Depth, Outcome};

use crate::rules::Color;

pub(crate) const ILLEGAL: u8 = 0;
pub(crate) const DRAW: u8 = 1;
pub(crate) const STALEMATE: u8 = 2;
pub(crate) const FIRST_WHITE: u8 = 3;

/// The byte for a win of either colour.
pub(crate) fn win(winner: Color, depth: u8) -> u8 {
    match winner {
        Color::White => FIRST_WHITE + depth,
        Color::Black => 255 - depth,
    }
}

/// Where White's wins end and Black's begin in one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codec {
    /// The largest byte that still means a win of White's.
    last_white: u8,
}

impl Codec {
    /// The codec of a table in which White's deepest win takes so many moves; none if White never
    /// wins.
    pub fn new(deepest_white: Option<Depth>) -> Codec {
        Codec { last_white: deepest_white.map_or(STALEMATE, |d| FIRST_WHITE + d.0 as u8) }
    }

    /// A codec for a table in the making: the border lies midway between what is known so far, so
    /// that both sides' wins may still grow deeper.
    pub(crate) fn midway(deepest_white: Option<Depth>, deepest_black: Option<Depth>) -> Codec {
        let below = deepest_white.map_or(STALEMATE, |d| FIRST_WHITE + d.0 as u8);
        let above = deepest_black.map_or(255, |d| 254 - d.0 as u8);
        Codec { last_white: below.midpoint(above) }
    }

    /// Whether a table with these deepest wins has a byte for each.
    pub fn fits(deepest_white: Option<Depth>, deepest_black: Option<Depth>) -> bool {
        let needed = |deepest: Option<Depth>| deepest.map_or(0, |d| usize::from(d.0) + 1);
        usize::from(FIRST_WHITE) + needed(deepest_white) + needed(deepest_black) <= 256
    }

    /// The bytes that mean a win of this colour, the least and the greatest; empty if the first is
    /// greater.
    pub(crate) fn wins(self, winner: Color) -> (u8, u8) {
        match winner {
            Color::White => (FIRST_WHITE, self.last_white),
            Color::Black if self.last_white == 255 => (1, 0),
            Color::Black => (self.last_white + 1, 255),
        }
    }

    /// Who wins, and how deep; none for a draw or no position.
    pub(crate) fn winner(self, code: u8) -> Option<(Color, u8)> {
        if code > self.last_white {
            Some((Color::Black, 255 - code))
        } else if code >= FIRST_WHITE {
            Some((Color::White, code - FIRST_WHITE))
        } else {
            None
        }
    }

    /// What the byte says to the side to move; none where there is no legal position.
    pub fn outcome(self, code: u8, turn: Color) -> Option<Outcome> {
        match self.winner(code) {
            Some((winner, depth)) if winner == turn => Some(Outcome::Win(Depth(depth.into()))),
            Some((_, depth)) => Some(Outcome::Loss(Depth(depth.into()))),
            None => (code != ILLEGAL).then_some(Outcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_win_has_its_own_byte() {
        let codec = Codec::new(Some(Depth(127)));
        assert!(Codec::fits(Some(Depth(127)), Some(Depth(124))));
        assert!(!Codec::fits(Some(Depth(127)), Some(Depth(125))));
        for depth in 0..=127 {
            assert_eq!(codec.winner(win(Color::White, depth)), Some((Color::White, depth)));
        }
        for depth in 0..=124 {
            assert_eq!(codec.winner(win(Color::Black, depth)), Some((Color::Black, depth)));
        }
        assert_eq!(codec.outcome(DRAW, Color::White), Some(Outcome::Draw));
        assert_eq!(codec.outcome(ILLEGAL, Color::White), None);
        assert_eq!(codec.outcome(FIRST_WHITE, Color::Black), Some(Outcome::Loss(Depth(0))));
    }
}
