//! A solved endgame in memory: what every position is worth.

use value::{Depth, Metric, Outcome};

use crate::codec::Codec;
use crate::index::{Index, Slot};
use crate::material::Material;
use crate::memory::Bytes;
use crate::rules::{Color, Position, side};

/// A solved endgame: one byte for each position and side to move.
#[derive(Debug)]
pub struct Table {
    index: Index,
    metric: Metric,
    deepest: [Option<Depth>; 2],
    codec: Codec,
    codes: [Bytes; 2],
}

impl Table {
    /// Puts a table together: the deepest win of White and of Black, then the bytes with White and
    /// with Black to move.
    pub(crate) fn new(
        index: Index,
        metric: Metric,
        deepest: [Option<Depth>; 2],
        codes: [Bytes; 2],
    ) -> Table {
        let codec = Codec::new(deepest[0]);
        Table { index, metric, deepest, codec, codes }
    }

    /// The same without its bytes, for those who have made of them what they need; none if the system
    /// refuses.
    pub(crate) fn without_codes(&self) -> Option<Table> {
        let codes = [Bytes::uncleared(0).ok()?, Bytes::uncleared(0).ok()?];
        Some(Table::new(self.index.clone(), self.metric, self.deepest, codes))
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.index.material()
    }

    /// What its depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How its positions are numbered.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How its bytes are read.
    pub fn codec(&self) -> Codec {
        self.codec
    }

    /// The deepest win of a colour with either side to move; none if it never wins.
    pub fn deepest(&self, winner: Color) -> Option<Depth> {
        self.deepest[side(winner)]
    }

    /// The bytes with this side to move, by the index's numbers.
    pub fn codes(&self, turn: Color) -> &[u8] {
        &self.codes[side(turn)]
    }

    /// What a position is worth to the side to move; none for other material.
    ///
    /// A right to capture en passant is not looked at: [`Tables`](crate::tables::Tables) does that.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_at(self.index.encode(position)?)
    }

    /// What the position of a number is worth; none where no legal position has it.
    #[inline]
    pub fn outcome_at(&self, slot: Slot) -> Option<Outcome> {
        self.codec.outcome(self.codes(slot.turn)[slot.index], slot.turn)
    }
}
