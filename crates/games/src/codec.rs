//! An outcome as one byte of a table.

use value::{Depth, Outcome};

/// The deepest win or loss that a byte holds.
pub(crate) const DEEPEST: u16 = 126;

/// The byte of an outcome: 0 a draw, then wins by depth from 1, then losses by depth from 128.
pub fn code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(Depth(depth)) => 1 + depth as u8,
        Outcome::Loss(Depth(depth)) => 128 + depth as u8,
    }
}

/// The outcome of a byte.
pub fn decoded(code: u8) -> Outcome {
    match code {
        0 => Outcome::Draw,
        1..128 => Outcome::Win(Depth(u16::from(code - 1))),
        128.. => Outcome::Loss(Depth(u16::from(code - 128))),
    }
}

/// Whether a byte is a win of the side to move.
pub(crate) fn is_win(code: u8) -> bool {
    (1..128).contains(&code)
}

/// The deepest of some bytes that are wins, or that are losses.
pub(crate) fn deepest(codes: &[u8], wins: bool) -> Option<Depth> {
    let wanted = codes.iter().filter(|&&code| code != 0 && is_win(code) == wins);
    wanted.max().and_then(|&code| decoded(code).depth())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back() {
        for byte in 0..=254u8 {
            assert_eq!(code(decoded(byte)), byte);
        }
        assert_eq!(decoded(code(Outcome::Loss(Depth(DEEPEST)))), Outcome::Loss(Depth(DEEPEST)));
        assert_eq!(deepest(&[0, 5, 130, 3], true), Some(Depth(4)));
        assert_eq!(deepest(&[0, 5, 130, 3], false), Some(Depth(2)));
        assert_eq!(deepest(&[0, 5], false), None);
    }
}
