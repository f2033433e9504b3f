//! The numbering of one endgame's positions: White's men, Black's men, White's kings, Black's kings, each among the squares left.
//!
//! ```text
//! number = (number of both sides' men * ways to place White's kings + number of those) * ways to place Black's kings + number of those
//! ```
//!
//! How many ways Black's men have depends on where White's stand, so that the first number of each placement of White's men is listed.

use super::rules::Position;
use super::slice::Slice;

/// Where White's men can stand, and Black's: not where they would be crowned.
pub(crate) const MAN_SQUARES: [u32; 2] = [!0xf, !0xf000_0000];

/// The positions of an endgame by number, either side to move.
#[derive(Clone, Debug)]
pub struct Places {
    slice: Slice,
    /// For each placement of White's men the number of both sides' men with which it begins; one more at the end.
    begins: Vec<usize>,
    /// Ways to place White's kings, and Black's.
    kings: [usize; 2],
}

/// How many ways there are to choose.
fn binomial(n: usize, k: usize) -> usize {
    if k > n { 0 } else { (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1)) }
}

/// The number of a set among all sets of as many of these squares.
fn number(set: u32, among: u32) -> usize {
    let (mut rest, mut number, mut chosen) = (set, 0, 0);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        rest &= !lowest;
        chosen += 1;
        number += binomial((among & (lowest - 1)).count_ones() as usize, chosen);
    }
    number
}

/// The set of so many of these squares that has a number.
fn set(mut number: usize, size: usize, among: u32) -> u32 {
    let squares: Vec<u32> = (0..32).filter(|at| among >> at & 1 == 1).collect();
    let (mut set, mut below) = (0, squares.len());
    for chosen in (1..=size).rev() {
        while binomial(below - 1, chosen) > number {
            below -= 1;
        }
        below -= 1;
        number -= binomial(below, chosen);
        set |= 1 << squares[below];
    }
    set
}

impl Places {
    /// Of an endgame.
    pub fn of(slice: &Slice) -> Places {
        let [white, black] = slice.men;
        let (mut begins, mut all) = (Vec::new(), 0);
        for place in 0..binomial(MAN_SQUARES[0].count_ones() as usize, white) {
            begins.push(all);
            let left = MAN_SQUARES[1] & !set(place, white, MAN_SQUARES[0]);
            all += binomial(left.count_ones() as usize, black);
        }
        begins.push(all);
        let free = 32 - white - black;
        let kings =
            [binomial(free, slice.kings[0]), binomial(free - slice.kings[0], slice.kings[1])];
        Places { slice: *slice, begins, kings }
    }

    /// How many there are, each of them a position.
    pub fn len(&self) -> usize {
        self.begins.last().expect("it has an end") * self.kings[0] * self.kings[1]
    }

    /// Never: a piece can always be placed.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The position of a number, with White to move for 0 and Black for 1.
    pub fn position(&self, place: usize, turn: usize) -> Position {
        let Slice { men, kings } = self.slice;
        let (rest, black_kings) = (place / self.kings[1], place % self.kings[1]);
        let (both_men, white_kings) = (rest / self.kings[0], rest % self.kings[0]);
        let white = self.begins.partition_point(|&begins| begins <= both_men) - 1;
        let own = set(white, men[0], MAN_SQUARES[0]);
        let others = set(both_men - self.begins[white], men[1], MAN_SQUARES[1] & !own);
        let own_kings = set(white_kings, kings[0], !(own | others));
        let their_kings = set(black_kings, kings[1], !(own | others | own_kings));
        let sides = [own | own_kings, others | their_kings];
        Position::new(sides, own_kings | their_kings, turn).expect("men stand only where they can")
    }

    /// The number of a position of this endgame.
    pub fn place(&self, at: &Position) -> usize {
        let [own, others] = at.sides.map(|side| side & !at.kings);
        let [own_kings, their_kings] = at.sides.map(|side| side & at.kings);
        let men = self.begins[number(own, MAN_SQUARES[0])] + number(others, MAN_SQUARES[1] & !own);
        let white_kings = number(own_kings, !(own | others));
        let black_kings = number(their_kings, !(own | others | own_kings));
        (men * self.kings[0] + white_kings) * self.kings[1] + black_kings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number has a position, and the position that number; with one side alone, as Chinook counts, too.
    #[test]
    fn numbers_and_positions_belong_together() {
        for slice in
            (1..=3).flat_map(|pieces| Slice::all(pieces, true)).chain(["MMvKM".parse().unwrap()])
        {
            let places = Places::of(&slice);
            for place in (0..places.len()).step_by(if slice.pieces() > 2 { 7 } else { 1 }) {
                let at = places.position(place, place % 2);
                assert_eq!((Slice::of(&at), places.place(&at)), (slice, place), "{slice} {at}");
            }
        }
    }
}
