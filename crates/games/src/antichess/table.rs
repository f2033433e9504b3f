//! A solved endgame: who wins each position and how soon, a byte each.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shakmaty::{Color, Role, Square};
use value::{Depth, Outcome};

use super::layout::{Fixed, Layout, PAWN_SQUARES, mirrored};
use super::material::{Man, Material};
use super::rules::Position;

/// The deepest win or loss that a byte holds.
pub(crate) const DEEPEST: u16 = 126;

/// The byte of an outcome: 0 a draw, then wins by depth from 1, then losses by depth from 128.
pub(crate) fn code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(Depth(depth)) => 1 + depth as u8,
        Outcome::Loss(Depth(depth)) => 128 + depth as u8,
    }
}

/// The outcome of a byte.
pub(crate) fn decoded(code: u8) -> Outcome {
    match code {
        0 => Outcome::Draw,
        1..128 => Outcome::Win(Depth(u16::from(code - 1))),
        128.. => Outcome::Loss(Depth(u16::from(code - 128))),
    }
}

/// One endgame's positions, in the colours of [`Material::normalized`].
#[derive(Debug)]
pub struct Table {
    pub(crate) material: Material,
    pub(crate) layout: Layout,
    /// Who wins, a bit a position, for White and for Black to move.
    pub(crate) won: [Vec<u64>; 2],
    /// Who loses.
    pub(crate) lost: [Vec<u64>; 2],
    /// [`code`] of every position; empty where only the results were wanted.
    pub(crate) codes: [Vec<u8>; 2],
    /// Looked for when first asked for.
    deepest: [OnceLock<Option<Depth>>; 2],
}

impl Table {
    pub(crate) fn new(
        material: Material,
        layout: Layout,
        [won, lost]: [[Vec<u64>; 2]; 2],
        codes: [Vec<u8>; 2],
    ) -> Table {
        Table { material, layout, won, lost, codes, deepest: Default::default() }
    }

    /// The table of these bytes: what a file holds.
    pub(crate) fn from_codes(material: Material, codes: [Vec<u8>; 2]) -> Table {
        let layout = Layout::new(&material);
        let words = |codes: &Vec<u8>, wanted: &dyn Fn(u8) -> bool| -> Vec<u64> {
            let word = |part: &[u8]| {
                let bits = part.iter().enumerate();
                bits.fold(0u64, |word, (bit, &code)| word | u64::from(wanted(code)) << bit)
            };
            codes.chunks(64).map(word).collect()
        };
        let won = codes.each_ref().map(|codes| words(codes, &|code| (1..128).contains(&code)));
        let lost = codes.each_ref().map(|codes| words(codes, &|code| code >= 128));
        Table::new(material, layout, [won, lost], codes)
    }

    /// The same without depths, for which only results are needed.
    pub(crate) fn without_depths(&self) -> Table {
        let sets = [self.won.clone(), self.lost.clone()];
        Table::new(self.material, self.layout.clone(), sets, Default::default())
    }

    /// The men it is about.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// Counts boards by outcome for a side to move: every placement counts, like men not told apart.
    pub fn counts(&self, turn: Color) -> BTreeMap<Outcome, u64> {
        let codes = &self.codes[usize::from(turn.is_black())];
        let mut by_code = [0u64; 256];
        for (word, part) in codes.chunks(64).enumerate() {
            let Some(fixed) = self.layout.placement(word) else { continue };
            let mut free = self.layout.free(&fixed);
            while free != 0 {
                by_code[usize::from(part[free.trailing_zeros() as usize])] += 1;
                free &= free - 1;
            }
        }
        let orders = self.material.orders_of_like_men();
        let counted = by_code.iter().enumerate().filter(|(_, n)| **n > 0);
        counted.map(|(code, n)| (decoded(code as u8), n * self.layout.boards() / orders)).collect()
    }

    /// The deepest win of a colour, whoever is to move; none if it never wins.
    pub fn deepest(&self, winner: Color) -> Option<Depth> {
        *self.deepest[usize::from(winner.is_black())].get_or_init(|| {
            let deepest = |turn: Color| {
                let codes = self.codes[usize::from(turn.is_black())].iter();
                let wanted = |&&code: &&u8| code != 0 && (code < 128) == (turn == winner);
                codes.filter(wanted).max().and_then(|&code| decoded(code).depth())
            };
            Color::ALL.into_iter().filter_map(deepest).max()
        })
    }

