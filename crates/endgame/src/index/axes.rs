//! One coordinate of the outer men: a man, or a pair of like men.

/// One outer coordinate of a cell's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// One man on 64 squares: its seat.
    Single(usize),
    /// Two like men, unordered: their seats, side by side.
    Pair(usize, usize),
}

impl Axis {
    pub(crate) fn size(self) -> usize {
        match self {
            Axis::Single(_) => 64,
            Axis::Pair(..) => PAIRS.len(),
        }
    }
}

/// The number of an unordered pair of squares.
#[inline(always)]
pub(crate) fn pair_number(a: u8, b: u8) -> usize {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    usize::from(high) * (usize::from(high) + 1) / 2 + usize::from(low)
}

/// The pair with a number, the greater square first.
#[inline(always)]
pub(crate) fn pair_squares(number: usize) -> (u8, u8) {
    PAIRS[number]
}

static PAIRS: [(u8, u8); 2080] = {
    let mut pairs = [(0, 0); 2080];
    let mut number = 0;
    let (mut high, mut low) = (0, 0);
    while number < 2080 {
        pairs[number] = (high, low);
        (high, low) = if low == high { (high + 1, 0) } else { (high, low + 1) };
        number += 1;
    }
    pairs
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_without_gaps() {
        for number in 0..PAIRS.len() {
            let (a, b) = pair_squares(number);
            assert_eq!((pair_number(a, b), pair_number(b, a)), (number, number));
        }
    }
}
