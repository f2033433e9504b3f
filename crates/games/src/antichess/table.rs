//! A solved endgame: who wins each position and how soon, a byte each.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shakmaty::{Color, Role};
use value::{Depth, Outcome};

use super::layout::{Layout, PAWN_SQUARES, mirrored};
use super::material::{Man, Material};
use super::places::Order;
use crate::codec::{code, decoded, deepest, is_win};

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
        let won = codes.each_ref().map(|codes| words(codes, &is_win));
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
            let of =
                |turn: Color| deepest(&self.codes[usize::from(turn.is_black())], turn == winner);
            Color::ALL.into_iter().filter_map(of).max()
        })
    }

    /// The deepest win, or loss, of a side to move; none if there is none.
    pub fn deepest_of(&self, turn: Color, wins: bool) -> Option<Depth> {
        deepest(&self.codes[usize::from(turn.is_black())], wins)
    }

    /// Bytes it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        let sets = [&self.won, &self.lost].into_iter().flatten().map(|set| 8 * set.len());
        sets.sum::<usize>() + self.codes.iter().map(Vec::len).sum::<usize>()
    }

    /// The [places](super::places::Places) of an outcome for a side to move; some of them have no position.
    pub fn places(&self, turn: Color, outcome: Outcome) -> Vec<usize> {
        let codes = &self.codes[usize::from(turn.is_black())];
        let wanted = code(outcome);
        (0..codes.len()).filter(|&place| codes[place] == wanted).collect()
    }
}

/// A table as seen by men in another order or in the other colours.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) table: Arc<Table>,
    order: Order,
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
        let order = Order::of(&table.layout, table.material != material_of(men), men);
        View { table, order }
    }

    fn turn(&self, turn: Color) -> usize {
        usize::from(turn.is_black() != self.order.swapped)
    }

    /// The word and the bit of a placement of our men; no two on one square, no pawn on a back rank.
    pub(crate) fn place(&self, squares: impl Iterator<Item = u8>) -> (usize, u8) {
        self.order.place(&self.table.layout, squares)
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
        if self.order.places[last] == self.table.layout.fixed() {
            let (word, bit) = self.place(squares.iter().copied().chain([0]));
            // Bit 0 went to `bit`: the mirror that brings the word home.
            let turned = |word: u64| mirrored(word, bit);
            return (turned(won[word]), turned(lost[word]));
        }
        let occupied = squares.iter().fold(0u64, |set, square| set | 1 << square);
        let pawn = self.table.layout.men[self.order.places[last]].role == Role::Pawn;
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
