//! Which men and kings are on the board, and every way to place them.

use std::fmt;
use std::str::FromStr;

use super::rules::Position;
use super::tables::MOST_MEN;

/// White's kings and men, then Black's: `KKvKM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// Of White and of Black.
    pub(crate) kings: [usize; 2],
    /// Of White and of Black.
    pub(crate) men: [usize; 2],
}

/// A text that names no endgame of checkers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not an endgame of checkers: write kings as K and men as M, White's first, at least one a side and at most {MOST_MEN} in all, as in KKvKM"
)]
pub struct UnknownSlice(String);

impl Slice {
    /// The men and kings of a position.
    pub fn of(at: &Position) -> Slice {
        let count = |set: u32| set.count_ones() as usize;
        Slice {
            kings: at.sides.map(|side| count(side & at.kings)),
            men: at.sides.map(|side| count(side & !at.kings)),
        }
    }

    /// How many there are.
    pub fn pieces(&self) -> usize {
        self.kings.iter().chain(&self.men).sum()
    }

    /// Every endgame of so many men and kings; with `alone`, also those where one side has none.
    pub fn all(pieces: usize, alone: bool) -> Vec<Slice> {
        let mut all = Vec::new();
        for white in 0..=pieces {
            for (kings, black_kings) in
                (0..=white).flat_map(|k| (0..=pieces - white).map(move |b| (k, b)))
            {
                let men = [white - kings, pieces - white - black_kings];
                let both = white > 0 && white < pieces;
                if both || alone {
                    all.push(Slice { kings: [kings, black_kings], men });
                }
            }
        }
        all
    }

    /// The pieces after one has gone, if its side has another, or after one man was crowned.
    pub(crate) fn after_one_move(&self) -> Vec<Slice> {
        let mut all = Vec::new();
        for side in 0..2 {
            let alone = self.kings[side] + self.men[side] == 1;
            if self.men[side] > 0 {
                let mut crowned = *self;
                crowned.men[side] -= 1;
                crowned.kings[side] += 1;
                all.push(crowned);
                let mut less = *self;
                less.men[side] -= 1;
                all.extend((!alone).then_some(less));
            }
            if self.kings[side] > 0 && !alone {
                let mut less = *self;
                less.kings[side] -= 1;
                all.push(less);
            }
        }
        all
    }

    /// What the pieces of White (0) or Black (1) are called, and how many there are of each.
    pub(crate) fn kinds(&self, side: usize) -> [(&'static str, usize); 2] {
        [("king", self.kings[side]), ("man", self.men[side])]
    }

    /// A number that no other endgame has: 3 bits for each kind of piece.
    pub(crate) fn number(&self) -> u64 {
        let all = self.kings.iter().chain(&self.men);
        all.fold(0, |number, &n| number << 3 | n.min(7) as u64)
    }

    /// The same in the other colours.
    #[must_use]
    pub fn swapped(&self) -> Slice {
        let swap = |[white, black]: [usize; 2]| [black, white];
        Slice { kings: swap(self.kings), men: swap(self.men) }
    }

    /// The colours in which endgames are listed: the side with more pieces, or with more kings, is White.
    #[must_use]
    pub fn normalized(&self) -> Slice {
        let rank = |side: usize| (self.kings[side] + self.men[side], self.kings[side]);
        if rank(0) >= rank(1) { *self } else { self.swapped() }
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: usize| "K".repeat(self.kings[side]) + &"M".repeat(self.men[side]);
        f.pad(&format!("{}v{}", side(0), side(1)))
    }
}

impl FromStr for Slice {
    type Err = UnknownSlice;

    fn from_str(text: &str) -> Result<Slice, UnknownSlice> {
        let unknown = || UnknownSlice(text.to_owned());
        let upper = text.to_ascii_uppercase();
        let (white, black) = upper.split_once('V').ok_or_else(unknown)?;
        let count = |letter: char| [white, black].map(|side| side.matches(letter).count());
        let slice = Slice { kings: count('K'), men: count('M') };
        let fits = slice.pieces() <= MOST_MEN
            && slice.pieces() == white.len() + black.len()
            && !white.is_empty()
            && !black.is_empty();
        fits.then_some(slice).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::super::places::Places;
    use super::*;

    /// Chinook's counts of positions with one to four pieces.
    #[test]
    fn positions_are_counted() {
        let count = |pieces: usize| -> usize {
            Slice::all(pieces, true).iter().map(|slice| Places::of(slice).len()).sum()
        };
        assert_eq!([1, 2, 3, 4].map(count), [120, 6_972, 261_224, 7_092_774]);
    }

    #[test]
    fn names_are_read_back() {
        for slice in Slice::all(4, false) {
            assert_eq!(slice.to_string().parse(), Ok(slice));
        }
        for wrong in ["", "KK", "Kv", "KKKvKK", "KvQ"] {
            assert!(wrong.parse::<Slice>().is_err(), "{wrong}");
        }
    }
}