    /// The positions of an outcome for a side to move, as far as wanted, beginning with the place `from`, a number from 0 to 1 of the way
    /// through the table, and going round.
    pub fn positions(
        &self,
        turn: Color,
        outcome: Outcome,
        from: f64,
        most: usize,
    ) -> Vec<Position> {
        let codes = &self.codes[usize::from(turn.is_black())];
        let start = ((codes.len() as f64 * from) as usize).min(codes.len());
        let wanted = code(outcome);
        let places = (start..codes.len()).chain(0..start).filter(|&place| codes[place] == wanted);
        let boards = places.filter_map(|place| {
            let men = self.layout.men.iter().map(|man| man.role.of(man.color));
            let squares =
                self.squares(place)?.into_iter().map(|square| Square::new(u32::from(square)));
            Position::from_men(squares.zip(men), turn, None).ok()
        });
        boards.take(most).collect()
    }

    /// The squares of all men at a place, in the order of the table's men; none if no board belongs there.
    pub(crate) fn squares(&self, place: usize) -> Option<Vec<u8>> {
        let fixed = self.layout.placement(place >> 6)?;
        let last = (place & 63) as u8;
        let mut squares = fixed[..self.layout.fixed()].to_vec();
        squares.push(last);
        (self.layout.free(&fixed) >> last & 1 == 1).then_some(squares)
    }
}

/// A table as seen by men in another order or in the other colours.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) table: Arc<Table>,
    /// Whether the colours are swapped, and the board turned upside down with them.
    swapped: bool,
    /// The table's number of each of our men.
    places: Vec<usize>,
}

/// The endgame of some men.
pub(crate) fn material_of(men: &[Man]) -> Material {
    Material::of(|color, role| {
        men.iter().filter(|man| man.color == color && man.role == role).count()
    })
}

impl View {
    /// The view of these men; the table must be theirs.
    pub(crate) fn new(table: Arc<Table>, men: &[Man]) -> View {
        let swapped = table.material != material_of(men);
        let mut taken = vec![false; men.len()];
        let places = men.iter().map(|man| {
            let color = if swapped { man.color.other() } else { man.color };
            let wanted = Man { color, ..*man };
            let theirs = table.layout.men.iter().enumerate();
            let mut free = theirs.filter(|(place, theirs)| **theirs == wanted && !taken[*place]);
            let (place, _) = free.next().expect("the table has the same men");
            taken[place] = true;
            place
        });
        let places = places.collect();
        View { table, swapped, places }
    }

    fn turn(&self, turn: Color) -> usize {
        usize::from(turn.is_black() != self.swapped)
    }

    /// The word and the bit of a placement of our men; no two on one square, no pawn on a back rank.
    pub(crate) fn place(&self, squares: impl Iterator<Item = u8>) -> (usize, u8) {
        let layout = &self.table.layout;
        let (mut fixed, mut last) = (Fixed::default(), 0);
        for (square, &place) in squares.zip(&self.places) {
            let square = if self.swapped { square ^ 56 } else { square };
            if place == layout.fixed() { last = square } else { fixed[place] = square }
        }
        let (word, mask) = layout.word(&fixed);
        (word, last ^ mask)
    }

    /// The byte of a placement with this side to move.
    pub(crate) fn code(&self, squares: impl Iterator<Item = u8>, turn: Color) -> u8 {
        let (word, bit) = self.place(squares);
        self.table.codes[self.turn(turn)][word << 6 | usize::from(bit)]
    }

    /// What a placement is worth to this side to move: 1, 0 or -1.
    pub(crate) fn sign(&self, squares: &[u8], turn: Color) -> i8 {
        let (word, bit) = self.place(squares.iter().copied());
        let turn = self.turn(turn);
        let has = |set: &[Vec<u64>; 2]| (set[turn][word] >> bit & 1) as i8;
        has(&self.table.won) - has(&self.table.lost)
    }

    /// The squares of our last man for which the side to move wins, and for which it loses; `squares` are those of
    /// the others.
    pub(crate) fn words(&self, squares: &[u8], turn: Color) -> (u64, u64) {
        let (last, turn) = (squares.len(), self.turn(turn));
        let (won, lost) = (&self.table.won[turn], &self.table.lost[turn]);
        if self.places[last] == self.table.layout.fixed() {
            let (word, bit) = self.place(squares.iter().copied().chain([0]));
            // Bit 0 went to `bit`: the mirror that brings the word home.
            let turned = |word: u64| mirrored(word, bit);
            return (turned(won[word]), turned(lost[word]));
        }
        let occupied = squares.iter().fold(0u64, |set, square| set | 1 << square);
        let pawn = self.table.layout.men[self.places[last]].role == Role::Pawn;
        let mut free = !occupied & if pawn { PAWN_SQUARES } else { !0 };
        let mut found = (0, 0);
        while free != 0 {
            let square = free.trailing_zeros() as u8;
            free &= free - 1;
            let (word, bit) = self.place(squares.iter().copied().chain([square]));
            found.0 |= (won[word] >> bit & 1) << square;
            found.1 |= (lost[word] >> bit & 1) << square;
        }
        found
    }
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
    }
}
