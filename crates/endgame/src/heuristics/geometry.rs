//! Distances on the board, in king moves.

/// King moves between two squares.
#[inline]
pub fn distance(a: u8, b: u8) -> u8 {
    let (files, ranks) = ((a & 7).abs_diff(b & 7), (a >> 3).abs_diff(b >> 3));
    files.max(ranks)
}

/// King moves from a square to the nearest of d4, e4, d5 and e5: 0 in the centre, 3 on the border.
#[inline]
pub fn center(square: u8) -> u8 {
    let off = |line: u8| if line < 4 { 3 - line } else { line - 4 };
    off(square & 7).max(off(square >> 3))
}

/// King moves from a square to the nearest corner.
#[inline]
pub fn corner(square: u8) -> u8 {
    let off = |line: u8| line.min(7 - line);
    off(square & 7).max(off(square >> 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::squares;

    #[test]
    fn distances_are_those_of_a_king() {
        let least = |from: u8, to: u64| squares(to).map(|to| distance(from, to)).min();
        for square in 0..64 {
            assert_eq!(least(square, 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36), Some(center(square)));
            assert_eq!(least(square, 1 | 1 << 7 | 1 << 56 | 1 << 63), Some(corner(square)));
        }
        assert_eq!((distance(0, 63), distance(0, 7), distance(9, 9)), (7, 7, 0));
    }
}
