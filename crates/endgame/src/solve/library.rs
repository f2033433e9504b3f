//! The tables at hand while solving: the smaller endgames, and what is solved of this one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::legal::BySide;
use super::reader::{Crossed, Reader, Source};
use crate::code::Codec;
use crate::index::{Index, Pawns};
use crate::material::Material;
use crate::rules::{Color, Piece, side};
use crate::table::Table;

/// Which lines: of what, with whom to move, and with which men pinned to a square.
type Wanted = (Material, Pawns, Color, Vec<Option<u8>>);

/// Lines gathered from tables with the colours exchanged, kept while an endgame is being solved.
#[derive(Default)]
pub(super) struct CrossedLines(Mutex<HashMap<Wanted, Arc<Crossed>>>);

pub(super) struct Library<'a> {
    pub(super) index: &'a Index,
    pub(super) smaller: &'a [Arc<Table>],
    /// The bytes of the placements solved so far, by side to move.
    pub(super) solved: BySide<&'a [u8]>,
    /// How they are read.
    pub(super) codec: Codec,
    pub(super) crossed: &'a CrossedLines,
}

impl<'a> Library<'a> {
    fn table(&self, material: Material) -> &'a Table {
        self.smaller
            .iter()
            .find(|table| table.material() == material)
            .unwrap_or_else(|| panic!("{material} must be solved before {}", self.index.material()))
    }

    fn crossed(&self, wanted: Wanted) -> Arc<Crossed> {
        let lines = || self.crossed.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lines().get(&wanted) {
            return Arc::clone(found);
        }
        let triangle = self.index.material().pawns() == 0;
        let (material, pawns, turn, pinned) = &wanted;
        let table = self.table(material.normalized());
        let made = Arc::new(Crossed::gather(table, turn.other(), *pawns, triangle, pinned));
        Arc::clone(lines().entry(wanted).or_insert(made))
    }

    /// The table for a material, the pawns after a move, and the side to move then.
    ///
    /// `pinned` says for each of its seats on which one square the man can stand, if it is one.
    pub(super) fn reader(
        &self,
        material: Material,
        pawns: Pawns,
        turn: Color,
        pinned: &[Option<u8>],
    ) -> Reader<'a> {
        if material == Material::KINGS {
            Reader::Kings
        } else if material == self.index.material() {
            let codes = self.solved[side(turn)];
            Reader::straight(Source { index: self.index, codes, codec: self.codec }, pawns)
        } else if material.is_normalized() {
            Reader::straight(Source::of(self.table(material), turn), pawns)
        } else {
            Reader::Crossed(self.crossed((material, pawns, turn, pinned.to_vec())))
        }
    }

    /// The seats of the table for a material, in our colours.
    pub(super) fn seats(&self, material: Material) -> Vec<Piece> {
        if material == Material::KINGS {
            return Vec::new();
        }
        let normalized = material.normalized();
        let own = normalized == self.index.material();
        let index = if own { self.index } else { self.table(normalized).index() };
        let exchange = |&man: &Piece| {
            if material.is_normalized() { man } else { man.role.of(man.color.other()) }
        };
        index.seats().iter().map(exchange).collect()
    }
}
