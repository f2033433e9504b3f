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

/// Where White's men can stand, and Black's: not where they would be crowned.
const MAN_SQUARES: [u32; 2] = [!0xf, !0xf000_0000];

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

    /// Calls `each` with every placement, this side to move.
    pub fn placements(&self, turn: usize, each: &mut dyn FnMut(Position)) {
        let kinds = [
            (self.men[0], MAN_SQUARES[0]),
            (self.men[1], MAN_SQUARES[1]),
            (self.kings[0], !0),
            (self.kings[1], !0),
        ];
        place(&kinds, 0, [0; 4], &mut |[men, others, kings, their_kings]| {
            let sides = [men | kings, others | their_kings];
            let position = Position::new(sides, kings | their_kings, turn);
            each(position.expect("men stand only where they can"));
        });
    }
}

/// Places each kind of piece on squares that are left.
fn place(kinds: &[(usize, u32); 4], kind: usize, placed: [u32; 4], each: &mut dyn FnMut([u32; 4])) {
    let Some(&(wanted, squares)) = kinds.get(kind) else { return each(placed) };
    let occupied = placed.iter().fold(0, |set, part| set | part);
    choose(wanted, squares & !occupied, 0, &mut |set| {
        let mut next = placed;
        next[kind] = set;
        place(kinds, kind + 1, next, each);
    });
}

/// Every way to choose so many of these squares.
fn choose(wanted: usize, mut squares: u32, chosen: u32, each: &mut dyn FnMut(u32)) {
    if wanted == 0 {
        return each(chosen);
    }
    while squares != 0 {
        let lowest = squares & squares.wrapping_neg();
        squares &= !lowest;
        choose(wanted - 1, squares, chosen | lowest, each);
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
    use super::*;

    /// Chinook's counts of positions with one to four pieces.
    #[test]
    fn positions_are_counted() {
        let count = |pieces: usize| {
            let mut count = 0u64;
            for slice in Slice::all(pieces, true) {
                slice.placements(0, &mut |_| count += 1);
            }
            count
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
