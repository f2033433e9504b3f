//! The tables at hand while solving: the smaller endgames, and what is solved of this one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::legal::BySide;
use super::reader::{Free, Gathered, Reader, Source};
use crate::code::Codec;
use crate::index::{Index, Pawns};
use crate::material::Material;
use crate::rules::{Color, Piece, side};
use crate::table::Table;

/// Which lines: of what, with whom to move, of which man, and with which men pinned to a square.
type Wanted = (Material, Pawns, Color, Free, Vec<Option<u8>>);

/// Lines gathered for a whole endgame, kept while it is being solved.
#[derive(Default)]
pub(super) struct GatheredLines(Mutex<HashMap<Wanted, Arc<Gathered>>>);

pub(super) struct Library<'a> {
    pub(super) index: &'a Index,
    pub(super) smaller: &'a [Arc<Table>],
    /// The bytes of the placements solved so far, by side to move.
    pub(super) solved: BySide<&'a [u8]>,
    /// How they are read.
    pub(super) codec: Codec,
    pub(super) gathered: &'a GatheredLines,
}

impl<'a> Library<'a> {
    fn table(&self, material: Material) -> &'a Table {
        self.smaller
            .iter()
            .find(|table| table.material() == material)
            .unwrap_or_else(|| panic!("{material} must be solved before {}", self.index.material()))
    }

    /// The table for a material, the pawns after a move, and the side to move then.
    ///
    /// `free` is the man whose lines are asked for, if any are; `pinned` says for each seat on which
    /// one square the man can stand, if it is one.
    pub(super) fn reader(
        &self,
        material: Material,
        pawns: Pawns,
        turn: Color,
        free: Option<Free>,
        pinned: &[Option<u8>],
    ) -> Reader<'a> {
        if material == Material::KINGS {
            return Reader::Kings;
        }
        let exchanged = !material.is_normalized();
        let source = if material == self.index.material() {
            Source::new(self.index, self.solved[side(turn)], self.codec, false, pawns)
        } else {
            let table = self.table(material.normalized());
            let turn = if exchanged { turn.other() } else { turn };
            Source::new(table.index(), table.codes(turn), table.codec(), exchanged, pawns)
        };
        match free {
            Some(free) if !Reader::is_direct(source.index(), exchanged, free) => {
                let wanted = (material, pawns, turn, free, pinned.to_vec());
                Reader::Gathered(source, self.gathered(wanted, &source))
            }
            _ => Reader::Direct(source),
        }
    }

    fn gathered(&self, wanted: Wanted, source: &Source<'_>) -> Arc<Gathered> {
        let lines = || self.gathered.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lines().get(&wanted) {
            return Arc::clone(found);
        }
        let made = Arc::new(Gathered::new(source, self.index.kings(), wanted.3, &wanted.4));
        Arc::clone(lines().entry(wanted).or_insert(made))
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
