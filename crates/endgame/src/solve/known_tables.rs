//! The tables at hand while solving: the smaller endgames, and what is solved of this one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::legal::BySide;
use super::promoted::Promoted;
use super::promoted_lines::{self, PromotedLines};
use super::reader::{Free, Gathered, Reader, Source};
use super::sets::Sets;
use crate::codec::Codec;
use crate::index::{Index, Kings, Pawns};
use crate::material::Material;
use crate::rules::{Color, Piece, side};
use crate::table::Table;

/// What was made of smaller tables for a whole endgame, kept while it is being solved.
#[derive(Default)]
pub(super) struct Extracts {
    /// Of what, with whom to move, and of which man.
    lines: Known<(Material, Color, Free), Gathered>,
    /// The same, but perhaps of the table's own inner man.
    sets: Known<(Material, Color, Option<Free>), Sets>,
    promoted: Known<(Material, Color), Promoted>,
    /// The same where depths count.
    promoted_lines: Known<(Material, Color), PromotedLines>,
}

/// What is known by a name: made by whoever asks for it first; none if it cannot be had.
type Known<K, T> = Mutex<HashMap<K, Arc<OnceLock<Option<Arc<T>>>>>>;

/// Gives what is known by a name, or makes it; whoever comes second waits: no work of the pool's is
/// done in there.
fn shared<K: Eq + Hash, T>(
    known: &Known<K, T>,
    key: K,
    make: impl FnOnce() -> Option<T>,
) -> Option<Arc<T>> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let place = Arc::clone(known.entry(key).or_default());
    drop(known);
    place.get_or_init(|| make().map(Arc::new)).clone()
}

pub(super) struct KnownTables<'a> {
    pub(super) index: &'a Index,
    pub(super) smaller: &'a [Arc<Table>],
    /// The bytes of the placements solved so far, by side to move.
    pub(super) solved: BySide<&'a [u8]>,
    /// How they are read.
    pub(super) codec: Codec,
    pub(super) extracts: &'a Extracts,
}

impl<'a> KnownTables<'a> {
    fn table(&self, material: Material) -> &'a Table {
        self.smaller
            .iter()
            .find(|table| table.material() == material)
            .unwrap_or_else(|| panic!("{material} must be solved before {}", self.index.material()))
    }

    /// The table for a material, the pawns after a move, and the side to move then.
    ///
    /// `free` is the man whose lines are asked for, if any are, and `often` whether that happens time
    /// and again.
    pub(super) fn reader(
        &self,
        material: Material,
        pawns: Pawns,
        turn: Color,
        free: Option<Free>,
        often: bool,
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
            Some(free) if !source.is_direct(free) => {
                let wanted = often && self.index.kings() == Kings::Triangle;
                let gathered = wanted.then(|| {
                    let make = || Some(Gathered::new(&source, source.index.seats().len(), free));
                    shared(&self.extracts.lines, (material, turn, free), make)
                });
                match gathered.flatten() {
                    Some(gathered) => Reader::Gathered(source, gathered),
                    None => Reader::Column(source, free),
                }
            }
            _ => Reader::Direct(source),
        }
    }

    /// What a smaller endgame tells a side that moves into it, as sets; none if they cannot be had, or
    /// if that is no smaller endgame.
    pub(super) fn sets(
        &self,
        material: Material,
        mover: Color,
        reader: &Reader<'_>,
    ) -> Option<Arc<Sets>> {
        if material == self.index.material() || material == Material::KINGS {
            return None;
        }
        let free = match reader {
            Reader::Column(_, free) => Some(*free),
            _ => None,
        };
        shared(&self.extracts.sets, (material, mover, free), || Sets::new(reader, mover))
    }

    /// What an endgame tells a pawn that promotes into it, the man on this seat of its table, where
    /// a reader would put lines of the black king together; none elsewhere.
    pub(super) fn promoted(
        &self,
        material: Material,
        mover: Color,
        reader: &Reader<'_>,
        seat: usize,
        to: u8,
    ) -> Option<Arc<Promoted>> {
        let make = || Promoted::new(reader, mover, seat, to);
        shared(&self.extracts.promoted, (material, mover), make)
    }

    /// A reader of the lines that a pawn's promotion leads to, the man on this seat of the table, where
    /// depths count: put together beforehand if that can be.
    pub(super) fn promoted_lines(
        &self,
        material: Material,
        mover: Color,
        reader: Reader<'a>,
        seat: usize,
        to: u8,
    ) -> Reader<'a> {
        let Some(&source) = reader.source() else { return reader };
        if !promoted_lines::are_enough(source.index, self.index) {
            return reader;
        }
        let make = || PromotedLines::new(&reader, seat, to);
        match shared(&self.extracts.promoted_lines, (material, mover), make) {
            Some(lines) => Reader::Promoted(source, lines),
            None => reader,
        }
    }

    /// The seats of the table for a material, in our colours.
    pub(super) fn seats(&self, material: Material) -> Vec<Piece> {
        if material == Material::KINGS {
            return Vec::new();
        }
        let exchange = |&man: &Piece| {
            if material.is_normalized() { man } else { man.role.of(man.color.other()) }
        };
        self.index_of(material).seats().iter().map(exchange).collect()
    }

    /// The seat of the inner man in the table for a material; none if that is a king.
    pub(super) fn inner_seat(&self, material: Material) -> Option<usize> {
        if material == Material::KINGS {
            return None;
        }
        self.index_of(material).inner_seat()
    }

    fn index_of(&self, material: Material) -> &'a Index {
        let normalized = material.normalized();
        let own = normalized == self.index.material();
        if own { self.index } else { self.table(normalized).index() }
    }
}
